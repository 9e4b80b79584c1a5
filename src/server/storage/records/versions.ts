import type { z } from 'zod';
import { section, type Section } from '#shared/contracts/sections.ts';
import {
  versionLimits,
  type SectionVersion,
  type SectionVersionText,
  type StoredVersion,
} from '#shared/contracts/versions.ts';
import { countWords } from '#shared/words.ts';
import { hidesMore, withoutMarks } from '#shared/witnessed.ts';
import { deletion } from './deletion.ts';
import { packValue, unpackValue, uploadAddressesIn } from './packed-value.ts';
import type { Operation, Store } from '../store/types.ts';

/* What a section was before, packed: the journal gets one when a save changes a text, never more. */

const textFields = ['title', 'content', 'contentReduced70', 'contentReduced30', 'contentLine'] as const;
const versionTexts = section.pick({
  title: true,
  content: true,
  contentReduced70: true,
  contentReduced30: true,
  contentLine: true,
  generated: true,
});
/** The words of a section, and which of them were generated. */
type VersionTexts = z.infer<typeof versionTexts>;

type VersionStore = Pick<Store, 'sectionVersions'>;

/** Whether a change touches what readers or the character could be told: a number alone does not. */
export function changesText(current: Section, changes: Partial<Section>): boolean {
  return textFields.some((field) => field in changes && changes[field] !== current[field]);
}

/** Keeps what sections are now, before one write puts something else there; the oldest versions go beyond the limits. */
export function keepVersions({ sectionVersions }: VersionStore, sections: readonly Section[]): Operation[] {
  const kept = sections.map(versionOf);
  const keptIds = new Set(kept.map(({ id }) => id));
  const others = [...sectionVersions.values()].filter(({ id }) => !keptIds.has(id));
  const going = new Set(
    sections.flatMap(({ id }) => {
      const ofSection = others.filter(({ sectionId }) => sectionId === id);
      return ofSection.slice(0, Math.max(0, ofSection.length + 1 - versionLimits.perSection));
    }),
  );
  let bytes = kept.reduce((sum, { packed }) => sum + packed.length, 0);
  for (const version of others) if (!going.has(version)) bytes += version.packed.length;
  for (const version of others) {
    if (bytes <= versionLimits.bytes) break;
    if (going.has(version)) continue;
    going.add(version);
    bytes -= version.packed.length;
  }
  return [
    ...[...going].map(({ id }) => deletion('sectionVersions', id)),
    // One that is kept again is the newest.
    ...kept.flatMap((record): Operation[] => [
      deletion('sectionVersions', record.id),
      { type: 'put', collection: 'sectionVersions', record },
    ]),
  ];
}

const idPrefix = (sectionId: string) => `${sectionId}:`;

function versionOf(current: Section): StoredVersion {
  const { id, updatedAt, title, content } = current;
  const texts = versionTexts.parse(current);
  return {
    id: idPrefix(id) + Date.parse(updatedAt).toString(36),
    sectionId: id,
    title,
    words: countWords(withoutMarks(content)),
    writtenAt: updatedAt,
    replacedAt: new Date().toISOString(),
    addresses: uploadAddressesIn(texts),
    packed: packValue(texts),
  };
}

/** What was kept of a section, the newest first. */
export function listVersions({ sectionVersions }: VersionStore, sectionId: string): SectionVersion[] {
  return [...sectionVersions.values()]
    .filter((version) => version.sectionId === sectionId)
    .reverse()
    .map(({ id, title, words, writtenAt, replacedAt }) => {
      return { id: id.slice(idPrefix(sectionId).length), title, words, writtenAt, replacedAt };
    });
}

/** A version with its words; `undefined` when it is not there (any more). */
export function openVersion(
  { sectionVersions }: VersionStore,
  sectionId: string,
  versionId: string,
): (SectionVersionText & VersionTexts) | undefined {
  const stored = sectionVersions.get(idPrefix(sectionId) + versionId);
  if (!stored) return undefined;
  const { packed, words, writtenAt, replacedAt } = stored;
  return { id: versionId, words, writtenAt, replacedAt, ...versionTexts.parse(unpackValue(packed)) };
}

/** Takes away the versions of sections that are neither there nor in the bin. */
export function orphanedVersions(
  { sectionVersions, sections }: Pick<Store, 'sectionVersions' | 'sections'>,
  inBin: ReadonlySet<string>,
): Operation[] {
  return [...sectionVersions.values()].flatMap(({ id, sectionId }) =>
    sections.get(sectionId) || inBin.has(sectionId) ? [] : [deletion('sectionVersions', id)],
  );
}

/** Cards that a model wrote of a section's text are not said until the author has read them again. */
export function shutCards({ memoryCards }: Pick<Store, 'memoryCards'>, sectionId: string): Operation[] {
  return memoryCards.bySection(sectionId).flatMap((card): Operation[] => {
    const { generated } = card;
    if (!generated) return [];
    const record = { ...card, generated: { ...generated, unread: true } };
    return [{ type: 'put', collection: 'memoryCards', record }];
  });
}

/** What goes with a change of a section: the text of before is kept, and cards are shut where passages are newly marked. */
export function followTextChange(
  store: Pick<Store, 'sectionVersions' | 'memoryCards'>,
  current: Section,
  changes: Partial<Section>,
): Operation[] {
  return [
    ...(changesText(current, changes) ? keepVersions(store, [current]) : []),
    ...(hidesMore(changes.content ?? '', current.content) ? shutCards(store, current.id) : []),
  ];
}
