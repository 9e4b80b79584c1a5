import type { ActText } from '#shared/contracts/talk-acts.ts';
import type { Acts } from '../acts/acts.ts';
import { questionClass } from '../acts/model.ts';
import type { LineContext } from '../acts/lines.ts';
import type { ChatRequest } from '../model/types.ts';
import { isEnded } from './ending.ts';

/** What a message is beside a question of the story, and what he says to it. */
export interface SmallTalk {
  /** Without a greeting or thanks before or after it, where something else is left. */
  coreOf(message: string): string;
  /** An answer where the act of the message is sure. */
  answerFor(request: ChatRequest): string | undefined;
  /** A line for its likeliest act, where nothing else answers. */
  guessFor(request: ChatRequest): string | undefined;
}

/** How probable the likeliest act must be for its line to be a better answer than one that fits anything. */
const likely = 0.2;
/** Acts whose line would hurt where it is out of place: said only where the act is sure. */
const grave =
  /^(lutto|malattia|esplicito|flirt|insulto|fine_amore|lavoro_perso|lingua_straniera|spoiler|incomprensibile)/;

/** What can be heard of an act, without the examples of what readers write. */
export function spokenOfAct({ says, phase, altri, mirati, lingue, indovinelli }: ActText) {
  const aimed = mirati.map((pool) => pool.says);
  const foreign = Object.values(lingue).map((pool) => pool.says);
  const riddles = indovinelli.map(({ domanda, giusto, sbagliato }) => [domanda, giusto, sbagliato]);
  return [says, Object.values(phase), Object.values(altri), aimed, foreign, riddles];
}

export function createSmallTalk(acts: Acts): SmallTalk {
  function contextOf(request: ChatRequest): LineContext {
    const { level, question, history } = request;
    return {
      phase: level <= 3 ? 'inizio' : level <= 8 ? 'meta' : 'fine',
      message: question,
      said: history.filter(({ role }) => role === 'assistant').map(({ content }) => content),
      atEnd: isEnded(request),
    };
  }

  return {
    coreOf(message) {
      const clauses = acts.splitMessage(message);
      const core = clauses.find(({ text, act }) => act === undefined && /\p{L}{2}/u.test(text));
      return core?.text ?? message;
    },
    answerFor(request) {
      const context = contextOf(request);
      const riddle = acts.judgeRiddle(context);
      if (riddle !== undefined) return riddle;
      const act = acts.decide(request.question);
      return act === undefined ? undefined : acts.lineFor(act, context);
    },
    guessFor(request) {
      const [best] = acts.classify(request.question);
      if (!best || best.act === questionClass || grave.test(best.act) || best.probability < likely)
        return undefined;
      return acts.lineFor(best.act, contextOf(request));
    },
  };
}
