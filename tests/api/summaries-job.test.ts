import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { demoSections, pinocchioSections } from '../support/sections.ts';
import { writingModel, type Writing } from '../support/writing-model.ts';
import type { Section, UpdateSection } from '#shared/contracts/sections.ts';
import { summaryShares } from '#shared/contracts/summaries.ts';
import { countWords } from '#shared/words.ts';
import { ModelError } from '#server/model/types.ts';
import { openStore } from '#server/storage/store/store.ts';
import type { Store } from '#server/storage/store/types.ts';
import { deleteSection, updateSection } from '#server/features/sections/sections.service.ts';
import {
  createSummaries,
  type SummariesOptions,
  type SummariesService,
} from '#server/features/summaries/summaries.service.ts';
import { fingerprintOf } from '#server/features/summaries/state.ts';
import { latency } from '../support/latency.ts';

const open: { store: Store; folder: string; services: SummariesService[] }[] = [];
afterEach(async () => {
  for (const { store, folder, services } of open.splice(0)) {
    for (const service of services) await service.stop();
    await store.close();
    await rm(folder, { recursive: true });
  }
});

const withoutForms = ({ contentReduced70, contentReduced30, contentLine, ...section }: Section): Section => {
  void [contentReduced70, contentReduced30, contentLine];
  return section;
};
/** What the author's panel does, except that nothing is woken: each test wakes the service itself. */
const editSection = (store: Store, changes: UpdateSection) =>
  updateSection({ store, summaries: { wake: () => undefined } }, changes);
const chapters = pinocchioSections().slice(0, 4);

async function house(sections: Section[], options: Partial<SummariesOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-summaries-'));
  const store = await openStore({ dataDir: folder });
  const put = (all: readonly Section[]) =>
    store.mutate(all.map((record) => ({ type: 'put', collection: 'sections', record })));
  await put(sections);
  const services: SummariesService[] = [];
  open.push({ store, folder, services });
  const summaries = (more: Partial<SummariesOptions> = {}) => {
    const settings = { store, model: undefined, allowed: [], spoken: [], ...options, ...more };
    const service = createSummaries({ delayBefore: () => undefined, ...settings });
    services.push(service);
    return service;
  };
  const get = (at: number) => store.sections.get(sections[at]?.id ?? '') as Section;
  return { store, summaries, get, put };
}

async function ended(service: SummariesService) {
  return vi.waitFor(
    async () => {
      const progress = await service.progress();
      expect(['running', 'waiting']).not.toContain(progress.state);
      return progress;
    },
    { timeout: 15_000, interval: 5 },
  );
}

async function run(service: SummariesService) {
  service.wake();
  return ended(service);
}

const share = (text: string | undefined, { content }: Section) =>
  countWords(text ?? '') / countWords(content);

describe('without a provider', () => {
  it('makes the three forms of every section, with their origin', async () => {
    const { summaries, get } = await house(chapters);
    expect(await run(summaries())).toMatchObject({ state: 'idle', done: 4, total: 4, maker: 'inHouse' });
    const section = get(2);
    for (const [form, field] of [
      ['reduced70', 'contentReduced70'],
      ['reduced30', 'contentReduced30'],
    ] as const) {
      expect(share(section[field], section)).toBeGreaterThanOrEqual(summaryShares[form].least);
      expect(share(section[field], section)).toBeLessThanOrEqual(summaryShares[form].most);
      expect(section.generated?.[form]).toEqual({ by: 'inHouse', of: fingerprintOf(section) });
    }
    expect(section.contentLine).toBeTruthy();
    expect(section.updatedAt).toBe(chapters[2]?.updatedAt);
  });

  it('never touches a form of the author, and makes the others', async () => {
    const [first] = demoSections();
    const { contentLine, ...mine } = first as Section;
    void contentLine;
    const { summaries, get } = await house([mine]);
    await run(summaries());
    expect(get(0)).toMatchObject({
      contentReduced70: mine.contentReduced70,
      contentReduced30: mine.contentReduced30,
    });
    expect(Object.keys(get(0).generated ?? {})).toEqual(['line']);
  });

  it('makes anew what was generated from another text, and gives back what the author edits or clears', async () => {
    const { summaries, get, store } = await house(chapters.slice(0, 1));
    const service = summaries();
    await run(service);
    const { id, contentReduced30, contentLine } = get(0);

    await editSection(store, { id, contentReduced30: 'L’ho scritto io.' });
    expect(get(0).generated).not.toHaveProperty('reduced30');
    await editSection(store, { id, content: chapters[1]?.content ?? '' });
    expect(get(0).contentReduced70).toBeUndefined();
    expect(get(0).contentLine).toBeUndefined();
    await run(service);
    expect(get(0).contentReduced30).toBe('L’ho scritto io.');
    expect(get(0).contentLine).not.toBe(contentLine);
    expect(get(0).generated?.line?.of).toBe(fingerprintOf(get(0)));

    await editSection(store, { id, contentReduced30: undefined });
    await run(service);
    expect(get(0).generated).toHaveProperty('reduced30');
    expect(get(0).contentReduced30).not.toBe(contentReduced30);
  });

  it('leaves short sections alone', async () => {
    const short = { ...(chapters[0] as Section), content: 'Nevicava. Poi smise.' };
    const { summaries, get } = await house([short]);
    expect(await run(summaries())).toMatchObject({ state: 'idle', done: 0, total: 0 });
    expect(get(0)).not.toHaveProperty('contentReduced30');
  });

  it('makes a form anew when the author asks, their own too', async () => {
    const { summaries, get } = await house(demoSections().slice(0, 1));
    const service = summaries();
    const before = get(0);
    service.regenerate(before.id, 'reduced30');
    await ended(service);
    expect(get(0).contentReduced30).not.toBe(before.contentReduced30);
    expect(get(0).contentReduced70).toBe(before.contentReduced70);
    expect(() => service.regenerate('nessuna', 'line')).toThrow('non esiste più');
  });
});

