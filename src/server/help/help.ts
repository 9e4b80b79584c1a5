import { createHmac, randomBytes } from 'node:crypto';
import type { Turn } from '#server/model/types.ts';
import { onDemand } from '#shared/on-demand.ts';
import { withNames } from '#server/text/addressing.ts';
import { foldChatSpelling } from '#server/text/chat-spelling.ts';
import { chooseUnsaid, fillLine, hashText, wasSaid } from '#server/text/lines.ts';
import { createDetector, type Finding } from './detect.ts';
import { createSuspicion, type HelpModel } from './suspect.ts';
import type { HelpTexts } from './texts.ts';

interface HelpAnswer {
  /** What calls for it: danger, pain, or one of the turns that follow them. */
  tier: 'A' | 'B' | 'after';
  text: string;
  /** The kind of danger or pain, `ask` when it asks plainly, or what an `after` answers. */
  kind: string;
}

export interface Help {
  /**
   * What is said to somebody in danger or pain, and for some turns after it; `undefined` when the talk may go its own
   * way. Depends on the conversation only: nothing is stored.
   *
   * @param turns the conversation so far, the reader's new message last
   * @param now for the hours of a telephone; without it the hours themselves are said
   */
  answerFor(turns: readonly Turn[], now?: Date): HelpAnswer | undefined;
  /** Whether a message speaks of danger or pain: it is never noted, counted, recalled or logged. */
  isGrave(message: string): boolean;
  /** Whether it is never said back, even when its own reader asks: mourning and illness may be. */
  isNeverReadBack(message: string): boolean;
  /** Whether the last reader's turn is one that help answers: no chips, no jokes, nothing of the story. */
  isListening(turns: readonly Turn[]): boolean;
  /** Every number that may be shown: one that a model writes must be among them. */
  readonly numbers: readonly string[];
}

/** Turns of the reader after which the talk goes its own way again. */
const turnsAfter = { A: 6, B: 3 } as const;
/** The same after what the classifier alone has found: somebody misunderstood is not held. */
const turnsAfterGuess = 1;
/** Turns that are answered whatever they ask; after them a question about something else is let through. */
const turnsHeld = { A: 2, B: 0 } as const;
/** Within so many turns two messages of pain call for asking plainly. */
const turnsBetweenPains = 5;
/** Two of these in a row are about the same thing. */
const saidAgain = new Set(['panico', 'lutto']);
/** Pain that a reader may ask to have said back: «come si chiamava mia moglie?». */
const readBack = new Set(['lutto', 'lutto_animale', 'malattia_grave']);
/** A message that may say more than its phrase does. */
const severalParts = /[.!?,;:\n]\s*[\p{L}\d]/u;
/** How far back a conversation is read. */
const turnsRead = 60;
const longestMemory = 2000;

