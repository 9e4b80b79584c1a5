import type { Section } from '#shared/contracts/sections.ts';
import { runInSlices } from '#shared/tasks.ts';
import { withoutForms } from '#server/spoilers/hindsight.ts';
import { laterMentions, vocabularyOf } from '#server/spoilers/mentions.ts';
import { buildIndexInSteps } from '#server/spoilers/spoiler-index.ts';
import type { Store } from '#server/storage/store/types.ts';
import { questionKey } from '../question-key.ts';
import type { WrittenCard } from './read-cards.ts';

/**
 * Of the cards a model wrote those that may be stored: without a term of a later section, and without a question that the
 * author answers herself. It reads the whole book, so it comes after the last request: nothing of it reaches the provider.
 */
export function createSafeSelection(
  store: Pick<Store, 'sections' | 'memoryCards'>,
  spoken: readonly string[],
): (section: Section, cards: readonly WrittenCard[], signal: AbortSignal) => Promise<WrittenCard[]> {
  return async (section, cards, signal) => {
    const book = [...store.sections.values()].map(withoutForms);
    const index = await runInSlices(buildIndexInSteps(book, spoken), signal);
    const own = vocabularyOf(section);
    const answered = new Set(
      store.memoryCards
        .bySection(section.id)
        .filter((card) => !card.generated)
        .flatMap(({ asks, chip }) => [...asks, ...(chip ? [chip] : [])])
        .map(questionKey),
    );
    return cards.filter(({ says, more, back, chip, asks }) => {
      const all = [says, more, back, chip, ...asks].filter((part) => part !== undefined).join('\n');
      const isLater = laterMentions(all, section.sectionNumber, index, { own }).length > 0;
      return !isLater && !asks.some((ask) => answered.has(questionKey(ask)));
    });
  };
}
