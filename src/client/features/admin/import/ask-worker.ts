import type { Answer, TaskName, Tasks } from './manuscript-worker.ts';

/** Runs a task in a worker of its own. Rejects with an Error whose message is for the author. */
export function askWorker<Name extends TaskName>(
  task: Name,
  input: Parameters<Tasks[Name]>[0],
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  const worker = new Worker(new URL('./manuscript-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Awaited<ReturnType<Tasks[Name]>>>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Answer<Name>>) => {
      if ('refusal' in data) reject(new Error(data.refusal));
      else resolve(data.result);
    });
    worker.addEventListener('error', () =>
      reject(new Error('La lettura si è interrotta: ricarica la pagina e riprova. Non è cambiato nulla.')),
    );
    worker.postMessage({ task, input });
  }).finally(() => worker.terminate());
}
