import { summaryFields, type SummaryForm } from '#shared/contracts/summaries.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { Finding, SpoilerCheck, SpoilerReport, Unchecked } from '#shared/contracts/spoiler-check.ts';
import { runInSlices } from '#shared/tasks.ts';
import { checkCards, checkForms, withoutForms } from '#server/spoilers/hindsight.ts';
import { buildIndexInSteps } from '#server/spoilers/spoiler-index.ts';
import type { Store } from '#server/storage/store/types.ts';
import { namesOf, probeLevel, whyOf, type Speaker } from './probes.ts';
import { cardFindings, excerpt, readTexts, type SiteWords } from './texts.ts';

interface SpoilerCheckOptions {
  store: Pick<
    Store,
    'sections' | 'memoryCards' | 'galleryImages' | 'musicCodes' | 'unlockCodes' | 'articles'
  >;
  speaker(): Speaker;
  site(): SiteWords;
  onFailure?: (error: unknown) => void;
  clock?: () => number;
}

export type SpoilerCheckService = ReturnType<typeof createSpoilerCheck>;

/** A longer book is probed at so many levels, evenly chosen, the last one included. */
const mostLevels = 25;
const formNames: Record<SummaryForm, string> = {
  reduced70: 'riassunto al 70%',
  reduced30: 'riassunto al 30%',
  line: 'frase',
};

const firstStep = { done: 0, total: 1, step: 'il libro' };

/** «Controllo anti-spoiler»: the leak suite, small, over the author's own book, a little at a time. */
export function createSpoilerCheck(options: SpoilerCheckOptions) {
  const { store, onFailure } = options;
  let running: Promise<void> | undefined;
  let controller = new AbortController();
  let step = firstStep;
  let problem: string | undefined;
  let last: { report: SpoilerReport; records: readonly unknown[] } | undefined;

  const allRecords = () =>
    [
      ...[store.sections, store.memoryCards, store.galleryImages, store.musicCodes, store.unlockCodes],
      store.articles,
    ].flatMap((collection) => [...collection.values()]);
  const isOutdated = ({ records }: { records: readonly unknown[] }) => {
    const current = allRecords();
    return records.length !== current.length || records.some((record, at) => record !== current[at]);
  };

  async function check(signal: AbortSignal): Promise<void> {
    try {
      const records = allRecords();
      last = { report: await checkBook(options, signal, (next) => (step = next)), records };
    } catch (error) {
      if (signal.aborted) return;
      problem = `Il controllo si è fermato mentre guardava ${step.step}: ${whyOf(error)}. Il libro è com’era; il controllo si può ripetere.`;
      onFailure?.(error);
    }
  }

  return {
    progress: (): SpoilerCheck => ({
      state: running ? 'running' : problem !== undefined ? 'failed' : 'idle',
      ...step,
      ...(problem !== undefined && { problem }),
      ...(last && { report: last.report }),
      outdated: last !== undefined && isOutdated(last),
    }),
    /** Starts a check in the background; one that runs already goes on. */
    start(): void {
      if (running) return;
      problem = undefined;
      step = firstStep;
      controller = new AbortController();
      running = check(controller.signal).finally(() => (running = undefined));
    },
    /** Stops it; the report before stays. */
    async cancel(): Promise<void> {
      controller.abort();
      await running;
    },
  };
}

async function checkBook(
  options: SpoilerCheckOptions,
  signal: AbortSignal,
  onStep: (step: typeof firstStep) => void,
): Promise<SpoilerReport> {
  const { store, clock = Date.now } = options;
  const speaker = options.speaker();
  const book = [...store.sections.values()].sort((a, b) => a.sectionNumber - b.sectionNumber);
  const levels = levelsOf(book);
  const total = levels.length + 2;
  const unchecked: Unchecked[] = [];
  /** A part of the check; one that fails is told to the author and does not end the rest. */
  async function part<T>(where: string, otherwise: T, look: () => Promise<T>): Promise<T> {
    try {
      return await look();
    } catch (error) {
      signal.throwIfAborted();
      options.onFailure?.(error);
      unchecked.push({ where, why: whyOf(error) });
      return otherwise;
    }
  }

  onStep({ done: 0, total, step: 'le parole del sito, titoli, etichette e didascalie' });
  const { findings, texts } = await part('Titoli, etichette, didascalie', { findings: [], texts: 0 }, () =>
    runInSlices(readTexts(store, options.site()), signal),
  );

  onStep({ done: 1, total, step: 'i riassunti e i ricordi' });
  const flagged = await part('Riassunti', [], () => checkForms(book, speaker.spoken));
  const summaries = flagged.flatMap(({ sectionId, form, words }): Finding[] => {
    const section = store.sections.get(sectionId);
    return section ? [summaryFinding(section, form, words)] : [];
  });

  const cards = [...store.memoryCards.values()];
  const ofCards = await part('Ricordi', [], async () =>
    cardFindings(await checkCards(cards, book, speaker.spoken), book),
  );

  const names = await part('Nomi del libro', [], async () =>
    namesOf(book, await runInSlices(buildIndexInSteps(book.map(withoutForms), speaker.spoken), signal)),
  );
  const [prompts, replies] = [
    { asked: 0, wrong: 0 },
    { asked: 0, wrong: 0 },
  ];
  const leaks = new Map<string, Finding>();
  for (const [at, level] of levels.entries()) {
    onStep({ done: at + 2, total, step: `le risposte al livello ${level}` });
    await probeLevel(book, level, names, speaker, signal, { prompts, replies, leaks, unchecked });
  }
  return {
    at: new Date(clock()).toISOString(),
    levels: levels.length,
    texts: texts + cards.length + book.reduce((sum, section) => sum + formsIn(section), 0),
    prompts,
    replies,
    findings: [...summaries, ...ofCards, ...findings, ...leaks.values()],
    unchecked,
  };
}

function summaryFinding(section: Section, form: SummaryForm, words: Finding['words']): Finding {
  return {
    kind: 'summary',
    where: `Sezione ${section.sectionNumber}, ${formNames[form]}`,
    text: excerpt(section[summaryFields[form]] ?? ''),
    words,
    level: section.sectionNumber,
    place: { entity: 'sections', id: section.id },
  };
}

function formsIn(section: Section): number {
  return Object.values(summaryFields).filter((field) => section[field]).length;
}

/** 0 and every section's number, or as many of them as are probed. */
function levelsOf(book: readonly Section[]): number[] {
  const all = [0, ...book.map(({ sectionNumber }) => sectionNumber)];
  if (all.length <= mostLevels) return all;
  return Array.from(
    { length: mostLevels },
    (_, at) => all[Math.round((at * (all.length - 1)) / (mostLevels - 1))] ?? 0,
  );
}
