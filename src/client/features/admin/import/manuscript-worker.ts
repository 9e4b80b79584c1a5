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

export type Answer<Name extends TaskName> =
  { result: Awaited<ReturnType<Tasks[Name]>> } | { refusal: string };

// In a worker, to keep the page responsive.
self.addEventListener('message', ({ data }: MessageEvent<{ task: TaskName; input: never }>) => {
  tasks[data.task](data.input).then(
    (result) => self.postMessage({ result }),
    (error: unknown) => self.postMessage({ refusal: error instanceof Error ? error.message : String(error) }),
  );
});
