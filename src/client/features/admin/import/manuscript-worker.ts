import { compareTexts, type ToCompare } from './compare.ts';
import type { HeadingRank } from './headings.ts';
import { splitSections } from './import-sections.ts';
import { separateParagraphs } from './paragraphs-on-lines.ts';
import type { PlacedLook } from './read/look.ts';
import type { Footnote } from './read/manuscript.ts';
import { readManuscript } from './read/read-manuscript.ts';

interface ToSplit {
  text: string;
  rank?: HeadingRank | undefined;
  footnotes: readonly Footnote[];
  looks?: readonly PlacedLook[];
}

const tasks = {
  /** @throws UnreadableFile */
  read: async (file: File) => readManuscript(file.name, new Uint8Array(await file.arrayBuffer())),
  // Notes and looks refer to lines; only documents have them, and their paragraphs are already separated.
  split: async ({ text, rank, footnotes, looks = [] }: ToSplit) => {
    const isDocument = footnotes.length > 0 || looks.length > 0;
    return splitSections(isDocument ? text : separateParagraphs(text), rank, footnotes, looks);
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
