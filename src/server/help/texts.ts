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
  ascolto: string;
  /** When nobody answers at {ascolto}: hours of the day, and what follows the number. */
  ascoltoHours: {
    closedFrom: number;
    closedTo: number;
    whenClosed: string;
    always: string;
    timeZone: string;
  };
}

/** What `src/content/talk/soccorso.yaml` and `soccorso-forme.yaml` hold. */
export interface HelpTexts {
  numbers: HelpNumbers;
  A: HelpTier;
  B: HelpTier;
  /** Kinds, the more urgent first: which one answers when a message holds several. */
  order: readonly string[];
  ask: readonly string[];
  /** Asked when it is not sure that the reader is in danger or pain: it may be the book, a game, a joke. */
  doubt: readonly string[];
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