const failure = (kind: ModelError['failure'], retryAfterMs?: number) =>
  new ModelError(kind, 'no', { retryAfterMs });

describe('with a provider', () => {
  const one = chapters.slice(0, 1);
  const written = async (scripts: Writing[], taskTokens?: number, more: Partial<SummariesOptions> = {}) => {
    const { model, tasks } = writingModel(scripts, taskTokens);
    const house1 = await house(one, { model, ...more });
    const service = house1.summaries();
    return { ...house1, tasks, service, progress: await run(service) };
  };

  it('sends one section’s own text and nothing else', async () => {
    const { model, tasks } = writingModel();
    const { summaries } = await house(chapters, { model });
    await run(summaries());
    expect(tasks).toHaveLength(12);
    for (const [at, { instructions, text }] of tasks.entries()) {
      const own = chapters[Math.floor(at / 3)] as Section;
      expect(text).toBe(own.content);
      expect(instructions).not.toContain(own.title);
    }
    // The same bytes for the first section whether the others are there or not.
    const alone = writingModel();
    const { summaries: only } = await house(one, { model: alone.model });
    await run(only());
    expect(tasks.slice(0, 3)).toEqual(alone.tasks);
  });

  it('measures what comes, asks once more with the measure, then uses the section’s sentences', async () => {
    const { tasks, get } = await written(['Troppo corto.', 'Ancora corto.']);
    expect(tasks[1]?.instructions).toContain('aveva 2 parole, troppo poche');
    expect(get(0).generated).toMatchObject({
      reduced70: { by: 'inHouse' },
      reduced30: { by: 'prova/modello' },
    });
    expect(share(get(0).contentReduced70, get(0))).toBeGreaterThan(0.6);
  });

  it('does not take a name that the section does not have', async () => {
    const { tasks, get } = await written([
      ({ text }) =>
        `${text
          .split(/\s+/)
          .slice(0, Math.round(countWords(text) * 0.66))
          .join(' ')} e poi Lucignolo rise.`,
    ]);
    expect(tasks[1]?.instructions).toContain('nominava Lucignolo');
    expect(get(0).contentReduced70).not.toContain('Lucignolo');
  });

  it('takes a long section in parts that fit the plan, and smaller ones when told that they do not', async () => {
    const { tasks, get } = await written([failure('too-large')], 2_500);
    // One refused, two halves of it, another part; then the shorter forms.
    expect(tasks.length).toBeGreaterThan(6);
    for (const { text } of tasks.slice(1)) expect(one[0]?.content).toContain(text.slice(0, 80));
    expect(get(0).generated?.reduced70?.by).toBe('prova/modello');
    expect(share(get(0).contentReduced70, get(0))).toBeLessThanOrEqual(0.75);
  });

  it('waits as the service asks, then goes on', async () => {
    const waited: unknown[] = [];
    const { progress, tasks } = await written([failure('rate-limited', 7_000)], undefined, {
      delayBefore: (error) => {
        waited.push((error as ModelError).retryAfterMs);
        return 1;
      },
    });
    expect(waited).toEqual([7_000]);
    expect(progress.state).toBe('idle');
    expect(tasks).toHaveLength(4);
  });

  it('tells what the author has to mend, keeps what is done, and goes on when asked', async () => {
    const { progress, service, get } = await written(['x', failure('bad-key')]);
    expect(progress).toMatchObject({
      state: 'failed',
      done: 0,
      failure: expect.stringContaining('GROQ_API_KEY') as string,
    });
    await service.retry({ withoutModel: false });
    expect(await ended(service)).toMatchObject({ state: 'idle', done: 1 });
    expect(get(0).generated?.line?.by).toBe('prova/modello');
  });

  it('goes on without the model when the author prefers', async () => {
    const { service, get, tasks } = await written([failure('exhausted')]);
    await service.retry({ withoutModel: true });
    await ended(service);
    expect(get(0).generated?.reduced70?.by).toBe('inHouse');
    expect(tasks).toHaveLength(1);
  });

  it.each([
    [
      'changed',
      (store: Store, id: string) => editSection(store, { id, content: chapters[1]?.content ?? '' }),
    ],
    ['deleted', (store: Store, id: string) => deleteSection({ store }, id)],
    [
      'written by the author',
      (store: Store, id: string) => editSection(store, { id, contentReduced70: 'Mio.' }),
    ],
  ])('drops a form of a section that was %s meanwhile', async (how, change) => {
    let answer: (text: string) => void = () => undefined;
    const held = new Promise<string>((resolve) => (answer = resolve));
    const { model, tasks } = writingModel([() => held]);
    const { store, summaries, get } = await house(one, { model });
    const service = summaries();
    service.wake();
    await vi.waitFor(() => expect(tasks).not.toHaveLength(0), { timeout: 10_000, interval: 1 });
    await change(store, one[0]?.id ?? '');
    const late = 'Mai visto. '.repeat(Math.round(countWords(one[0]?.content ?? '') * 0.34));
    answer(late);
    await ended(service);
    expect(get(0)?.contentReduced70 ?? '').not.toContain('Mai visto');
    if (how === 'written by the author') expect(get(0).contentReduced70).toBe('Mio.');
  });

  it('stops at once when the server does, and goes on where it was after a restart', async () => {
    const never = new Promise<string>(() => undefined);
    const { model, tasks } = writingModel();
    const { summaries, get } = await house(chapters.slice(0, 2), { model });
    const stuck = summaries({
      model: {
        ...model,
        write: (task, signal) =>
          tasks.length < 2
            ? model.write(task, signal)
            : Promise.race([
                never,
                new Promise<never>((_, reject) =>
                  signal.addEventListener('abort', () => reject(new Error('stopped'))),
                ),
              ]),
      },
    });
    stuck.wake();
    await vi.waitFor(() => expect(get(0).generated?.reduced30).toBeDefined(), {
      timeout: 10_000,
      interval: 1,
    });
    await stuck.stop();
    const kept = get(0).contentReduced70;

    const after = summaries();
    expect(await run(after)).toMatchObject({ state: 'idle', done: 2 });
    expect(get(0).contentReduced70).toBe(kept);
    expect(tasks).toHaveLength(6);
  });

  it('cancelled, leaves what is missing alone after a restart too, until it is edited or asked for', async () => {
    const { model, tasks } = writingModel([() => latency(20, 'x')]);
    const { summaries, store, get } = await house(chapters.slice(0, 2), { model });
    const service = summaries();
    service.wake();
    await vi.waitFor(() => expect(tasks).not.toHaveLength(0), { timeout: 10_000, interval: 1 });
    await service.cancel();
    expect(await service.progress()).toMatchObject({ state: 'cancelled', done: 0, total: 2 });
    expect(await run(summaries())).toMatchObject({ state: 'cancelled', done: 0 });

    await editSection(store, { id: get(1).id, title: 'Altro titolo' });
    service.wake(get(1).id);
    expect(await ended(service)).toMatchObject({ state: 'cancelled', done: 1 });
    await service.retry({ withoutModel: false });
    expect(await ended(service)).toMatchObject({ state: 'idle', done: 2 });
  });
});

