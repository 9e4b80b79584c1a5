import { extract, extractLine } from '#server/features/summaries/extract.ts';
import type { ModelError, WritingModel, WritingTask } from '#server/model/types.ts';

/** What the double does with a task: answers a text, fails, or waits first. */
export type Writing = string | ModelError | ((task: WritingTask) => string | Promise<string>);

/** A good pupil: writes what it is asked for, at the right length. */
export function goodSummary({ instructions, text }: WritingTask): string {
  if (instructions.includes('una sola frase')) return extractLine(text) ?? 'Nevicava.';
  const [, target = '0'] = /in (\d+) parole/.exec(instructions) ?? [];
  const long = Number(target) > (text.match(/\S+/g)?.length ?? 0) / 2;
  return extract(text, long ? 'reduced70' : 'reduced30') ?? '';
}

/** Plays its scripts one after the other, then writes well; keeps every task. */
export function writingModel(scripts: Writing[] = [], taskTokens = 8_000) {
  const tasks: WritingTask[] = [];
  const model: WritingModel = {
    name: 'prova/modello',
    taskTokens,
    async write(task, signal) {
      tasks.push(task);
      const script = scripts.shift() ?? goodSummary;
      if (script instanceof Error) throw script;
      const text = typeof script === 'string' ? script : await script(task);
      signal.throwIfAborted();
      return text;
    },
  };
  return { model, tasks };
}
