import { Button } from '../button.tsx';
import { countOf, formatNumber } from '../format.ts';
import { TableHead } from '../table-head.tsx';
import type { ImportPlan, PlannedSection, StoredSection } from './draft.ts';
import type { HeadingRank } from './headings.ts';
import type { Split } from './import-sections.ts';
import { PreviewHead } from './preview-head.tsx';
import { type ChangePreview, type Preview, rowFilters } from './preview.ts';
import { type LeftOut, leftOutNames } from './read/manuscript.ts';
import { lookName } from './rank-names.ts';
import { PreviewRow, type RowActions } from './preview-row.tsx';

interface ImportPreviewProps {
  preview: Preview;
  plan: ImportPlan;
  isCompared: boolean;
  /** Must be a stable object for memoised rows. */
  actions: RowActions;
  isPending: boolean;
  problem: string | undefined;
  change: ChangePreview;
  onSplit(rank: HeadingRank | undefined, joinsLines: boolean): void;
  onBack(): void;
  onCancel(): void;
  onSave(): void;
}

const columns = ['Salva', 'N.', 'Titolo', 'Parole', 'Che cosa succede'];

export function ImportPreview(props: ImportPreviewProps) {
  const { preview, plan, isCompared, isPending, actions, change } = props;
  const { removed, filter } = preview;
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
      <LeftOutList preview={preview} />
      <div
        className="overflow-auto max-h-[min(32rem,52dvh)] border border-(--rule) max-lg:max-h-none"
        tabIndex={0}
        role="region"
        aria-label="Anteprima delle sezioni"
      >
        <table role="table" className="admin-import-table">
          <TableHead columns={columns} />
          <tbody role="rowgroup">
            {plan.rows.map(
              (row, i) =>
                (filter === 'all' || (row.draft.included && rowFilters[filter].has(row))) && (
                  <PreviewRow
                    key={row.draft.index}
                    {...row}
                    isCompared={isCompared}
                    isFirst={i === 0}
                    actions={actions}
                  />
                ),
            )}
          </tbody>
        </table>
      </div>
      {isCompared && included.some(({ stored }) => stored) && (
        <GoneSections gone={plan.gone} removed={removed} change={change} />
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
  return changes === 0 ? 'Niente da salvare' : `Salva ${countOf(changes, 'sezione', 'sezioni')}`;
}

function PreviewNotes({
  preview: { split, manuscript, moveLevels },
  plan,
  isCompared,
  included,
  change,
}: ImportPreviewProps & { included: readonly PlannedSection[] }) {
  const renumbered = included.filter(
    ({ stored, sectionNumber }) => stored && stored.sectionNumber !== sectionNumber,
  ).length;
  const bare = split.bareHeadings.map((title) => `«${title}»`).join(', ');
  const remarks = [
    ...manuscript.notes,
    split.rank === undefined && untitledText(split),
    guessedText(split, plan),
    bare !== '' && `Titoli senza testo proprio, che non diventano sezioni: ${bare}.`,
    isCompared && plan.shift,
  ].filter((text) => text !== undefined && text !== false);
  return (
    <>
      {remarks.map((text) => (
        <p key={text} className="admin-note">
          {text}
        </p>
      ))}
      {isCompared && renumbered > 0 && (
        <div className="admin-note">
          <p>
            {countOf(renumbered, 'sezione cambia', 'sezioni cambiano')} numero
            {moveLevels
              ? ': i codici e i livelli dei lettori seguono i loro capitoli.'
              : ': i codici e i livelli dei lettori restano ai numeri di prima. Guarda che aprano ancora ciò che devono.'}
          </p>
          <label className="import-choice">
            <input
              type="checkbox"
              checked={moveLevels}
              onChange={({ target }) => change(() => ({ moveLevels: target.checked }))}
            />
            Sposta anche codici e livelli: chi ha aperto un capitolo tiene quel capitolo, anche coi codici già
            stampati
          </label>
        </div>
      )}
    </>
  );
}

/** What is in the file and becomes no section, by kind, with its words. */
function LeftOutList({ preview: { manuscript, keepsFootnotes } }: { preview: Preview }) {
  const notes = keepsFootnotes
    ? []
    : manuscript.footnotes.map(({ text }) => ({ kind: 'note' as const, text }));
  const leftOut: readonly LeftOut[] = [...manuscript.leftOut, ...notes];
  if (leftOut.length === 0) return null;
  const kinds = [...new Set(leftOut.map(({ kind }) => kind))].map(
    (kind) => [kind, leftOut.filter((part) => part.kind === kind)] as const,
  );
  const counts = kinds.map(([kind, parts]) => `${leftOutNames[kind]} (${formatNumber(parts.length)})`);
  return (
    <details className="admin-note import-left-out">
      <summary>Nel file ci sono anche cose che restano fuori: {counts.join(', ')}. Leggile</summary>
      {kinds.map(([kind, parts]) => (
        <section key={kind} tabIndex={0} role="region" aria-label={leftOutNames[kind]}>
          <h4>{leftOutNames[kind]}</h4>
          <ul>
            {parts.map(({ text }, i) => (
              <li key={i}>{text === '' ? 'senza parole' : text}</li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
}

function untitledText({ choices }: Split): string {
  const noTitlesText = 'Nel testo non ci sono titoli riconoscibili';
  const byHand = 'Spunta la riga e dalle un titolo, o dividila a mano.';
  if (choices.length === 0) return `${noTitlesText}: può diventare una sola sezione. ${byHand}`;
  return `${noTitlesText}, ma si può dividere altrove: scegli in «Dividi a» e guarda se sono i capitoli. Oppure può diventare una sola sezione. ${byHand}`;
}

function guessedText({ rank, choices }: Split, { rows }: ImportPlan): string | undefined {
  const guesses = rows.flatMap(({ draft }) => draft.guess ?? []);
  const doubts = guesses.filter((guess) => guess === 'doubtful').length;
  const look = choices.find((choice) => choice.rank === rank)?.look;
  if (guesses.length === 0 || !look) return undefined;
  const guessText = countOf(guesses.length, 'titolo è stato riconosciuto', 'titoli sono stati riconosciuti');
  const doubtText = doubts > 0 ? ` ${countOf(doubts, 'è dubbio', 'sono dubbi')}: c’è scritto sotto.` : '';
  return `Il documento non dice quali sono i titoli: ${guessText} dall’aspetto (${lookName(look)}).${doubtText} Guarda che lo siano tutti: quello che non lo è, con «Unisci alla precedente», torna nel testo.`;
}

interface GoneSectionsProps {
  gone: readonly StoredSection[];
  removed: ReadonlySet<string>;
  change: ChangePreview;
}

function GoneSections({ gone, removed, change }: GoneSectionsProps) {
  if (gone.length === 0) return null;
  return (
    <fieldset className="import-gone">
      <legend>Sezioni che nel testo non ci sono: restano, se non le togli</legend>
      {gone.map(({ id, sectionNumber, title }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={removed.has(id)}
            onChange={({ target }) =>
              change(() => ({
                removed: new Set(
                  [...removed].filter((other) => other !== id).concat(target.checked ? id : []),
                ),
              }))
            }
          />
          Togli la {sectionNumber}, «{title}»
        </label>
      ))}
    </fieldset>
  );
}
