import type { WordModel } from './model.ts';
import type { Turn } from '#server/model/types.ts';
import { chooseUnsaid, fillLine, hashText, wasSaid } from '#server/text/lines.ts';
import type { Finding } from './detect.ts';
import { createFinder } from './find.ts';
import type { OpenStory } from './of-the-book.ts';
import { asksOfTold, changesSubject, holdsWords, isThanks, opensWith, plain } from './reader-answers.ts';
import type { HelpTexts } from './texts.ts';

/** A message of the conversation; the stored ones have a time (ISO 8601). */
type TimedTurn = Turn & { timestamp?: string };

interface HelpAnswer {
  /** What calls for it: danger, pain, a guess at one of them, or one of the turns that follow. */
  tier: 'A' | 'B' | 'guess' | 'after';
  text: string;
  /** The kind of danger or pain, `ask` when it asks plainly, `question` or `numbers` of a guess, or what an `after` answers. */
  kind: string;
  /** What the page says beneath it, which is none of his words. */
  pageLine?: string;
}

interface Asked {
  /** What the reader has open: a guess at a message that speaks of it is none. */
  story?: OpenStory;
  /** A model answers next: guesses are left to it, and what follows the first turns after danger. */
  isModelNext?: boolean;
}

export interface Help {
  /**
   * What is said to somebody in danger or pain, and for some turns after it; `undefined` when the talk may go its own
   * way. Depends on the conversation only: nothing is stored.
   *
   * @param turns the conversation so far, the reader's new message last
   */
  answerFor(turns: readonly TimedTurn[], asked?: Asked): HelpAnswer | undefined;
  /** What a model is told beside the reader's new message: of a guess, and for some turns after danger or pain. */
  careLineFor(turns: readonly TimedTurn[], story?: OpenStory): string | undefined;
  /**
   * Whether a message speaks of danger or pain: it is never noted, counted, recalled or logged.
   *
   * @param talk the conversation it stands in: a guess that the reader has said no to is not grave
   */
  isGrave(message: string, talk?: readonly Turn[]): boolean;
  /** Whether it is never said back, even when its own reader asks: mourning and illness may be. */
  isNeverReadBack(message: string, talk?: readonly Turn[]): boolean;
  /** Whether the last reader's turn is one that help answers: no chips, no jokes, nothing of the story. */
  isListening(turns: readonly TimedTurn[], story?: OpenStory): boolean;
}

/** Turns of the reader after which the talk goes its own way again. */
const turnsAfter = { A: 6, B: 3 } as const;
/** Turns that are answered whatever they ask; after them a question about something else is let through, and a model is asked. */
const turnsHeld = { A: 2, B: 0 } as const;
/** Turns in which a model is told of it, once it is asked again. */
const turnsWithModel = 6;
/** Within so many turns two messages of pain call for asking plainly. */
const turnsBetweenPains = 5;
/** Within so many of the reader's messages a second guess brings the numbers. */
const turnsBetweenGuesses = 6;
/** After the question nothing more is said of guesses for so long. */
const dayMilliseconds = 86_400_000;
/** Two of these in a row are about the same thing. */
const saidAgain = new Set(['panico', 'lutto']);
/** Pain that a reader may ask to have said back: «come si chiamava mia moglie?». */
const readBack = new Set(['lutto', 'lutto_animale', 'malattia_grave']);
/** How far back a conversation is read. */
const turnsRead = 60;

interface State {
  tier: 'A' | 'B';
  turnsLeft: number;
  /** Turns in which a model is told of it. */
  careLeft: number;
  /** Reader's turns since the last message of pain, and its kind. */
  painAgo: number;
  painKind: string | undefined;
  /** Whether the line before asked about dying. */
  asked: boolean;
  /** The reader has said no: it is not asked again. */
  answeredNo: boolean;
  /** The question of a guess: how many of the reader's messages ago, when, and whether a second guess still brings the numbers. */
  question: { ago: number; at: number; isOpen: boolean } | undefined;
}

