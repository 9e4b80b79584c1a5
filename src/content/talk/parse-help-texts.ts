import { z } from 'zod';

const lines = z.array(z.string().min(1)).min(1);
const linesByKind = z.record(z.string(), lines);
const number = z.object({ value: z.string().min(2), verify: z.literal(false) });

const tier = z.object({
  examples: linesByKind,
  says: z.array(z.object({ for: z.string(), text: z.string(), asks: z.boolean().optional() })).min(1),
  lingue: linesByKind.optional(),
});

const phrases = z.object({
  order: lines,
  numbers: z.object({
    emergenza: number,
    minori: z.object({ value_A: z.string().min(2), value_B: z.string().min(2), verify: z.literal(false) }),
    donne: number,
    ascolto: number.extend({ when: z.string() }),
  }),
  tiers: z.array(z.looseObject({ id: z.enum(['A', 'B', 'C']) })),
  ask: lines,
  domanda: lines,
  riga: z.string().min(1),
  numeri: lines,
  accanto: z.string().min(1),
  yes: lines,
  no: lines,
  after: lines,
  after_pain: linesByKind,
  ritiro: lines,
  after_mirati: z.array(z.object({ when: z.string(), examples: lines, says: lines })),
  negatives: lines,
});

const forms = z.object({
  classes: z.record(z.string(), z.string().min(1)),
  dialetto: z.record(z.string(), z.string().min(1)),
  danger: linesByKind,
  pain: linesByKind,
  languages: linesByKind,
  innocue: lines,
  ritiro: lines,
});

/**
 * Phrases that signal danger or pain, and the answers.
 *
 * @throws when a file lacks a part or a telephone number is still unverified
 */
export function parseHelpTexts(phrasesData: unknown, formsData: unknown) {
  const {
    numbers,
    tiers,
    after_mirati: afterAimed,
    after_pain: afterPain,
    ritiro: takenBack,
    domanda: question,
    riga: pageLine,
    numeri: withNumbers,
    accanto: careLine,
    ...rest
  } = phrases.parse(phrasesData);
  const { innocue: harmless, ritiro: retractions, dialetto: dialect, ...grammar } = forms.parse(formsData);
  const tierOf = (id: string) => tier.parse(tiers.find((entry) => entry.id === id));
  return {
    ...rest,
    afterAimed,
    afterPain,
    takenBack,
    question,
    pageLine,
    withNumbers,
    careLine,
    A: tierOf('A'),
    B: tierOf('B'),
    numbers: {
      emergenza: numbers.emergenza.value,
      minori: { A: numbers.minori.value_A, B: numbers.minori.value_B },
      donne: numbers.donne.value,
      ascolto: numbers.ascolto.value + numbers.ascolto.when,
    },
    forms: { ...grammar, dialect, harmless, retractions },
  };
}

const linesOfKinds = z.object({ danger: linesByKind, pain: linesByKind, harmless: linesByKind });

/** Training examples of the danger and pain classifier. @throws when the file is invalid */
export const parseHelpExamples = (data: unknown) => linesOfKinds.parse(data);

const tellings = z.object({
  slots: z.array(z.object({ id: z.string(), examples: z.array(z.string()), not: z.array(z.string()) })),
});
/** Statements about mood may be signs of pain. */
const painfulSlots = new Set(['umore']);

/** Harmless statements of readers about themselves, by slot, from the listener's examples (`ascolto.yaml`). */
export const parseTellings = (data: unknown): string[][] =>
  tellings
    .parse(data)
    .slots.filter(({ id }) => !painfulSlots.has(id))
    .map(({ examples }) => examples.map((line) => line.replace(/[[\]]/g, '')));
