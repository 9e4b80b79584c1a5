export type SlotId =
  | 'nome'
  | 'eta'
  | 'mestiere'
  | 'luogo'
  | 'parente'
  | 'amico'
  | 'animale'
  | 'oggetto'
  | 'preferito'
  | 'umore'
  | 'evento'
  | 'progetto'
  | 'libro';

type Lines = readonly string[];

/** One slot of src/content/talk/ascolto.yaml. */
interface SlotTexts {
  id: SlotId;
  ack: Lines;
  recall: Lines;
  ack_piano?: Lines | undefined;
  recall_piano?: Lines | undefined;
  recall_prima?: Lines | undefined;
  recall_oggi?: Lines | undefined;
  recall_prima_piano?: Lines | undefined;
  asked: { known: Lines; unknown: Lines };
}

/** Word lists of src/content/talk/ascolto-forme.yaml; its head explains them. */
export interface ListenerForms {
  labels: Readonly<Record<SlotId, string>>;
  stop: Lines;
  kept: Lines;
  openers: Readonly<Record<string, Lines>>;
  refuse: Readonly<Record<string, Lines>>;
  names: Lines;
  places: Lines;
  trades: Lines;
  school: Lines;
  kin: Lines;
  third: Lines;
  sad: Lines;
  dead: Lines;
  friends: Lines;
  animals: Lines;
  moods: Lines;
  events: Lines;
  grave: Lines;
  times: Lines;
  opinions: Lines;
  effects: Lines;
  /** How each slot is asked for; `tutto` for everything at once. */
  asked: Readonly<Partial<Record<SlotId | 'tutto', Lines | undefined>>>;
  clauses: Readonly<Record<SlotId, string>>;
  /** The same about the reader, in the third person. */
  clauses_third: Readonly<Record<SlotId, string>>;
  topics: Readonly<Record<SlotId, string>>;
}

export interface ListenerTexts {
  slots: readonly SlotTexts[];
  forms: ListenerForms;
}

/** What a reader said of themselves, in the words that a line is filled with. */
export interface Note {
  slot: SlotId;
  /** By placeholder: `nome`, `eta`, `fa`, `luogo`, `parente` and `stato`, `amico`, `animale`, `oggetto`, `cosa`… */
  values: Readonly<Record<string, string>>;
  /** Something sad or serious: only the quiet lines answer it. */
  grave: boolean;
}

/** A note with the message it came from. */
export interface KeptNote extends Note {
  /** Names the note among those of a conversation; the same as long as the reader's words are. */
  id: string;
  level: number;
  /** Place of the message in the conversation given. */
  index: number;
  timestamp: string;
}

/** That the reader erased a note: it is gone until they say the same again, later than `before`. */
export interface ErasedNote {
  id: string;
  before: string;
}