/** What is to be said at one turn, before the line is chosen. */
interface Decision {
  tier: HelpAnswer['tier'];
  kind: string;
  lines: readonly string[];
  numbersOf: 'A' | 'B';
}

/**
 * The check for danger and pain, and what is answered. `texts`: see src/content/talk/soccorso.yaml.
 *
 * @param model the classifier beside the grammar: what they do not both say is a guess
 * @param readForeign a message in another language, and what it says in Italian where it is a common phrase
 */
export function createHelp(
  texts: HelpTexts,
  model: WordModel,
  readForeign: (message: string) => { meaning?: string | undefined } | undefined = () => undefined,
): Help {
  const find = createFinder(texts, model, readForeign);
  const [yes, no] = [new Set(texts.yes.map(plain)), new Set(texts.no.map(plain))];
  const aimed = texts.afterAimed.map((answer) => ({ ...answer, examples: answer.examples.map(plain) }));
  const askingLines = linesThatAsk(texts);
  const isQuestion = ({ role, content }: Turn) =>
    role === 'assistant' && texts.question.some((line) => wasSaid(line, content));

  /** Moves the state on by one message of the reader and says what it calls for. */
  function decide(state: State, { content, timestamp = '' }: TimedTurn, asked: Asked): Decision | undefined {
    const finding = find(content, asked.story);
    const isGuess = finding?.tier === 'guess';
    const painBefore = state.painAgo < turnsBetweenPains ? state.painKind : undefined;
    state.painAgo += 1;
    state.careLeft -= 1;
    const { question } = state;
    if (question && (question.ago += 1) === 1 && (!finding || isGuess)) {
      const isNo = opensWith(plain(content), no);
      if (isNo || opensWith(plain(content), yes)) question.isOpen = false;
      if (isNo) return takeBack(texts, { ...state, turnsLeft: 1 }, content);
      if (!question.isOpen) return holdWithNumbers(texts, state);
    }
    if (finding?.tier === 'retracted') return takeBack(texts, state, content);
    if (finding && !isGuess) return decideGrave(texts, state, finding, painBefore);
    if (state.turnsLeft > 0) return decideHeld(state, content, asked, isGuess);
    return isGuess && !asked.isModelNext
      ? decideGuess(texts, state, Date.parse(timestamp), finding.kind === 'strong')
      : undefined;
  }

  /** In the turns that follow danger or pain. */
  function decideHeld(
    state: State,
    content: string,
    { isModelNext }: Asked,
    isGuess: boolean,
  ): Decision | undefined {
    state.turnsLeft -= 1;
    const isFree = state.turnsLeft < turnsAfter[state.tier] - turnsHeld[state.tier];
    // What the reader told is theirs at any time: it is answered, and help stays.
    if (asksOfTold(content) || (isFree && isModelNext)) return undefined;
    const isLight = ownLines(texts, state) !== undefined;
    if (isFree && !isGuess && (changesSubject(content, isLight) || (isLight && isThanks(content)))) {
      state.turnsLeft = 0;
      return undefined;
    }
    return decideAfter(state, plain(content));
  }

  function decideAfter(state: State, message: string): Decision {
    if (state.asked && opensWith(message, yes)) {
      Object.assign(state, { tier: 'A', turnsLeft: turnsAfter.A });
      const lines = linesFor(texts, { tier: 'A', kind: 'pensieri' });
      return { tier: 'A', kind: 'pensieri', lines, numbersOf: 'A' };
    }
    if (state.asked && opensWith(message, no)) state.answeredNo = true;
    const match = aimed.find(({ examples }) => examples.some((example) => holdsWords(message, example)));
    const numbersOf = state.tier;
    if (match) return { tier: 'after', kind: match.when, lines: match.says, numbersOf };
    const isAnswered = !state.asked || opensWith(message, no);
    return {
      tier: 'after',
      kind: 'after',
      lines: (isAnswered && ownLines(texts, state)) || texts.after,
      numbersOf,
    };
  }

  /** The decision for the last turn of a conversation, and the state after it. */
  function follow(
    turns: readonly TimedTurn[],
    asked: Asked,
  ): { decision?: Decision | undefined; state: State } {
    const state = freshState();
    let decision: Decision | undefined;
    let at = Number.NaN;
    for (const turn of turns.slice(-turnsRead)) {
      if (turn.role === 'user') {
        decision = decide(state, turn, asked);
        at = Date.parse(turn.timestamp ?? '');
      } else {
        state.asked = askingLines.some((line) => wasSaid(line, turn.content));
        if (isQuestion(turn)) state.question = { ago: 0, at, isOpen: true };
      }
    }
    return { decision: turns.at(-1)?.role === 'user' ? decision : undefined, state };
  }

  /** What a message holds that is kept from notes and from being read back. */
  function graveIn(message: string, talk: readonly Turn[] = []): Finding | undefined {
    const finding = find(message);
    if (finding?.tier === 'retracted') return undefined;
    const isDenied = finding?.tier === 'guess' && isAnsweredWith(message, talk, isQuestion, no);
    return isDenied ? undefined : finding;
  }

  return {
    answerFor(turns, asked = {}) {
      const { decision } = follow(turns, asked);
      if (!decision) return undefined;
      const { tier, kind, lines, numbersOf } = decision;
      const said = turns.flatMap(({ role, content }) => (role === 'assistant' ? [content] : []));
      const line = chooseLine(lines, said, turns.at(-1)?.content ?? '');
      return {
        tier,
        kind,
        text: withNumbers(line, texts, numbersOf),
        ...(kind === 'question' && { pageLine: unbroken(withNumbers(texts.pageLine, texts, numbersOf)) }),
      };
    },
    careLineFor(turns, story) {
      const isGuess = find(turns.at(-1)?.content ?? '', story)?.tier === 'guess';
      const { state } = follow(turns, { ...(story && { story }), isModelNext: true });
      return isGuess || state.careLeft > 0 ? withNumbers(texts.careLine, texts, state.tier) : undefined;
    },
    isGrave: (message, talk) => graveIn(message, talk) !== undefined,
    isNeverReadBack(message, talk) {
      const finding = graveIn(message, talk);
      return finding !== undefined && !readBack.has(finding.kind);
    },
    isListening: (turns, story) => follow(turns, story ? { story } : {}).decision !== undefined,
  };
}

