import { useId } from 'react';
import { countOf, formatNumber } from '../format.ts';
import type { ImportPlan, PlannedSection } from './draft.ts';
import type { HeadingRank } from './headings.ts';
import { type ChangePreview, type Preview, type RowFilter, rowFilters } from './preview.ts';
import { choiceName } from './rank-names.ts';

interface PreviewHeadProps {
  preview: Preview;
  plan: ImportPlan;
  isCompared: boolean;
  included: readonly PlannedSection[];
  problems: number;
  change: ChangePreview;
  onSplit(rank: HeadingRank | undefined, joinsLines: boolean): void;
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  onChoose(value: string): void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div className="admin-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

export function PreviewHead({
  preview,
  plan,
  isCompared,
  included,
  problems,
  change,
  onSplit,
}: PreviewHeadProps) {
  const { split, start, manuscript, joinsLines } = preview;
  const id = useId();
  const words = included.reduce((sum, { draft }) => sum + draft.words, 0);
  const outside = plan.rows.length - included.length;
  const first = included.find(({ sectionNumber }) => sectionNumber !== undefined)?.sectionNumber;
  const count = (filter: (row: PlannedSection) => boolean) => included.filter(filter).length;
  const created = count(({ outcome }) => outcome === 'create');
  const same = count(({ outcome }) => outcome === 'same');
  const signs = count(rowFilters.signs.has);
  const updated = included.length - created - same - signs;
  const statusTexts = [
    `${countOf(included.length, 'sezione', 'sezioni')}, ${formatNumber(words)} parole`,
    outside > 0 && `${formatNumber(outside)} fuori`,
    !isCompared && 'confronto con il sito…',
    isCompared &&
      updated + same + signs > 0 &&
      `${formatNumber(created)} nuove, ${formatNumber(updated)} cambiate, ${formatNumber(same)} uguali${signs > 0 ? `, ${formatNumber(signs)} solo virgolette` : ''}`,
    isCompared && problems > 0 && countOf(problems, 'riga da sistemare', 'righe da sistemare'),
  ];
  const filters = (Object.keys(rowFilters) as RowFilter[])
    .map((filter) => ({ filter, rows: count(rowFilters[filter].has) }))
    .filter(
      ({ filter, rows }) =>
        filter === 'all' || (rows > 0 && rows < included.length) || filter === preview.filter,
    );
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
      <div className="admin-field">
        <label htmlFor={`${id}-start`}>Numera da</label>
        <input
          id={`${id}-start`}
          className="admin-mono max-w-32"
          inputMode="numeric"
          value={start || String(first ?? '')}
          onChange={({ target }) => change(() => ({ start: target.value }))}
        />
      </div>
      {split.choices.length > 1 && (
        <Choice
          label="Dividi a"
          value={String(split.rank ?? 'whole')}
          options={split.choices.map((choice) => [String(choice.rank), choiceName(choice)])}
          onChoose={(value) =>
            onSplit(split.choices.find(({ rank }) => String(rank) === value)?.rank, joinsLines)
          }
        />
      )}
      {split.isWrapped && (
        <Choice
          label="Righe spezzate"
          value={joinsLines ? 'joined' : 'kept'}
          options={[
            ['kept', 'restano come sono'],
            ['joined', 'unite in capoversi'],
          ]}
          onChoose={(value) => onSplit(split.rank, value === 'joined')}
        />
      )}
      {manuscript.footnotes.length > 0 && (
        <Choice
          label={`Note a piè di pagina (${formatNumber(manuscript.footnotes.length)})`}
          value={preview.keepsFootnotes ? 'end' : 'out'}
          options={[
            ['out', 'restano fuori'],
            ['end', 'in fondo alla loro sezione'],
          ]}
          onChoose={(value) => change(() => ({ keepsFootnotes: value === 'end' }))}
        />
      )}
      {isCompared && filters.length > 1 && (
        <Choice
          label="Mostra"
          value={preview.filter}
          options={filters.map(({ filter, rows }) => [
            filter,
            `${rowFilters[filter].name} (${formatNumber(rows)})`,
          ])}
          onChoose={(value) => change(() => ({ filter: value as RowFilter }))}
        />
      )}
      <p role="status" className="admin-hint py-2">
        {statusTexts.filter(Boolean).join('; ')}
      </p>
    </div>
  );
}
