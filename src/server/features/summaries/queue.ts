import { z } from 'zod';
import type { Section } from '#shared/contracts/sections.ts';
import { summaryFields, type SummaryForm } from '#shared/contracts/summaries.ts';
import { deleteSetting, putSetting } from '#server/storage/records/settings.ts';
import type { Store } from '#server/storage/store/types.ts';
import type { MadeForm } from './make.ts';
import { fingerprintOf, isLongEnough, missingForms, withGenerated } from './state.ts';

/** One form of one section, to be made. */
export interface SummaryTask {
  section: Section;
  form: SummaryForm;
  /** Asked for by the author, who may replace a form of their own. */
  requested: boolean;
}

const keyOf = (section: Section, form: SummaryForm) => `${section.id} ${form} ${fingerprintOf(section)}`;

/** What is to be made, read from the records each time: no list of it is kept that could be lost or wrong. */
export function openQueue(store: Pick<Store, 'sections' | 'settings' | 'mutate'>) {
  const skipped = openSkipped(store);
  /** Forms no choice of sentences is right for; found out again after a restart. */
  const impossible = new Set<string>();
  const requests = new Map<string, Set<SummaryForm>>();

  const sections = () => [...store.sections.values()].sort((a, b) => a.sectionNumber - b.sectionNumber);
  const formsToMake = (section: Section) =>
    missingForms(section).filter((form) => !impossible.has(keyOf(section, form)));

  function nextRequested(): SummaryTask | undefined {
    for (const [id, forms] of requests) {
      const section = store.sections.get(id);
      const [form] = forms;
      if (section && form) return { section, form, requested: true };
      requests.delete(id);
    }
    return undefined;
  }

  return {
    sections,
    formsToMake,

    /** What the author asked for first, then what is missing, in the order of the book. */
    next(): SummaryTask | undefined {
      const requested = nextRequested();
      if (requested) return requested;
      for (const section of sections()) {
        if (skipped.has(section.id, fingerprintOf(section))) continue;
        const [form] = formsToMake(section);
        if (form) return { section, form, requested: false };
      }
      return undefined;
    },

    request(id: string, form: SummaryForm): void {
      requests.set(id, (requests.get(id) ?? new Set()).add(form));
    },

    dropRequests: () => requests.clear(),

    /** Ends a task; `made` is `undefined` when no form of the right length exists. */
    finish({ section, form, requested }: SummaryTask, made: MadeForm | undefined): void {
      if (!made) impossible.add(keyOf(section, form));
      if (requested) requests.get(section.id)?.delete(form);
    },

    /** Stores a made form, unless its section was edited, deleted or given one by the author meanwhile. */
    async store({ section, form, requested }: SummaryTask, { text, by }: MadeForm): Promise<void> {
      const now = store.sections.get(section.id);
      if (!now || fingerprintOf(now) !== fingerprintOf(section)) return;
      const isUntouched = now[summaryFields[form]] === section[summaryFields[form]];
      if (!isUntouched || (!requested && !missingForms(now).includes(form))) return;
      const record = withGenerated(now, form, text, by);
      await store.mutate([{ type: 'put', collection: 'sections', record }]);
    },

    /** Leaves all that is missing now alone, until its section is edited. */
    skipMissing(): Promise<void> {
      const missing = sections().filter((section) => formsToMake(section).length > 0);
      return skipped.add(missing.map((section) => [section.id, fingerprintOf(section)]));
    },
    unskip: skipped.delete,
    unskipAll: skipped.clear,

    /** How many sections have all their forms, of those long enough for any. */
    count(): { done: number; total: number } {
      const long = sections().filter(isLongEnough);
      return {
        done: long.filter((section) => formsToMake(section).length === 0).length,
        total: long.length,
      };
    },
  };
}

const skippedId = 'summaries-skipped';
const skippedSections = z.record(z.string(), z.string());

/**
 * The sections whose missing summaries the author cancelled, each with the fingerprint of its text: edited, it is wanted
 * again. Kept with the settings, so that a restart does not go on with what costs money and was stopped.
 */
function openSkipped(store: Pick<Store, 'settings' | 'mutate'>) {
  const read = (): Record<string, string> => {
    const result = skippedSections.safeParse(store.settings.get(skippedId)?.value);
    return result.success ? result.data : {};
  };
  const write = (value: Record<string, string>) => store.mutate([putSetting(skippedId, value)]);

  return {
    has: (id: string, fingerprint: string): boolean => read()[id] === fingerprint,
    async add(entries: readonly (readonly [id: string, fingerprint: string])[]): Promise<void> {
      if (entries.length > 0) await write({ ...read(), ...Object.fromEntries(entries) });
    },
    /** Takes effect at once; if the disk refuses, the section is skipped again and the author can still ask for it. */
    delete(id: string): void {
      const { [id]: found, ...others } = read();
      if (found !== undefined) void write(others).catch(() => undefined);
    },
    async clear(): Promise<void> {
      if (Object.keys(read()).length > 0) await store.mutate([deleteSetting(skippedId)]);
    },
  };
}
