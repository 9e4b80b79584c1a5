import type { BookContent } from '#shared/contracts/book.ts';
import type { ActTexts } from '#shared/contracts/talk-acts.ts';
import { protagonist } from '../book.ts';

/** Words specific to this book's character: his trade, his cold, his things. */
const ownWorld =
  /(?<!\p{L})(rel[èé]|tac|gel[oai]\p{L}*|ghiacci\p{L}*|nev[ei]|nord|linea alta|tecnic\p{L}*|apprendist\p{L}*|turn[oi]|stuf[ae]|contatt[oi]|attrezz\p{L}*|pinz[ae]|guant[oi]|alcol|quadr[oi]|sportell\p{L}*|vit[ei]|cassett\p{L}*|registro|armadi\p{L}*|lampad\p{L}*|stagno|officin\p{L}*|tren[oi]|convogli\p{L}*|fruscio|pesce|ors[oi]|bisont\p{L}*|auror\p{L}*|sald\p{L}*|banco|valvol\p{L}*|meccanic\p{L}*|fredd\p{L}*|ferro|bullon\p{L}*|ruggin\p{L}*|viadott\p{L}*|fil[oi]|scald\p{L}*|bulb\p{L}*|radio|antenn\p{L}*|siren\p{L}*|carbone|caldai\p{L}*|dicia(?:ssette|nnove)|Buio|iscritto|chiave|chiavi|aggiust\p{L}*|mestier\p{L}*|tavol[oi])(?!\p{L})/iu;

const isAnybodys = (line: string) => !ownWorld.test(line) && !line.includes(protagonist.name);

/**
 * The acts as another book's character says them: the lines its author wrote, else those that suit anybody; an act left without lines
 * counts as no act. Who he is he says by his name.
 */
export function actTextsOf({ name, everyday }: BookContent['character'], texts: ActTexts): ActTexts {
  const own: Readonly<Record<string, readonly string[] | undefined>> = {
    chi_sei: [`Mi chiamo ${name}.`, `Sono ${name}.`],
    ...everyday,
  };
  const keepAnybodysLines = (lines: readonly string[] = []) => lines.filter(isAnybodys);
  const keptEach = <T extends Record<string, string[] | undefined>>(pools: T) =>
    Object.fromEntries(
      Object.entries(pools)
        .map(([name, lines]) => [name, keepAnybodysLines(lines)] as const)
        .filter(([, lines]) => lines.length > 0),
    ) as T;
  return {
    acts: texts.acts.map((act) => {
      const lines = own[act.id] ?? [];
      if (lines.length > 0)
        return { ...act, says: [...lines], phase: {}, mirati: [], altri: {}, lingue: {}, indovinelli: [] };
      return {
        ...act,
        says: keepAnybodysLines(act.says),
        phase: keptEach(act.phase),
        altri: keptEach(act.altri),
        mirati: act.mirati
          .map((pool) => ({ ...pool, says: keepAnybodysLines(pool.says) }))
          .filter(({ says }) => says.length > 0),
        lingue: Object.fromEntries(
          Object.entries(act.lingue).map(([code, pool]) => [
            code,
            { ...pool, says: keepAnybodysLines(pool.says) },
          ]),
        ),
        indovinelli: act.indovinelli.filter(({ domanda, giusto, sbagliato }) =>
          [domanda, giusto, sbagliato].every(isAnybodys),
        ),
      };
    }),
  };
}
