import type { ActTexts } from '#shared/contracts/talk-acts.ts';
import esempi from './atti-esempi.yaml';
import atti from './atti.yaml';
import { parseActTexts } from './parse-act-texts.ts';

/** The dialogue acts the site comes with. Throws when the file was edited into something else. */
export const readActTexts = (): ActTexts => parseActTexts(atti, esempi);
