/** What small talk is about; the words for it come from the book's content. */
export type SmallTalk =
  | 'greeting'
  | 'thanks'
  | 'howAreYou'
  | 'whoAreYou'
  | 'age'
  | 'machine'
  | 'farewell'
  | 'unlock'
  | 'book'
  | 'instructions'
  | 'offChannel'
  | 'distress'
  | 'affection'
  | 'insult'
  | 'agreement'
  | 'skill'
  | 'where';

/** How a memory is introduced, by the kind of question. */
export type Lead =
  | 'any'
  | 'who'
  | 'where'
  | 'when'
  | 'why'
  | 'how'
  | 'howMany'
  | 'yesNo'
  | 'told'
  | 'more'
  | 'because'
  | 'again'
  | 'asBefore'
  | 'open'
  | 'recap';

type Lines = readonly string[];

/** Everything the embedded model says that is not in the book's sections. */
export interface Voice {
  leads: Record<Lead, Lines>;
  closings: Lines;
  nothingAfter: Lines;
  /** When part of what was asked for is not there. */
  partly: Lines;
  /** Right after a code; `{n}`: the section he now remembers up to. */
  noticing: Lines;
  /** `{n}`: the number of a section he remembers. */
  steers: Lines;
  /** `{n}` and `{title}`. */
  titledSteers: Lines;
  smallTalk: Record<SmallTalk, Lines>;
  /** In-character answers to what he has not lived. */
  deflections: Lines;
  levelZero: readonly { topic: string; text: string }[];
  /** Which topic of `levelZero` answers what. */
  levelZeroTopics: Partial<Record<SmallTalk | 'open' | 'recap' | 'company' | 'past', string>>;
  /** The protagonist's name. */
  name: string;
}
