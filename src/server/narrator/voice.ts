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
  | 'recap'
  | 'hedge'
  | 'closest'
  | 'feeling'
  | 'place'
  | 'doing';

type Lines = readonly string[];

/** Everything the embedded model says that is not in the book's sections. */
export interface Voice {
  leads: Record<Lead, Lines>;
  /** When the book is told in the third person. */
  tellerLeads: Lines;
  /** For a question whose whole answer is one plain sentence of his. */
  yes: Lines;
  closings: Lines;
  /** Between two memories of one section, and of two. */
  bridges: { further: Lines; elsewhere: Lines };
  nothingAfter: Lines;
  /** When part of what was asked for is not there. */
  partly: Lines;
  /** Right after a code; `{n}`: the section he now remembers up to. */
  noticing: Lines;
  /** His own message the moment a code is accepted; `{n}`: the section reached. What comes to his mind follows. */
  unlocked: Lines;
  /** Between a refusal and something he has lived. */
  folds: Lines;
  /** `{n}`: the number of a section he remembers. */
  steers: Lines;
  /** `{n}` and `{title}`. */
  titledSteers: Lines;
  smallTalk: Record<SmallTalk, Lines>;
  /** What he says of himself, whatever has been read: `about` holds the words that ask for it. */
  topics: readonly { about: string; lines: Lines }[];
  /** To what a reader tells of themselves. */
  listening: Lines;
  /** To what cannot be made out. */
  unclear: Lines;
  /** Around the story so far. */
  recap: { before: Lines; after: Lines; empty: string };
  /** Questions offered to the reader: `{name}` is somebody or something of the book, `{title}` a section's. */
  suggestions: { first: Lines; name: Lines; title: Lines; latest: Lines };
  /** In-character answers to what he has not lived. */
  deflections: Lines;
  /** The same, only when the question has a name he does not know. */
  nameDeflections: Lines;
  levelZero: readonly { topic: string; text: string }[];
  /** Which topic of `levelZero` answers what. */
  levelZeroTopics: Partial<
    Record<SmallTalk | 'open' | 'recap' | 'company' | 'past' | 'feeling' | 'place' | 'doing', string>
  >;
  /** The protagonist's name. */
  name: string;
}

/** The lines that can be heard, without the words that only call for them: what counts as known at every level. */
export function spokenLines({ topics, suggestions, ...voice }: Voice) {
  return {
    ...voice,
    topics: topics.map(({ lines }) => lines),
    suggestions: [...suggestions.first, ...suggestions.latest],
  };
}
