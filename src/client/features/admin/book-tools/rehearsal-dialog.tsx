import { chatLimits } from '#shared/contracts/chat-limits.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { SmallForm, useSmallForm } from '../kit/small-form.tsx';
import { Refusal } from '../refusal.tsx';
import { PanelDialog } from '../panel-dialog.tsx';
import { RehearsalResult } from './rehearsal-result.tsx';

export function RehearsalDialog({ sections, onClose }: { sections: readonly Section[]; onClose(): void }) {
  const utils = trpc.useUtils();
  const form = useSmallForm({ level: String(sections.at(-1)?.sectionNumber ?? 0), question: '' });
  const rehearsal = trpc.rehearsal.ask.useMutation({
    onSettled: () => utils.health.model.invalidate(),
  });
  const choices = sections.map(({ sectionNumber, title }) => ({
    value: String(sectionNumber),
    label: `fino alla ${sectionNumber}, ${title}`,
  }));
  return (
    <PanelDialog
      closesOnBack
      onClose={onClose}
      title="Prova come lettore"
      description="La prima domanda di un lettore nuovo, con le sezioni e i ricordi aperti al suo livello. La risposta passa per la stessa strada di quelle dei lettori, e non resta scritta da nessuna parte."
      size="wide"
    >
      <SmallForm
        form={form}
        fields={[
          {
            kind: 'choice',
            path: 'level',
            label: 'Ha letto',
            choices: [{ value: '0', label: 'niente (livello 0)' }, ...choices],
          },
          {
            kind: 'text',
            path: 'question',
            label: 'Chiede',
            rows: 3,
            max: chatLimits.message,
            placeholder: 'Come vi siete conosciuti?',
          },
        ]}
        action={rehearsal.isPending ? 'Risponde…' : 'Chiedi'}
        isPending={rehearsal.isPending}
        leave={<Button onClick={onClose}>Chiudi</Button>}
        onSend={(values) => rehearsal.mutate(values)}
      />
      <div className="mt-4" aria-live="polite" aria-busy={rehearsal.isPending}>
        {rehearsal.isPending && <p className="admin-terminal">STA SCRIVENDO_</p>}
        <Refusal error={rehearsal.error} />
        {rehearsal.data && !rehearsal.isPending && <RehearsalResult result={rehearsal.data} />}
      </div>
    </PanelDialog>
  );
}
