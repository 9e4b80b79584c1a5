import { LRUCache } from 'lru-cache';
import { foldChatSpelling } from '#server/text/chat-spelling.ts';
import type { ActText, ActTexts } from '#shared/contracts/talk-acts.ts';
import { type Continuation, continuationOf } from './continuation.ts';
import { isSilent, messageFeatures } from './features.ts';
import { aimedPool, chooseLine, chooseRiddle, judgeRiddle, type LineContext } from './lines.ts';
import { type ActModel, bestOf, openModel, questionClass } from './model.ts';

/** A class of the classifier, an act or {@link questionClass}, and how probable it is. */
interface Guess {
  act: string;
  probability: number;
}

/** A part of a message that stands by itself. */
interface Clause {
  text: string;
  /** The act it is, where the classifier is sure; a question of the story and what nobody can tell have none. */
  act: string | undefined;
}

/** What a message is, when it is not about the story, and what he says to it. */
export interface Acts {
  /** The classes of a message, the most probable first; the last act of the model stands for questions of the story. */
  classify(message: string): Guess[];
  /** The act of a message where the classifier is right nine times of ten; `undefined` elsewhere and for questions. */
  decide(message: string): string | undefined;
  /** A greeting or thanks set apart from what follows or precedes it, in the order of the message. */
  splitMessage(message: string): Clause[];
  /** «E poi?», «perché?», «leggimelo»: what the message asks of the answer before it. */
  continuationOf(message: string): Continuation | undefined;
  /** A line for the act that was not said yet; `undefined` when all were, or there is no such act. */
  lineFor(act: string, context: LineContext): string | undefined;
  /** Whether the act has lines for one of the message's words. */
  isAimed(act: string, message: string): boolean;
  /** His reply to an answer to the riddle he has just asked; `undefined` when no riddle is open. */
  judgeRiddle(context: Pick<LineContext, 'message' | 'said'>): string | undefined;
}

/** Characters: a greeting, a thank-you or a goodbye is never longer. */
const longestLight = 300;

/** Acts that are said beside something else: «ciao, chi sei?», «grazie! e poi?». */
const lightActs = new Set([
  'saluto',
  'bentornato',
  'congedo',
  'grazie',
  'scuse',
  'risata',
  'ok',
  'si',
  'no',
  'stupore',
  'complimento',
]);

/** Words a greeting without a comma may have: «ciao amico chi sei». */
const greetingWords = 3;

/** Where sentences and their parts end; the mark stays with what it closes. */
const clauseEnd = /(?<=[.!?…;\n,])\s+|\n+/u;

/**
 * Recognises acts and answers them.
 *
 * @throws when the model was trained on other acts than `texts` has
 */
export function createActs(model: ActModel, texts: ActTexts): Acts {
  const byId = new Map<string, ActText>(texts.acts.map((act) => [act.id, act]));
  const missing = model.classes.find((name) => name !== questionClass && !byId.has(name));
  if (missing !== undefined) throw new Error(`The model knows an act that the texts lack: ${missing}`);
  const computeProbabilities = openModel(model);
  const probabilitiesByText = new LRUCache<string, Float64Array>({ max: 300 });
  function probabilitiesOf(message: string) {
    const probabilities = probabilitiesByText.get(message) ?? computeProbabilities(messageFeatures(message));
    probabilitiesByText.set(message, probabilities);
    return probabilities;
  }

  function classify(message: string): Guess[] {
    const probabilities = probabilitiesOf(message);
    return model.classes
      .map((act, at) => ({ act, probability: probabilities[at] ?? 0 }))
      .sort((a, b) => b.probability - a.probability);
  }

  function decide(message: string): string | undefined {
    if (isSilent(message) && byId.has('silenzio')) return 'silenzio';
    const probabilities = probabilitiesOf(message);
    const best = bestOf(probabilities);
    if ((probabilities[best] ?? 0) < model.threshold) return undefined;
    const act = model.classes[best];
    return act === questionClass ? undefined : act;
  }

  const lightAct = (text: string) => {
    const act = text.length > longestLight ? undefined : decide(text);
    return act !== undefined && lightActs.has(act) ? act : undefined;
  };

  const riddles = texts.acts.find(({ indovinelli }) => indovinelli.length > 0);
  return {
    classify,
    decide,
    splitMessage: (message) =>
      splitMessage(message, lightAct).map(({ text, act }) => ({ text, act: act ?? decide(text) })),
    continuationOf,
    lineFor(id, context) {
      const act = byId.get(id);
      if (!act) return undefined;
      if (act === riddles && asksRiddle(context.message)) {
        return chooseRiddle(act, context) ?? chooseLine(act, context);
      }
      return chooseLine(act, context);
    },
    isAimed: (id, message) => aimedPool(byId.get(id), foldChatSpelling(message)) !== undefined,
    judgeRiddle: (context) => (riddles ? judgeRiddle(riddles, context) : undefined),
  };
}

