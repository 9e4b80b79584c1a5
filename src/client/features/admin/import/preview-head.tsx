import { useId } from 'react';
import { formatNumber } from '../format.ts';
import type { ImportPlan, PlannedSection } from './draft.ts';
import type { HeadingRank } from './headings.ts';
import type { Split } from './import-sections.ts';
import { choiceName } from './rank-names.ts';

interface PreviewHeadProps {
  split: Split;
  plan: ImportPlan;
  start: string;
  isCompared: boolean;
  footnotes: number;
  keepsFootnotes: boolean;
  onFootnotes(keeps: boolean): void;
  onStart(value: string): void;
  onRank(rank: HeadingRank): void;
  included: readonly PlannedSection[];
  problems: number;
}

export function PreviewHead(props: PreviewHeadProps) {
  const { split, plan, start, isCompared, onStart, onRank, included, problems } = props;
  const id = useId();
  const words = included.reduce((sum, { draft }) => sum + draft.words, 0);
  const outside = plan.rows.length - included.length;
  const first = included.find(({ sectionNumber }) => sectionNumber !== undefined)?.sectionNumber;
  const count = (outcome: PlannedSection['outcome']) =>
    included.filter((row) => row.outcome === outcome).length;
  const [created, updated, same] = [count('create'), count('update'), count('same')];
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
      <div className="admin-field">
        <label htmlFor={`${id}-start`}>Numera da</label>
        <input
          id={`${id}-start`}
          className="admin-mono max-w-32"
          inputMode="numeric"
          value={start || String(first ?? '')}
          onChange={({ target }) => onStart(target.value)}
        />
      </div>
      {split.choices.length > 1 && (
        <div className="admin-field">
          <label htmlFor={`${id}-rank`}>Dividi a</label>
          <select
            id={`${id}-rank`}
            value={String(split.rank ?? 'whole')}
            onChange={({ target }) => {
              const choice = split.choices.find(({ rank }) => String(rank) === target.value);
              if (choice) onRank(choice.rank);
            }}
          >
            {split.choices.map((choice) => (
              <option key={choice.rank} value={String(choice.rank)}>
                {choiceName(choice)}
              </option>
            ))}
          </select>
        </div>
      )}
      {props.footnotes > 0 && (
        <div className="admin-field">
          <label htmlFor={`${id}-notes`}>Note a piè di pagina ({formatNumber(props.footnotes)})</label>
          <select
            id={`${id}-notes`}
            value={props.keepsFootnotes ? 'end' : 'out'}
            onChange={({ target }) => props.onFootnotes(target.value === 'end')}
          >
            <option value="out">restano fuori</option>
            <option value="end">in fondo alla loro sezione</option>
          </select>
        </div>
      )}
      <p role="status" className="admin-hint py-2">
        {included.length === 1 ? '1 sezione' : `${formatNumber(included.length)} sezioni`},{' '}
        {formatNumber(words)} parole
        {outside > 0 && `; ${formatNumber(outside)} fuori`}
        {!isCompared && '; confronto con il sito…'}
        {isCompared &&
          updated + same > 0 &&
          `; ${formatNumber(created)} nuove, ${formatNumber(updated)} cambiate, ${formatNumber(same)} uguali`}
        {isCompared &&
          problems > 0 &&
          `; ${problems === 1 ? '1 riga da sistemare' : `${problems} righe da sistemare`}`}
      </p>
    </div>
  );
}
