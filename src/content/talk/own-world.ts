import { lifeTopics, type BookContent } from '#shared/contracts/book.ts';
import type { ActText, ActTexts } from '#shared/contracts/talk-acts.ts';
import { protagonist } from '../book.ts';
import { readLifeWays } from './acts.ts';

/** Words specific to this book's character: his trade, his cold, his things. */
const ownWorld =
  /(?<!\p{L})(rel[èé]|tac|gel[oai]\p{L}*|ghiacci\p{L}*|nev[ei]|nord|linea alta|tecnic\p{L}*|apprendist\p{L}*|turn[oi]|stuf[ae]|contatt[oi]|attrezz\p{L}*|pinz[ae]|guant[oi]|alcol|quadr[oi]|sportell\p{L}*|vit[ei]|cassett\p{L}*|registro|armadi\p{L}*|lampad\p{L}*|stagno|officin\p{L}*|tren[oi]|convogli\p{L}*|fruscio|pesce|ors[oi]|bisont\p{L}*|auror\p{L}*|sald\p{L}*|banco|valvol\p{L}*|meccanic\p{L}*|fredd\p{L}*|ferro|bullon\p{L}*|ruggin\p{L}*|viadott\p{L}*|fil[oi]|scald\p{L}*|bulb\p{L}*|radio|antenn\p{L}*|siren\p{L}*|carbone|caldai\p{L}*|dicia(?:ssette|nnove)|Buio|iscritto|chiave|chiavi|aggiust\p{L}*|mestier\p{L}*|tavol[oi])(?!\p{L})/iu;

const isAnybodys = (line: string) => !ownWorld.test(line) && !line.includes(protagonist.name);

/** What an act is said with that has lines of its own alone. */
const inLines = (lines: readonly string[]): Omit<ActText, 'id' | 'what' | 'examples' | 'not'> => ({
  says: [...lines],
  phase: {},
  mirati: [],
  altri: {},
  lingue: {},
  indovinelli: [],
});

/** An act with the lines that suit anybody; left without any it counts as no act. */
function ofAnybody(act: ActText): ActText {
  const keep = (lines: readonly string[] = []) => lines.filter(isAnybodys);
  const keepEach = <T extends Record<string, string[] | undefined>>(pools: T) =>
    Object.fromEntries(
      Object.entries(pools)
        .map(([name, lines]) => [name, keep(lines)] as const)
        .filter(([, lines]) => lines.length > 0),
    ) as T;
  return {
    ...act,
    says: keep(act.says),
    phase: keepEach(act.phase),
    altri: keepEach(act.altri),
    mirati: act.mirati
      .map((pool) => ({ ...pool, says: keep(pool.says) }))
      .filter(({ says }) => says.length > 0),
    lingue: Object.fromEntries(
      Object.entries(act.lingue).map(([code, pool]) => [code, { ...pool, says: keep(pool.says) }]),
    ),
    indovinelli: act.indovinelli.filter(({ domanda, giusto, sbagliato }) =>
      [domanda, giusto, sbagliato].every(isAnybodys),
    ),
  };
}

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
 * demonstration's for its own character, those that suit anybody for another, who says by name who they are.
 */
export function actTextsOf({ name, everyday, life }: BookContent['character'], texts: ActTexts): ActTexts {
  const isDemonstration = name === protagonist.name;
  const ofLife = Object.entries(life).map(([topic, line]) => [topic, line ? [line] : []] as const);
  const linesByAct: Readonly<Record<string, readonly string[] | undefined>> = {
    ...everyday,
    ...Object.fromEntries(ofLife),
  };
  const byName = isDemonstration ? [] : [`Mi chiamo ${name}.`, `Sono ${name}.`];
  const own = actsOfLife(life, texts);
  const waysOfLife = new Set(own.flatMap(({ examples }) => examples));
  const acts = texts.acts.map((act) => {
    const lines = linesByAct[act.id]?.length ? linesByAct[act.id] : act.id === 'chi_sei' ? byName : [];
    if (lines?.length) return { ...act, ...inLines(lines) };
    const others = { ...act, examples: act.examples.filter((example) => !waysOfLife.has(example)) };
    return isDemonstration ? others : ofAnybody(others);
  });
  return { acts: [...acts, ...own] };
}
