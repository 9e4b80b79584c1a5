import { type CardsCost, type CardsWriting, type WritingCost } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { fewestWords } from '#shared/contracts/summaries.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { AppError } from '#shared/errors.ts';
import { countWords } from '#shared/words.ts';
import { witnessedText } from '#shared/witnessed.ts';
import { witnessedSection } from '#shared/gate.ts';
import { createWorker } from '#server/background/worker.ts';
import { failureSentence } from '#server/model/failures.ts';
import type { ModelHealth } from '#server/model/health.ts';
import { ModelError, type WritingModel } from '#server/model/types.ts';
import type { Store } from '#server/storage/store/types.ts';
import { isStale } from '../card-state.ts';
import { planWriting } from './plan.ts';
import { openRequestedSections } from './requested-sections.ts';
import { createSafeSelection } from './safe-selection.ts';
import { storeCards } from './store-cards.ts';
import { writeCards } from './write-cards.ts';

/** What a model costs; money in `currency` for a million tokens. */
interface WritingPrices {
  source: string;
  date: string;
  currency: string;
  models: Readonly<Record<string, { input: number; output: number }>>;
}

interface CardsWritingOptions {
  store: Pick<Store, 'sections' | 'memoryCards' | 'settings' | 'mutate'>;
  /** Writes the cards; without one nothing can be asked for. */
  model: WritingModel | undefined;
  /** Stores while the database is not being replaced; see `MaintenanceGate`. */
  enterGate?: <T>(call: () => Promise<T>) => Promise<T>;
  health?: ModelHealth;
  /** The protagonist's name. */
  name: string;
  /** What the character says at any level: the persona and every fixed line. */
  spoken: readonly string[];
  prices: WritingPrices;
  /** Called with why cards could not be written, for the log; never with a word of the book. */
  onFailure?: (failure: string) => void;
  clock?: () => number;
}

export type CardsWritingService = ReturnType<typeof createCardsWriting>;

/** With so many of her own, a section of the author's needs none of the model's. */
const enoughCards = 20;

