import type { Section } from '#shared/contracts/sections.ts';
import { useId, useState, type KeyboardEvent } from 'react';
import { chatLimits } from '#shared/contracts/chat-limits.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { Refusal } from '../refusal.tsx';
import { PanelDialog } from '../panel-dialog.tsx';
import { RehearsalResult } from './rehearsal-result.tsx';

export function RehearsalDialog({ sections, onClose }: { sections: readonly Section[]; onClose(): void }) {
  const utils = trpc.useUtils();
  const ids = { level: useId(), question: useId() };
  const [level, setLevel] = useState(String(sections.at(-1)?.sectionNumber ?? 0));
  const [question, setQuestion] = useState('');
  const rehearsal = trpc.rehearsal.ask.useMutation({
    onSettled: () => utils.health.model.invalidate(),
  });
  const canAsk = question.trim() !== '' && !rehearsal.isPending;
  const submit = () => canAsk && rehearsal.mutate({ level, question });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    submit();
  }

  return (
    <PanelDialog
      closesOnBack
      onClose={onClose}
      title="Prova come lettore"
      description="La prima domanda di un lettore nuovo, con le sezioni e i ricordi aperti al suo livello. La risposta passa per la stessa strada di quelle dei lettori, e non resta scritta da nessuna parte."
      size="wide"
    >
      <form
        className="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="grid items-end gap-3 md:grid-cols-[minmax(12rem,18rem)_minmax(0,1fr)_auto]">
          <div className="admin-field">
            <label htmlFor={ids.level}>Ha letto</label>
            <select id={ids.level} value={level} onChange={({ target }) => setLevel(target.value)}>
              <option value="0">niente (livello 0)</option>
              {sections.map(({ id, sectionNumber, title }) => (
                <option key={id} value={sectionNumber}>
                  fino alla {sectionNumber}, {title}
                </option>
              ))}
            </select>
          </div>
          <div className="admin-field">
            <label htmlFor={ids.question}>Chiede</label>
            <textarea
              id={ids.question}
              className="[field-sizing:content] max-h-36 resize-none"
              rows={1}
              value={question}
              maxLength={chatLimits.message}
              placeholder="Come vi siete conosciuti?"
              onChange={({ target }) => setQuestion(target.value)}
              onKeyDown={onKeyDown}
            />
          </div>
          <Button type="submit" main disabled={!canAsk}>
            {rehearsal.isPending ? 'Risponde…' : 'Chiedi'}
          </Button>
        </div>
        <div aria-live="polite" aria-busy={rehearsal.isPending}>
          {rehearsal.isPending && <p className="admin-terminal">STA SCRIVENDO_</p>}
          <Refusal error={rehearsal.error} />
          {rehearsal.data && !rehearsal.isPending && <RehearsalResult result={rehearsal.data} />}
        </div>
        <div className="admin-form-end">
          <Button onClick={onClose}>Chiudi</Button>
        </div>
      </form>
    </PanelDialog>
  );
}
