import { useEffect, useRef } from 'react';
import type { Answered, Asked, TaskName, Tasks } from './manuscript-worker.ts';

/** Rejects with an Error whose message is for the author. */
type AskWorker = <Name extends TaskName>(
  task: Name,
  input: Parameters<Tasks[Name]>[0],
) => Promise<Awaited<ReturnType<Tasks[Name]>>>;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface Bench {
  ask: AskWorker;
  end(): void;
}

function openWorker(): Bench {
  const worker = new Worker(new URL('./manuscript-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
    const request = waiting.get(data.id);
    waiting.delete(data.id);
    if ('refusal' in data) request?.reject(new Error(data.refusal));
    else request?.resolve(data.result);
  });
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.values())
      reject(new Error('La lettura si è interrotta: ricarica la pagina e riprova. Non è cambiato nulla.'));
    waiting.clear();
  });
  const ask = (task: TaskName, input: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      worker.postMessage({ id: lastId, task, input } satisfies Asked);
    });
  return { ask: ask as AskWorker, end: () => worker.terminate() };
}

export function useManuscriptWorker(): AskWorker {
  const bench = useRef<Bench>(undefined);
  useEffect(
    () => () => {
      bench.current?.end();
      bench.current = undefined;
    },
    [],
  );
  return (task, input) => (bench.current ??= openWorker()).ask(task, input);
}