/** Has the sections' cards written one section at a time, when the author asks for it, and never over her own. */
export function createCardsWriting(options: CardsWritingOptions) {
  const { store, health, enterGate = (call) => call() } = options;
  const { clock = Date.now } = options;
  const requested = openRequestedSections(store);
  const safeSelectionOf = memoizeByObject((spoken: readonly string[]) => createSafeSelection(store, spoken));
  let failure: string | undefined;
  let last: CardsWriting['last'];
  let cardsSoFar = 0;
  let stopped = false;

  async function writeSection(section: Section, signal: AbortSignal): Promise<void> {
    const { model } = options;
    if (!model) return;
    cardsSoFar = 0;
    const onProgress = (cards: number) => (cardsSoFar = cards);
    const draft = await writeCards(witnessedSection(section), {
      model,
      name: options.name,
      signal,
      onProgress,
    });
    health?.succeeded();
    const safeCards = await safeSelectionOf(options.spoken)(section, draft.cards, signal);
    signal.throwIfAborted();
    await enterGate(() =>
      storeCards(store, section, { cards: safeCards, by: model.name, removal: requested.removal }),
    );
    last = {
      sectionId: section.id,
      sectionNumber: section.sectionNumber,
      cards: safeCards.length,
      dropped: draft.dropped + draft.cards.length - safeCards.length,
    };
  }

  const worker = createWorker<Section>({
    next: () => store.sections.get((options.model && requested.list()[0]) ?? ''),
    work: writeSection,
    onGiveUp(error) {
      if (error instanceof ModelError) health?.failed(error);
      failure = sentenceOf(error, options.model?.name ?? '');
      options.onFailure?.(error instanceof ModelError ? error.failure : String(error));
    },
    onFinished: () => undefined,
    clock,
  });

  function start(): void {
    failure = undefined;
    if (!stopped && options.model) worker.start();
  }

  function progress(): CardsWriting {
    const { model } = options;
    const { isRunning, current, waitsUntil } = worker.status();
    const ids = requested.list();
    const restingState = failure !== undefined ? 'failed' : 'idle';
    return {
      ...(model && { model: model.name }),
      state: !isRunning ? restingState : waitsUntil === undefined ? 'running' : 'waiting',
      requested: ids,
      ...(current && model && { current: describeSection(current, model, cardsSoFar) }),
      ...(waitsUntil !== undefined && { until: new Date(waitsUntil).toISOString() }),
      ...(!isRunning && failure !== undefined && { failure }),
      ...(last && { last }),
    };
  }

  async function add(sections: readonly Section[]): Promise<CardsWriting> {
    if (!options.model)
      throw new AppError('IMPOSSIBLE', 'Per far scrivere i ricordi serve la chiave di un fornitore.');
    await requested.add(sections.map(({ id }) => id));
    last = undefined;
    start();
    return progress();
  }

  /** In the order of the book. */
  const sectionsWithout = () =>
    [...store.sections.values()]
      .filter((section) => isLongEnough(section) && lacksCards(section, store.memoryCards))
      .sort((a, b) => a.sectionNumber - b.sectionNumber);

  return {
    /** Goes on with what was asked for before a restart. */
    wake(): void {
      if (requested.list().length > 0) start();
    },
    progress,
    /** @param address the section's id; before the first there is nothing to write from */
    cost(address: string): CardsCost {
      const section = store.sections.get(address);
      const costOf = (sections: readonly Section[]) => estimateCost(sections, options.model, options.prices);
      return {
        ...(section && isLongEnough(section) && { section: costOf([section]) }),
        all: costOf(sectionsWithout()),
      };
    },
    /** Has a section's cards written. @throws AppError NOT_FOUND, IMPOSSIBLE */
    async request(sectionId: string): Promise<CardsWriting> {
      const section = store.sections.get(sectionId);
      if (!section) throw new AppError('NOT_FOUND', 'La sezione non esiste più.');
      if (!isLongEnough(section))
        throw new AppError('IMPOSSIBLE', 'La sezione è troppo breve: i suoi ricordi si scrivono a mano.');
      return add([section]);
    },
    /** Has those of every section written that has no fresh ones. @throws AppError IMPOSSIBLE */
    requestAll: async (): Promise<CardsWriting> => add(sectionsWithout()),
    /** Stops; what is written stays, what was asked for is forgotten. */
    async cancel(): Promise<CardsWriting> {
      await worker.halt();
      failure = undefined;
      await requested.clear();
      return progress();
    },
    /** Goes on after a failure. */
    retry(): CardsWriting {
      start();
      return progress();
    },
    /** Drops what is being written, for good; resolves when nothing runs any more. */
    async stop(): Promise<void> {
      stopped = true;
      await worker.halt();
    },
  };
}

const isLongEnough = (section: Section): boolean => countWords(witnessedText(section.content)) >= fewestWords;

function lacksCards(section: Section, cards: CardsWritingOptions['store']['memoryCards']): boolean {
  const all = cards.bySection(section.id);
  const generated = all.filter((card) => card.generated);
  if (generated.length > 0) return generated.some((card) => isStale(card, section));
  return all.length < enoughCards;
}

function estimateCost(
  sections: readonly Section[],
  model: WritingModel | undefined,
  { models, ...list }: WritingPrices,
): WritingCost {
  const plans = model
    ? sections.map((section) => planWriting(witnessedSection(section), model.taskTokens))
    : [];
  const sum = (count: (plan: (typeof plans)[number]) => number) =>
    plans.reduce((total, plan) => total + count(plan), 0);
  const [input, output] = [sum((plan) => plan.input), sum((plan) => plan.output)];
  const modelPrice = model && models[model.name];
  const cost = modelPrice && (input * modelPrice.input + output * modelPrice.output) / 1e6;
  return {
    sections: sections.length,
    requests: sum(({ parts }) => parts.length),
    input,
    output,
    ...(cost !== undefined && { price: { ...list, cost } }),
  };
}

function describeSection(section: Section, model: WritingModel, cards: number) {
  const { id: sectionId, sectionNumber, title } = section;
  return {
    sectionId,
    sectionNumber,
    title,
    cards,
    wanted: planWriting(witnessedSection(section), model.taskTokens).target,
  };
}

/** Why cards could not be written, for the author. */
function sentenceOf(error: unknown, modelName: string): string {
  if (error instanceof ModelError) return failureSentence(error.failure, modelName);
  if (error instanceof AppError) return error.message;
  return 'I ricordi non si sono potuti scrivere per un imprevisto del programma. Quelli di prima ci sono ancora: riprova.';
}
