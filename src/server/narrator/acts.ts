import type { ActText, ActTexts } from '#shared/contracts/talk-acts.ts';
import { chooseLine, judgeRiddle, type LineContext } from './act-lines.ts';
import { isEnded } from './ending.ts';
import type { State } from './state.ts';
import type { Listener } from '../listener/listener.ts';
import type { KeptNote } from '../listener/texts.ts';
import type { ChatRequest } from '../model/types.ts';

/** What the line of an act depends on. */
interface Moment {
  request: ChatRequest;
  notes: readonly KeptNote[];
  listener: Listener | undefined;
  state: State;
}

/** The lines of acts: what is said to a message that is not about the story. */
export interface Acts {
  lineFor(act: string, moment: Moment): string | undefined;
  judgeRiddle(moment: Moment): string | undefined;
}

const shortened = (text: string) => {
  const words = text.split(/\s+/);
  return words.length <= 12 ? text.replace(/[.!?…]+$/u, '') : `${words.slice(0, 12).join(' ')}…`;
};

function contextOf({ request, notes, listener, state }: Moment): LineContext {
  const { level, question, told } = request;
  const latest = state.said.findLast((answer) => !answer.includes('«'));
  const first = told.find(({ role }) => role === 'user')?.content;
  const [newest] = notes.slice(-1);
  const values = {
    ...(listener && notes.length > 0 && { cose: listener.describeNotes(notes) }),
    ...(listener && newest && { argomento: listener.topicOf(newest) }),
    ...(first && first !== question && { prima: shortened(first) }),
    ...(latest !== undefined && { risposta: shortened(latest) }),
  };
  return {
    phase: level <= 3 ? 'inizio' : level <= 8 ? 'meta' : 'fine',
    message: question,
    said: state.said,
    atEnd: isEnded(request),
    ...(Object.keys(values).length > 0 && { values }),
  };
}

export function createActLines({ acts }: ActTexts): Acts {
  const byId = new Map<string, ActText>(acts.map((act) => [act.id, act]));
  const riddles = acts.find(({ indovinelli }) => indovinelli.length > 0);
  return {
    lineFor(id, moment) {
      const act = byId.get(id);
      if (!act) return undefined;
      return chooseLine(act, contextOf(moment));
    },
    judgeRiddle: (moment) => (riddles ? judgeRiddle(riddles, contextOf(moment)) : undefined),
  };
}

/** Every line of an act. */
export function spokenOfAct({ says, phase, altri, mirati, lingue, indovinelli }: ActText) {
  const aimed = mirati.map((pool) => pool.says);
  const foreign = Object.values(lingue).map((pool) => pool.says);
  const riddles = indovinelli.map(({ domanda, giusto, sbagliato }) => [domanda, giusto, sbagliato]);
  return [says, Object.values(phase), Object.values(altri), aimed, foreign, riddles];
}
