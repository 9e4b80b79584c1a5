import type { Section } from '#shared/contracts/sections.ts';
import {
  inHouse,
  summaryFields,
  type SummariesProgress,
  type SummaryForm,
} from '#shared/contracts/summaries.ts';
import { AppError } from '#shared/errors.ts';
import { failureSentence } from '#server/model/failures.ts';
import type { ModelHealth } from '#server/model/health.ts';
import { ModelError, type WritingModel } from '#server/model/types.ts';
import { createFlags } from '#server/spoilers/hindsight.ts';
import type { Store } from '#server/storage/store/types.ts';
import { makeForm, type MadeForm } from './make.ts';
import { patience, type Patience } from './patience.ts';
import { openSkipped } from './skipped.ts';
import { fingerprintOf, isLongEnough, stateOf, wantedForms, withGenerated } from './state.ts';

export interface SummariesOptions {
  store: Store;
  /** Writes the summaries; without one they are made of the sections' own sentences. */
  model: WritingModel | undefined;
  /** Held back while the database is being replaced; see `MaintenanceGate`. */
  enter?: <T>(call: () => Promise<T>) => Promise<T>;
  /** Told how the model does. */
  health?: ModelHealth;
  /** Names that no summary needs to have from its section: the protagonist's. */
  allowed: readonly string[];
  /** What everybody may know: the persona and every fixed line. */
  spoken: readonly string[];
  /** Told why a form could not be made, for the log; never with a word of the book. */
  onFailure?: (failure: string) => void;
  clock?: () => number;
  patience?: Patience;
}

export interface SummariesService {
  /** Makes what is missing, in the background. Called after every save, with the section's id, and at the start. */
  wake(sectionId?: string): void;
  progress(): Promise<SummariesProgress>;
  /** Stops, and leaves what is missing alone until the author asks for it or edits it. */
  cancel(): Promise<void>;
  /** Goes on with everything that is missing; `withoutModel`: with our own summariser until all is done. */
  retry(options: { withoutModel: boolean }): Promise<void>;
  /** Makes a form anew, whoever made it. @throws AppError NOT_FOUND, IMPOSSIBLE */
  regenerate(sectionId: string, form: SummaryForm): void;
  /** Drops what is being made and resolves when nothing runs any more. */
  stop(): Promise<void>;
}

interface Task {
  section: Section;
  form: SummaryForm;
  /** Asked for by the author, who may replace a form of their own. */
  asked: boolean;
}

const keyOf = (section: Section, form: SummaryForm) => `${section.id} ${form} ${fingerprintOf(section)}`;

