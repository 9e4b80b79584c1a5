import { isDeepStrictEqual } from 'node:util';
import type { OwnArticle } from '#shared/contracts/articles.ts';
import type { BinKind } from '#shared/contracts/bin.ts';
import { packedRecording, type PackageTexts } from '#shared/contracts/book-package.ts';
import { codeKey, generateCode } from '#shared/contracts/codes.ts';
import type { MusicCode } from '#shared/contracts/music-codes.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { inHouse, summaryFields, summaryForms } from '#shared/contracts/summaries.ts';
import type { UnlockCode } from '#shared/contracts/unlock-codes.ts';
import type { Store } from '#server/storage/store/types.ts';

export type BookStore = Pick<Store, BinKind | 'settings' | 'sectionVersions' | 'mutate'>;

/** Everything of a site that is its book's: what a package holds, with the values of all codes. */
export interface BookState extends Omit<PackageTexts, 'unlockCodes' | 'musicCodes' | 'articles'> {
  unlockCodes: UnlockCode[];
  musicCodes: MusicCode[];
  articles: OwnArticle[];
}

/** As the file has it: a field that is `undefined` is absent there. */
export const asStored = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/** Settings with this prefix say which upload stands in for a recording of the book. */
const recordingPrefix = 'media:';

export const recordingId = (id: string) => recordingPrefix + id;

const storedRecording = packedRecording.omit({ id: true });

/** Which uploads stand in for recordings of the book. */
function recordingsOf({ settings }: Pick<Store, 'settings'>): PackageTexts['recordings'] {
  return [...settings.values()].flatMap(({ id, value }) => {
    const { data } = id.startsWith(recordingPrefix) ? storedRecording.safeParse(value) : {};
    return data ? [{ id: id.slice(recordingPrefix.length), ...data }] : [];
  });
}

/** The book as the site has it. @param texts what the author's record says */
export function readBookState(store: BookStore, texts: PackageTexts['book']): BookState {
  return asStored({
    book: texts,
    sections: [...store.sections.values()],
    memoryCards: [...store.memoryCards.values()],
    unlockCodes: [...store.unlockCodes.values()],
    musicCodes: [...store.musicCodes.values()],
    galleryImages: [...store.galleryImages.values()],
    recordings: recordingsOf(store),
    articles: [...store.articles.values()],
  });
}

/** The shorter forms of a section that the site itself made: they cost nothing, and every site makes them anew. */
const ownForms = ({ generated }: Section) => summaryForms.filter((form) => generated?.[form]?.by === inHouse);

function withoutOwnForms(section: Section): Section {
  const copy = { ...section, generated: { ...section.generated } };
  for (const form of ownForms(section)) {
    delete copy[summaryFields[form]];
    delete copy.generated[form];
  }
  const { generated, ...rest } = copy;
  return Object.keys(generated).length > 0 ? copy : rest;
}

/** With the forms that this site has made of the same text, where the package brings none. */
function withFormsOf(section: Section, here: Readonly<Section> | undefined): Section {
  if (here?.title !== section.title || here.content !== section.content) return section;
  const copy = { ...section };
  for (const form of ownForms(here)) {
    if (section[summaryFields[form]] !== undefined) continue;
    copy[summaryFields[form]] = here[summaryFields[form]];
    copy.generated = { ...copy.generated, [form]: here.generated?.[form] };
  }
  return copy;
}

/** What of it a package holds: what readers have used stays here, and the codes' values unless they are asked for. */
export function textsOf(state: BookState, codes: 'none' | 'values'): unknown {
  const packCode = ({ code, ...rest }: { code: string }) => (codes === 'values' ? { code, ...rest } : rest);
  return {
    ...state,
    sections: state.sections.map(withoutOwnForms),
    unlockCodes: state.unlockCodes.map(({ usedCount: _, lastUsedAt: __, ...code }) => packCode(code)),
    musicCodes: state.musicCodes.map(packCode),
  };
}

/** How many codes of a package come without a value and are not here. */
export function countNewCodes(store: BookStore, { unlockCodes, musicCodes }: PackageTexts): number {
  const isNew = (has: (id: string) => unknown) => (code: { id: string; code?: string | undefined }) =>
    code.code === undefined && !has(code.id);
  return (
    unlockCodes.filter(isNew((id) => store.unlockCodes.get(id))).length +
    musicCodes.filter(isNew((id) => store.musicCodes.get(id))).length
  );
}

/**
 * A package's texts as this site would have them: a code without a value keeps the one it has here, or gets a new one; what
 * readers have used of a code that is here is kept.
 */
export function completeTexts(store: BookStore, texts: PackageTexts): BookState {
  const unlockCodeOf = codeMaker(texts.unlockCodes);
  const musicCodeOf = codeMaker(texts.musicCodes);
  return asStored({
    ...texts,
    articles: texts.articles ?? [...store.articles.values()],
    sections: texts.sections.map((section) => withFormsOf(section, store.sections.get(section.id))),
    unlockCodes: texts.unlockCodes.map((code) => {
      const { code: value, usedCount, lastUsedAt } = store.unlockCodes.get(code.id) ?? {};
      return { ...code, code: unlockCodeOf(code.code, value), usedCount, lastUsedAt };
    }),
    musicCodes: texts.musicCodes.map((code) => ({
      ...code,
      code: musicCodeOf(code.code, store.musicCodes.get(code.id)?.code),
    })),
  });
}

/** Gives each code of a collection a value that no other of it has. */
function codeMaker(codes: readonly { code?: string | undefined }[]) {
  const codesInUse = new Set(codes.flatMap(({ code }) => (code === undefined ? [] : [codeKey(code)])));
  const take = (code: string | undefined) => {
    if (code === undefined || codesInUse.has(codeKey(code))) return undefined;
    codesInUse.add(codeKey(code));
    return code;
  };
  return (packed: string | undefined, here: string | undefined): string => {
    if (packed !== undefined) return packed;
    for (let code = take(here); ; code = take(generateCode())) if (code !== undefined) return code;
  };
}

/** The records of a collection by id, as {@link BookState} has them. */
export function recordsById<Entry extends { id: string }>(records: readonly Entry[]) {
  const byId = new Map(records.map((record) => [record.id, record]));
  return { size: byId.size, get: (id: string) => byId.get(id), values: () => byId.values() };
}

export const isSameRecord = (one: object, other: object) => isDeepStrictEqual(asStored(one), asStored(other));
