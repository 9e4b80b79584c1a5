import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { beforeTheFirst } from '#shared/contracts/memory-cards.ts';
import { withAbsence, witnessedText, withoutMarks } from '#shared/witnessed.ts';
import { trpc, type RouterOutputs } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { showError } from '../error-toast.ts';
import { countOf } from '../format.ts';
import { DataTable, type Column } from '../kit/data-table.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { costText } from '../memory-cards/card-texts.ts';
import { allQuestion, WritingNow } from '../memory-cards/cards-writing.tsx';
import { isWriting, useCardsWriting } from '../memory-cards/use-cards-writing.ts';
import { timesNamed } from './times-named.ts';

type Section = RouterOutputs['sections']['list'][number];

/** What he remembers of each chapter, and whether he was in it. `name`: his, as the draft has it. */
export function ChaptersPart({ name }: { name: string }) {
  const sections = trpc.sections.list.useQuery();
  const counts = trpc.memoryCards.counts.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <>
      <p className="admin-hint">
        Quello che risponde quando gli chiedono di un capitolo sta nei suoi ricordi. Un capitolo in cui non
        c’era i lettori lo leggono nel libro, ma il testo a lui non arriva; i riassunti e i ricordi scritti da
        te restano.
      </p>
      <MissingCards />
      <Loaded query={sections} failed="Impossibile leggere le sezioni" loading="Lettura delle sezioni…">
        {(rows) =>
          rows.length === 0 ? (
            <p>Nessuna sezione: prima porta il manoscritto.</p>
          ) : (
            <Chapters rows={rows} name={name} counts={counts.data ?? {}} />
          )
        }
      </Loaded>
    </>
  );
}

interface ChaptersProps {
  rows: readonly Section[];
  name: string;
  counts: Readonly<Record<string, number>>;
}

function Chapters({ rows, name, counts }: ChaptersProps) {
  const [sorting, setSorting] = useState({ key: 'number', descending: false });
  const columns: Column<Section>[] = [
    {
      key: 'number',
      header: 'Numero',
      width: 'w-21 lg:w-24',
      sortBy: ({ sectionNumber }) => sectionNumber,
      cell: ({ sectionNumber }) => <span className="admin-number">{sectionNumber}</span>,
    },
    { key: 'title', header: 'Titolo', names: true, sortBy: ({ title }) => title, cell: ({ title }) => title },
    {
      key: 'cards',
      header: 'Ricordi',
      sortBy: ({ id }) => counts[id] ?? 0,
      cell: ({ id }) => countOf(counts[id] ?? 0, 'ricordo', 'ricordi'),
    },
    {
      key: 'named',
      header: 'Il suo nome',
      sortBy: ({ content }) => timesNamed(name, content),
      cell: ({ content }) => countOf(timesNamed(name, content), 'volta', 'volte'),
    },
    { key: 'absent', header: 'Non c’era', cell: (section) => <AbsenceSwitch section={section} /> },
  ];
  return (
    <DataTable
      caption="I capitoli, con i ricordi e quello che non ha visto"
      columns={columns}
      rows={rows}
      sorting={sorting}
      onSort={setSorting}
      actions={({ id, title }) => (
        <Link
          to="/admin"
          search={{ scheda: 'sezioni', voce: id }}
          className="admin-link"
          aria-label={`Apri ${title}`}
        >
          Apri
        </Link>
      )}
    />
  );
}

/** One switch for a whole chapter; of one with single passages it says so, and turned on it takes all of it. */
function AbsenceSwitch({ section }: { section: Section }) {
  const utils = trpc.useUtils();
  const update = trpc.sections.update.useMutation({
    onError: (error) => showError(error, 'Il server non ha risposto.'),
    onSettled: () => Promise.all([utils.sections.invalidate(), utils.memoryCards.invalidate()]),
  });
  const { id, title, content, updatedAt } = section;
  const isAbsent = witnessedText(content) === '';
  const isPartly = !isAbsent && withoutMarks(content) !== content;
  const question = `In «${title}» ci sono già passi che non ha visto: segnare tutto il capitolo al loro posto?`;
  return (
    <label className="inline-flex items-center gap-2 min-h-11">
      <input
        type="checkbox"
        aria-label={`Non c’era in ${title}`}
        checked={isAbsent}
        disabled={update.isPending}
        onChange={({ currentTarget }) => {
          const { checked } = currentTarget;
          if (checked && isPartly && !window.confirm(question)) return;
          update.mutate({ id, updatedAt, content: checked ? withAbsence(content) : withoutMarks(content) });
        }}
      />
      {isPartly && 'in parte'}
    </label>
  );
}

/** Has a model write the memories of every chapter that has none. */
function MissingCards() {
  const { writing, isPending, writeAll, stop, retry } = useCardsWriting();
  const { data: cost } = trpc.memoryCards.cost.useQuery(
    { id: beforeTheFirst },
    { enabled: writing?.model !== undefined },
  );
  if (!writing) return null;
  if (writing.model === undefined)
    return (
      <p className="admin-hint">
        Quelli che mancano può scriverli un modello, con la chiave di un fornitore in «Impostazioni»; senza,
        li scrivi tu aprendo il capitolo.
      </p>
    );
  const { all } = cost ?? {};
  return (
    <section className="admin-band grid gap-2" aria-label="Ricordi che mancano" data-state={writing.state}>
      <div role="status">
        <WritingNow writing={writing} />
      </div>
      {writing.failure && (
        <p role="alert" className="admin-error">
          {writing.failure}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {writing.state === 'failed' && (
          <Button small disabled={isPending} onClick={retry}>
            Riprova
          </Button>
        )}
        {isWriting(writing) || writing.state === 'failed' ? (
          <Button small disabled={isPending} onClick={stop}>
            Interrompi
          </Button>
        ) : all && all.sections > 0 ? (
          <Button
            small
            disabled={isPending}
            onClick={() => window.confirm(allQuestion(all.sections, costText(all))) && writeAll()}
          >
            Scrivi quelli che mancano
          </Button>
        ) : (
          all && <p>Ogni capitolo ha i suoi ricordi.</p>
        )}
      </div>
    </section>
  );
}
