import { openModel, type WordModel } from './model.ts';
import { createHelpFeatures } from './features.ts';
import type { HelpForms } from './texts.ts';

/** The class of danger and pain; the other is what is neither. */
export const graveClass = 'grave';

/** A word or two say too little to be guessed from: what can be said in so few, the grammar knows. */
const fewestWords = 3;
/** A message is read in parts, too, when it is longer than this. */
const longestWhole = 12;
const partEnds = /[.!?;:\n]+|, | (?:ma|però|pero|comunque|cmq|poi) /;

/**
 * How probably a message is one of danger or pain, 0–1: the whole of it, or the gravest part of a longer one. `undefined` of what is
 * too short to say.
 */
export function createSuspicion(model: WordModel, forms: HelpForms): (message: string) => number | undefined {
  const featuresOf = createHelpFeatures(forms);
  const probabilitiesOf = openModel(model);
  const grave = model.classes.indexOf(graveClass);
  const probability = (text: string) => probabilitiesOf(featuresOf(text))[grave] ?? 0;

  return (message) => {
    if (countWords(message) < fewestWords) return undefined;
    const isWhole = countWords(message) <= longestWhole || message.trim().endsWith('?');
    const parts = isWhole ? [] : message.split(partEnds).filter((part) => countWords(part) >= fewestWords);
    return Math.max(...[message, ...parts].map(probability));
  };
}

const countWords = (text: string) => text.trim().split(/\s+/).length;
