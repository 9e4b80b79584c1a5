import { summaryFields, type SummaryForm } from '#shared/contracts/summaries.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { Finding, SpoilerCheck, SpoilerReport } from '#shared/contracts/spoiler-check.ts';
import { runInSlices } from '#shared/tasks.ts';
import { createFlags, withoutForms } from '#server/spoilers/hindsight.ts';
import { indexing } from '#server/spoilers/spoiler-index.ts';
import type { Store } from '#server/storage/store/types.ts';
import { namesOf, probeLevel, type ProbeOptions } from './probes.ts';
import { excerpt, readTexts, type SiteWords } from './texts.ts';

export interface SpoilerCheckOptions extends ProbeOptions {
  store: Pick<Store, 'sections' | 'galleryImages' | 'musicCodes' | 'unlockCodes'>;
  site: SiteWords;
  /** What the character says at any level. */
  spoken: readonly string[];
  onFailure?: (error: unknown) => void;
  clock?: () => number;
}

/** What the procedures of the check need. */
export interface SpoilerCheckServices {
  spoilerCheck: SpoilerCheckService;
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

/** «Controllo anti-spoiler»: the leak suite, small, over the author's own book, a little at a time. */
export function createSpoilerCheck(options: SpoilerCheckOptions): SpoilerCheckService {
  const { store, site, clock = Date.now, onFailure } = options;
  const flags = createFlags(options.spoken);
  let running: Promise<void> | undefined;
  let controller = new AbortController();
  let now = { done: 0, total: 1, step: '' };
  let failed = false;
  let last: { report: SpoilerReport; of: readonly unknown[] } | undefined;

  const everything = () =>
    [store.sections, store.galleryImages, store.musicCodes, store.unlockCodes].flatMap((records) => [
      ...records.values(),
    ]);

  async function check(signal: AbortSignal): Promise<void> {
    const of = everything();
    const book = [...store.sections.values()].sort((a, b) => a.sectionNumber - b.sectionNumber);
    const levels = levelsOf(book);
    now = { done: 0, total: levels.length + 2, step: 'le parole del sito, titoli, etichette e didascalie' };
    const { findings, texts } = await runInSlices(readTexts(store, site), signal);

    now = { ...now, done: 1, step: 'i riassunti' };
    const summaries = (await flags(book)).flatMap(({ sectionId, form, words }): Finding[] => {
      const section = store.sections.get(sectionId);
      return section ? [summaryFinding(section, form, words)] : [];
    });

    const report: SpoilerReport = {
      at: '',
      levels: levels.length,
      texts: texts + book.reduce((sum, section) => sum + formsIn(section), 0),
      prompts: { asked: 0, wrong: 0 },
      replies: { asked: 0, wrong: 0 },
      findings: [...summaries, ...findings],
    };
    const index = await runInSlices(indexing(book.map(withoutForms), options.spoken), signal);
    const names = namesOf(book, index);
    const replies = new Map<string, Finding>();
    for (const [at, level] of levels.entries()) {
      now = { ...now, done: at + 2, step: `le risposte al livello ${level}` };
      const probed = await probeLevel(book, level, names, options, signal);
      for (const kind of ['prompts', 'replies'] as const) {
        report[kind].asked += probed[kind].asked;
        report[kind].wrong += probed[kind].wrong;
      }
      // The same words at ten levels are one thing to mend.
      for (const found of probed.findings) {
        const key = found.words.map(({ word }) => word).join();
        if (!replies.has(key)) replies.set(key, found);
      }
    }
    report.findings.push(...replies.values());
    report.at = new Date(clock()).toISOString();
    last = { report, of };
  }

  return {
    progress() {
      const current = everything();
      const outdated =
        last !== undefined &&
        (last.of.length !== current.length || last.of.some((record, at) => record !== current[at]));
      return {
        state: running ? 'running' : failed ? 'failed' : 'idle',
        ...now,
        ...(last && { report: last.report }),
        outdated,
      };
    },
    start() {
      if (running) return;
      failed = false;
      controller = new AbortController();
      const { signal } = controller;
      running = check(signal)
        .catch((error: unknown) => {
          if (signal.aborted) return;
          failed = true;
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
