/** Takes thoughts and control marks out of a text that comes in pieces cut anywhere. */
export interface ThoughtFilter {
  /** What of the piece, and of what was held back before it, is meant to be read. */
  push(piece: string): string;
  /** What was still held back. */
  rest(): string;
  /** Whether there were thoughts. */
  readonly sawThoughts: boolean;
  /** Thoughts ended that had not been opened: all that was given so far was one. */
  readonly wasBare: boolean;
}

/** What a mark or a part of an answer is called that holds thoughts. */
export const thoughtName =
  /think|thought|reason|analysis|scratchpad|reflect|monologue|rationale|inner|internal|pensier|ragionament/i;
/** What the marks around the answer itself are called, beside thoughts between marks or none. */
const answerName = /answer|respon|reply|output|solution|final|risposta/i;

/**
 * Marks: a name between brackets of any kind (`<think>`, `<seed:think>`, `◁think▷`, `<|END_THINKING|>`), the channels of the
 * harmony format, and those that chat templates set around turns. Square ones stand in prose too, so their names are listed.
 */
const marks = new RegExp(
  [
    String.raw`<\|channel\|?>\s*(?<channel>analysis|commentary|thought|final)`,
    String.raw`<\|(?:start|im_start|start_header_id)\|>\s*assistant|<start_of_turn>\s*model|<end_of_turn>|<\/?s>|\[\/?INST\]`,
    String.raw`\[(?<closed>\/?)(?<listed>(?:think|thought|reason|analysis)(?:ing|s)?)\]`,
    String.raw`[<◁⟨《【](?<pipe>[|｜]?)(?<slash>\/?)(?<name>[\p{L}_][\p{L}\d_:.▁-]{0,30})(?<endPipe>[|｜]?)[>▷⟩》】]`,
  ].join('|'),
  'giu',
);
/** The beginning of what may become a mark. */
const unfinished =
  /(?:<\|(?:channel|start|im_start|start_header_id)\|?>\s*\w{0,12}|<start_of_turn>\s*\w{0,6}|[<[◁⟨《【][^>\]▷⟩》】\s]{0,34})$/;
const longestMark = 40;

interface Mark {
  from: number;
  to: number;
  /** `answer`: the answer begins; `control`: to be left out, no more. */
  kind: 'opening' | 'closing' | 'answer' | 'control';
  /** What thoughts that are opened here end with. */
  isEnd?: (mark: Mark) => boolean;
  /** Of thoughts: their word, by which both ends are known as a pair. */
  word?: string | undefined;
  /** Ends the hidden channels of the harmony format. */
  endsChannel: boolean;
}

function readMark(match: RegExpMatchArray): Mark {
  const [text] = match;
  const { channel, closed, listed, pipe, slash, name = listed, endPipe } = match.groups ?? {};
  const from = match.index ?? 0;
  const endsChannel = /^(?:<\|(?:end|start)\|>|<\|start\|>.*|<channel\|>|.*final)$/is.test(text);
  const at = { from, to: from + text.length, endsChannel };
  if (channel && !endsChannel) return { ...at, kind: 'opening', isEnd: (mark) => mark.endsChannel };
  const word = name && thoughtName.exec(name)?.[0].toLowerCase();
  const isClosing = Boolean(closed || slash) || /^end|(?:end|suffix)$/i.test(name ?? '');
  if (word && isClosing) return { ...at, kind: 'closing', word };
  if (word) return { ...at, kind: 'opening', isEnd: (mark) => mark.word === word && mark.kind === 'closing' };
  if (name && answerName.test(name)) return { ...at, kind: isClosing ? 'control' : 'answer' };
  const isProse = name !== undefined && !pipe && !endPipe;
  return { ...at, kind: 'control', ...(isProse && { to: from }) };
}

/** The marks of a text in order; what only looks like one is left out. */
const marksIn = (text: string): Mark[] =>
  [...text.matchAll(marks)].map(readMark).filter(({ from, to }) => to > from);

const endsBareThoughts = ({ kind }: Mark) => kind === 'closing' || kind === 'answer';

/** @param bare the model closes its thoughts without opening them: what comes first is hidden until it does */
export function createThoughtFilter(bare = false): ThoughtFilter {
  let pending = '';
  let hiddenUntil: Mark['isEnd'] = bare ? endsBareThoughts : undefined;
  let hasWords = false;
  let sawThoughts = false;
  let wasBare = false;

  function readHidden(isEnd: (mark: Mark) => boolean): string {
    const end = marksIn(pending).find(isEnd);
    if (!end) {
      // What a bare thinker never closes was no thought: it is kept until the end.
      if (!bare || sawThoughts) pending = pending.slice(-longestMark);
      return '';
    }
    pending = pending.slice(end.kind === 'closing' ? end.to : end.from);
    hiddenUntil = undefined;
    sawThoughts = true;
    return readVisible();
  }

  /** @param isLast nothing follows that could complete a mark */
  function readVisible(isLast = false): string {
    let given = '';
    const give = (words: string) => {
      given += words;
      hasWords ||= words.trim() !== '';
    };
    for (;;) {
      const held = (isLast ? undefined : unfinished.exec(pending)?.index) ?? Infinity;
      const [mark] = marksIn(pending);
      if (!mark || mark.from >= held) {
        give(pending.slice(0, held));
        pending = pending.slice(held);
        return given;
      }
      give(pending.slice(0, mark.from));
      pending = pending.slice(mark.to);
      if (mark.kind === 'closing' || (mark.kind === 'answer' && hasWords))
        [given, hasWords, wasBare, sawThoughts] = ['', false, true, true];
      if (!mark.isEnd) continue;
      sawThoughts = true;
      hiddenUntil = mark.isEnd;
      return given + readHidden(mark.isEnd);
    }
  }

  return {
    push(piece) {
      pending += piece;
      return hiddenUntil ? readHidden(hiddenUntil) : readVisible();
    },
    rest: () => (hiddenUntil ? (bare && !sawThoughts ? pending : '') : readVisible(true)),
    get sawThoughts() {
      return sawThoughts;
    },
    get wasBare() {
      return wasBare;
    },
  };
}
