import type { Operation, Store } from './types.ts';

/** Cards that a model wrote of a section's text are not said until the author has read them again. */
export function shutCards({ memoryCards }: Pick<Store, 'memoryCards'>, sectionId: string): Operation[] {
  return memoryCards.bySection(sectionId).flatMap((card): Operation[] => {
    const { generated } = card;
    if (!generated) return [];
    const record = { ...card, generated: { ...generated, unread: true } };
    return [{ type: 'put', collection: 'memoryCards', record }];
  });
}
