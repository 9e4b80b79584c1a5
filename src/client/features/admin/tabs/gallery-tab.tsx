import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createGalleryImage } from '#shared/contracts/gallery.ts';
import { trpc, type RouterInputs, type RouterOutputs } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import type { Column } from '../data-table.tsx';
import type { EntityForm } from '../entity-dialog.tsx';
import { EntityTab, type EntityTexts } from '../entity-tab.tsx';
import { changeOutcomes, type Entity } from '../entity.ts';
import { useUndoDelete } from '../saving/use-undo-delete.ts';
import { showError } from '../error-toast.ts';
import { AreaField, TextField } from '../fields.tsx';
import { ImageField } from '../image-field.tsx';
import { moveImage } from '../reorder.ts';
import { GalleryUploads } from '../uploads/gallery-uploads.tsx';
import { MediaSection } from '../uploads/media-section.tsx';
import { UnusedFiles } from '../uploads/unused-files.tsx';
import { useOfferFile } from '../uploads/use-offer-file.ts';

type GalleryRow = RouterOutputs['gallery']['list'][number];
type GalleryFields = RouterInputs['gallery']['create'];
type Gallery = Entity<GalleryRow, GalleryFields>;

const texts: EntityTexts = {
  caption: 'Le immagini della galleria',
  add: 'Aggiungi immagine',
  createTitle: 'Nuova immagine',
  editTitle: 'Modifica immagine',
  empty: 'Nessuna immagine aggiunta. Inizia aggiungendone una.',
  loading: 'Lettura della galleria…',
  loadFailed: 'Impossibile leggere la galleria',
  searchHint: 'titolo, descrizione o indirizzo',
  confirmDelete: 'Sei sicuro di voler eliminare questa immagine?',
  one: 'immagine',
  many: 'immagini',
};

const columns: Column<GalleryRow>[] = [
  {
    key: 'order',
    header: 'Ordine',
    sortBy: (row) => row.displayOrder,
    cell: (row) => <span className="admin-number">{row.displayOrder}</span>,
  },
  {
    key: 'thumbnail',
    header: 'Immagine',
    cell: (row) => <Thumbnail key={row.imageUrl} url={row.imageUrl} />,
  },
  { key: 'title', header: 'Titolo', names: true, sortBy: (row) => row.title, cell: (row) => row.title },
  {
    key: 'description',
    header: 'Descrizione',
    cell: (row) => row.description ?? <span className="admin-none">senza descrizione</span>,
  },
];

