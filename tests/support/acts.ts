import model from '#server/acts/trained-model.json';
import { readActTexts } from '#content/talk/acts.ts';
import { createActs } from '#server/acts/acts.ts';

/** The acts the site comes with. */
export const demoActTexts = readActTexts();
export const demoActs = createActs(model, demoActTexts);
