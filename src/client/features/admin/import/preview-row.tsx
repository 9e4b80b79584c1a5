import { memo, useId, useState } from 'react';
import { Button } from '../button.tsx';
import { formatNumber, preview } from '../format.ts';
import type { Draft, Outcome, StoredSection } from './draft.ts';
import { paragraphsOf } from './import-sections.ts';

export interface RowActions {
  choose(index: number, changes: Partial<Draft>): void;
  divide(index: number, paragraph: number): void;
  join(index: number): void;
  replace(index: number, sectionId: string): void;
}

interface PreviewRowProps {
  draft: Draft;
  sectionNumber: number | undefined;
  outcome: Outcome | undefined;
  stored: StoredSection | undefined;
  keptPassages: number;
  added: number | undefined;
  removed: number | undefined;
  problem: string | undefined;
  takenBy: StoredSection | undefined;
  isFirst: boolean;
  actions: RowActions;
}

const kindRemarks: Record<Draft['kind'], string | undefined> = {
  section: undefined,
  lead: 'Sta prima del primo titolo',
  part: 'Sta sotto un titolo di livello superiore',
  front: 'Non è un capitolo: di solito resta fuori',
};

const guessRemarks = {
  look: 'Titolo riconosciuto dall’aspetto',
  doubtful: 'Titolo dubbio: ha poco testo, o un aspetto un po’ diverso dagli altri',
};

export const PreviewRow = memo(function PreviewRow(props: PreviewRowProps) {
  const { draft, sectionNumber, problem, takenBy, isFirst, actions } = props;
  const { index, included, title, content, kind, typed, words } = draft;
  const [isOpen, setOpen] = useState(false);
  const remarkId = useId();
  const kindRemark = kindRemarks[kind] ?? (draft.guess && guessRemarks[draft.guess]);
  const remark = problem ?? (content === '' ? 'Sotto questo titolo non c’è testo.' : kindRemark);
  return (
    <>
      <tr role="row" data-excluded={!included || undefined} data-problem={problem ? true : undefined}>
        <td role="cell">
          <input
            type="checkbox"
            checked={included}
            aria-label={`Salva «${title}»`}
            onChange={({ target }) => actions.choose(index, { included: target.checked })}
          />
        </td>
        <td role="cell">
          {included ? (
            <input
              className="admin-mono import-number"
              inputMode="numeric"
              value={typed || String(sectionNumber ?? '')}
              aria-label={`Numero di «${title}»`}
              aria-invalid={problem !== undefined}
              onChange={({ target }) => actions.choose(index, { typed: target.value })}
            />
          ) : (
            '–'
          )}
        </td>
        <td role="cell">
          <input
            type="text"
            value={title}
            aria-label={`Titolo di «${title}»`}
            aria-invalid={problem !== undefined}
            aria-describedby={remark ? remarkId : undefined}
            onChange={({ target }) => actions.choose(index, { title: target.value })}
          />
          {remark && (
            <p id={remarkId} className={problem ? 'admin-error' : 'admin-hint'}>
              {remark}
            </p>
          )}
          <p className="import-start">{preview(content.split('\n', 1)[0] ?? '')}</p>
          <div className="import-row-actions">
            <Button small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Chiudi il testo' : 'Leggi e dividi'}
            </Button>
            {!isFirst && (
              <Button small onClick={() => actions.join(index)}>
                Unisci alla precedente
              </Button>
            )}
            {problem !== undefined && takenBy && (
              <Button small onClick={() => actions.replace(index, takenBy.id)}>
                Sostituisci «{takenBy.title}»
              </Button>
            )}
          </div>
        </td>
        <td role="cell" className="admin-mono">
          {formatNumber(words)}
        </td>
        <td role="cell">{included && <OutcomeText {...props} />}</td>
      </tr>
      {isOpen && (
        <tr role="row" className="import-text">
          <td role="cell" colSpan={5}>
            {paragraphsOf(content).map((paragraph, i, all) => (
              <div key={`${i}-${paragraph.slice(0, 40)}`}>
                {i > 0 && i < all.length - (draft.appended ?? 0) && (
                  <Button
                    small
                    aria-label={`Dividi qui, prima di «${preview(paragraph)}»`}
                    onClick={() => actions.divide(index, i)}
                  >
                    Dividi qui
                  </Button>
                )}
                <p className="admin-prose whitespace-pre-line">{paragraph}</p>
              </div>
            ))}
          </td>
        </tr>
      )}
    </>
  );
});

function OutcomeText({
  outcome,
  stored,
  sectionNumber,
  keptPassages,
  added = 0,
  removed = 0,
}: PreviewRowProps) {
  if (outcome === undefined) return '…';
  if (outcome === 'create') return 'nuova';
  if (outcome === 'same') return <span className="text-(--faded)">uguale</span>;
  const words =
    added + removed > 0 ? `+${formatNumber(added)} −${formatNumber(removed)} parole` : 'stesse parole';
  return (
    <>
      cambiata: <span className="admin-mono whitespace-nowrap">{words}</span>
      {stored && stored.sectionNumber !== sectionNumber && (
        <>
          <br />
          era la {stored.sectionNumber}
        </>
      )}
      {keptPassages > 0 && (
        <>
          <br />
          {keptPassages === 1
            ? 'un passo resta «non c’ero»'
            : `${formatNumber(keptPassages)} passi restano «non c’ero»`}
        </>
      )}
    </>
  );
}
