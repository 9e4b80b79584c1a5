import { paragraphs, sentences, words } from '#server/text/italian.ts';
import type { Task } from '#shared/tasks.ts';
import { countWords } from '#shared/words.ts';

/** What a summary takes or leaves: a sentence, or a short speech with what belongs to it. Never cut. */
export interface Unit {
  text: string;
  words: number;
  /** Its place in the text, counted from 0. */
  order: number;
  paragraph: number;
  /** How often each stem occurs. */
  stems: ReadonlyMap<string, number>;
  /** Names that stand inside it, as stems. */
  names: ReadonlySet<string>;
  /** Somebody's speech rather than the telling. */
  speech: boolean;
  /** Begins inside a speech between dashes whose opening dash stands further back. */
  needsDash: boolean;
  /** Begins with a word that points at the sentence before it. */
  leaning: boolean;
}

/** A speech of up to so many words stays whole: its sentences answer each other. */
const shortSpeech = 40;
/** A sentence of fewer words is a breath of the one before it. */
const breath = 4;

const leaning =
  /^[«—–\s]*(e|ma|poi|però|allora|così|quindi|anche|invece|intanto|anzi|infine|dunque|perché|perchè|ecco|sì|no|lui|lei|loro|gli|li|lo|la|ci|ne|si|quest[oaei]|quell[oaei]|quel|quegli|uno|altr[oaei]|tanto)(?!\p{L})/iu;

/** The units of a text, in order. */
export function* unitsOf(content: string): Task<Unit[]> {
  const units: Unit[] = [];
  const add = (text: string, paragraph: number, speech: boolean, needsDash: boolean) =>
    units.push(unit(text, units.length, paragraph, speech, needsDash));
  for (const [index, paragraph] of paragraphs(content).entries()) {
    const speech = /^[«—–“"]/.test(paragraph);
    if (speech && countWords(paragraph) <= shortSpeech) {
      add(paragraph, index, true, false);
      yield;
      continue;
    }
    let dashes = 0;
    for (const text of joinShortSentences(sentences(paragraph))) {
      const inside = /^[—–]/.test(paragraph) && dashes % 2 === 1 && !/^[—–]/.test(text);
      add(text, index, inside || /^[«—–“"]/.test(text), inside);
      dashes += text.match(/[—–]/g)?.length ?? 0;
      yield;
    }
  }
  return units;
}

/** Sentences, the shortest together with the one before them. */
function joinShortSentences(all: readonly string[]): string[] {
  const joined: string[] = [];
  for (const text of all) {
    const before = joined.at(-1);
    if (before !== undefined && countWords(text) < breath) joined[joined.length - 1] = `${before} ${text}`;
    else joined.push(text);
  }
  return joined;
}

function unit(text: string, order: number, paragraph: number, speech: boolean, needsDash: boolean): Unit {
  const stems = new Map<string, number>();
  const names = new Set<string>();
  for (const { stem, name } of words(text)) {
    stems.set(stem, (stems.get(stem) ?? 0) + 1);
    if (name) names.add(stem);
  }
  return {
    text,
    words: countWords(text),
    order,
    paragraph,
    stems,
    names,
    speech,
    needsDash,
    leaning: leaning.test(text),
  };
}

/** Units as a text: those of one paragraph together, a speech taken from its middle with its dash. */
export function textOf(units: readonly Unit[]): string {
  let text = '';
  for (const [at, { text: said, paragraph, needsDash }] of units.entries()) {
    const before = units[at - 1];
    const goesOn = before?.paragraph === paragraph;
    if (at > 0) text += goesOn ? ' ' : '\n\n';
    text += needsDash && !goesOn ? `— ${said}` : said;
  }
  return text;
}
