import { summaryFields, type SummaryForm } from '#shared/contracts/summaries.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { Finding, SpoilerCheck, SpoilerReport, Unchecked } from '#shared/contracts/spoiler-check.ts';
import { perRecord } from '#shared/per-record.ts';
import { runInSlices } from '#shared/tasks.ts';
import { createCardCheck, createFlags, withoutForms, type CheckCards } from '#server/spoilers/hindsight.ts';
import { buildIndexInSteps } from '#server/spoilers/spoiler-index.ts';
import type { Store } from '#server/storage/store/types.ts';
import { namesOf, probeLevel, whyOf, type ProbeOptions } from './probes.ts';
import { cardFindings, excerpt, readTexts, type SiteWords } from './texts.ts';

interface SpoilerCheckOptions extends ProbeOptions {
  store: Pick<Store, 'sections' | 'memoryCards' | 'galleryImages' | 'musicCodes' | 'unlockCodes'>;
  site: SiteWords;
  /** What the character says at any level. */
  spoken: readonly string[];
  onFailure?: (error: unknown) => void;
  clock?: () => number;
}

export interface SpoilerCheckService {
  progress(): SpoilerCheck;
  /** Starts a check in the background; one that runs already goes on. */
  start(): void;
  /** Stops it; the report before stays. */
  cancel(): Promise<void>;
}

/** A longer book is probed at so many levels, evenly chosen, the last one included. */
const mostLevels = 25;
const formNames: Record<SummaryForm, string> = {
  reduced70: 'riassunto al 70%',
  reduced30: 'riassunto al 30%',
  line: 'frase',
};

interface Hindsight {
  flags: ReturnType<typeof createFlags>;
  checkCards: CheckCards;
}

/** «Controllo anti-spoiler»: the leak suite, small, over the author's own book, a little at a time. */
export function createSpoilerCheck(options: SpoilerCheckOptions): SpoilerCheckService {
  const { store, onFailure } = options;
  const hindsightOf = perRecord((spoken: readonly string[]): Hindsight => ({
    flags: createFlags(spoken),
    checkCards: createCardCheck(spoken),
  }));
  let running: Promise<void> | undefined;
  let controller = new AbortController();
  let step = { done: 0, total: 1, step: 'il libro' };
  let problem: string | undefined;
  let last: { report: SpoilerReport; records: readonly unknown[] } | undefined;

  const allRecords = () =>
    [store.sections, store.memoryCards, store.galleryImages, store.musicCodes, store.unlockCodes].flatMap(
      (collection) => [...collection.values()],
    );
  const isOutdated = ({ records }: { records: readonly unknown[] }) => {
    const current = allRecords();
    return records.length !== current.length || records.some((record, at) => record !== current[at]);
  };

  async function check(signal: AbortSignal): Promise<void> {
    const records = allRecords();
    last = {
      report: await checkBook(options, hindsightOf(options.spoken), signal, (next) => (step = next)),
      records,
    };
  }

  return {
    progress: () => ({
      state: running ? 'running' : problem !== undefined ? 'failed' : 'idle',
      ...step,
      ...(problem !== undefined && { problem }),
      ...(last && { report: last.report }),
      outdated: last !== undefined && isOutdated(last),
    }),
    start() {
      if (running) return;
      problem = undefined;
      step = { done: 0, total: 1, step: 'il libro' };
      controller = new AbortController();
      const { signal } = controller;
      running = check(signal)
        .catch((error: unknown) => {
          if (signal.aborted) return;
          problem = `Il controllo si è fermato mentre guardava ${step.step}: ${whyOf(error)}. Il libro è com’era; il controllo si può ripetere.`;
          onFailure?.(error);
        })
        .finally(() => {
          running = undefined;
        });
    },
    async cancel() {
      controller.abort();
      await running;
    },
  };
}

async function checkBook(
  options: SpoilerCheckOptions,
  { flags, checkCards }: Hindsight,
  signal: AbortSignal,
  onStep: (step: { done: number; total: number; step: string }) => void,
): Promise<SpoilerReport> {
  const { store, site, spoken, clock = Date.now } = options;
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
    runInSlices(readTexts(store, site), signal),
  );

  onStep({ done: 1, total, step: 'i riassunti e i ricordi' });
  const flagged = await part('Riassunti', [], () => flags(book));
  const summaries = flagged.flatMap(({ sectionId, form, words }): Finding[] => {
    const section = store.sections.get(sectionId);
    return section ? [summaryFinding(section, form, words)] : [];
  });

  const cards = [...store.memoryCards.values()];
  const ofCards = await part('Ricordi', [], async () => cardFindings(await checkCards(cards, book), book));

  const names = await part('Nomi del libro', [], async () =>
    namesOf(book, await runInSlices(buildIndexInSteps(book.map(withoutForms), spoken), signal)),
  );
  const tallies = { prompts: { asked: 0, wrong: 0 }, replies: { asked: 0, wrong: 0 } };
  const replies = new Map<string, Finding>();
  for (const [at, level] of levels.entries()) {
    onStep({ done: at + 2, total, step: `le risposte al livello ${level}` });
    const probe = await probeLevel(book, level, names, options, signal);
    unchecked.push(...probe.unchecked);
    for (const kind of ['prompts', 'replies'] as const) {
      tallies[kind].asked += probe[kind].asked;
      tallies[kind].wrong += probe[kind].wrong;
    }
    // The same words at ten levels are one thing to mend.
    for (const finding of probe.findings) {
      const key = finding.words.map(({ word }) => word).join();
      if (!replies.has(key)) replies.set(key, finding);
    }
  }
  return {
    at: new Date(clock()).toISOString(),
    levels: levels.length,
    texts: texts + cards.length + book.reduce((sum, section) => sum + formsIn(section), 0),
    ...tallies,
    findings: [...summaries, ...ofCards, ...findings, ...replies.values()],
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
