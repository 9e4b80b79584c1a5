import type { Acts } from '../acts/acts.ts';
import type { LineContext } from '../acts/lines.ts';
import type { Note } from '../listener/texts.ts';
import type { ChatRequest } from '../model/types.ts';
import { foldChatSpelling } from '../text/chat-spelling.ts';
import { chooseUnsaid } from '../text/lines.ts';

/** Things that happened to the reader: answered by name, said back and asked about again. */
const ownNews =
  /^(buona_notizia|giornataccia|brutto_voto|litigio|lavoro_perso|fine_amore|malattia|malattia_mia|lutto)$/;
/** «Com’è andata poi quella cosa che ti dicevo?», «ti ricordi che mi è successo?» */
const asksHowItWent =
  /\bcom(?:e)? (?:e )?(?:andat|finit)[ao]\b.*\bti (?:dicevo|raccontavo|(?:avevo|ho) (?:detto|scritto|raccontato))\b|\bricordi (?:che|cosa) mi (?:e|era) (?:successo|capitato)\b/;
/** Where a message may turn to something else. */
const partEnd = /[,;.!]+\s*|\s+(?:e|ma|però|perché|anche se)\s+/u;
/** The reader's messages after which news may come back by themselves. */
const comesBack = { least: 5, most: 15 } as const;
const recallLines = [
  'Una cosa tua mi è rimasta in testa: «{x}». Com’è andata poi?',
  'Prima mi hai scritto: «{x}». E adesso?',
  'Non me lo sono dimenticato: «{x}». Novità?',
];

type IsWithheld = (message: string) => boolean;
/** What is looked at of a request. */
type Talk = Pick<ChatRequest, 'question' | 'told' | 'history'>;

/**
 * News of the reader's own, recognised in their messages: nothing of them is kept anywhere else.
 *
 * @param least how probable the act of a message must be for it to be news
 */
export function createNews(acts: Acts, least: number) {
  /** The news that a message tells, whole or in one of its parts: «mi chiamo Giulia e oggi ho preso 4». */
  function newsIn(message: string): { act: string; part: string } | undefined {
    if (message.includes('?') || /\bmi sento\b/i.test(message)) return undefined;
    const parts = message.split(partEnd).filter((part) => /\S\s+\S/u.test(part));
    for (const part of parts.length > 1 ? [...parts, message] : [message]) {
      const act = acts.decide(part);
      if (act !== undefined && ownNews.test(act) && (acts.classify(part)[0]?.probability ?? 0) >= least)
        return { act, part };
    }
    return undefined;
  }

  /** The messages in which the reader told news that may be said back to them; the newest is the question and not among them. */
  function toldIn({ told }: Talk, isWithheld: IsWithheld): string[] {
    return told
      .slice(0, -1)
      .filter(({ role, content }) => role === 'user' && newsIn(content) !== undefined && !isWithheld(content))
      .map(({ content }) => content);
  }

  return {
    toldIn,
    /** The answer to a question how something went that the reader told. */
    answerFor(request: Talk, isWithheld: IsWithheld): string | undefined {
      if (!asksHowItWent.test(foldChatSpelling(request.question))) return undefined;
      const latest = toldIn(request, isWithheld).at(-1);
      return latest && `Mi hai scritto: «${shortened(latest)}». Com’è andata, però, lo sai tu. Dimmelo.`;
    },
    /** An answer to news told beside facts about the reader, by name where the name is one of them. */
    answerBeside(fresh: readonly Note[], context: LineContext): string | undefined {
      const found = fresh.length > 0 ? newsIn(context.message) : undefined;
      const line = found && acts.lineFor(found.act, { ...context, message: found.part });
      const name = fresh.find(({ slot }) => slot === 'nome')?.values.nome;
      return line === undefined || name === undefined ? line : `Ciao, ${name}. ${line}`;
    },
    /** News that come back by themselves, once each. */
    recall(request: Talk, isWithheld: IsWithheld, daysSince: number): string | undefined {
      const own = request.told.filter(({ role }) => role === 'user').map(({ content }) => content);
      const said = request.history.filter(({ role }) => role === 'assistant').map(({ content }) => content);
      const from = daysSince >= 1 ? 0 : Math.max(0, own.length - 1 - comesBack.most);
      const due = own
        .slice(from, daysSince >= 1 ? -1 : -comesBack.least)
        .findLast((message) => newsIn(message) !== undefined && !isWithheld(message));
      if (due === undefined || said.some((answer) => answer.includes(`«${shortened(due)}»`)))
        return undefined;
      return (chooseUnsaid(recallLines, said, due) ?? recallLines[0])?.replace('{x}', shortened(due));
    },
  };
}

/** The beginning of what was said, to be named. */
export function shortened(text: string): string {
  const words = text.split(/\s+/);
  return words.length <= 12 ? text.replace(/[.!?…]+$/u, '') : `${words.slice(0, 12).join(' ')}…`;
}
