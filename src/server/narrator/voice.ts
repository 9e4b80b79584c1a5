type Lines = readonly string[];

/** Everything the embedded model says that is in no card and no section. */
export interface Voice {
  /** The protagonist's name. */
  name: string;
  /** Asked for what is not unlocked. */
  deflections: Lines;
  /** The same, where a question names somebody or something he does not know. */
  nameDeflections: Lines;
  /** To a question that nothing answers. */
  unsure: Lines;
  /** To what asks nothing and is nothing he recognises. */
  anything: Lines;
  /** To what readers tell of their own life. */
  echoes: Lines;
  /** The same, where it is probably something sad, or something good. */
  quietEchoes: Lines;
  gladEchoes: Lines;
  /** Asked what to do in one's own life, and what he thinks of something. */
  advice: Lines;
  opinions: Lines;
  /** What he said last said again in fewer words, `{x}`, to somebody who has not understood. */
  plainly: Lines;
  /** To what is only supposed, where no memory answers; none: as to any question. */
  supposing: Lines;
  /** Asked how he is made («piangi mai?»), where no memory answers; none: as to any question. */
  ofHimself: Lines;
  /** Before a memory that may not be what was asked for; none: it is told without a doubt. */
  doubtful: Lines;
  /** Before what is read out of the book: because it was asked for, and because he has no answer of his own. */
  quoteLeads: Lines;
  quoteUnsure: Lines;
  /** Asked again, asked on, asked to go on at the end of what is unlocked, asked to read before there is anything. */
  again: Lines;
  nothingToAdd: Lines;
  nothingAfter: Lines;
  nothingToRead: Lines;
  /** Right after a code; `{n}`: the section he now remembers up to. */
  noticing: Lines;
  /** His own message the moment a code is accepted; `{n}`: the section reached. What comes to his mind follows. */
  unlocked: Lines;
  /** Before the first section, by topic. */
  levelZero: readonly { topic: string; text: string }[];
  /** Around the story so far. */
  recap: { before: Lines; after: Lines; empty: string };
  /** Questions offered to the reader where no card offers one. */
  suggestions: { first: Lines; latest: Lines };
}

/** The lines that can be heard: what counts as known at every level. */
export function spokenLines(voice: Voice) {
  return { ...voice, suggestions: [...voice.suggestions.first, ...voice.suggestions.latest] };
}
