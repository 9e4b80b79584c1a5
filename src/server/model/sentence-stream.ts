/** Collects a text that comes in pieces and gives it back one whole sentence at a time. */
interface SentenceStream {
  /** Takes a piece; returns the sentences it completed, each with the white space after it. */
  push(piece: string): string[];
  /** What is left: the text after the last complete sentence. */
  rest(): string;
}

/**
 * A full stop, its closing quotes, then white space: only what follows shows that a sentence has ended. The white space
 * goes with it, so that a second stream of this kind behind the first holds nothing back.
 */
const sentenceEnd = /[.!?…]+["”»’)\]]*\s+/g;

export function sentenceStream(): SentenceStream {
  let pending = '';
  return {
    push(piece) {
      pending += piece;
      const complete: string[] = [];
      let from = 0;
      for (const match of pending.matchAll(sentenceEnd)) {
        const to = match.index + match[0].length;
        complete.push(pending.slice(from, to));
        from = to;
      }
      pending = pending.slice(from);
      return complete;
    },
    rest: () => pending,
  };
}

/** Whether a text ends as a sentence does. */
export function endsSentence(text: string): boolean {
  return /[.!?…]["”»’)\]]*\s*$/.test(text);
}
