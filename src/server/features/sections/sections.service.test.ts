import { describe, expect, it } from 'vitest';
import type { UpdateSection } from '#shared/contracts/sections.ts';
import { storedSection } from '#tests/support/sections.ts';
import { temporaryStore } from '#tests/support/temporary-store.ts';
import { createSection, deleteSection, listSections, updateSection } from './sections.service.ts';

const origin = { by: 'inHouse', of: 'impronta' };
const section = {
  ...storedSection({ sectionNumber: 2, title: 'Il mercato', content: 'Nevicava.' }),
  contentReduced70: 'Sette.',
  contentReduced30: 'Tre.',
  contentLine: 'Mia.',
  generated: { reduced70: origin, reduced30: origin },
};
const { id } = section;
const input = {
  title: 'Altra',
  content: 'y',
  contentReduced70: undefined,
  contentReduced30: undefined,
  contentLine: undefined,
};

async function open() {
  const store = await temporaryStore(
    { type: 'put', collection: 'sections', record: section },
    {
      type: 'put',
      collection: 'sections',
      record: storedSection({ sectionNumber: 1, title: 'Prima', content: 'x' }),
    },
  );
  const woken: string[] = [];
  return { store, woken, summaries: { wake: (sectionId: string) => void woken.push(sectionId) } };
}

it('lists the sections in the order of the story', async () => {
  const services = await open();
  expect(listSections(services).map(({ title }) => title)).toEqual(['Prima', 'Il mercato']);
  await updateSection(services, { id: 'section-1', sectionNumber: 3 });
  expect(listSections(services).map(({ title }) => title)).toEqual(['Il mercato', 'Prima']);
});

describe('an edited form', () => {
  it.each<[string, Omit<UpdateSection, 'id'>, string[]]>([
    ['written by hand becomes the author’s', { contentReduced30: 'A mano.' }, ['reduced70']],
    ['cleared goes back to the generator', { contentReduced30: undefined }, ['reduced70']],
    ['sent as it was stays generated', { contentReduced30: 'Tre.' }, ['reduced70', 'reduced30']],
    ['beside the same text stays generated', { content: 'Nevicava.' }, ['reduced70', 'reduced30']],
    ['of all', { contentReduced70: 'A.', contentReduced30: 'B.' }, []],
  ])('%s', async (_, changes, generated) => {
    const updated = await updateSection(await open(), { id, ...changes });
    expect(Object.keys(updated.generated ?? {})).toEqual(generated);
    expect(updated).toMatchObject({ ...changes, title: 'Il mercato', contentLine: 'Mia.' });
  });
});

it('takes the generated forms of another text away, and leaves the author’s', async () => {
  const updated = await updateSection(await open(), { id, content: 'Piove.' });
  expect(updated).toMatchObject({ content: 'Piove.', contentLine: 'Mia.' });
  for (const field of ['contentReduced70', 'contentReduced30', 'generated'] as const)
    expect(updated[field]).toBeUndefined();
});

describe('the number of a section', () => {
  it('is taken by one only', async () => {
    const services = await open();
    const sentence = 'Esiste già una sezione numero 2: «Il mercato».';
    await expect(createSection(services, { ...input, sectionNumber: 2 })).rejects.toThrow(sentence);
    await expect(updateSection(services, { id: 'section-1', sectionNumber: 2 })).rejects.toThrow(sentence);
    expect(services.woken).toEqual([]);
  });

  it('may be sent again for the same section', async () => {
    expect(await updateSection(await open(), { id, sectionNumber: 2, title: 'Altro' })).toMatchObject({
      title: 'Altro',
    });
  });
});

describe('the summaries', () => {
  it('are woken for what was written, once it is stored', async () => {
    const services = await open();
    const created = await createSection(services, { ...input, sectionNumber: 3 });
    await updateSection(services, { id, title: 'Altro' });
    expect(services.woken).toEqual([created.id, id]);
  });

  it('are not woken for what is gone or was refused', async () => {
    const services = await open();
    await deleteSection(services, id);
    await expect(updateSection(services, { id, title: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(deleteSection(services, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(services.woken).toEqual([]);
  });
});
