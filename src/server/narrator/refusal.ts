import type { ChatRequest } from '../model/types.ts';
import { runFrom, type Excerpt } from './excerpts.ts';
import type { Question } from './question.ts';
import { answersOf, choose, heard, isOwnStory, join, seed } from './speech.ts';
import { spoken, told } from './units.ts';
import type { Voice } from './voice.ts';

/**
 * «I do not know», and then something he has lived: the question is folded back into his own story. Both are chosen by the
 * place in the conversation and not by the question, so that a true and a false guess about the future hear the same; it never
 * repeats what the reader wrote.
 */
export function deflect(request: ChatRequest, voice: Voice, question: Question | undefined): string {
  const place = seed(answersOf(request).at(-1) ?? '', request.level);
  const byName = question?.unknownName === true && place % 3 === 0;
  const refusal = choose(byName ? voice.nameDeflections : voice.deflections, request, place);
  if (request.sections.length === 0) return refusal;
  const scene = aScene(request, place);
  if (scene && isOwnStory(request) && place % 4 !== 3)
    return join(refusal, choose(voice.folds, request, place >>> 2), tellShort(scene));
  const section = request.sections[place % request.sections.length];
  if (!section) return refusal;
  const untitled = /^(capitolo|sezione|parte)?\s*[\divxlc]*$/i.test(section.title);
  const steers = (untitled ? voice.steers : voice.titledSteers).map((line) =>
    line.replace('{n}', String(section.sectionNumber)).replace('{title}', section.title),
  );
  return join(refusal, choose(steers, request, place >>> 3));
}

/** A scene he has not told yet, from the end of one of the latest sections. */
function aScene(request: ChatRequest, place: number): Excerpt | undefined {
  const latest = request.sections.slice(-4);
  for (let step = 0; step < latest.length; step += 1) {
    const section = latest[(place + step) % latest.length];
    const [telling] = section ? told(section).tellings : [];
    const scene = telling && runFrom(telling, 0, 30);
    if (scene && !wasTold(request, scene)) return scene;
  }
  return undefined;
}

function wasTold(request: ChatRequest, { units }: Excerpt): boolean {
  const said = heard(request);
  return units.some(({ text }) => text.length > 20 && said.includes(text));
}

/** About forty words of an excerpt, whole sentences. */
function tellShort({ units }: Excerpt): string {
  let count = 0;
  let end = 0;
  for (const unit of units) {
    if (count > 0 && count + unit.words > 52) break;
    count += unit.words;
    end += 1;
  }
  return spoken(units.slice(0, end));
}