describe('the hindsight check', () => {
  it('finds nothing in the demonstration book’s own forms', async () => {
    const { summaries } = await house(demoSections(), { spoken: ['Nilak'] });
    expect((await run(summaries())).flags).toEqual([]);
  });

  it('names the words of later sections, and those that no section of its own has', async () => {
    const book = demoSections();
    const { id } = book[1] as Section;
    const told = {
      ...(book[1] as Section),
      contentReduced30: 'Più tardi Irja lo disse a Tuomas, e a Brunilde.',
    };
    const { summaries, store } = await house(book.with(1, told), { spoken: ['Nilak'] });
    const service = summaries();
    expect((await run(service)).flags).toEqual([
      {
        sectionId: id,
        form: 'reduced30',
        words: [{ word: 'Irja', first: 4 }, { word: 'Tuomas', first: 6 }, { word: 'Brunilde' }],
      },
    ]);
    await editSection(store, { id, contentReduced30: 'Il branco riparte.' });
    expect((await service.progress()).flags).toEqual([]);
  });
});

it('does not mind forms that were there before origins were kept', async () => {
  const { summaries, get } = await house(demoSections());
  expect(await run(summaries())).toMatchObject({ state: 'idle', done: 12, total: 12 });
  expect(get(0)).not.toHaveProperty('generated');
  expect(withoutForms(get(0))).not.toHaveProperty('contentLine');
});