/** Whether the next thing said after a message was a question of those, and the answer to it one of these. */
function isAnsweredWith(
  message: string,
  talk: readonly Turn[],
  isQuestion: (turn: Turn) => boolean,
  answers: ReadonlySet<string>,
): boolean {
  return talk.some((turn, at) => {
    const [question, answer] = talk.slice(at + 1, at + 3);
    const isAnswered = turn.content === message && question && isQuestion(question) && answer;
    return isAnswered && opensWith(plain(answer.content), answers);
  });
}

/** The lines after which «sì» and «no» answer whether the reader thinks of dying. */
const linesThatAsk = ({ ask, A, B }: HelpTexts): string[] => [
  ...ask,
  ...[...A.says, ...B.says].filter((line) => line.asks).map((line) => line.text),
];

/** The lines of a kind of danger or pain, in the language of the phrase. */
function linesFor(
  texts: HelpTexts,
  { tier, kind, language }: { tier: 'A' | 'B'; kind: string; language?: string | undefined },
): readonly string[] {
  const { says, lingue } = texts[tier];
  const foreign = language === undefined ? undefined : lingue?.[language];
  return foreign ?? says.filter((line) => line.for === kind).map((line) => line.text);
}

/** What is said after a pain in which nobody is in danger, while it is listened to. */
function ownLines(
  { afterPain }: HelpTexts,
  { tier, painAgo, painKind = '' }: State,
): readonly string[] | undefined {
  return tier === 'B' && painAgo <= turnsAfter.B + 1 ? afterPain[painKind] : undefined;
}

