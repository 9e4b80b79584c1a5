import type { BookContent } from '#shared/contracts/book.ts';
import * as texts from './book.ts';
import { landing } from './landing.ts';
import personaText from './persona.md?raw';
import * as voice from './voice.ts';

const { book, protagonist, greeting, chatDescription, levelZero, deflections, nameDeflections, unlocked } =
  texts;

/** The demonstration's book as a record: the default until the author publishes another in «Il libro». */
export const builtInBook: BookContent = {
  book,
  landing,
  character: {
    ...protagonist,
    greeting,
    chatDescription,
    persona: personaText,
    levelZero,
    deflections,
    nameDeflections,
    unlocked,
    // His lines for what readers say most often are those of content/talk/atti.yaml.
    everyday: {},
    life: {},
    voice: { ...voice },
  },
  encyclopedia: true,
};
