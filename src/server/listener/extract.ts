import { tokensOf } from './clause.ts';
import { openLexicon } from './lexicon.ts';
import { readAnimals, readFriends, readRelatives } from './others.ts';
import { readAge, readMood, readName, readPlace } from './self.ts';
import type { ListenerForms, Note } from './texts.ts';
import { readEvent, readObject, readOpinion, readPlan, readTaste } from './things.ts';
import { readWork } from './work.ts';

/** The longest that a placeholder of a line may be filled with. */
const mostCharacters = 80;

const single = [
  readName,
  readAge,
  readWork,
  readPlace,
  readObject,
  readTaste,
  readMood,
  readEvent,
  readPlan,
  readOpinion,
];
const several = [readRelatives, readFriends, readAnimals];

/** Makes what finds the notes of a message: `forms` are the word lists of src/content/talk/ascolto-forme.yaml. */
export function createExtractor(forms: ListenerForms): (message: string) => Note[] {
  const lexicon = openLexicon(forms);
  return (message) => {
    const sentence = { message, tokens: tokensOf(message) };
    const notes = [
      ...single.flatMap((read) => read(sentence, lexicon) ?? []),
      ...several.flatMap((read) => read(sentence, lexicon)),
    ];
    return notes.filter(({ values }) =>
      Object.values(values).every((value) => value.length > 0 && value.length <= mostCharacters),
    );
  };
}
