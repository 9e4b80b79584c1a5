import type { Section } from '#shared/contracts/sections.ts';
import {
  summaryFields,
  summaryForms,
  type StrayWord,
  type SummariesProgress,
} from '#shared/contracts/summaries.ts';
import { runInSlices } from '#shared/tasks.ts';
import { laterMentions, strangers, vocabularyOf } from './mentions.ts';
import { buildIndexInSteps, type SpoilerIndex } from './spoiler-index.ts';

type Flags = SummariesProgress['flags'];

/** The section without its shorter forms: what they are held against must not be made of them. */
export function withoutForms(section: Section): Section {
  return {
    ...section,
    contentReduced70: undefined,
    contentReduced30: undefined,
    contentLine: undefined,
  };
}

/**
 * The hindsight check: forms that use a name or term first met in a later section, or a name that their own section does
 * not have. For the author alone: it is made of the whole book.
 */
export function createFlags(spoken: readonly string[]): (sections: readonly Section[]) => Promise<Flags> {
  let index: { of: readonly Section[]; made: Promise<SpoilerIndex> } | undefined;
  let flagsBySection = new WeakMap<Section, Flags>();

  return async (sections) => {
    if (!index || !sameTexts(index.of, sections)) {
      index = { of: [...sections], made: runInSlices(buildIndexInSteps(sections.map(withoutForms), spoken)) };
      flagsBySection = new WeakMap();
    }
    const using = await index.made;
    const flags: Flags = [];
    for (const section of sections) {
      let flagsHere = flagsBySection.get(section);
      if (!flagsHere) {
        flagsHere = flagsOf(section, using);
        flagsBySection.set(section, flagsHere);
        await new Promise((resolve) => setImmediate(resolve));
      }
      flags.push(...flagsHere);
    }
    return flags;
  };
}

function flagsOf(section: Section, index: SpoilerIndex): Flags {
  const own = vocabularyOf(section);
  return summaryForms.flatMap((form) => {
    const text = section[summaryFields[form]];
    if (!text) return [];
    const later = laterMentions(text, section.sectionNumber, index, { own });
    const said = new Set(later.flatMap(({ word }) => word.match(/[\p{L}\p{N}]+/gu) ?? []));
    // What the character says at any level is nobody's discovery.
    const absent: StrayWord[] = strangers(text, own)
      .filter((word) => !said.has(word) && index.names.get(word.toLowerCase())?.first !== 0)
      .map((word) => ({ word }));
    const words = [...later, ...absent];
    return words.length > 0 ? [{ sectionId: section.id, form, words }] : [];
  });
}

/** Whether nothing changed that the index is made of; equal records are found so at once. */
function sameTexts(before: readonly Section[], now: readonly Section[]): boolean {
  return (
    before.length === now.length &&
    before.every((section, at) => {
      const other = now[at];
      return (
        section === other ||
        (section.sectionNumber === other?.sectionNumber &&
          section.title === other.title &&
          section.content === other.content)
      );
    })
  );
}
