import { lifeTopics, type BookContent } from '#shared/contracts/book.ts';
import type { ActText, ActTexts } from '#shared/contracts/talk-acts.ts';
import { protagonist } from '../book.ts';
import { readLifeWays, readNeutralLines } from './acts.ts';

type LinesByAct = Readonly<Record<string, readonly string[] | undefined>>;

/** What an act is said with that has lines of its own alone. */
const inLines = (lines: readonly string[]): Omit<ActText, 'id' | 'what' | 'examples' | 'not'> => ({
  says: [...lines],
  phase: {},
  mirati: [],
  altri: {},
  lingue: {},
  indovinelli: [],
});

/** What he tells of his own life, as acts: one that has a name of theirs is theirs already. */
function actsOfLife(life: BookContent['character']['life'], texts: ActTexts): ActText[] {
  const names = new Set(texts.acts.map(({ id }) => id));
  const ways = readLifeWays();
  return lifeTopics.flatMap((id) => {
    const line = life[id];
    if (!line || names.has(id)) return [];
    return { id, what: id, examples: ways[id], not: [], ...inLines([line]) };
  });
}

/**
 * The acts as the book's character says them: the lines its author wrote, of the everyday and of his own life; else the
 * demonstration's for its own character, for another the few that suit anybody, and by name who they are.
 */
export function actTextsOf({ name, everyday, life }: BookContent['character'], texts: ActTexts): ActTexts {
  const ofLife = Object.entries(life).map(([topic, line]) => [topic, line ? [line] : []] as const);
  const linesByAct: LinesByAct = { ...everyday, ...Object.fromEntries(ofLife) };
  const own = actsOfLife(life, texts);
  const ways = new Set(own.flatMap(({ examples }) => examples));
  const isDemonstration = name === protagonist.name;
  const anybodys: LinesByAct = isDemonstration
    ? {}
    : { ...readNeutralLines(), chi_sei: [`Mi chiamo ${name}.`, `Sono ${name}.`] };
  const acts = texts.acts.flatMap((act): ActText[] => {
    const lines = [linesByAct[act.id], anybodys[act.id]].find((some) => some?.length);
    if (!lines && !isDemonstration) return [];
    const examples = act.id in life ? act.examples : act.examples.filter((example) => !ways.has(example));
    return [{ ...act, examples, ...(lines && inLines(lines)) }];
  });
  return { acts: [...acts, ...own] };
}