/** One line, or none before a question of something else, and the talk goes its own way again. */
function takeBack(texts: HelpTexts, state: State, message: string): Decision | undefined {
  const isOver = state.turnsLeft === 0 || changesSubject(message);
  Object.assign(state, { turnsLeft: 0, painAgo: Infinity });
  if (isOver) return undefined;
  return { tier: 'after', kind: 'ritiro', lines: texts.takenBack, numbersOf: state.tier };
}

/** Danger or pain that is certain. */
function decideGrave(
  texts: HelpTexts,
  state: State,
  { tier, kind, language }: Finding,
  painBefore: string | undefined,
): Decision {
  state.careLeft = turnsWithModel + turnsHeld[tier === 'A' ? 'A' : state.tier] + 1;
  if (tier === 'A') {
    Object.assign(state, { tier, turnsLeft: turnsAfter.A });
    return { tier, kind, lines: linesFor(texts, { tier, kind, language }), numbersOf: 'A' };
  }
  if (state.turnsLeft === 0) state.tier = 'B';
  state.turnsLeft = Math.max(state.turnsLeft, turnsAfter.B);
  const numbersOf = state.tier;
  const again = painBefore !== undefined && !(saidAgain.has(kind) && painBefore === kind);
  if (tier === 'B') Object.assign(state, { painAgo: 1, painKind: kind });
  if ((tier === 'denied' || again) && !state.answeredNo) {
    return { tier: 'B', kind: 'ask', lines: texts.ask, numbersOf };
  }
  if (tier !== 'B') return { tier: 'after', kind: 'after', lines: texts.after, numbersOf };
  return { tier, kind, lines: linesFor(texts, { tier, kind, language }), numbersOf };
}

/**
 * A guess is asked about; within a few messages a strong one brings the numbers; then a day passes. A weak one does not: of
 * ordinary talks every third had two.
 */
function decideGuess(
  texts: HelpTexts,
  { question }: State,
  at: number,
  isStrong: boolean,
): Decision | undefined {
  if (!question || at - question.at >= dayMilliseconds)
    return { tier: 'guess', kind: 'question', lines: texts.question, numbersOf: 'B' };
  if (!isStrong) return undefined;
  const isSecond = question.isOpen && question.ago <= turnsBetweenGuesses;
  question.isOpen = false;
  return isSecond ? { tier: 'guess', kind: 'numbers', lines: texts.withNumbers, numbersOf: 'B' } : undefined;
}

/** The reader says that they are unwell: what of, nobody knows. */
function holdWithNumbers(texts: HelpTexts, state: State): Decision {
  Object.assign(state, { tier: 'B', turnsLeft: turnsAfter.B, careLeft: turnsWithModel + 1 });
  return { tier: 'guess', kind: 'numbers', lines: texts.withNumbers, numbersOf: 'B' };
}

/** At the beginning of a conversation. */
const freshState = (): State => ({
  tier: 'B',
  turnsLeft: 0,
  careLeft: 0,
  painAgo: Infinity,
  painKind: undefined,
  asked: false,
  answeredNo: false,
  question: undefined,
});

/** An unsaid line; when all were said, any but the last one. */
function chooseLine(lines: readonly string[], said: readonly string[], seed: string): string {
  const unsaid = chooseUnsaid(lines, said, seed);
  if (unsaid !== undefined) return unsaid;
  const others = lines.filter((line) => !wasSaid(line, said.at(-1) ?? ''));
  const left = others.length > 0 ? others : lines;
  return left[hashText(seed + String(said.length)) % left.length] ?? '';
}

/** With telephone numbers that no line breaks. */
const unbroken = (text: string) => text.replace(/(?<=\d) (?=\d)/g, '\u00a0');

const withNumbers = (line: string, { numbers }: HelpTexts, tier: 'A' | 'B'): string =>
  fillLine(line, { ...numbers, minori: numbers.minori[tier] });
