import { useId, useState } from 'react';
import type { PackagePlan } from '#shared/contracts/book-package.ts';
import { restTable } from '#shared/rest.ts';
import { addressOf } from '#client/addresses.ts';
import { trpc } from '#client/trpc.ts';
import { DownloadLink } from '../download-link.tsx';
import { ConfirmByWord } from '../restore/confirm-by-word.tsx';
import { CopyNote } from '../restore/copy-note.tsx';
import { PlanForm, PlanWarnings } from '../restore/plan-form.tsx';
import { PlanDrop } from '../restore/plan-drop.tsx';
import { PlanTable } from '../restore/plan-table.tsx';
import { changeRows } from '../restore/plan-texts.ts';
import { usePlan } from '../restore/use-plan.ts';
import { neverAsksToSignIn } from '../session/sign-in-link.ts';
import { sendFile } from '../uploads/send-file.ts';
import { packageName, packageWarnings } from './package-texts.ts';

export function BookPackage({ save }: { save(): Promise<boolean> }) {
  return (
    <div className="grid gap-8">
      <ExportPart />
      <ImportPart save={save} />
    </div>
  );
}

function ExportPart() {
  const id = useId();
  const [withCodes, setWithCodes] = useState(false);
  return (
    <section aria-labelledby={`${id}-title`} className="grid gap-3 justify-items-start">
      <h4 id={`${id}-title`} className="text-lg font-semibold">
        Esporta il libro
      </h4>
      <p>
        Un file .zip con i testi di queste pagine, le sezioni, i ricordi, i codici, la galleria, le immagini e
        le registrazioni. Non ci sono i lettori né le loro conversazioni: quelli stanno nella copia di
        sicurezza. Contiene il libro intero: custodiscilo come un manoscritto.
      </p>
      <label className="flex gap-2 items-baseline" htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={withCodes}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setWithCodes(target.checked)}
        />
        Anche i valori dei codici
      </label>
      <p id={`${id}-hint`} className="admin-hint">
        {withCodes
          ? 'Chi ha il file può aprire tutto: per portare il libro su un altro tuo sito, con gli stessi codici stampati.'
          : 'I codici partono senza il loro valore, e chi importa ne riceve di nuovi: per dare il libro a qualcun altro.'}
      </p>
      <DownloadLink
        href={`${addressOf(restTable['bookPackage.export'])}?codes=${withCodes ? 'values' : 'none'}`}
      >
        Esporta il libro
      </DownloadLink>
    </section>
  );
}

function ImportPart({ save }: { save(): Promise<boolean> }) {
  const id = useId();
  const utils = trpc.useUtils();
  const { state, refusal, refuse, current, read, send, cancel, confirm, discard } = usePlan<PackagePlan>(
    (id) => utils.client.bookPackage.discard.mutate({ id }, { context: neverAsksToSignIn }),
  );

  function check([file, ...others]: File[]): void {
    if (!file) return;
    if (others.length > 0) return refuse('Un pacchetto è un solo file: scegline uno.');
    void read(undefined, () => sendFile('bookPackage.check', file, send('Invio del pacchetto', file)));
  }

  /** The panel reloads, because everything it shows has changed. */
  async function saveAndConfirm(): Promise<void> {
    if (!(await save())) return;
    const text = 'Faccio una copia di tutto, metto a posto il libro e ridisegno le pagine…';
    await confirm({ label: 'Importazione in corso', text }, async (id) => {
      await utils.client.bookPackage.confirm.mutate({ id });
      window.location.reload();
    });
  }

  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h4 id={id} className="text-lg font-semibold">
        Importa un libro
      </h4>
      {!current && <CopyNote reason="package" />}
      <PlanDrop
        state={state}
        refusal={refusal}
        onCancel={cancel}
        button="Scegli il pacchetto"
        label="Pacchetto del libro"
        accept=".zip,application/zip"
        dropping="Lascia andare: lo leggo, e non cambio nulla finché non confermi."
        onFiles={check}
      >
        <p className="flex-[1_1_18rem]">
          <strong>Trascina qui il file .zip esportato da un sito come questo.</strong>{' '}
          <span className="admin-hint">
            Viene letto per intero e vedrai che cosa cambierebbe: finché non confermi non cambia nulla. Se
            Safari l’ha aperto in una cartella, riprendi lo zip dal Cestino del Mac o scaricalo con un altro
            browser.
          </span>
        </p>
      </PlanDrop>
      {current && (
        <PackagePlanView plan={current} onConfirm={() => void saveAndConfirm()} onDiscard={discard} />
      )}
    </section>
  );
}

interface PackagePlanProps {
  plan: PackagePlan;
  onConfirm(): void;
  onDiscard(): void;
}

function PackagePlanView({ plan, onConfirm, onDiscard }: PackagePlanProps) {
  const takesAway = changeRows(plan.collections).some(
    ({ change: { removed, changed } }) => removed + changed > 0,
  );
  return (
    <PlanForm onConfirm={onConfirm}>
      <p role="status">
        <strong>Il pacchetto è buono.</strong> {packageName(plan)}
      </p>
      {plan.isSame ? (
        <p>Questo pacchetto è uguale al libro che c’è adesso: non cambierebbe nulla.</p>
      ) : (
        <>
          <PlanTable rows={changeRows(plan.collections)} coming="Arrivano" />
          <PlanWarnings sentences={packageWarnings(plan)} />
          <p className="admin-hint">
            I lettori, i loro livelli e le loro conversazioni restano. Prima si fa una copia di tutto il sito,
            che trovi nella scheda Backup. Le cose tolte sono anche nel cestino.
          </p>
        </>
      )}
      <ConfirmByWord
        onDiscard={onDiscard}
        {...(!plan.isSame && { action: 'Importa' })}
        {...(!plan.isSame && takesAway && { word: 'IMPORTA' })}
      />
    </PlanForm>
  );
}
