import { protagonist } from '#content/book.ts';
import personaText from '#content/persona.md?raw';
import { readVoiceExamples } from '#content/talk/examples.ts';
import type { createActs } from '../../acts/acts.ts';
import type { createListener } from '../../listener/listener.ts';
import type { Persona } from '../../talk/prompt.ts';

/** Who a model is told to be, with what is made out of a reader's messages for it. */
export function createPersona(
  listener: ReturnType<typeof createListener>,
  acts: ReturnType<typeof createActs>,
): Persona {
  return {
    name: protagonist.name,
    text: personaText,
    examples: readVoiceExamples(),
    describeReader: (told, erased) => listener.describeNotes(listener.readNotes(told, erased)),
    asksOfReader: (question, told, erased) =>
      listener.answerAboutReader(question, listener.readNotes(told, erased), []) !== undefined,
    actOf: acts.decide,
  };
}
