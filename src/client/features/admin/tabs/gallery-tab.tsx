import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createGalleryImage } from '#shared/contracts/gallery.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { trpc, type RouterInputs, type RouterOutputs } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import type { Column } from '../data-table.tsx';
import type { EntityForm } from '../entity-dialog.tsx';
import { EntityTab, type EntityTexts } from '../entity-tab.tsx';
import { useEntity, type Entity } from '../entity.ts';
import { showError } from '../error-toast.ts';
import { AreaField, TextField } from '../fields.tsx';
import { VisibilityField } from '../visibility/visibility-field.tsx';
import { VisibilityNote } from '../visibility/visibility-note.tsx';
import { visibilityWords } from '../visibility/visibility-texts.ts';
import { ImageField } from '../image-field.tsx';
import { moveId, orderImages } from '../reorder.ts';
import { DragHandle, Sortable } from '../sorting/sortable.tsx';
import { GalleryUploads } from '../uploads/gallery-uploads.tsx';
import { MediaSection } from '../uploads/media-section.tsx';
import { UnusedFiles } from '../uploads/unused-files.tsx';
import { useOfferFile } from '../uploads/use-offer-file.ts';

type GalleryRow = RouterOutputs['gallery']['listAll'][number];
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
    cell: (row) => <Thumbnail key={row.imageUrl} image={row} />,
  },
  {
    key: 'title',
    header: 'Titolo',
    names: true,
    sortBy: (row) => row.title,
    cell: (row) => (
      <>
        {row.title} <VisibilityNote row={row} />
      </>
    ),
  },
  {
    key: 'description',
    header: 'Descrizione',
    cell: (row) => (
      <span className={row.description ? 'admin-brief' : 'admin-none'}>
        {row.description ?? 'senza descrizione'}
      </span>
    ),
  },
];

/** The smallest file: full camera pictures would be tens of megabytes. */
function Thumbnail({ image: { imageUrl: url, variants = [] } }: { image: GalleryRow }) {
  const [failed, setFailed] = useState(false);
  if (failed) {
    const words = url.startsWith('/uploads/') ? 'file mancante' : 'non si apre';
    return <span className="admin-thumbnail admin-none">{words}</span>;
  }
  return (
    <img
      className="admin-thumbnail"
      src={smallestOf(variants) ?? url}
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

const smallestOf = (variants: NonNullable<GalleryRow['variants']>) =>
  variants.filter(({ type }) => type === 'image/webp').toSorted((a, b) => a.width - b.width)[0]?.url;

const form: EntityForm<GalleryRow, GalleryFields> = {
  resolver: zodResolver(createGalleryImage, undefined, { raw: true }),
  values: (item) => ({
    title: item?.title ?? '',
    imageUrl: item?.imageUrl ?? '',
    description: item?.description ?? '',
    displayOrder: item ? String(item.displayOrder) : undefined,
    visibleFrom: item?.visibleFrom ?? '',
  }),
  required: ['title', 'imageUrl'],
  labels: {
    title: 'Titolo',
    imageUrl: 'Immagine',
    description: 'Descrizione',
    displayOrder: 'Ordine',
    visibleFrom: 'Per i lettori',
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
      <VisibilityField form={state} hidden="Per i lettori l’immagine e il suo file non ci sono" />
    </div>
  ),
};

const nameOf = (row: GalleryRow) => `immagine ${row.title}`;
const searchText = (row: GalleryRow) =>
  [row.title, row.description ?? '', row.imageUrl, visibilityWords(row)].join('\n');

export function GalleryTab() {
  const entity = useOfferingFiles(useGalleryImages());
  const move = useMove();
  const rows = entity.list.data ?? [];
  return (
    <>
      <GalleryUploads />
      <Sortable
        ids={rows.map(({ id }) => id)}
        nameOf={(id) =>
          rows
            .filter((row) => row.id === id)
            .map(nameOf)
            .join()
        }
        onMove={move.drop}
      >
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
                <DragHandle id={row.id} name={nameOf(row)} />
                <MoveButton row={row} by={-1} disabled={row === rows[0]} onMove={move.step} />
                <MoveButton row={row} by={1} disabled={row === rows.at(-1)} onMove={move.step} />
              </>
            )
          }
        />
      </Sortable>
      <MediaSection />
      <UnusedFiles />
    </>
  );
}

function useGalleryImages(): Gallery {
  const utils = trpc.useUtils();
  return useEntity(
    {
      list: trpc.gallery.listAll,
      create: trpc.gallery.create,
      update: trpc.gallery.update,
      delete: trpc.gallery.delete,
    },
    {
      created: 'Immagine Aggiunta',
      updated: 'Immagine Aggiornata',
      deleted: 'Immagine Eliminata',
      saveFailed: "Impossibile salvare l'immagine",
      deleteFailed: "Impossibile eliminare l'immagine",
    },
    () => utils.gallery.invalidate(),
  );
}

/** After replacing an image, offers to delete its old file; a deleted image's file is kept for undo. */
function useOfferingFiles(gallery: Gallery): Gallery {
  const offerFile = useOfferFile();
  const fileOf = (id: string) => gallery.list.data?.find((row) => row.id === id)?.imageUrl ?? '';
  return {
    ...gallery,
    update: {
      async mutateAsync(changes) {
        const before = fileOf(changes.id);
        await gallery.update.mutateAsync(changes);
        if (changes.imageUrl !== undefined && changes.imageUrl !== before) void offerFile(before);
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

/** Optimistic move in one request; reverts if the server refuses. */
function useMove() {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const mutationKey = ['gallery-order'];
  const order = useMutation({
    mutationKey,
    // Serialised: each move starts from the previous result.
    scope: { id: 'gallery-order' },
    networkMode: 'always',
    mutationFn: (input: { ids: string[]; from: string[] }) => utils.client.gallery.order.mutate(input),
    onError: (error) => showError(error, "Impossibile salvare l'immagine"),
    // Only after the last of several moves: an intermediate refetch would revert pending ones.
    onSettled: () => (queryClient.isMutating({ mutationKey }) === 1 ? utils.gallery.invalidate() : undefined),
  });
  // From the cache, not from render: two presses may come before the next render.
  const idsNow = () => (utils.gallery.listAll.getData() ?? []).map(({ id }) => id);
  const show = (ids: string[]) => {
    const from = idsNow();
    utils.gallery.listAll.setData(undefined, (shown) => shown && orderImages(shown, ids));
    return order.mutateAsync({ ids, from });
  };
  return {
    step(id: string, by: -1 | 1): void {
      const ids = idsNow();
      const to = ids.indexOf(id) + by;
      if (to >= 0 && to < ids.length) show(moveId(ids, id, to)).catch(() => undefined);
    },
    drop(id: string, to: number): void {
      const before = idsNow();
      show(moveId(before, id, to)).then(
        () =>
          showToast({
            title: 'Ordine salvato',
            action: { label: 'Annulla', run: () => void show(before).catch(() => undefined) },
          }),
        () => undefined,
      );
    },
  };
}
