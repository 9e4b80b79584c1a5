import { Button } from '../button.tsx';
import { formatNumber } from '../format.ts';
import { TableHead } from '../table-head.tsx';
import type { ImportPlan, PlannedSection, StoredSection } from './draft.ts';
import type { HeadingRank } from './headings.ts';
import type { Split } from './import-sections.ts';
import { PreviewHead } from './preview-head.tsx';
import { lookName } from './rank-names.ts';
import { PreviewRow, type RowActions } from './preview-row.tsx';

interface ImportPreviewProps {
  split: Split;
  notes: readonly string[];
  footnotes: number;
  keepsFootnotes: boolean;
  plan: ImportPlan;
  isCompared: boolean;
  start: string;
  removed: ReadonlySet<string>;
  /** Must be a stable object for memoised rows. */
  actions: RowActions;
  isPending: boolean;
  problem: string | undefined;
  onStart(value: string): void;
  onRank(rank: HeadingRank): void;
  onFootnotes(keeps: boolean): void;
  onRemove(id: string, isRemoved: boolean): void;
  onBack(): void;
  onCancel(): void;
  onSave(): void;
}

const columns = ['Salva', 'N.', 'Titolo', 'Parole', 'Che cosa succede'];

export function ImportPreview(props: ImportPreviewProps) {
  const { plan, removed, isCompared, isPending, actions } = props;
  const included = plan.rows.filter(({ draft }) => draft.included);
  const problems = included.filter(({ problem }) => problem !== undefined).length;
  const changes = included.filter(({ outcome }) => outcome !== 'same').length + removed.size;

  return (
    <form
      className="admin-form"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSave();
      }}
    >
      <PreviewHead {...props} included={included} problems={problems} />
      <PreviewNotes {...props} included={included} />
      <div
        className="overflow-auto max-h-[min(32rem,52dvh)] border border-(--rule) max-md:max-h-none"
        tabIndex={0}
        role="region"
        aria-label="Anteprima delle sezioni"
      >
        <table role="table" className="admin-import-table">
          <TableHead columns={columns} />
          <tbody role="rowgroup">
            {plan.rows.map((row, i) => (
              <PreviewRow
                key={row.draft.index}
                draft={row.draft}
                sectionNumber={row.sectionNumber}
                outcome={isCompared ? row.outcome : undefined}
                stored={row.stored}
                keptPassages={row.keptPassages}
                added={row.words?.added}
                removed={row.words?.removed}
                problem={isCompared ? row.problem : undefined}
                takenBy={row.takenBy}
                isFirst={i === 0}
                actions={actions}
              />
            ))}
          </tbody>
        </table>
      </div>
      {isCompared && included.some(({ stored }) => stored) && (
        <GoneSections gone={plan.gone} removed={removed} onRemove={props.onRemove} />
      )}
      <div className="admin-form-end">
        <p role="alert" className="admin-error">
          {props.problem}
        </p>
        <Button onClick={props.onBack} disabled={isPending}>
          Cambia testo
        </Button>
        <span className="admin-spring" />
        <Button onClick={props.onCancel} disabled={isPending}>
          Annulla
        </Button>
        <Button type="submit" main disabled={changes === 0 || problems > 0 || !isCompared || isPending}>
          {saveText(changes, isPending)}
        </Button>
      </div>
    </form>
  );
}

function saveText(changes: number, isPending: boolean): string {
  if (isPending) return 'Salvataggio…';
  if (changes === 0) return 'Niente da salvare';
  return changes === 1 ? 'Salva 1 sezione' : `Salva ${formatNumber(changes)} sezioni`;
}

function PreviewNotes({
  split,
  notes,
  plan,
  isCompared,
  included,
}: ImportPreviewProps & { included: readonly PlannedSection[] }) {
  const renumberedRows = included.filter(
    ({ stored, sectionNumber }) => stored && stored.sectionNumber !== sectionNumber,
  );
  const remarks = [
    ...notes,
    ...(split.rank === undefined ? [untitledText(split)] : []),
    ...guessedText(split, plan),
    ...(split.bareHeadings.length > 0
      ? [
          `Titoli senza testo proprio, che non diventano sezioni: ${split.bareHeadings.map((title) => `«${title}»`).join(', ')}.`,
        ]
      : []),
    ...(isCompared && plan.shift !== undefined ? [plan.shift] : []),
    ...(isCompared && renumberedRows.length > 0
      ? [
          `${renumberedRows.length === 1 ? 'Una sezione cambia' : `${formatNumber(renumberedRows.length)} sezioni cambiano`} numero: i codici e i livelli dei lettori restano ai numeri di prima. Guarda che aprano ancora ciò che devono.`,
        ]
      : []),
  ];
  return remarks.map((text) => (
    <p key={text} className="admin-note">
      {text}
    </p>
  ));
}

function untitledText({ choices }: Split): string {
  const noTitlesText = 'Nel testo non ci sono titoli riconoscibili';
  const byHand = 'Spunta la riga e dalle un titolo, o dividila a mano.';
  if (choices.length === 0) return `${noTitlesText}: può diventare una sola sezione. ${byHand}`;
  return `${noTitlesText}, ma si può dividere altrove: scegli in «Dividi a» e guarda se sono i capitoli. Oppure può diventare una sola sezione. ${byHand}`;
}

function guessedText({ rank, choices }: Split, { rows }: ImportPlan): string[] {
  const guessed = rows.filter(({ draft }) => draft.guess !== undefined).length;
  const doubtful = rows.filter(({ draft }) => draft.guess === 'doubtful').length;
  const look = choices.find((choice) => choice.rank === rank)?.look;
  if (guessed === 0 || !look) return [];
  const guessText =
    guessed === 1 ? 'un titolo è stato riconosciuto' : `${guessed} titoli sono stati riconosciuti`;
  const doubts =
    doubtful === 0
      ? ''
      : ` ${doubtful === 1 ? 'Uno è dubbio' : `${doubtful} sono dubbi`}: c’è scritto sotto.`;
  return [
    `Il documento non dice quali sono i titoli: ${guessText} dall’aspetto (${lookName(look)}).${doubts} Guarda che lo siano tutti: quello che non lo è, con «Unisci alla precedente», torna nel testo.`,
  ];
}

interface GoneSectionsProps {
  gone: readonly StoredSection[];
  removed: ReadonlySet<string>;
  onRemove(id: string, isRemoved: boolean): void;
}

function GoneSections({ gone, removed, onRemove }: GoneSectionsProps) {
  if (gone.length === 0) return null;
  return (
    <fieldset className="import-gone">
      <legend>Sezioni che nel testo non ci sono: restano, se non le togli</legend>
      {gone.map(({ id, sectionNumber, title }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={removed.has(id)}
            onChange={({ target }) => onRemove(id, target.checked)}
          />
          Togli la {sectionNumber}, «{title}»
        </label>
      ))}
    </fieldset>
  );
}
