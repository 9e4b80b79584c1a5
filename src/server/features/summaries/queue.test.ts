import { expect, it, describe } from 'vitest';
import type { Section } from '#shared/contracts/sections.ts';
import { storedSection } from '#tests/support/sections.ts';
import { temporaryStore } from '#tests/support/temporary-store.ts';
import { openQueue, type SummaryTask } from './queue.ts';

const content = (topic: string) => `La ${topic} copriva la strada del mercato. `.repeat(12);
const sections = ['neve', 'nebbia', 'notte'].map((topic, at) =>
  storedSection({ sectionNumber: at + 1, title: topic, content: content(topic) }),
);
const put = (record: Section) => ({ type: 'put', collection: 'sections', record }) as const;

async function open() {
  // Stored backwards: the order is the book's, not the database's.
  const store = await temporaryStore(...sections.toReversed().map(put));
  return { store, queue: openQueue(store) };
}

const nextOf = (queue: ReturnType<typeof openQueue>) => {
  const task = queue.next();
  return task && `${task.section.sectionNumber} ${task.form}${task.requested ? ' requested' : ''}`;
};
const takeTask = (queue: ReturnType<typeof openQueue>) => queue.next() as SummaryTask;

describe('what comes next', () => {
  it('is the first missing form of the first section, again and again until it is there', async () => {
    const { queue } = await open();
    expect([nextOf(queue), nextOf(queue)]).toEqual(['1 reduced70', '1 reduced70']);
    await queue.store(takeTask(queue), { text: 'Breve.', by: 'inHouse' });
    expect(nextOf(queue)).toBe('1 reduced30');
  });

  it('is what the author asked for before anything else, though it is there', async () => {
    const { queue } = await open();
    queue.request('section-3', 'line');
    const task = takeTask(queue);
    expect(nextOf(queue)).toBe('3 line requested');
    queue.finish(task, { text: 'Breve.', by: 'inHouse' });
    expect(nextOf(queue)).toBe('1 reduced70');
  });

  it('is not a form of a section that is gone', async () => {
    const { queue, store } = await open();
    queue.request('section-1', 'line');
    await store.mutate([{ type: 'delete', collection: 'sections', id: 'section-1' }]);
    expect(nextOf(queue)).toBe('2 reduced70');
  });

  it('is not what cannot be made of this text, until the text is another', async () => {
    const { queue, store } = await open();
    queue.finish(takeTask(queue), undefined);
    expect(nextOf(queue)).toBe('1 reduced30');
    await store.mutate([put({ ...(sections[0] as Section), content: content('pioggia') })]);
    expect(nextOf(queue)).toBe('1 reduced70');
  });

  it('is nothing of what the author let go of, but what they ask for', async () => {
    const { queue } = await open();
    await queue.skipMissing();
    expect(nextOf(queue)).toBeUndefined();
    queue.unskip('section-2');
    expect(nextOf(queue)).toBe('2 reduced70');
    await queue.unskipAll();
    expect(nextOf(queue)).toBe('1 reduced70');
  });

  it('is asked for again after an edit of a skipped section, and stays skipped after a restart', async () => {
    const { queue, store } = await open();
    await queue.skipMissing();
    expect(nextOf(openQueue(store))).toBeUndefined();
    await store.mutate([put({ ...(sections[2] as Section), content: content('pioggia') })]);
    expect(nextOf(openQueue(store))).toBe('3 reduced70');
  });
});

describe('a made form', () => {
  const made = { text: 'Breve.', by: 'inHouse' };
  const first = sections[0] as Section;

  it.each<[string, Section | undefined, string | undefined]>([
    ['is stored where nothing changed', first, 'Breve.'],
    ['is stored beside a new title', { ...first, title: 'Altro' }, 'Breve.'],
    ['is dropped when the text was edited', { ...first, content: content('pioggia') }, undefined],
    ['is dropped when the author wrote one', { ...first, contentReduced70: 'Mia.' }, 'Mia.'],
    ['is dropped when the section is gone', undefined, undefined],
  ])('%s', async (_, meanwhile, expected) => {
    const { queue, store } = await open();
    const task = takeTask(queue);
    await store.mutate([
      meanwhile ? put(meanwhile) : { type: 'delete', collection: 'sections', id: first.id },
    ]);
    await queue.store(task, made);
    expect(store.sections.get(first.id)?.contentReduced70).toBe(expected);
  });

  it.each([
    [true, 'Breve.'],
    [false, 'Mia.'],
  ])('takes the place of the author’s own only when asked for (%s)', async (requested, expected) => {
    const { queue, store } = await open();
    const section = { ...first, contentReduced70: 'Mia.' };
    await store.mutate([put(section)]);
    await queue.store({ section, form: 'reduced70', requested }, made);
    expect(store.sections.get(first.id)?.contentReduced70).toBe(expected);
  });
});

it('counts the sections that have everything, of those long enough', async () => {
  const { queue, store } = await open();
  expect(queue.count()).toEqual({ done: 0, total: 3 });
  await store.mutate([put({ ...(sections[1] as Section), content: 'Nevicava.' })]);
  for (const form of ['reduced70', 'reduced30', 'line'] as const)
    queue.finish({ section: sections[0] as Section, form, requested: false }, undefined);
  expect(queue.count()).toEqual({ done: 1, total: 2 });
});
