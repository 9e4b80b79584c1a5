import { lazy, memo, Suspense, useId, useState } from 'react';
import { sectionLimits } from '#shared/contracts/sections.ts';
import { withoutMarks } from '#shared/witnessed.ts';
import { Button } from '../button.tsx';
import { countOf, formatMoment, formatNumber, preview } from '../format.ts';
import type { Draft, PlannedSection } from './draft.ts';
import { paragraphsOf } from './import-sections.ts';

const TwoTexts = lazy(() =>
  import('../saving/two-texts.tsx').then((module) => ({ default: module.TwoTexts })),
);

export interface RowActions {
  choose(index: number, changes: Partial<Draft>): void;
  divide(index: number, paragraph: number): void;
  divideLong(index: number): void;
  join(index: number): void;
  replace(index: number, sectionId: string): void;
}

/** The fields of the plan's row apart, so that a row is drawn again only when it changes. */
interface PreviewRowProps extends PlannedSection {
  isCompared: boolean;
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

type View = 'text' | 'changes';

export const PreviewRow = memo(function PreviewRow(props: PreviewRowProps) {
  const { draft, sectionNumber, actions, stored, isCompared } = props;
  const { index, included, title, content, kind, typed, words } = draft;
  const problem = isCompared ? props.problem : undefined;
  const isUpdate = included && isCompared && stored !== undefined && props.outcome === 'update';
  const [view, setView] = useState<View>();
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
          <RowButtons {...props} problem={problem} isUpdate={isUpdate} view={view} onView={setView} />
        </td>
        <td role="cell" className="admin-mono">
          {formatNumber(words)}
        </td>
        <td role="cell">{included && <OutcomeText {...props} />}</td>
      </tr>
      {view === 'changes' && isUpdate && (
        <tr role="row" className="import-text import-changes">
          <td role="cell" colSpan={5}>
            <Suspense fallback={<p role="status">Confronto i due testi…</p>}>
              <TwoTexts
                one={{ title: 'Sul sito', text: withoutMarks(stored.content) }}
                other={{ title: 'Nel manoscritto', text: withoutMarks(content) }}
              />
            </Suspense>
          </td>
        </tr>
      )}
      {view === 'text' && (
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

interface RowButtonsProps extends PreviewRowProps {
  isUpdate: boolean;
  view: View | undefined;
  onView(view: View | undefined): void;
}

function RowButtons({ draft, problem, takenBy, isFirst, actions, isUpdate, view, onView }: RowButtonsProps) {
  const { index, content, keepsStored = false } = draft;
  const toggle = (other: View) => onView(view === other ? undefined : other);
  return (
    <div className="import-row-actions">
      <Button small aria-expanded={view === 'text'} onClick={() => toggle('text')}>
        {view === 'text' ? 'Chiudi il testo' : 'Leggi e dividi'}
      </Button>
      {isUpdate && !keepsStored && (
        <Button small aria-expanded={view === 'changes'} onClick={() => toggle('changes')}>
          {view === 'changes' ? 'Chiudi il confronto' : 'Che cosa cambia'}
        </Button>
      )}
      {(isUpdate || keepsStored) && (
        <Button small onClick={() => actions.choose(index, { keepsStored: !keepsStored })}>
          {keepsStored ? 'Prendi il manoscritto' : 'Tieni quella del sito'}
        </Button>
      )}
      {content.length > sectionLimits.content && (
        <Button small onClick={() => actions.divideLong(index)}>
          Dividi in parti
        </Button>
      )}
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
  );
}

function OutcomeText({ isCompared, ...row }: PreviewRowProps) {
  const { draft, outcome, stored, sectionNumber, keptPassages, changes } = row;
  if (!isCompared || outcome === undefined) return '…';
  if (outcome === 'create') return 'nuova';
  const { added = 0, removed = 0, isOnlySigns = false } = changes ?? {};
  const words =
    added + removed > 0 ? `+${formatNumber(added)} −${formatNumber(removed)} parole` : 'stesse parole';
  const isRenewed = outcome === 'update' && !draft.keepsStored;
  const remarks = [
    draft.keepsStored && 'resta quella del sito',
    isRenewed && isOnlySigns && 'solo virgolette, trattini o puntini',
    stored && stored.sectionNumber !== sectionNumber && `era la ${stored.sectionNumber}`,
    isRenewed &&
      stored?.correctedAt &&
      `l’hai corretta a mano il ${formatMoment(stored.correctedAt)}: guarda che cosa cambia`,
    isRenewed && keptPassages > 0 && `${countOf(keptPassages, 'passo resta', 'passi restano')} «non c’ero»`,
  ].filter((remark) => typeof remark === 'string');
  return (
    <>
      {outcome === 'same' && !draft.keepsStored && <span className="text-(--faded)">uguale</span>}
      {isRenewed && !isOnlySigns && (
        <>
          cambiata: <span className="admin-mono">{words}</span>
        </>
      )}
      {remarks.map((remark) => (
        <span key={remark} className="block">
          {remark}
        </span>
      ))}
    </>
  );
}
