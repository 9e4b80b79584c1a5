import type { CreateMemoryCard, ListedCard, UpdateMemoryCard } from '#shared/contracts/memory-cards.ts';
import { trpc } from '#client/trpc.ts';
import { showError } from '../error-toast.ts';
import type { Entity } from '../kit/entity.ts';
import { useOrder } from '../kit/use-order.ts';
import { inputOf, type CardFields } from './card-fields.ts';

/** Cards of a section and their mutations. `address`: the section's id, or `beforeTheFirst`. */
export function useCards(address: string, sectionId: string | null) {
  const utils = trpc.useUtils();
  const list = trpc.memoryCards.list.useQuery({ id: address });
  /** Only the list is awaited: after a change the focus moves, and must not do so once the author is elsewhere. */
  const refresh = () => {
    void utils.memoryCards.questions.invalidate({ id: address });
    void utils.memoryCards.cost.invalidate();
    return utils.memoryCards.list.invalidate({ id: address });
  };
  const saving = { networkMode: 'always', onSuccess: refresh } as const;
  const create = trpc.memoryCards.create.useMutation(saving);
  const update = trpc.memoryCards.update.useMutation(saving);
  const remove = trpc.memoryCards.delete.useMutation({
    onError: (error) => showError(error, 'Impossibile eliminare il ricordo'),
    onSettled: refresh,
  });
  const importFile = trpc.memoryCards.import.useMutation({
    onSuccess: refresh,
    onError: (error) => showError(error, 'Impossibile importare i ricordi'),
  });

  const cardsNow = () => utils.memoryCards.list.getData({ id: address }) ?? [];
  const order = useOrder({
    key: address,
    failed: 'Impossibile spostare il ricordo',
    ids: () => cardsNow().map(({ id }) => id),
    show: (ids) =>
      utils.memoryCards.list.setData(
        { id: address },
        cardsNow().toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
      ),
    send: (moved) => utils.client.memoryCards.order.mutate({ id: address, ...moved }),
    refresh: () => utils.memoryCards.list.invalidate({ id: address }),
  });
  // What a sheet saves with; the list says what came of it.
  const entity: Pick<Entity<ListedCard, CardFields>, 'list' | 'create' | 'update' | 'announce'> = {
    list,
    create: {
      mutateAsync: ({ id, ...fields }) =>
        create.mutateAsync({ ...inputOf(fields), sectionId, id } as CreateMemoryCard),
    },
    update: {
      mutateAsync: ({ id, updatedAt, ...fields }) =>
        update.mutateAsync({ ...inputOf(fields), id, updatedAt } as UpdateMemoryCard),
    },
    announce: () => void refresh(),
  };

  return {
    list,
    entity,
    order,
    remove: (id: string) =>
      remove.mutateAsync({ id }).then(
        () => true,
        () => false,
      ),
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
