import { compareTexts, type ToCompare } from './compare.ts';
import type { HeadingRank } from './headings.ts';
import { splitSections } from './import-sections.ts';
import { isWrapped, joinWrapped, separateParagraphs } from './paragraphs-on-lines.ts';
import type { Manuscript } from './read/manuscript.ts';
import { readManuscript } from './read/read-manuscript.ts';

interface ToSplit extends Manuscript {
  rank?: HeadingRank | undefined;
  joinsLines: boolean;
}

const tasks = {
  /** @throws UnreadableFile */
  read: async (file: File) => readManuscript(file.name, new Uint8Array(await file.arrayBuffer())),
  split: async ({ text, rank, footnotes, looks = [], joinsLines }: ToSplit) => {
    // Notes and looks refer to lines; only documents have them, and their paragraphs are already separated.
    const isDocument = footnotes.length > 0 || looks.length > 0;
    const canJoin = !isDocument && isWrapped(text);
    const lines = isDocument ? text : canJoin && joinsLines ? joinWrapped(text) : separateParagraphs(text);
    return { ...splitSections(lines, rank, footnotes, looks), isWrapped: canJoin };
  },
  compare: async (texts: ToCompare) => compareTexts(texts),
};

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;

export interface Asked {
  id: number;
  task: TaskName;
  input: unknown;
}

export type Answered = { id: number; result: unknown } | { id: number; refusal: string };

// In a worker, to keep the page responsive.
self.addEventListener('message', ({ data }: MessageEvent<Asked>) => void answer(data));

async function answer({ id, task, input }: Asked): Promise<void> {
  try {
    const result: unknown = await (tasks[task] as (input: unknown) => Promise<unknown>)(input);
    self.postMessage({ id, result } satisfies Answered);
  } catch (error) {
    const refusal = error instanceof Error ? error.message : String(error);
    self.postMessage({ id, refusal } satisfies Answered);
  }
}
