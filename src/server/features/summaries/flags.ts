import type { Section } from '../../../shared/contracts/sections.ts';
import {
  summaryFields,
  summaryForms,
  type StrayWord,
  type SummariesProgress,
} from '../../../shared/contracts/summaries.ts';
import { inSlices } from '../../../shared/slices.ts';
import { laterMentions, strangers, vocabularyOf } from '../../spoilers/mentions.ts';
import { indexing, type SpoilerIndex } from '../../spoilers/spoiler-index.ts';
import { fingerprintOf } from './state.ts';

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
  let index: { of: string; made: Promise<SpoilerIndex> } | undefined;
  let checked = new WeakMap<Section, Flags>();

  return async (sections) => {
    const of = sections
      .map((section) => `${section.sectionNumber} ${section.title} ${fingerprintOf(section)}`)
      .join('\n');
    if (index?.of !== of) {
      index = { of, made: inSlices(indexing(sections.map(withoutForms), spoken)) };
      checked = new WeakMap();
    }
    const using = await index.made;
    const flags: Flags = [];
    for (const section of sections) {
      let own = checked.get(section);
      if (!own) {
        own = flagsOf(section, using);
        checked.set(section, own);
        await new Promise((resolve) => setImmediate(resolve));
      }
      flags.push(...own);
    }
    return flags;
  };
}

function flagsOf(section: Section, index: SpoilerIndex): Flags {
  const own = vocabularyOf(section);
  return summaryForms.flatMap((form) => {
    const text = section[summaryFields[form]];
    if (!text) return [];
    const later = laterMentions(text, section.sectionNumber, index, own);
    const said = new Set(later.map(({ word }) => word));
    // What the character says at any level is nobody's discovery.
    const absent: StrayWord[] = strangers(text, own)
      .filter((word) => !said.has(word) && index.names.get(word.toLowerCase())?.first !== 0)
      .map((word) => ({ word }));
    const words = [...later, ...absent];
    return words.length > 0 ? [{ sectionId: section.id, form, words }] : [];
  });
}
