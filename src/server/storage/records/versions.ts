import { z } from 'zod';
import { section, type Section } from '#shared/contracts/sections.ts';
import { timestamp } from '#shared/contracts/values.ts';
import { versionLimits, type SectionVersion, type SectionVersionText } from '#shared/contracts/versions.ts';
import { countWords } from '#shared/words.ts';
import { hidesMore, withoutMarks } from '#shared/witnessed.ts';
import { packValue, unpackValue, uploadAddressesIn } from './packed-value.ts';
import { deleteSetting } from './settings.ts';
import type { Operation, Store } from '../store/types.ts';

/*
 * What a section was before, among the settings (`version:<section>:<moment>`) and packed: no list carries it, and the journal
 * gets one when a save changes a text, never more.
 */
export const versionPrefix = 'version:';

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

const storedVersion = z.object({
  title: z.string(),
  words: z.number().int(),
  writtenAt: timestamp,
  replacedAt: timestamp,
  addresses: z.array(z.string()),
  packed: z.string(),
});

type SettingsOf = Pick<Store, 'settings'>;
const prefixOf = (sectionId: string) => `${versionPrefix}${sectionId}:`;

function* storedVersions({ settings }: SettingsOf, prefix: string) {
  for (const { id, value } of settings.values()) {
    const stored = id.startsWith(prefix) ? storedVersion.safeParse(value).data : undefined;
    if (stored) yield { settingId: id, ...stored };
  }
}

/** Whether a change touches what readers or the character could be told: a number alone does not. */
export function changesText(current: Section, changes: Partial<Section>): boolean {
  return textFields.some((field) => field in changes && changes[field] !== current[field]);
}

/** Keeps what sections are now, before one write puts something else there; the oldest versions go beyond the limits. */
export function keepVersions(store: SettingsOf, sections: readonly Section[]): Operation[] {
  const kept = sections.map(versionOf);
  const keptIds = new Set(kept.map(({ id }) => id));
  const others = [...storedVersions(store, versionPrefix)]
    .filter(({ settingId }) => !keptIds.has(settingId))
    .sort((a, b) => a.replacedAt.localeCompare(b.replacedAt));
  const going = new Set(
    sections.flatMap(({ id }) => {
      const ofSection = others.filter(({ settingId }) => settingId.startsWith(prefixOf(id)));
      return ofSection.slice(0, Math.max(0, ofSection.length + 1 - versionLimits.perSection));
    }),
  );
  let bytes = kept.reduce((sum, { value }) => sum + value.packed.length, 0);
  for (const version of others) if (!going.has(version)) bytes += version.packed.length;
  for (const version of others) {
    if (bytes <= versionLimits.bytes) break;
    if (going.has(version)) continue;
    going.add(version);
    bytes -= version.packed.length;
  }
  return [
    ...[...going].map(({ settingId }) => deleteSetting(settingId)),
    ...kept.map((record): Operation => ({ type: 'put', collection: 'settings', record })),
  ];
}

function versionOf(current: Section) {
  const { id, updatedAt, title, content } = current;
  const texts = versionTexts.parse(current);
  const value = {
    title,
    words: countWords(withoutMarks(content)),
    writtenAt: updatedAt,
    replacedAt: new Date().toISOString(),
    addresses: uploadAddressesIn(texts),
    packed: packValue(texts),
  };
  return { id: prefixOf(id) + Date.parse(updatedAt).toString(36), value };
}

/** What was kept of a section, the newest first. */
export function listVersions(store: SettingsOf, sectionId: string): SectionVersion[] {
  const prefix = prefixOf(sectionId);
  // Those of one millisecond in the order in which they were written, too.
  return [...storedVersions(store, prefix)]
    .reverse()
    .map(({ settingId, title, words, writtenAt, replacedAt }) => {
      return { id: settingId.slice(prefix.length), title, words, writtenAt, replacedAt };
    })
    .sort((a, b) => b.replacedAt.localeCompare(a.replacedAt));
}

/** A version with its words; `undefined` when it is not there (any more). */
export function openVersion(
  { settings }: SettingsOf,
  sectionId: string,
  versionId: string,
): (SectionVersionText & VersionTexts) | undefined {
  const stored = storedVersion.safeParse(settings.get(prefixOf(sectionId) + versionId)?.value).data;
  if (!stored) return undefined;
  const { packed, words, writtenAt, replacedAt } = stored;
  return { id: versionId, words, writtenAt, replacedAt, ...versionTexts.parse(unpackValue(packed)) };
}

/** Takes away the versions of sections that are neither there nor in the bin. */
export function orphanedVersions(
  { settings, sections }: Pick<Store, 'settings' | 'sections'>,
  inBin: ReadonlySet<string>,
): Operation[] {
  return [...storedVersions({ settings }, versionPrefix)].flatMap(({ settingId }) => {
    const sectionId = settingId.slice(versionPrefix.length, settingId.lastIndexOf(':'));
    return sections.get(sectionId) || inBin.has(sectionId) ? [] : [deleteSetting(settingId)];
  });
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
  store: Pick<Store, 'settings' | 'memoryCards'>,
  current: Section,
  changes: Partial<Section>,
): Operation[] {
  return [
    ...(changesText(current, changes) ? keepVersions(store, [current]) : []),
    ...(hidesMore(changes.content ?? '', current.content) ? shutCards(store, current.id) : []),
  ];
}
