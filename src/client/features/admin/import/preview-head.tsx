import { countOf, formatNumber } from '../format.ts';
import type { FieldSpec } from '../kit/field-kinds.ts';
import { Field } from '../kit/field.tsx';
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
  const choice = (path: string, label: string, choices: [value: string, label: string][]): FieldSpec => ({
    kind: 'choice',
    path,
    label,
    choices: choices.map(([value, name]) => ({ value, label: name })),
  });
  const fields = [
    { kind: 'text', path: 'start', label: 'Numera da', numeric: true } as const,
    split.choices.length > 1 &&
      choice(
        'rank',
        'Dividi a',
        split.choices.map((option) => [String(option.rank), choiceName(option)]),
      ),
    split.isWrapped &&
      choice('lines', 'Righe spezzate', [
        ['kept', 'restano come sono'],
        ['joined', 'unite in capoversi'],
      ]),
    manuscript.footnotes.length > 0 &&
      choice('footnotes', `Note a piè di pagina (${formatNumber(manuscript.footnotes.length)})`, [
        ['out', 'restano fuori'],
        ['end', 'in fondo alla loro sezione'],
      ]),
    isCompared &&
      filters.length > 1 &&
      choice(
        'filter',
        'Mostra',
        filters.map(({ filter, rows }) => [filter, `${rowFilters[filter].name} (${formatNumber(rows)})`]),
      ),
  ].filter((field) => field !== false);
  const values: Record<string, string> = {
    start: start || String(first ?? ''),
    rank: String(split.rank ?? 'whole'),
    lines: joinsLines ? 'joined' : 'kept',
    footnotes: preview.keepsFootnotes ? 'end' : 'out',
    filter: preview.filter,
  };
  const changes: Record<string, (value: string) => void> = {
    start: (value) => change(() => ({ start: value })),
    rank: (value) => onSplit(split.choices.find(({ rank }) => String(rank) === value)?.rank, joinsLines),
    lines: (value) => onSplit(split.rank, value === 'joined'),
    footnotes: (value) => change(() => ({ keepsFootnotes: value === 'end' })),
    filter: (value) => change(() => ({ filter: value as RowFilter })),
  };
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-3 [&_input]:max-w-32">
      {fields.map((field) => (
        <Field
          key={field.path}
          field={field}
          form={{
            valueAt: (path) => values[path],
            errorAt: () => undefined,
            change: (path, value) => changes[path]?.(String(value)),
          }}
        />
      ))}
      <p role="status" className="admin-hint py-2">
        {statusTexts.filter(Boolean).join('; ')}
      </p>
    </div>
  );
}
