/** A line the character says, for one kind of danger or pain. */
interface HelpLine {
  for: string;
  text: string;
  /** It asks plainly about dying: «sì» and «no» after it are answers. */
  asks?: boolean | undefined;
}

interface HelpTier {
  examples: Readonly<Record<string, readonly string[]>>;
  says: readonly HelpLine[];
  /** By language code, for a message in that language. */
  lingue?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The telephone numbers, as they stand in a line; an author abroad writes others. */
interface HelpNumbers {
  emergenza: string;
  minori: { A: string; B: string };
  donne: string;
  /** With the hours in which somebody answers. */
  ascolto: string;
}

/** What `src/content/talk/soccorso.yaml` and `soccorso-forme.yaml` hold. */
export interface HelpTexts {
  numbers: HelpNumbers;
  A: HelpTier;
  B: HelpTier;
  /** Kinds, the more urgent first: which one answers when a message holds several. */
  order: readonly string[];
  ask: readonly string[];
  /** Asked where danger or pain is a guess: it may be a game, a joke. */
  question: readonly string[];
  /** Said by the page beneath that question. */
  pageLine: string;
  /** Said after a «yes» to it, or at a second guess. */
  withNumbers: readonly string[];
  /** Said to a model beside a message that may be of danger or pain. */
  careLine: string;
  after: readonly string[];
  /** In its place after pain in which nobody is in danger, by kind. */
  afterPain: Readonly<Record<string, readonly string[]>>;
  /** Said to somebody who takes it back. */
  takenBack: readonly string[];
  afterAimed: readonly { when: string; examples: readonly string[]; says: readonly string[] }[];
  yes: readonly string[];
  no: readonly string[];
  negatives: readonly string[];
  forms: HelpForms;
}

/** The grammar beside the phrases: see the head of soccorso-forme.yaml for how a form is written. */
export interface HelpForms {
  /** Sets of words, each a line of words with spaces between them. */
  classes: Readonly<Record<string, string>>;
  /** Words of dialects, by the Italian word they are read as. */
  dialect: Readonly<Record<string, string>>;
  danger: Readonly<Record<string, readonly string[]>>;
  pain: Readonly<Record<string, readonly string[]>>;
  languages: Readonly<Record<string, readonly string[]>>;
  harmless: readonly string[];
  /** What takes back what was said. */
  retractions: readonly string[];
}
