import { ConfirmByWord } from './confirm-by-word.tsx';
import { PlanForm, PlanWarnings } from './plan-form.tsx';
import { PlanTable } from './plan-table.tsx';
import { bookSentences, changesNothing, lossSentences, planRows } from './plan-texts.ts';
import type { ShownPlan } from './use-restore.ts';

interface PlanViewProps {
  plan: ShownPlan;
  onConfirm(): void;
  onDiscard(): void;
}

export function PlanView({ plan, onConfirm, onDiscard }: PlanViewProps) {
  const isUnchanged = changesNothing(plan);
  return (
    <PlanForm onConfirm={onConfirm}>
      <p role="status">
        <strong>I file sono buoni.</strong> {plan.database}
        {plan.archive
          ? `, ${plan.archive}`
          : ': i file caricati restano come sono. Se hai anche l’archivio, trascinalo qui sopra'}
        .
        {plan.schema.file < plan.schema.here &&
          ` È di una versione precedente (schema ${plan.schema.file}) e viene portato a quella di adesso.`}
      </p>
      {isUnchanged ? (
        <p>Questo backup è uguale a quello che c’è adesso: non cambierebbe nulla.</p>
      ) : (
        <PlanTable rows={planRows(plan)} coming="Tornano" />
      )}
      {bookSentences(plan).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <PlanWarnings title="Chi perde che cosa" sentences={lossSentences(plan)} />
      <p className="admin-hint">
        Restano come sono le «Impostazioni», la password e gli accessi aperti. Prima si fa una copia di tutto
        quello che c’è: la trovi fra le copie, e da lì si torna indietro.
      </p>
      <ConfirmByWord
        onDiscard={onDiscard}
        {...(!isUnchanged && { action: 'Ripristina', word: 'RIPRISTINA' })}
      />
    </PlanForm>
  );
}
