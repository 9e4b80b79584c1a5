import { createFormFinder, parseForm, type Match } from './forms.ts';
import { createReader, type Reading, type ReadWord } from './reading.ts';
import type { HelpTexts } from './texts.ts';

/**
 * What a message holds: danger (A), pain (B), words of danger denied («non voglio morire»), which call for asking, or words that
 * take back what was said («scherzavo»). A guess is what the grammar and the classifier do not both say.
 */
export interface Finding {
  tier: 'A' | 'B' | 'denied' | 'retracted' | 'guess';
  kind: string;
  /** Of the phrase, when it is not Italian. */
  language?: string;
}

/** What the grammar says alone, or the classifier alone; strong where it would be believed if that were enough. */
const guesses = {
  weak: { tier: 'guess', kind: 'guess' },
  strong: { tier: 'guess', kind: 'strong' },
} as const;

/** From this probability of danger or pain on the classifier's guess is strong. */
const strongly = 0.8;
/** Below this probability of danger or pain the classifier contradicts the grammar. */
const hardly = 0.2;

interface Source {
  tier: 'A' | 'B';
  kind: string;
  language?: string;
}

interface Candidate extends Source {
  match: Match;
}

/** Kinds of which «non …» is neither danger nor nothing. */
const deniable = new Set(['suicidio', 'pensieri', 'autolesione']);
/** Kinds that speak of somebody else: they must be the reader's own people, not the story's. */
const aboutOthers = new Set([
  'altri_in_pericolo',
  'urgenza',
  'lutto',
  'lutto_animale',
  'lutto_suicidio',
  'malattia_grave',
]);

const readersOwn = new Set(
  'mio mia miei mie mi me nostro nostra nostri noi io ho abbiamo sono m pateme mammema frateme soreme'.split(
    ' ',
  ),
);
const somebodyElses = new Set('tuo tua tuoi tue suo sua suoi sue loro vostro vostra'.split(' '));
const denials = new Set('non mai mica neanche nemmeno'.split(' '));

/**
 * @param suspect the probability of danger or pain, where the classifier has one; without it the grammar decides alone
 * @param enough from which probability on the classifier alone makes a guess
 */
export function createDetector(
  texts: HelpTexts,
  suspect: (message: string) => number | undefined = () => undefined,
  enough = 1,
): (message: string) => Finding | undefined {
  const { forms } = texts;
  const formList: { source: Source; line: string }[] = [];
  const add = (tier: 'A' | 'B', byKind: Readonly<Record<string, readonly string[]>>) => {
    for (const [kind, lines] of Object.entries(byKind)) {
      for (const line of lines) formList.push({ source: { tier, kind }, line });
    }
  };
  add('A', forms.danger);
  add('B', forms.pain);
  for (const [language, lines] of Object.entries(forms.languages)) {
    for (const line of lines) formList.push({ source: { tier: 'A', kind: 'suicidio', language }, line });
  }

  const parsed = formList.map(({ line }) => parseForm(line));
  const harmlessForms = forms.harmless.map(parseForm);
  const retractions = forms.retractions.map(parseForm);
  const read = createReader(
    forms.classes,
    vocabularyOf([...parsed, ...harmlessForms, ...retractions], texts),
    forms.dialect,
  );
  const findForms = createFormFinder(parsed);
  const findHarmlessForms = createFormFinder(harmlessForms);
  const findRetractions = createFormFinder(retractions);
  const order = new Map(texts.order.map((kind, index) => [kind, index]));

  const candidatesIn = ({ words }: Reading): Candidate[] =>
    findForms(words).flatMap(({ index, match }) => {
      const source = formList[index]?.source;
      return source ? [{ ...source, match }] : [];
    });

  function withoutHarmless({ words }: Reading, candidates: readonly Candidate[]): Candidate[] {
    const harmless = findHarmlessForms(words);
    return candidates.filter(
      ({ match }) => match.sure || !harmless.some((other) => sharesWord(words, match, other.match)),
    );
  }

  const retracts = ({ words }: Reading) =>
    findRetractions(words).some(({ match }) => !isDenied(words, match));

  /** What the grammar finds. */
  function findIn(reading: Reading, candidates: readonly Candidate[]): Finding | undefined {
    const found = withoutHarmless(reading, candidates).filter(
      (candidate) => concernsReader(reading, candidate) && !isTitle(reading, candidate),
    );
    const longest = found.filter(
      (one) => !found.some((other) => other !== one && holds(other.match, one.match)),
    );
    const said = longest.filter(
      ({ match, language }) => language !== undefined || !isDenied(reading.words, match),
    );
    const rank = ({ tier, kind }: Candidate) => (tier === 'A' ? 0 : 1000) + (order.get(kind) ?? 500);
    const first = said.toSorted((a, b) => rank(a) - rank(b))[0];
    if (first) {
      const { tier, kind, language } = first;
      return { tier, kind, ...(language ? { language } : {}) };
    }
    const denied = longest.find(({ kind }) => deniable.has(kind));
    if (denied) return { tier: 'denied', kind: denied.kind };
    return retracts(reading) ? { tier: 'retracted', kind: 'ritiro' } : undefined;
  }

  return (message) => {
    const reading = read(message);
    const candidates = candidatesIn(reading);
    const finding = findIn(reading, candidates);
    const probability = suspect(message);
    if (probability === undefined || finding?.tier === 'retracted') return finding;
    if (finding) return probability < hardly ? guesses.strong : finding;
    if (probability < enough) return undefined;
    return probability < strongly ? guesses.weak : guesses.strong;
  };
}

