import type { LikelyQuestion, MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { witnessedText } from '#shared/witnessed.ts';
import { sentences } from '#server/text/italian.ts';
import { questionKey } from './question-key.ts';

/** How often a name must stand in a section to be asked about, and how many questions are offered of each kind. */
const fewestMentions = 2;
const mostNames = 8;
const mostCounts = 4;

/** One name or several written together, inside a sentence. */
const name = /(?<=[\p{L},;:»”] )\p{Lu}[\p{L}\p{N}-]*[\p{L}\p{N}](?: \p{Lu}[\p{L}\p{N}-]*[\p{L}\p{N}])*/gu;

const articleBefore =
  /(?:^|[\s’'])(il|lo|la|i|gli|le|l|un|uno|una|del|dello|della|dei|al|alla|nel|nella|sul|sulla|dal|dalla)[\s’']*$/iu;
const placeBefore = /(?:^|\s)(a|ad|da|in|fra|tra|verso|presso|per)\s$/iu;

/** A number and what is counted, whose ending tells how to ask. */
const counted =
  /(?:\b\d{1,4}|\b(?:due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|quindici|venti|trenta|quaranta|cinquanta|cento|mille))\s+(\p{Ll}{4,}[ie])(?![\p{L}’])/gu;

/** What is counted only to measure something else, or to say when. */
const units =
  /^(?:anni|ore|minuti|secondi|giorni|notti|mesi|settimane|volte|metri|centimetri|millimetri|chilometri|miglia|gradi|passi|lire|grammi|chili|gennaio|febbraio|marzo|aprile|giugno|luglio|settembre|ottobre|novembre|dicembre)$/u;

/** What one feels, as it stands in a text, and how it is asked about without agreeing with anybody. */
const feelings: readonly (readonly [RegExp, string])[] = [
  [/\bpaur[ae]\b/iu, 'Hai avuto paura?'],
  [/\bfreddo\b/iu, 'Avevi freddo?'],
  [/\bfame\b/iu, 'Avevi fame?'],
  [/\brabbi[ae]|arrabbi/iu, 'Ti è venuta rabbia?'],
  [/\bvergogn/iu, 'Ti è venuta vergogna?'],
  [/\bpian(?:si|ge|to|gere)|lacrim/iu, 'Hai pianto?'],
  [/\bda sol[oa]\b|solitudin/iu, 'C’era qualcuno con te?'],
  [/\bsogn/iu, 'Che cosa hai sognato?'],
];

/**
 * Questions about what the protagonist witnessed of a section that its cards do not answer yet, found in its text: its names, what is counted, what is felt.
 * They are for the author, who answers them in the character's voice.
 */
export function likelyQuestions(section: Section, cards: readonly MemoryCard[]): LikelyQuestion[] {
  const lines = sentences(witnessedText(section.content).replace(/\s+/g, ' '));
  const questions = [
    ...aboutNames(lines),
    ...aboutCounts(lines),
    ...aboutFeelings(lines),
    ...aboutTheWhole(section, lines),
  ];
  const questionKeys = cards.flatMap(({ asks, chip }) => [...asks, ...(chip ? [chip] : [])]).map(questionKey);
  return questions.filter(({ question }, index) => {
    const key = questionKey(question);
    return (
      !questionKeys.includes(key) &&
      questions.findIndex((other) => questionKey(other.question) === key) === index
    );
  });
}

function aboutNames(lines: readonly string[]): LikelyQuestion[] {
  const mentions = new Map<string, { count: number; things: number; places: number; evidence: string }>();
  for (const line of lines) {
    for (const match of line.matchAll(name)) {
      const mention = mentions.get(match[0]) ?? { count: 0, things: 0, places: 0, evidence: line };
      const before = line.slice(0, match.index);
      mention.count += 1;
      if (articleBefore.test(before)) mention.things += 1;
      if (placeBefore.test(before)) mention.places += 1;
      mentions.set(match[0], mention);
    }
  }
  // «Ponte» alone is most often «Ponte Nuovo» cut short.
  const isCutShort = (about: string) =>
    [...mentions.keys()].some((other) => other.startsWith(`${about} `) || other.endsWith(` ${about}`));
  return [...mentions]
    .filter(([about]) => !isCutShort(about))
    .filter(([, { count }]) => count >= fewestMentions)
    .toSorted(([, one], [, other]) => other.count - one.count)
    .slice(0, mostNames)
    .map(([about, { count, things, places, evidence }]): LikelyQuestion => {
      if (things * 2 > count)
        return { question: `Che cos’è ${about}?`, kind: 'thing', about: [about], evidence };
      if (places * 2 > count) return { question: `Dov’è ${about}?`, kind: 'place', about: [about], evidence };
      return { question: `Chi è ${about}?`, kind: 'who', about: [about], evidence };
    });
}

function aboutCounts(lines: readonly string[]): LikelyQuestion[] {
  return lines
    .flatMap((line) =>
      [...line.matchAll(counted)]
        .filter(([, what = '']) => !units.test(what))
        .map(([, what = '']): LikelyQuestion => {
          const asking = what.endsWith('e') ? 'Quante' : 'Quanti';
          return { question: `${asking} ${what} erano?`, kind: 'fact', about: [what], evidence: line };
        }),
    )
    .slice(0, mostCounts);
}

function aboutFeelings(lines: readonly string[]): LikelyQuestion[] {
  return feelings.flatMap(([pattern, question]): LikelyQuestion[] => {
    const evidence = lines.find((line) => pattern.test(line));
    return evidence === undefined ? [] : [{ question, kind: 'feeling', about: [], evidence }];
  });
}

function aboutTheWhole({ title }: Section, lines: readonly string[]): LikelyQuestion[] {
  const [first = ''] = lines;
  const last = lines.at(-1) ?? '';
  return [
    { question: `Che cosa succede in «${title}»?`, kind: 'fact', about: [title], evidence: first },
    { question: 'Che cosa hai provato alla fine?', kind: 'feeling', about: [], evidence: last },
    { question: 'Che cosa avresti fatto di diverso?', kind: 'whatif', about: [], evidence: last },
  ];
}
