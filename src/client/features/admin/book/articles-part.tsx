import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { createArticle } from '#shared/contracts/articles.ts';
import { never } from '#shared/contracts/visibility.ts';
import { ownPagesPrefix } from '#shared/pages.ts';
import { errorMessage } from '#client/api-error.ts';
import { trpc, type RouterInputs, type RouterOutputs } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import type { Column } from '../kit/data-table.tsx';
import { useEntity } from '../kit/entity.ts';
import { text } from '../kit/field-kinds.ts';
import { orderImages } from '../kit/order.ts';
import { ResourceTab, type Resource } from '../kit/resource.tsx';
import type { SheetKind } from '../kit/sheet.tsx';
import { useOrder } from '../kit/use-order.ts';
import { articlesPart, bookSheet } from '../panel-address.ts';
import { VisibilityNote } from '../visibility/visibility-note.tsx';
import { visibilityWords } from '../visibility/visibility-texts.ts';

type Row = RouterOutputs['articles']['list'][number];
type Fields = RouterInputs['articles']['create'];

const texts = {
  caption: 'Gli articoli, nell’ordine in cui si seguono',
  add: 'Scrivi un articolo',
  createTitle: 'Nuovo articolo',
  editTitle: 'Modifica articolo',
  empty:
    'Nessun articolo. Un articolo è una pagina tua accanto al libro: una voce d’enciclopedia, un saggio.',
  loading: 'Lettura degli articoli…',
  loadFailed: 'Impossibile leggere gli articoli',
  searchHint: 'titolo, indirizzo o testo',
  confirmDelete: 'Sei sicuro di voler eliminare questo articolo?',
  one: 'articolo',
  many: 'articoli',
  created: 'Articolo Aggiunto',
  updated: 'Articolo Aggiornato',
  deleted: 'Articolo Eliminato',
  saveFailed: 'Impossibile salvare l’articolo',
  deleteFailed: 'Impossibile eliminare l’articolo',
};

const columns: Column<Row>[] = [
  {
    key: 'order',
    header: 'Ordine',
    width: 'w-21 lg:w-24',
    sortBy: (row) => row.displayOrder,
    cell: (row) => <span className="admin-number">{row.displayOrder}</span>,
  },
  {
    key: 'title',
    header: 'Titolo',
    names: true,
    sortBy: (row) => row.title,
    cell: (row) => (
      <span>
        {row.title} <VisibilityNote row={row} />
        <span className="admin-hint block">{ownPagesPrefix + row.name}</span>
      </span>
    ),
  },
];

const markdown = (
  <>
    In Markdown: <code>## Parte</code> e <code>### Capitoletto</code>, <code>**grassetto**</code>,{' '}
    <code>*corsivo*</code>, elenchi, tabelle con <code>|</code>, note con <code>[^1]</code> e in fondo{' '}
    <code>[^1]: testo</code>, figure con <code>{'::figure{#nome caption="Didascalia"}'}</code>. La parte{' '}
    <code>## Bibliografia</code> è un elenco numerato, che si cita con <code>[1]</code>. Niente HTML.
  </>
);

