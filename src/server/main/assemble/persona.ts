import { modelForm, modelRules } from '#content/model-rules.ts';
import { readVoiceExamples } from '#content/talk/examples.ts';
import type { BookContent } from '#shared/contracts/book.ts';
import type { createListener } from '../../listener/listener.ts';
import type { Persona } from '../../talk/prompt.ts';

/**
 * What is open to the guard beside the character's lines: who wrote the book, and how he greets. Not the title nor the synopsis,
 * whose names the character does not know yet (docs/decisions/025).
 */
export const openToEverybody = ({ book, character }: BookContent): string[] => [
  book.author,
  book.biography ?? '',
  character.greeting,
];

/**
 * Who a model is told to be, with what is made out of a reader's messages for it.
 *
 * @param isOwn whether he is the character in whose voice the examples were written
 */
export function createPersona(
  { name, line, persona, life }: BookContent['character'],
  isOwn: boolean,
  listener: ReturnType<typeof createListener>,
): Persona {
  const ofLife = Object.values(life).filter(Boolean);
  const self =
    ofLife.length > 0
      ? `\n\nCHE COSA SAI DI TE\n${ofLife.map((sentence) => `- ${sentence}`).join('\n')}`
      : '';
  // Who he is stands there even where the author left that to the other fields.
  const text = persona.includes(name)
    ? persona
    : `Sei ${name}${line ? `. ${line.replace(/[.\s]+$/, '')}` : ''}.\n\n${persona}`;
  return {
    name,
    text: [text.trim() + self, modelForm, modelRules].join('\n\n'),
    ...(isOwn && { examples: readVoiceExamples() }),
    describeReader: (told, erased) => listener.describeToOthers(listener.readNotes(told, erased)),
  };
}
