import { demoBook, publishedDemoCodes } from '#content/demo.ts';
import type { CardOfSection } from '#content/cards-file.ts';
import { generateCode } from '#shared/contracts/codes.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { isVisible } from '#shared/contracts/visibility.ts';
import { cardsMissing } from '../storage/store/migrations.ts';
import { deleteSetting } from '../storage/records/settings.ts';
import type { CollectionName, Collections, Operation, Store } from '../storage/store/types.ts';

type DemoBook = ReturnType<typeof demoBook>;

/** Whether nothing was ever written: an author who deleted everything does not want the demonstration back. */
function isNew(store: Store): boolean {
  const { sections, unlockCodes, musicCodes, galleryImages, users, chatMessages, settings } = store;
  return [sections, unlockCodes, musicCodes, galleryImages, users, chatMessages, settings].every(
    ({ size }) => size === 0,
  );
}

/** Which codes the demonstration is given: new ones, or, for tests, those that everybody can read in the repository. */
type DemoCodes = 'random' | 'published';

/**
 * Puts the demonstration book into a database that has just been made, all of it or nothing.
 *
 * @returns the codes made now, to be shown, or `undefined` when none were made
 */
export async function addDemoBook(store: Store, codes: DemoCodes): Promise<DemoCode[] | undefined> {
  if (!isNew(store)) return undefined;
  const book = codes === 'random' ? withNewCodes(demoBook()) : demoBook();
  const sections = book.sections.map(newRecord);
  await store.mutate([
    ...sections.map((record) => put('sections', record)),
    ...book.unlockCodes.map((code) => put('unlockCodes', newRecord(code))),
    ...book.musicCodes.map((code) => put('musicCodes', newRecord(code))),
    ...book.galleryImages.map((image, index) =>
      put('galleryImages', newRecord({ displayOrder: index, ...image })),
    ),
    ...putCards(book.memoryCards, sections),
  ]);
  if (codes === 'published') return undefined;
  return [
    ...book.unlockCodes.map(({ code, maxSection }) => ({ code, opens: `fino alla sezione ${maxSection}` })),
    ...book.musicCodes.map(({ code, trackTitle }) => ({ code, opens: `la traccia «${trackTitle}»` })),
  ];
}

export interface DemoCode {
  code: string;
  opens: string;
}

function withNewCodes(book: DemoBook): DemoBook {
  const withNewCode = <T extends { code: string }>(entry: T): T => ({ ...entry, code: generateCode() });
  return {
    ...book,
    unlockCodes: book.unlockCodes.map(withNewCode),
    musicCodes: book.musicCodes.map(withNewCode),
  };
}

/** The codes of this site that open something and stand in the repository, where everybody can read them. */
export function publishedCodes({
  unlockCodes,
  musicCodes,
}: Pick<Store, 'unlockCodes' | 'musicCodes'>): string[] {
  const now = Date.now();
  return [
    ...publishedDemoCodes.unlockCodes.map((code) => unlockCodes.byCode(code)),
    ...publishedDemoCodes.musicCodes.map((code) => musicCodes.byCode(code)),
  ].flatMap((record) => (record && isVisible(record, now) ? [record.code] : []));
}

/**
 * Gives the demonstration book's cards to a database from before there were any, once: only to sections whose text is still
 * the demonstration's, and those from before the first section if the first is.
 */
export async function addMissingCards(store: Store): Promise<void> {
  if (!store.settings.get(cardsMissing)) return;
  const book = demoBook();
  const isDemo = ({ sectionNumber, content }: Section) =>
    book.sections.some((demo) => demo.sectionNumber === sectionNumber && demo.content === content);
  const sections = [...store.sections.values()].filter(isDemo);
  const isFirst = sections.some(({ sectionNumber }) => sectionNumber === 1);
  const cards = book.memoryCards.filter(({ sectionNumber }) => sectionNumber > 0 || isFirst);
  await store.mutate([...putCards(cards, sections), deleteSetting(cardsMissing)]);
}

/** The cards of those sections, and those from before the first, in their order. */
function putCards(cards: readonly CardOfSection[], sections: readonly Section[]): Operation[] {
  const ids = new Map<number, string | null>(sections.map(({ sectionNumber, id }) => [sectionNumber, id]));
  ids.set(0, null);
  const places = new Map<number, number>();
  return cards.flatMap(({ sectionNumber, ...card }) => {
    const sectionId = ids.get(sectionNumber);
    if (sectionId === undefined) return [];
    const position = places.get(sectionNumber) ?? 0;
    places.set(sectionNumber, position + 1);
    return [put('memoryCards', newRecord({ ...card, sectionId, position }))];
  });
}

function newRecord<T extends object>(fields: T) {
  const now = new Date().toISOString();
  return { id: crypto.randomUUID(), ...fields, createdAt: now, updatedAt: now };
}

function put<N extends CollectionName>(collection: N, record: Collections[N]): Operation {
  return { type: 'put', collection, record } as Operation;
}