/** One form at a time, the next one found by looking at what is missing: there is no list that could be lost or be wrong. */
export function createSummaries(options: SummariesOptions): SummariesService {
  const { store, health, allowed, onFailure, clock = Date.now } = options;
  const waits = options.patience ?? patience;
  const enter = options.enter ?? ((call) => call());
  const flags = createFlags(options.spoken);
  const skipped = openSkipped(store);
  /** Forms no choice of sentences is right for; found out again after a restart. */
  const impossible = new Set<string>();
  const asked = new Map<string, Set<SummaryForm>>();
  let running: Promise<void> | undefined;
  let controller = new AbortController();
  let current: Task | undefined;
  let withoutModel = false;
  let until: number | undefined;
  let failure: string | undefined;
  let stopped = false;

  const sections = () => [...store.sections.values()].sort((a, b) => a.sectionNumber - b.sectionNumber);
  const model = () => (withoutModel ? undefined : options.model);
  const wanted = (section: Section) =>
    wantedForms(section).filter((form) => !impossible.has(keyOf(section, form)));

  function next(): Task | undefined {
    for (const [id, forms] of asked) {
      const section = store.sections.get(id);
      const [form] = forms;
      if (section && form) return { section, form, asked: true };
      asked.delete(id);
    }
    for (const section of sections()) {
      if (skipped.has(section.id, fingerprintOf(section))) continue;
      const [form] = wanted(section);
      if (form) return { section, form, asked: false };
    }
    return undefined;
  }

  async function makeOne(task: Task, signal: AbortSignal): Promise<void> {
    const { section, form } = task;
    current = task;
    const made = await makeForm(section, form, model(), allowed, signal);
    if (made?.by === options.model?.name) health?.succeeded();
    if (!made) impossible.add(keyOf(section, form));
    if (made) await enter(() => keep(task, made));
    if (task.asked) forget(section.id, form);
  }

  /** Writes the form, unless its section was edited, deleted or given one by the author meanwhile. */
  async function keep({ section, form, asked: wasAsked }: Task, made: MadeForm): Promise<void> {
    const now = store.sections.get(section.id);
    if (!now || fingerprintOf(now) !== fingerprintOf(section)) return;
    const untouched = now[summaryFields[form]] === section[summaryFields[form]];
    if (!untouched || (!wasAsked && !wantedForms(now).includes(form))) return;
    const record = withGenerated(now, form, made.text, made.by);
    await store.mutate([{ type: 'put', collection: 'sections', record }]);
  }

  function forget(id: string, form: SummaryForm): void {
    const forms = asked.get(id);
    forms?.delete(form);
    if (forms?.size === 0) asked.delete(id);
  }

  async function run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    for (let task = next(); task && !signal.aborted; task = next()) {
      try {
        await makeOne(task, signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        const wait = waits(error, failures);
        if (wait === undefined) return fail(error, task);
        until = clock() + wait;
        await sleep(wait, signal);
        until = undefined;
      } finally {
        current = undefined;
      }
    }
    if (!signal.aborted) withoutModel = false;
  }

  function fail(error: unknown, task: Task): void {
    if (error instanceof ModelError) {
      health?.failed(error);
      failure = failureSentence(error.failure, options.model?.name ?? '');
    } else if (error instanceof AppError) failure = error.message;
    else failure = 'Il riassunto non si è potuto fare: il motivo è nel registro del server.';
    onFailure?.(error instanceof ModelError ? error.failure : String(error));
    if (task.asked) asked.clear();
  }

  function start(): void {
    if (stopped || running) return;
    controller = new AbortController();
    const { signal } = controller;
    // A save that woke us is answered before the work begins.
    running = new Promise<void>((resolve) => setTimeout(resolve))
      .then(() => run(signal))
      .finally(() => {
        until = undefined;
        running = undefined;
        // What came while the last look was being taken.
        if (!signal.aborted && failure === undefined && next()) start();
      });
  }

  async function halt(): Promise<void> {
    controller.abort();
    await running?.catch(() => undefined);
  }

  return {
    wake(sectionId) {
      if (sectionId !== undefined) skipped.delete(sectionId);
      failure = undefined;
      start();
    },
    async progress() {
      const all = sections();
      const long = all.filter(isLongEnough);
      const done = long.filter((section) => wanted(section).length === 0).length;
      const state = running
        ? until === undefined
          ? 'running'
          : 'waiting'
        : failure !== undefined
          ? 'failed'
          : done < long.length
            ? 'cancelled'
            : 'idle';
      const { section, form } = current ?? {};
      return {
        state,
        done,
        total: long.length,
        maker: model()?.name ?? inHouse,
        ...(section &&
          form && {
            current: {
              sectionNumber: section.sectionNumber,
              title: section.title,
              form,
              by: model()?.name ?? inHouse,
            },
          }),
        ...(until !== undefined && { until: new Date(until).toISOString() }),
        ...(!running && failure !== undefined && { failure }),
        flags: await flags(all),
        stale: all.flatMap((stale) =>
          wantedForms(stale)
            .filter((one) => stateOf(stale, one) === 'stale')
            .map((one) => ({ sectionId: stale.id, form: one })),
        ),
      };
    },
    async cancel() {
      await halt();
      asked.clear();
      failure = undefined;
      withoutModel = false;
      await skipped.add(
        sections()
          .filter((section) => wanted(section).length > 0)
          .map((section) => [section.id, fingerprintOf(section)]),
      );
    },
    async retry(how) {
      await halt();
      withoutModel = how.withoutModel;
      failure = undefined;
      await skipped.clear();
      start();
    },
    regenerate(sectionId, form) {
      const section = store.sections.get(sectionId);
      if (!section) throw new AppError('NOT_FOUND', 'La sezione non esiste più.');
      if (!isLongEnough(section))
        throw new AppError('IMPOSSIBLE', 'La sezione è troppo breve per avere un riassunto.');
      asked.set(sectionId, (asked.get(sectionId) ?? new Set<SummaryForm>()).add(form));
      failure = undefined;
      start();
    },
    async stop() {
      stopped = true;
      await halt();
    },
  };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