function* vocabularyOf(
  forms: readonly ReturnType<typeof parseForm>[],
  { A, B, negatives }: HelpTexts,
): Generator<string> {
  for (const { elements } of forms) for (const { words } of elements) yield* words;
  const plainRead = createReader({}, []);
  for (const text of [...Object.values(A.examples), ...Object.values(B.examples), negatives].flat())
    for (const word of plainRead(text).words) yield word.forms[0] ?? '';
}

/** Whether two matches lean on the same word, function words apart. */
function sharesWord(words: readonly ReadWord[], a: Match, b: Match): boolean {
  return a.at.some((at) => b.at.includes(at) && (words[at]?.forms[0] ?? '').length > 3);
}

/** Whether one match holds all the words of the other, and more. */
function holds(more: Match, less: Match): boolean {
  return more.at.length > less.at.length && less.at.every((at) => more.at.includes(at));
}

function has(words: readonly ReadWord[], set: ReadonlySet<string>): boolean {
  return words.some((word) => set.has(word.forms[0] ?? ''));
}

/** Whether danger or pain is the reader's or their people's, not somebody's in the story. */
function concernsReader({ words, questions }: Reading, { kind, match, language }: Candidate): boolean {
  if (language !== undefined || match.sure) return true;
  const sentence = words[match.at[0] ?? 0]?.sentence ?? 0;
  const around = words.filter((word) => word.sentence === sentence);
  const isOwn = has(around, readersOwn);
  if (!aboutOthers.has(kind))
    return !questions[sentence] || isOwn || match.at.some((at) => words[at]?.classes.has('VOGLIO'));
  return isOwn || !(questions[sentence] || kind.startsWith('lutto') || has(around, somebodyElses));
}

/** Whether the words are a title, or are said of a work: «conosci la canzone «vorrei morire»?». */
function isTitle({ words }: Reading, { match }: Candidate): boolean {
  const work = words.some((word) => word.classes.has('OPERA'));
  return match.at.every((at) => words[at]?.quoted) && (work || match.at.length < words.length);
}

/** Whether «non» stands before the match and is not part of it. */
function isDenied(words: readonly ReadWord[], match: Match): boolean {
  let at = (match.at[0] ?? 0) - 1;
  for (let passed = 0; passed < 2 && at >= 0; passed += 1, at -= 1) {
    const word = words[at];
    if (!word || word.pause) return false;
    const form = word.forms[0] ?? '';
    if (denials.has(form)) return true;
    if (!['mi', 'me', 'ho', 'la', 'lo', 'l'].includes(form) && !word.classes.has('SALTA')) return false;
  }
  return false;
}