function Thumbnail({ url }: { url: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) {
    const words = url.startsWith('/uploads/') ? 'file mancante' : 'non si apre';
    return <span className="admin-thumbnail admin-none">{words}</span>;
  }
  return (
    <img
      className="admin-thumbnail"
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      width={96}
      height={54}
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
}

const form: EntityForm<GalleryRow, GalleryFields> = {
  resolver: zodResolver(createGalleryImage, undefined, { raw: true }),
  values: (item) => ({
    title: item?.title ?? '',
    imageUrl: item?.imageUrl ?? '',
    description: item?.description ?? '',
    displayOrder: item ? String(item.displayOrder) : undefined,
  }),
  required: ['title', 'imageUrl'],
  labels: {
    title: 'Titolo',
    imageUrl: 'Immagine',
    description: 'Descrizione',
    displayOrder: 'Ordine',
  },
  size: 'medium',
  fields: (state) => (
    <div className="grid gap-x-6 gap-y-4 min-[54rem]:grid-cols-[1fr_1fr] min-[54rem]:grid-rows-[auto_auto_1fr]">
      <ImageField form={state} />
      <TextField form={state} name="title" label="Titolo" />
      <AreaField form={state} name="description" label="Descrizione" optional rows={3} />
      <TextField
        form={state}
        name="displayOrder"
        label="Ordine"
        optional
        numeric
        absentWhenEmpty
        hint="Da 0 in su. Senza un numero l’immagine va in fondo."
      />
    </div>
  ),
};

const nameOf = (row: GalleryRow) => `immagine ${row.title}`;
const searchText = (row: GalleryRow) => [row.title, row.description ?? '', row.imageUrl].join('\n');

/** The images of the book's world, in the order in which readers see them. */
export function GalleryTab() {
  const entity = useOfferingFiles(useGalleryImages());
  const move = useMove();
  return (
    <>
      <GalleryUploads />
      <EntityTab
        tab="galleria"
        texts={texts}
        entity={entity}
        columns={columns}
        initialSorting={{ key: 'order', descending: false }}
        form={form}
        nameOf={nameOf}
        searchText={searchText}
        rowTools={(row, { sorting, filtered }) =>
          sorting.key === 'order' &&
          !sorting.descending &&
          !filtered && (
            <>
              <MoveButton row={row} by={-1} disabled={row === entity.list.data?.[0]} onMove={move} />
              <MoveButton row={row} by={1} disabled={row === entity.list.data?.at(-1)} onMove={move} />
            </>
          )
        }
      />
      <MediaSection />
      <UnusedFiles />
    </>
  );
}

function useGalleryImages(): Gallery {
  const utils = trpc.useUtils();
  const outcomes = changeOutcomes(
    {
      created: 'Immagine Aggiunta',
      updated: 'Immagine Aggiornata',
      deleted: 'Immagine Eliminata',
      saveFailed: "Impossibile salvare l'immagine",
      deleteFailed: "Impossibile eliminare l'immagine",
    },
    () => utils.gallery.list.invalidate(),
    useUndoDelete(),
  );
  return {
    list: trpc.gallery.list.useQuery(undefined, { networkMode: 'always' }),
    create: trpc.gallery.create.useMutation(outcomes.create),
    update: trpc.gallery.update.useMutation(outcomes.update),
    remove: trpc.gallery.delete.useMutation(outcomes.remove),
    announce: outcomes.announce,
  };
}

/** The gallery, offering to delete a file when its image gets another one; that of a deleted image may still come back. */
function useOfferingFiles(gallery: Gallery): Gallery {
  const offerFile = useOfferFile();
  const fileOf = (id: string) => gallery.list.data?.find((row) => row.id === id)?.imageUrl ?? '';
  return {
    ...gallery,
    update: {
      async mutateAsync(edited) {
        const before = fileOf(edited.id);
        await gallery.update.mutateAsync(edited);
        // After the dialog has closed.
        if (edited.imageUrl !== undefined && edited.imageUrl !== before) void offerFile(before);
      },
    },
  };
}

interface MoveButtonProps {
  row: GalleryRow;
  by: -1 | 1;
  disabled: boolean;
  onMove(id: string, by: -1 | 1): void;
}

function MoveButton({ row, by, disabled, onMove }: MoveButtonProps) {
  const way = by === -1 ? 'su' : 'giù';
  return (
    <Button
      small
      className="admin-move"
      data-action={by === -1 ? 'up' : 'down'}
      data-way={way}
      aria-label={`Sposta ${way} ${nameOf(row)}`}
      aria-disabled={disabled}
      onClick={() => !disabled && onMove(row.id, by)}
    >
      <span aria-hidden>{by === -1 ? '↑' : '↓'}</span>
    </Button>
  );
}

/** Moves at once on the screen; if the server refuses, the list goes back to what the server has. */
function useMove() {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const move = useMutation({
    mutationKey: ['gallery-order'],
    // One move after another, each on the order the last one left.
    scope: { id: 'gallery-order' },
    mutationFn: async (changes: { id: string; displayOrder: number }[]) => {
      for (const change of changes) await utils.client.gallery.update.mutate(change);
    },
    onError: (error) => showError(error, "Impossibile salvare l'immagine"),
    // Only after the last of several: the order in between would undo on the screen what is still on its way.
    onSettled: () =>
      queryClient.isMutating({ mutationKey: ['gallery-order'] }) === 1
        ? utils.gallery.list.invalidate()
        : undefined,
  });
  return (id: string, by: -1 | 1) => {
    // As it is now, not as it was drawn: two presses may come before the next drawing.
    const images = [...(utils.gallery.list.getData() ?? [])].sort((a, b) => a.displayOrder - b.displayOrder);
    const changes = moveImage(images, id, by);
    const orders = new Map(changes.map((change) => [change.id, change.displayOrder]));
    utils.gallery.list.setData(undefined, (shown) =>
      shown
        ?.map((image) => ({ ...image, displayOrder: orders.get(image.id) ?? image.displayOrder }))
        .sort((a, b) => a.displayOrder - b.displayOrder),
    );
    move.mutate(changes);
  };
}