const asksRiddle = (message: string) => /indovinell|quiz|enigma/.test(foldChatSpelling(message));

/** A part of a message as it is recognised: a comma says nothing. */
const withoutComma = (text: string) => text.replace(/[,;]+$/, '');

/** Sets light acts at either end of a message apart; what stands between them stays whole. */
function splitMessage(message: string, lightAct: (text: string) => string | undefined): Clause[] {
  const parts = message
    .split(clauseEnd)
    .map((part) => part.trim())
    .filter(Boolean);
  const before: Clause[] = [];
  const after: Clause[] = [];
  for (let act = lightAct(withoutComma(parts[0] ?? '')); act && parts.length > 1;) {
    before.push({ text: parts.shift() ?? '', act });
    act = lightAct(withoutComma(parts[0] ?? ''));
  }
  for (let act = lightAct(parts.at(-1) ?? ''); act && parts.length > 1;) {
    // «Ciao» at the end is a goodbye.
    after.unshift({ text: parts.pop() ?? '', act: act === 'saluto' ? 'congedo' : act });
    act = lightAct(withoutComma(parts.at(-1) ?? ''));
  }
  const rest = parts.join(' ');
  const greeting = before.length === 0 ? leadingGreeting(rest, lightAct) : undefined;
  if (greeting) {
    return [greeting, { text: rest.slice(greeting.text.length).trim(), act: undefined }, ...after];
  }
  const last = lightAct(rest);
  if (last && before.length + after.length > 0)
    return [wholeOf(message, [...before, { text: rest, act: last }, ...after])];
  return [...before, { text: rest, act: undefined }, ...after];
}

/**
 * «Ciao ciao, a domani», «ok, grazie»: light acts alone are one message, and its last act is what it comes to. A greeting at its end
 * takes leave, «ok, ciao»; not after another one, «ciao, buongiorno».
 */
function wholeOf(message: string, clauses: readonly Clause[]): Clause {
  const [first, last] = [clauses[0], clauses.at(-1)];
  const isRepeated = foldChatSpelling(first?.text ?? '') === foldChatSpelling(last?.text ?? '');
  const greetsAtEnd = clauses.length > 1 && last?.act === 'saluto';
  const leaves =
    clauses.some(({ act }) => act === 'congedo') || (greetsAtEnd && (first?.act !== 'saluto' || isRepeated));
  return { text: message.trim(), act: leaves ? 'congedo' : last?.act };
}

/** «ciao chi sei», «ehi amico dove vivi»: a greeting without a mark after it, as long as it may be. */
function leadingGreeting(text: string, lightAct: (text: string) => string | undefined): Clause | undefined {
  const words = text.split(/\s+/);
  if (lightAct(text) === 'saluto') return undefined;
  for (let count = Math.min(greetingWords, words.length - 1); count > 0; count -= 1) {
    const start = words.slice(0, count).join(' ');
    if (text.startsWith(start) && lightAct(start) === 'saluto') return { text: start, act: 'saluto' };
  }
  return undefined;
}