interface State {
  tier: 'A' | 'B';
  turnsLeft: number;
  /** Reader's turns since the last message of pain, and its kind. */
  painAgo: number;
  painKind: string | undefined;
  /** Whether the classifier alone found what is listened to: somebody misunderstood is let go at a word. */
  isGuess: boolean;
  /** Whether the line before asked about dying. */
  asked: boolean;
  /** The reader has said no: it is not asked again. */
  answeredNo: boolean;
  /** What the line before asked about because it was not sure. */
  doubt: (Finding & { tier: 'A' | 'B' }) | undefined;
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
 * @param model the classifier beside the grammar: it only ever adds to what that finds
 * @param asksOfTold whether a message asks for something the reader told: as good as another subject
 * @param readForeign a message in another language, and what it says in Italian where it is a common phrase: the classifier has read
 * little of others, so what it alone finds there is asked about
 */
export function createHelp(
  texts: HelpTexts,
  model: HelpModel,
  asksOfTold: (message: string) => boolean = () => false,
  readForeign: (message: string) => { meaning?: string | undefined } | undefined = () => undefined,
): Help {
  const detector = onDemand(() => createDetector(texts, createSuspicion(model, texts.forms)));
  const grammar = onDemand(() => createDetector(texts));
  const detect = remembered((message) => {
    const foreign = readForeign(message);
    if (foreign?.meaning !== undefined && !severalParts.test(message))
      return grammar()(message) ?? detector()(foreign.meaning);
    const finding = detector()(message);
    return foreign && finding?.isGuess ? { ...finding, isDoubt: true } : finding;
  });
  const yes = new Set(texts.yes.map(plain));
  const no = new Set(texts.no.map(plain));
  const aimed = texts.afterAimed.map(({ when, examples, says }) => ({
    when,
    says,
    examples: examples.map(plain),
  }));
  const askingLines = [
    ...texts.ask,
    ...[...texts.A.says, ...texts.B.says].filter((line) => line.asks).map((line) => line.text),
  ];

  /** Moves the state on by one message of the reader and says what it calls for. */
  function decide(state: State, message: string): Decision | undefined {
    const finding = detect(message);
    const painBefore = state.painAgo < turnsBetweenPains ? state.painKind : undefined;
    const { doubt } = state;
    Object.assign(state, { painAgo: state.painAgo + 1, doubt: undefined });
    if (doubt && (!finding || finding.isDoubt)) {
      const said = plain(message);
      if (startsWithOneOf(said, no)) return takeBack(texts, { ...state, turnsLeft: 1 }, message);
      if (startsWithOneOf(said, yes)) return decideGrave(texts, state, doubt, painBefore);
    }
    if (finding?.tier === 'retracted') return takeBack(texts, state, message);
    if (
      finding?.isGuess &&
      state.turnsLeft > 0 &&
      ownLines(texts, state) &&
      saysWhoKnows.test(plain(message))
    ) {
      state.turnsLeft -= 1;
      return decideAfter(state, plain(message));
    }
    if (finding && !finding.isDoubt) return decideGrave(texts, state, finding, painBefore);
    if (finding && state.turnsLeft === 0) return askWhose(state, finding, texts.doubt);
    if (state.turnsLeft === 0) return undefined;
    state.turnsLeft -= 1;
    const isFree = state.turnsLeft < turnsAfter[state.tier] - turnsHeld[state.tier];
    // What the reader told is theirs at any time: it is answered, and help stays.
    if (asksOfTold(message)) return undefined;
    const isLight = state.isGuess || ownLines(texts, state) !== undefined;
    if (state.isGuess && misunderstood.test(plain(message))) {
      state.turnsLeft = 1;
      return takeBack(texts, state, message);
    }
    if (isFree && (changesSubject(message, isLight) || (isLight && thanks.test(plain(message))))) {
      state.turnsLeft = 0;
      return undefined;
    }
    return decideAfter(state, plain(message));
  }

  function decideAfter(state: State, message: string): Decision {
    if (state.asked && startsWithOneOf(message, yes)) {
      Object.assign(state, { tier: 'A', turnsLeft: turnsAfter.A });
      const lines = linesFor(texts, { tier: 'A', kind: 'pensieri' });
      return { tier: 'A', kind: 'pensieri', lines, numbersOf: 'A' };
    }
    if (state.asked && startsWithOneOf(message, no)) state.answeredNo = true;
    const match = aimed.find(({ examples }) => examples.some((example) => meets(message, example)));
    const numbersOf = state.tier;
    if (match) return { tier: 'after', kind: match.when, lines: match.says, numbersOf };
    const isAnswered = !state.asked || startsWithOneOf(message, no);
    return {
      tier: 'after',
      kind: 'after',
      lines: (isAnswered && ownLines(texts, state)) || texts.after,
      numbersOf,
    };
  }

  /** The decision for the last turn of a conversation. */
  function decisionFor(turns: readonly Turn[]): Decision | undefined {
    const state = freshState();
    let decision: Decision | undefined;
    turns.slice(-turnsRead).forEach(({ role, content }) => {
      if (role === 'user') decision = decide(state, content);
      else state.asked = askingLines.some((line) => wasSaid(line, content));
    });
    return turns.at(-1)?.role === 'user' ? decision : undefined;
  }

  return {
    answerFor(turns, now) {
      const decision = decisionFor(turns);
      if (!decision) return undefined;
      const said = turns.flatMap(({ role, content }) => (role === 'assistant' ? [content] : []));
      const line = chooseLine(decision.lines, said, turns.at(-1)?.content ?? '');
      return {
        tier: decision.tier,
        kind: decision.kind,
        text: withNumbers(line, texts, decision.numbersOf, now),
      };
    },
    isGrave(message) {
      const finding = detect(message);
      return finding !== undefined && finding.tier !== 'retracted';
    },
    isNeverReadBack(message) {
      const finding = detect(message);
      return finding !== undefined && finding.tier !== 'retracted' && !readBack.has(finding.kind);
    },
    isListening: (turns) => decisionFor(turns) !== undefined,
    numbers: [
      texts.numbers.emergenza,
      texts.numbers.minori.A,
      texts.numbers.minori.B,
      texts.numbers.donne,
      texts.numbers.ascolto,
    ],
  };
}

/** The lines of a kind of danger or pain, in the language of the phrase. */
function linesFor(
  texts: HelpTexts,
  { tier, kind, language }: Finding & { tier: 'A' | 'B' },
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

/** Danger or pain that is one. */
function decideGrave(
  texts: HelpTexts,
  state: State,
  finding: Finding,
  painBefore: string | undefined,
): Decision {
  // Two guesses are no reason to ask about dying.
  const isOneSure = !finding.isGuess || !state.isGuess;
  if (!finding.isGuess || state.turnsLeft === 0) state.isGuess = finding.isGuess === true;
  if (finding.tier === 'A') {
    state.tier = 'A';
    state.turnsLeft = finding.isGuess ? Math.max(state.turnsLeft, turnsAfterGuess) : turnsAfter.A;
    return {
      tier: 'A',
      kind: finding.kind,
      lines: linesFor(texts, { ...finding, tier: 'A' }),
      numbersOf: 'A',
    };
  }
  if (state.turnsLeft === 0) state.tier = 'B';
  state.turnsLeft = Math.max(state.turnsLeft, finding.isGuess ? turnsAfterGuess : turnsAfter.B);
  const numbersOf = state.tier;
  const again =
    painBefore !== undefined && isOneSure && !(saidAgain.has(finding.kind) && painBefore === finding.kind);
  if (finding.tier === 'B') Object.assign(state, { painAgo: 1, painKind: finding.kind });
  if ((finding.tier === 'denied' || again) && !state.answeredNo) {
    return { tier: 'B', kind: 'ask', lines: texts.ask, numbersOf };
  }
  if (finding.tier !== 'B') return { tier: 'after', kind: 'after', lines: texts.after, numbersOf };
  return { tier: 'B', kind: finding.kind, lines: linesFor(texts, { ...finding, tier: 'B' }), numbersOf };
}

/** At the beginning of a conversation. */
const freshState = (): State => ({
  tier: 'B',
  turnsLeft: 0,
  painAgo: Infinity,
  painKind: undefined,
  isGuess: false,
  asked: false,
  answeredNo: false,
  doubt: undefined,
});

/** In doubt whether it is danger or pain, and whose: he asks, with the numbers, and holds the talk for the answer only. */
function askWhose(state: State, { tier, kind }: Finding, lines: readonly string[]): Decision {
  state.doubt = { tier: tier === 'B' ? 'B' : 'A', kind: kind === 'suicidio' ? 'pensieri' : kind };
  return { tier: 'B', kind: 'doubt', lines, numbersOf: 'B' };
}

/** An unsaid line; when all were said, any but the last one. */
function chooseLine(lines: readonly string[], said: readonly string[], seed: string): string {
  const unsaid = chooseUnsaid(lines, said, seed);
  if (unsaid !== undefined) return unsaid;
  const others = lines.filter((line) => !wasSaid(line, said.at(-1) ?? ''));
  const left = others.length > 0 ? others : lines;
  return left[hashText(seed + String(said.length)) % left.length] ?? '';
}

function withNumbers(line: string, { numbers }: HelpTexts, tier: 'A' | 'B', now: Date | undefined): string {
  return fillLine(line.replace('{ascolto}', `{ascolto}${hoursNote(numbers.ascoltoHours, now)}`), {
    emergenza: numbers.emergenza,
    minori: numbers.minori[tier],
    donne: numbers.donne,
    ascolto: numbers.ascolto,
  });
}

function hoursNote(hours: HelpTexts['numbers']['ascoltoHours'], now: Date | undefined): string {
  if (!now) return hours.always;
  const parts = new Intl.DateTimeFormat('en-GB', {
    hour: 'numeric',
    hourCycle: 'h23',
    timeZone: hours.timeZone,
  });
  const hour = Number(parts.format(now));
  return hour >= hours.closedFrom && hour < hours.closedTo ? hours.whenClosed : '';
}

/** Without marks, laughs and spelling of chats: «Sììì!!» and «si» are one. */
function plain(text: string): string {
  return foldChatSpelling(text)
    .replace(/[^\p{L}\p{N} ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const asking = withNames(
  (names) =>
    new RegExp(
      `\\?|^(?:e |ma |allora |senti |dimmi |(?:${names}) )*(?:chi|che|cosa|come|com|dove|dov|quando|quant\\w|quale?|perche|raccontami|parlami)\\b`,
    ),
);
/** Of the reader, of what hurts, or of whom to tell: no other subject. */
const stillOfThis =
  /\b(?:io|mi|me|mio|mia|miei|mie|ho|(?<!(?:ci|chi|cosa|come|dove|quant.|quali) )sono|sto|devo|dovrei|posso|voglio|faccio|riesco|vivo|chiam\w+|numer\w+|aiut\w+|parlarne|dir(?:lo|glielo)|viver\w|vita|mor\w+|serve|senso|male|dolore|\w+(?:arm|erm|irm)i)\b/;
/** The fewest words of a question that says what it is about; fewer where nobody is in danger. */
const leastOfSubject = 4;
const leastOfLight = 2;
/** «Parliamo d’altro». */
const leaving = /\b(?:parl|discorr)\w+ d(?:i|el)? ?altro\b|\bcambi\w+ (?:il )?(?:discorso|argomento)\b/;
/** Thanks or an excuse and nothing else: «grazie mille davvero», «scusa lo sfogo». */
const thanks = /^(?:(?:ok|va bene|no|e|ma) )?(?:grazie|ti ringrazio|scus\w+)(?: \w+){0,3}$/;
/** Who has been told of it: an answer to what is asked after pain, and no news of danger. */
const saysWhoKnows =
  /\b(?:non|mai|nessuno)\b.{0,20}\b(?:detto|parlato|raccontato|confidato|sa|sanno)\b(?!.*\b(?:se|che|come|quanto|dove)\b)/;
/** Said to who has taken for grave what was not. */
const misunderstood =
  /\b(?:frainte\w+|capit\w+ male|(?:che|cosa) c entra\w*|non intendev\w+|non (?:volevo dire|dicevo)|non parl(?:o|avo) di (?:me|quest\w|quello))\b|^(?:ma )?(?:che|cosa) dici$/;

/** Whether a message asks about something that is not the reader: they have changed the subject of their own accord. */
function changesSubject(message: string, isLight = false): boolean {
  const folded = foldChatSpelling(message);
  const words = plain(message).split(' ').length;
  const least = isLight ? leastOfLight : leastOfSubject;
  if (isLight && leaving.test(plain(message))) return true;
  return asking().test(folded) && words >= least && !stillOfThis.test(folded);
}

/** Whether a short message is, or opens with, one of the answers. */
function startsWithOneOf(message: string, answers: ReadonlySet<string>): boolean {
  if (answers.has(message)) return true;
  const words = message.split(' ');
  return [3, 2, 1].some((count) => words.length > count && answers.has(words.slice(0, count).join(' ')));
}

/** Whether the words of an example stand in a message, in their order and together. */
function meets(message: string, example: string): boolean {
  return ` ${message} `.includes(` ${example} `);
}

/** The detector, which reads a message once: a conversation is read again at every turn, by several parts of the talk. */
function remembered(detect: (message: string) => Finding | undefined): typeof detect {
  const harmless = new Set<string>();
  // Grave messages are kept nowhere, not even here: what was found in one stands under a digest that only this process makes.
  // Without it whoever wrote a hundred long ones held the process for seconds with each message more.
  const grave = new Map<string, Finding>();
  const key = randomBytes(32);
  return (message) => {
    if (harmless.has(message)) return undefined;
    const digest = createHmac('sha256', key).update(message).digest('base64url');
    const before = grave.get(digest);
    if (before) return before;
    const finding = detect(message);
    const memory = finding ? grave : harmless;
    if (memory.size >= longestMemory) memory.clear();
    if (finding) grave.set(digest, finding);
    else harmless.add(message);
    return finding;
  };
}
