import { memo, useId } from 'react';
import { Button } from '../button.tsx';
import { TableHead } from '../table-head.tsx';
import { formatNumber, preview } from '../format.ts';
import type { HeadingRank } from './headings.ts';
import type { Piece, PieceChoice, PlannedSection, Split } from './import-sections.ts';

interface ImportPreviewProps {
  split: Split;
  plan: readonly PlannedSection[];
  start: string;
  startIsValid: boolean;
  onStart(value: string): void;
  onRank(rank: HeadingRank): void;
  /** Must stay the same function: a row is drawn anew only when it changes. */
  onChoice(index: number, change: Partial<PieceChoice>): void;
  onBack(): void;
  onCancel(): void;
  onSave(): void;
}

const columns = ['Salva', 'N.', 'Titolo', 'Parole', 'Inizio'];

function rankName(rank: HeadingRank): string {
  if (rank === 'chapter') return 'righe «Capitolo…»';
  return rank === 'numeral' ? 'numeri romani' : `titoli ${'#'.repeat(rank)}`;
}

/** How the text will be cut: each piece with its number, to be retitled, dropped or saved. */
export function ImportPreview(props: ImportPreviewProps) {
  const { split, plan, startIsValid } = props;
  const included = plan.filter(({ choice }) => choice.included);
  const problems = included.filter(({ problem }) => problem !== undefined).length;

  return (
    <form
      className="admin-form"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSave();
      }}
    >
      <PreviewHead {...props} included={included} problems={problems} />
      {split.rank === undefined && (
        <p className="admin-note">
          Nel testo non ci sono titoli riconoscibili: può diventare una sola sezione. Spunta la riga e dalle
          un titolo.
        </p>
      )}
      {split.bareHeadings.length > 0 && (
        <p className="admin-note">
          Titoli senza testo proprio, che non diventano sezioni:{' '}
          {split.bareHeadings.map((title) => `«${title}»`).join(', ')}.
        </p>
      )}
      <div
        className="overflow-auto max-h-[min(32rem,52dvh)] border border-(--rule) max-md:max-h-none"
        tabIndex={0}
        role="region"
        aria-label="Anteprima delle sezioni"
      >
        <table role="table" className="admin-import-table">
          <TableHead columns={columns} />
          <tbody role="rowgroup">
            {plan.map(({ piece, choice, sectionNumber, problem }) => (
              <PreviewRow
                key={piece.index}
                piece={piece}
                included={choice.included}
                title={choice.title}
                sectionNumber={Number.isNaN(sectionNumber) ? undefined : sectionNumber}
                problem={problem}
                onChoice={props.onChoice}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="admin-form-end">
        <Button onClick={props.onBack}>Cambia testo</Button>
        <span className="admin-spring" />
        <Button onClick={props.onCancel}>Annulla</Button>
        <Button type="submit" main disabled={included.length === 0 || problems > 0 || !startIsValid}>
          {included.length === 1 ? 'Salva 1 sezione' : `Salva ${formatNumber(included.length)} sezioni`}
        </Button>
      </div>
    </form>
  );
}

interface PreviewHeadProps extends ImportPreviewProps {
  included: readonly PlannedSection[];
  problems: number;
}

/** Where the numbers start, at which headings the text is cut, and what that comes to. */
function PreviewHead({
  split,
  plan,
  start,
  startIsValid,
  onStart,
  onRank,
  included,
  problems,
}: PreviewHeadProps) {
  const id = useId();
  const words = included.reduce((sum, { piece }) => sum + piece.words, 0);
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
      <div className="admin-field">
        <label htmlFor={`${id}-start`}>Numera da</label>
        <input
          id={`${id}-start`}
          className="admin-mono max-w-32"
          inputMode="numeric"
          value={start}
          aria-invalid={!startIsValid}
          onChange={({ target }) => onStart(target.value)}
        />
      </div>
      {split.choices.length > 1 && split.rank !== undefined && (
        <div className="admin-field">
          <label htmlFor={`${id}-rank`}>Dividi a</label>
          <select
            id={`${id}-rank`}
            value={String(split.rank)}
            onChange={({ target }) => {
              const chosen = split.choices.find(({ rank }) => String(rank) === target.value);
              if (chosen) onRank(chosen.rank);
            }}
          >
            {split.choices.map(({ rank, count }) => (
              <option key={rank} value={String(rank)}>{`${rankName(rank)} (${count})`}</option>
            ))}
          </select>
        </div>
      )}
      <p role="status" className="admin-hint py-2">
        {included.length === 1 ? '1 sezione' : `${formatNumber(included.length)} sezioni`},{' '}
        {formatNumber(words)} parole
        {plan.length > included.length && `; ${plan.length - included.length} fuori`}
        {problems > 0 && `; ${problems === 1 ? '1 riga da sistemare' : `${problems} righe da sistemare`}`}
      </p>
    </div>
  );
}

interface PreviewRowProps {
  piece: Piece;
  included: boolean;
  title: string;
  sectionNumber: number | undefined;
  problem: string | undefined;
  onChoice(index: number, change: Partial<PieceChoice>): void;
}

const kindRemarks: Record<Piece['kind'], string | undefined> = {
  section: undefined,
  lead: 'Sta prima del primo titolo',
  part: 'Sta sotto un titolo di livello superiore',
};

const PreviewRow = memo(function PreviewRow({
  piece,
  included,
  title,
  sectionNumber,
  problem,
  onChoice,
}: PreviewRowProps) {
  const remarkId = useId();
  const remark =
    problem ?? (piece.content === '' ? 'Sotto questo titolo non c’è testo.' : kindRemarks[piece.kind]);
  const firstLine = piece.content.split('\n', 1)[0] ?? '';
  return (
    <tr role="row" data-excluded={!included || undefined} data-problem={problem ? true : undefined}>
      <td role="cell">
        <input
          type="checkbox"
          checked={included}
          aria-label={`Salva «${piece.title}»`}
          onChange={({ target }) => onChoice(piece.index, { included: target.checked })}
        />
      </td>
      <td role="cell" className="admin-mono">
        {sectionNumber ?? '–'}
      </td>
      <td role="cell">
        <input
          type="text"
          value={title}
          aria-label={`Titolo di «${piece.title}»`}
          aria-invalid={problem !== undefined}
          aria-describedby={remark ? remarkId : undefined}
          onChange={({ target }) => onChoice(piece.index, { title: target.value })}
        />
        {remark && (
          <p id={remarkId} className={problem ? 'admin-error' : 'admin-hint'}>
            {remark}
          </p>
        )}
      </td>
      <td role="cell" className="admin-mono">
        {formatNumber(piece.words)}
      </td>
      <td role="cell">{preview(firstLine)}</td>
    </tr>
  );
});
