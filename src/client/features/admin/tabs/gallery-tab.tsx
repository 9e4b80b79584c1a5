import { useState } from 'react';
import { createGalleryImage } from '#shared/contracts/gallery.ts';
import { never } from '#shared/contracts/visibility.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { trpc, type RouterInputs, type RouterOutputs } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { showError } from '../error-toast.ts';
import { countOf, firstFive, formatNumber } from '../format.ts';
import type { Column } from '../kit/data-table.tsx';
import { useEntity, type Entity } from '../kit/entity.ts';
import { orderImages } from '../kit/order.ts';
import { ResourceTab, type Resource } from '../kit/resource.tsx';
import type { SheetKind } from '../kit/sheet.tsx';
import { useOrder } from '../kit/use-order.ts';
import type { Selection } from '../kit/use-selection.ts';
import { useUndoDelete } from '../saving/use-undo-delete.ts';
import { GalleryUploads } from '../uploads/gallery-uploads.tsx';
import { MediaSection } from '../uploads/media-section.tsx';
import { UnusedFiles } from '../uploads/unused-files.tsx';
import { useOfferFile } from '../uploads/use-offer-file.ts';
import { VisibilityNote } from '../visibility/visibility-note.tsx';
import { visibilityWords } from '../visibility/visibility-texts.ts';

type GalleryRow = RouterOutputs['gallery']['listAll'][number];
type GalleryFields = RouterInputs['gallery']['create'];
type Gallery = Entity<GalleryRow, GalleryFields>;

const texts = {
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
  created: 'Immagine Aggiunta',
  updated: 'Immagine Aggiornata',
  deleted: 'Immagine Eliminata',
  saveFailed: "Impossibile salvare l'immagine",
  deleteFailed: "Impossibile eliminare l'immagine",
};

const columns: Column<GalleryRow>[] = [
  {
    key: 'order',
    header: 'Ordine',
    width: 'w-21 lg:w-24',
    sortBy: (row) => row.displayOrder,
    cell: (row) => <span className="admin-number">{row.displayOrder}</span>,
  },
  {
    key: 'thumbnail',
    header: 'Immagine',
    width: 'w-28 lg:w-32',
    cell: (row) => <Thumbnail key={row.imageUrl} image={row} />,
  },
  {
    key: 'title',
    header: 'Titolo',
    width: 'w-[21%]',
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

const sheet: SheetKind<GalleryRow, GalleryFields> = {
  contract: createGalleryImage,
  values: (item) => ({
    title: item?.title ?? '',
    imageUrl: item?.imageUrl ?? '',
    description: item?.description ?? '',
    displayOrder: item ? String(item.displayOrder) : '',
    visibleFrom: item?.visibleFrom ?? '',
  }),
  size: 'medium',
  className: 'grid gap-x-6 gap-y-4 min-[54rem]:grid-cols-2 *:first:row-[1_/_5]',
  fields: [
    {
      kind: 'picture',
      path: 'imageUrl',
      label: 'Immagine',
      address: true,
      byHand: 'Indirizzo dell’immagine',
    },
    { kind: 'text', path: 'title', label: 'Titolo' },
    { kind: 'text', path: 'description', label: 'Descrizione', rows: 3 },
    {
      kind: 'text',
      path: 'displayOrder',
      label: 'Ordine',
      numeric: true,
      hint: 'Da 0 in su. Senza un numero l’immagine va in fondo.',
    },
    {
      kind: 'visibility',
      path: 'visibleFrom',
      label: 'Per i lettori',
      shown: 'I lettori la vedono.',
      hidden: 'Per i lettori l’immagine e il suo file non ci sono',
    },
  ],
};

const resource: Resource<GalleryRow, GalleryFields> = {
  tab: 'galleria',
  texts,
  columns,
  initialSorting: { key: 'order', descending: false },
  sheet,
  nameOf: (row) => `immagine ${row.title}`,
  searchText: (row) => [row.title, row.description ?? '', row.imageUrl, visibilityWords(row)].join('\n'),
};

const procedures = {
  list: trpc.gallery.listAll,
  create: trpc.gallery.create,
  update: trpc.gallery.update,
  delete: trpc.gallery.delete,
};

export function GalleryTab() {
  const utils = trpc.useUtils();
  const gallery = useEntity(procedures, texts, () => utils.gallery.invalidate());
  const entity = useOfferingFiles(gallery);
  const rowsNow = () => utils.gallery.listAll.getData() ?? [];
  const order = useOrder({
    key: 'gallery',
    failed: texts.saveFailed,
    ids: () => rowsNow().map(({ id }) => id),
    show: (ids) => utils.gallery.listAll.setData(undefined, orderImages(rowsNow(), ids)),
    send: (input) => utils.client.gallery.order.mutate(input),
    refresh: () => utils.gallery.invalidate(),
  });
  const several = useSeveralImages();
  return (
    <>
      <GalleryUploads />
      <ResourceTab
        resource={resource}
        entity={entity}
        order={order}
        bulk={{
          title: 'Immagini scelte',
          chosen: ['immagine scelta', 'immagini scelte'],
          actions: (selection) => (
            <>
              <Button small disabled={several.isBusy} onClick={() => several.show(selection, '')}>
                Rendi pubbliche
              </Button>
              <Button small disabled={several.isBusy} onClick={() => several.show(selection, never)}>
                Metti in bozza
              </Button>
              <Button small danger disabled={several.isBusy} onClick={() => several.remove(selection)}>
                Elimina scelte
              </Button>
            </>
          ),
        }}
      />
      <MediaSection />
      <UnusedFiles />
    </>
  );
}

/** Acts on the chosen images, one after another: what could be done stays done. */
function useSeveralImages() {
  const utils = trpc.useUtils();
  const undo = useUndoDelete();
  const [isBusy, setBusy] = useState(false);

  async function each(
    { chosen, clear }: Selection<GalleryRow>,
    act: (image: GalleryRow) => Promise<unknown>,
    done: (count: string) => Parameters<typeof showToast>[0],
    failed: string,
  ): Promise<void> {
    setBusy(true);
    try {
      for (const image of chosen) await act(image);
      clear();
      showToast(done(countOf(chosen.length, 'immagine', 'immagini')));
    } catch (error) {
      showError(error, failed);
    } finally {
      setBusy(false);
      await utils.gallery.invalidate();
    }
  }

  return {
    isBusy,
    show: (selection: Selection<GalleryRow>, visibleFrom: string) =>
      void each(
        selection,
        ({ id, updatedAt }) => utils.client.gallery.update.mutate({ id, updatedAt, visibleFrom }),
        (count) => ({ title: 'Immagini Aggiornate', description: `${count} in tutto.` }),
        texts.saveFailed,
      ),
    remove(selection: Selection<GalleryRow>): void {
      const { chosen } = selection;
      const question =
        chosen.length === 1
          ? texts.confirmDelete
          : `Sei sicuro di voler eliminare queste ${formatNumber(chosen.length)} immagini?`;
      if (
        !window.confirm(
          `${question}\n\n${firstFive(
            chosen.map(({ title }) => title),
            ', ',
          )}`,
        )
      )
        return;
      void each(
        selection,
        ({ id }) => utils.client.gallery.delete.mutate({ id }),
        (count) => ({
          title: 'Immagini Eliminate',
          description: `${count} in tutto.`,
          action: { label: 'Annulla', run: () => chosen.forEach(({ id }) => undo(id)) },
        }),
        texts.deleteFailed,
      );
    },
  };
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
