import type { ListedCard } from '#shared/contracts/memory-cards.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { showError } from '../error-toast.ts';
import type { Base } from '../saving/save-entry.ts';
import { inputOf, type CardFields } from './card-fields.ts';

/** Cards of a section and their mutations. `address`: the section's id, or `beforeTheFirst`. */
export function useCards(address: string, sectionId: string | null) {
  const utils = trpc.useUtils();
  const list = trpc.memoryCards.list.useQuery({ id: address });
  const refresh = () =>
    Promise.all([
      utils.memoryCards.list.invalidate({ id: address }),
      utils.memoryCards.questions.invalidate({ id: address }),
      utils.memoryCards.cost.invalidate(),
    ]);
  const saving = { networkMode: 'always', onSuccess: refresh } as const;
  const create = trpc.memoryCards.create.useMutation(saving);
  const update = trpc.memoryCards.update.useMutation(saving);
  const remove = trpc.memoryCards.delete.useMutation({
    onError: (error) => showError(error, 'Impossibile eliminare il ricordo'),
    onSettled: refresh,
  });
  const order = trpc.memoryCards.order.useMutation({
    // Serialised: each move starts from the previous result.
    scope: { id: 'memory-cards-order' },
    onError(error) {
      showError(error, 'Impossibile spostare il ricordo');
      void utils.memoryCards.list.invalidate({ id: address });
    },
  });
  const importFile = trpc.memoryCards.import.useMutation({
    onSuccess: refresh,
    onError: (error) => showError(error, 'Impossibile importare i ricordi'),
  });

  /** Optimistic move. @returns the new position from 1, and whether it was saved; undefined without a place */
  function move(id: string, placeFrom: (from: number) => number) {
    // From the cache, not from render: two presses may come before the next render.
    const cards = utils.memoryCards.list.getData({ id: address }) ?? [];
    const from = cards.findIndex((card) => card.id === id);
    const card = cards[from];
    const to = placeFrom(from);
    if (!card || to < 0 || to >= cards.length) return undefined;
    const movedCards = cards.toSpliced(from, 1).toSpliced(to, 0, card);
    utils.memoryCards.list.setData({ id: address }, movedCards);
    const [ids, before] = [movedCards, cards].map((order) => order.map((entry) => entry.id));
    const saved = order.mutateAsync({ id: address, ids: ids ?? [], from: before }).then(
      () => true,
      () => false,
    );
    return { place: to + 1, saved };
  }

  return {
    list,
    refresh,
    async save({ id, updatedAt }: Pick<Base, 'id' | 'updatedAt'>, fields: CardFields): Promise<string> {
      const input = inputOf(fields);
      const card = await (updatedAt === undefined
        ? create.mutateAsync({ ...input, sectionId, id })
        : update.mutateAsync({ ...input, id, updatedAt }));
      return card.id;
    },
    remove: (id: string) =>
      remove.mutateAsync({ id }).then(
        () => true,
        () => false,
      ),
    move,
    /** Moves a card to a position from 0; the toast offers undo. */
    async drop(id: string, to: number): Promise<void> {
      let before = 0;
      const place = (from: number) => {
        before = from;
        return to;
      };
      if (!(await move(id, place)?.saved)) return;
      const run = () => void move(id, () => before);
      showToast({ title: 'Ordine salvato', action: { label: 'Annulla', run } });
    },
    isImporting: importFile.isPending,
    /** @returns imported cards; undefined when refused */
    async importYaml(yaml: string, replace: boolean): Promise<ListedCard[] | undefined> {
      const before = new Set(list.data?.map(({ id }) => id));
      const cards = await importFile.mutateAsync({ id: address, yaml, replace }).catch(() => undefined);
      return cards?.filter(({ id }) => !before.has(id));
    },
  };
}

export type Cards = ReturnType<typeof useCards>;
