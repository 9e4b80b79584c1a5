/** Takes thoughts and control marks out of a text that comes in pieces cut anywhere. */
export interface ThoughtFilter {
  /** What of the piece, and of what was held back before it, is meant to be read. */
  push(piece: string): string;
  /** What was still held back. */
  rest(): string;
  /** Whether there were thoughts. */
  readonly sawThoughts: boolean;
  /** Thoughts were closed that had not been opened: all that was given so far was one. */
  readonly wasBare: boolean;
}

const opening =
  /<(think|thinking|thought|thoughts|reasoning|analysis)>|\[THINK\]|<\|channel\|>\s*(?:analysis|commentary)/i;
const closing = /<\/(?:think|thinking|thought|thoughts|reasoning|analysis)>|\[\/THINK\]/i;
/** Where the hidden channels of the harmony format end. */
const channelEnd = /<\|end\|>|<\|start\|>|<\|channel\|>\s*final/i;
/** Marks of chat templates: the model's own turn, the end of a turn, the channel that is read. */
const control =
  /<\|start\|>\s*assistant|<\|im_start\|>\s*assistant|<\|channel\|>\s*final|<\|[a-z_]{2,24}\|>|<start_of_turn>\s*model|<end_of_turn>|<\/?s>|\[\/?INST\]/i;
/** The beginning of what may become a mark. */
const unfinished =
  /(?:<\|(?:channel|start|im_start)\|>\s*\w{0,12}|<start_of_turn>\s*\w{0,6}|[<[][^>\]\s]{0,24})$/;
const longestMark = 40;

/** @param bare the model closes its thoughts without opening them: what comes first is hidden until it does */
export function createThoughtFilter(bare = false): ThoughtFilter {
  let pending = '';
  let hidden: RegExp | undefined = bare ? closing : undefined;
  let sawThoughts = false;
  let wasBare = false;

  function readHidden(until: RegExp): string {
    const end = until.exec(pending);
    if (!end) {
      // What a bare thinker never closes was no thought: it is kept until the end.
      if (!bare || sawThoughts) pending = pending.slice(-longestMark);
      return '';
    }
    const isMark = until === channelEnd;
    pending = pending.slice(end.index + (isMark ? 0 : end[0].length));
    hidden = undefined;
    sawThoughts = true;
    return readVisible();
  }

  /** @param isLast nothing follows that could complete a mark */
  function readVisible(isLast = false): string {
    let given = '';
    for (;;) {
      const marks = [opening, closing, control]
        .map((mark) => mark.exec(pending))
        .filter((mark) => mark !== null);
      marks.sort((one, other) => one.index - other.index);
      const held = (isLast ? undefined : unfinished.exec(pending)?.index) ?? Infinity;
      const [first] = marks;
      if (!first || first.index >= held) {
        given += pending.slice(0, held);
        pending = pending.slice(held);
        return given;
      }
      const before = pending.slice(0, first.index);
      pending = pending.slice(first.index + first[0].length);
      if (closing.test(first[0])) {
        [given, wasBare, sawThoughts] = ['', true, true];
        continue;
      }
      given += before;
      if (!opening.test(first[0])) continue;
      sawThoughts = true;
      hidden = first[0].startsWith('<|') ? channelEnd : closing;
      return given + readHidden(hidden);
    }
  }

  return {
    push(piece) {
      pending += piece;
      return hidden ? readHidden(hidden) : readVisible();
    },
    rest: () => (hidden ? (bare && !sawThoughts ? pending : '') : readVisible(true)),
    get sawThoughts() {
      return sawThoughts;
    },
    get wasBare() {
      return wasBare;
    },
  };
}