const sheet: SheetKind<Row, Fields> = {
  contract: createArticle,
  values: (item) => ({
    title: item?.title ?? '',
    name: item?.name ?? '',
    look: item?.look ?? 'enciclopedia',
    subtitle: item?.subtitle ?? '',
    text: item?.text ?? '',
    figures: item?.figures ?? [],
    visibleFrom: item ? (item.visibleFrom ?? '') : never,
    byline: item?.byline ?? '',
    imprint: item?.imprint ?? '',
    footer: item?.footer ?? '',
    description: item?.description ?? '',
  }),
  unique: 'name',
  size: 'wide',
  fields: [
    text('title', 'Titolo', 160),
    {
      kind: 'text',
      path: 'name',
      label: 'Indirizzo',
      mono: true,
      hint: (name) => `Chi legge lo trova a ${ownPagesPrefix}${name || '…'}`,
    },
    {
      kind: 'choice',
      path: 'look',
      label: 'Aspetto',
      choices: [
        { value: 'enciclopedia', label: 'Voce d’enciclopedia, su due colonne' },
        { value: 'rivista', label: 'Articolo di rivista, con le note a margine' },
      ],
    },
    text('subtitle', 'Sottotitolo', 300),
    { kind: 'text', path: 'text', label: 'Testo', rows: 18, max: 100_000, hint: markdown, opensHere: true },
    {
      kind: 'list',
      path: 'figures',
      label: 'Figure',
      one: 'figura',
      most: 60,
      hint: 'Ogni figura ha un nome, con cui la chiami nel testo.',
      fields: [text('name', 'Nome', 40), { kind: 'picture', path: 'picture', label: 'Immagine' }],
      empty: { name: '' },
    },
    {
      kind: 'text',
      path: 'byline',
      label: 'Firma',
      rows: 2,
      hint: 'Un nome per riga.',
    },
    {
      kind: 'text',
      path: 'imprint',
      label: 'Testata',
      rows: 3,
      hint: 'Da dove viene la pagina, al massimo tre righe: la pubblicazione, il numero, le pagine.',
    },
    text('footer', 'Piè di pagina', 300),
    text('description', 'Per i motori di ricerca', 200, { rows: 2 }),
    {
      kind: 'visibility',
      path: 'visibleFrom',
      label: 'Per i lettori',
      shown: 'I lettori lo leggono.',
      hidden: 'Per i lettori l’articolo non c’è',
    },
    { path: 'preview', label: 'Anteprima', render: (form) => <ArticlePreview form={form} /> },
  ],
};

/** The page that the form would make, drawn when the author asks. */
function ArticlePreview({ form }: { form: UseFormReturn<Fields> }) {
  const utils = trpc.useUtils();
  const [html, setHtml] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isDrawing, setDrawing] = useState(false);

  async function draw(): Promise<void> {
    setDrawing(true);
    try {
      setHtml((await utils.client.articles.preview.mutate(form.getValues())).html);
      setFailure(undefined);
    } catch (error) {
      setFailure(errorMessage(error, 'L’anteprima non arriva: il server non risponde.'));
    } finally {
      setDrawing(false);
    }
  }

  return (
    <section aria-label="Anteprima" className="grid justify-items-start gap-3 min-w-0">
      <Button disabled={isDrawing} onClick={() => void draw()}>
        {isDrawing ? 'Disegno la pagina…' : 'Anteprima'}
      </Button>
      {failure && (
        <p role="alert" className="admin-error">
          {failure}
        </p>
      )}
      {html !== undefined && (
        <iframe
          title="Anteprima dell’articolo"
          sandbox="allow-same-origin"
          srcDoc={html}
          onLoad={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'start' })}
          className="w-full h-[80dvh] border border-(--rule)"
        />
      )}
    </section>
  );
}

const resource: Resource<Row, Fields> = {
  tab: 'sezioni',
  foglio: `${bookSheet}.${articlesPart}`,
  texts,
  columns,
  initialSorting: { key: 'order', descending: false },
  sheet,
  nameOf: (row) => `articolo ${row.title}`,
  searchText: (row) => [row.title, row.name, row.text, visibilityWords(row)].join('\n'),
};

/** The author's own articles, which are saved and shown one by one: «Pubblica» below is the book's. */
export function ArticlesPart() {
  const utils = trpc.useUtils();
  const entity = useEntity(trpc.articles, texts, () => utils.articles.invalidate());
  const rowsNow = () => utils.articles.list.getData() ?? [];
  const order = useOrder({
    key: 'articles',
    failed: texts.saveFailed,
    ids: () => rowsNow().map(({ id }) => id),
    show: (ids) => utils.articles.list.setData(undefined, orderImages(rowsNow(), ids)),
    send: (input) => utils.client.articles.order.mutate(input),
    refresh: () => utils.articles.invalidate(),
  });
  return (
    <>
      <p className="admin-hint">
        Pagine tue, fuori dal racconto: quello che dicono non entra nella memoria del personaggio. Ognuna si
        salva e si mostra per conto suo; i collegamenti sono in fondo al pannello.
      </p>
      <ResourceTab resource={resource} entity={entity} order={order} />
    </>
  );
}
