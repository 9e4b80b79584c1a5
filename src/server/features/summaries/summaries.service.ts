import { inHouse, type SummariesProgress, type SummaryForm } from '#shared/contracts/summaries.ts';
import { AppError } from '#shared/errors.ts';
import { createWorker, type RetryDelay } from '#server/background/worker.ts';
import { failureSentence } from '#server/model/failures.ts';
import type { ModelHealth } from '#server/model/health.ts';
import { ModelError, type WritingModel } from '#server/model/types.ts';
import { checkForms } from '#server/spoilers/hindsight.ts';
import type { Store } from '#server/storage/store/types.ts';
import { makeForm } from './make.ts';
import { openQueue, type SummaryTask } from './queue.ts';
import { isLongEnough, staleForms } from './state.ts';

export interface SummariesOptions {
  store: Pick<Store, 'sections' | 'settings' | 'mutate'>;
  /** Writes the summaries; without one they are made of the sections' own sentences. */
  model: WritingModel | undefined;
  /** Stores while the database is not being replaced; see `MaintenanceGate`. */
  enterGate?: <T>(call: () => Promise<T>) => Promise<T>;
  health?: ModelHealth;
  /** Names that no summary needs to have from its section: the protagonist's. */
  allowed: readonly string[];
  /** What the character says at any level: the persona and every fixed line. */
  spoken: readonly string[];
  /** Called with why a form could not be made, for the log; never with a word of the book. */
  onFailure?: (failure: string) => void;
  clock?: () => number;
  delayBefore?: RetryDelay;
}

export type SummariesService = ReturnType<typeof createSummaries>;

/** Makes the missing forms one at a time, the next one found by looking at what is missing. */
export function createSummaries(options: SummariesOptions) {
  const { store, enterGate = (call) => call(), clock = Date.now } = options;
  const queue = openQueue(store);
  let withoutModel = false;
  let failure: string | undefined;
  let stopped = false;

  const model = () => (withoutModel ? undefined : options.model);
  const worker = createWorker<SummaryTask>({
    next: queue.next,
    async work(task, signal) {
      const newForm = await makeForm(task.section, task.form, model(), options.allowed, signal);
      if (newForm?.by === options.model?.name) options.health?.succeeded();
      if (newForm) await enterGate(() => queue.store(task, newForm));
      queue.finish(task, newForm);
    },
    delayBefore: options.delayBefore,
    onGiveUp(error, { requested }) {
      if (error instanceof ModelError) options.health?.failed(error);
      failure = sentenceOf(error, options.model?.name ?? '');
      options.onFailure?.(error instanceof ModelError ? error.failure : String(error));
      if (requested) queue.dropRequests();
    },
    onFinished: () => (withoutModel = false),
    clock,
  });

  function start(): void {
    failure = undefined;
    if (!stopped) worker.start();
  }

  return {
    /** Makes what is missing, in the background. Called at the start, and after every save with the section's id. */
    wake(sectionId?: string): void {
      if (sectionId !== undefined) queue.unskip(sectionId);
      start();
    },
    async progress(): Promise<SummariesProgress> {
      const { isRunning, current, waitsUntil } = worker.status();
      const { done, total } = queue.count();
      const maker = model()?.name ?? inHouse;
      const sections = queue.sections();
      const restingState = failure !== undefined ? 'failed' : done < total ? 'cancelled' : 'idle';
      return {
        state: !isRunning ? restingState : waitsUntil === undefined ? 'running' : 'waiting',
        done,
        total,
        maker,
        ...(current && { current: describeTask(current, maker) }),
        ...(waitsUntil !== undefined && { until: new Date(waitsUntil).toISOString() }),
        ...(!isRunning && failure !== undefined && { failure }),
        flags: await checkForms(sections, options.spoken),
        stale: sections.flatMap(staleForms),
      };
    },
    /** Stops, and leaves what is missing alone until the author asks for it or edits it. */
    async cancel(): Promise<void> {
      await worker.halt();
      queue.dropRequests();
      failure = undefined;
      withoutModel = false;
      await queue.skipMissing();
    },
    /** Goes on with everything that is missing; `withoutModel`: with our own summariser until all is done. */
    async retry(how: { withoutModel: boolean }): Promise<void> {
      await worker.halt();
      withoutModel = how.withoutModel;
      await queue.unskipAll();
      start();
    },
    /** Makes a form anew, whoever made it. @throws AppError NOT_FOUND, IMPOSSIBLE */
    regenerate(sectionId: string, form: SummaryForm): void {
      const section = store.sections.get(sectionId);
      if (!section) throw new AppError('NOT_FOUND', 'La sezione non esiste più.');
      if (!isLongEnough(section))
        throw new AppError('IMPOSSIBLE', 'La sezione è troppo breve per avere un riassunto.');
      queue.request(sectionId, form);
      start();
    },
    /** Drops what is being made, for good; resolves when nothing runs any more. */
    async stop(): Promise<void> {
      stopped = true;
      await worker.halt();
    },
  };
}

/** Why a form could not be made, for the author. */
function sentenceOf(error: unknown, modelName: string): string {
  if (error instanceof ModelError) return failureSentence(error.failure, modelName);
  if (error instanceof AppError) return error.message;
  return 'Il riassunto non si è potuto fare per un imprevisto del programma. La sezione è com’era: riprova.';
}

function describeTask({ section: { sectionNumber, title }, form }: SummaryTask, by: string) {
  return { sectionNumber, title, form, by };
}
