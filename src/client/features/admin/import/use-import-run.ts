import { useRef, useState } from 'react';
import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { showError } from '../error-toast.ts';
import { formatNumber } from '../format.ts';
import { asksToSignIn } from '../session/sign-in-link.ts';
import { toCreateSection, type PlannedSection } from './import-sections.ts';

type NewSection = NonNullable<ReturnType<typeof toCreateSection>>;

const noAnswer = 'Il server non ha risposto.';

export interface ImportRun {
  sections: NewSection[];
  /** How many of them, from the first, are known to be saved. */
  saved: number;
  state: 'running' | 'stopped';
  /** Why it stopped, in Italian. */
  reason: string | undefined;
}

/**
 * Saves sections one after another, each durable before the next is sent, and stops at the first that is refused:
 * what was saved is always the beginning of the list, and the rest was never sent.
 */
export function useImportRun(onDone: () => void) {
  const utils = trpc.useUtils();
  const [run, setRun] = useState<ImportRun>();
  const halted = useRef(false);

  async function save(sections: NewSection[], from: number): Promise<void> {
    halted.current = false;
    let saved = from;
    const show = (state: ImportRun['state'], reason?: string) => setRun({ sections, saved, state, reason });
    show('running');
    try {
      for (const section of sections.slice(from)) {
        if (halted.current) {
          // The dialog may be closed by now: what was saved is told in any case.
          showToast({
            title: 'Importazione interrotta',
            description: `Sezioni salvate: ${saved} su ${sections.length}.`,
          });
          return show('stopped', 'L’hai interrotta tu.');
        }
        await utils.client.sections.create.mutate(section);
        saved += 1;
        show('running');
      }
      showToast({ title: 'Sezioni Create', description: summary(sections) });
      onDone();
    } catch (error) {
      show('stopped', errorMessage(error, noAnswer));
      showError(error, noAnswer);
    } finally {
      void utils.sections.list.invalidate();
      void utils.summaries.progress.invalidate();
    }
  }

  return {
    run,
    start: (plan: readonly PlannedSection[]) =>
      save(
        plan.map(toCreateSection).filter((section) => section !== undefined),
        0,
      ),
    /** Goes on from the section that failed. An answer may have been lost after it was saved: then it is not sent again. */
    async resume(): Promise<void> {
      if (!run) return;
      setRun({ ...run, state: 'running' });
      try {
        const stored = await utils.client.sections.list.query(undefined, { context: asksToSignIn });
        const next = run.sections[run.saved];
        const there = stored.some(
          (section) =>
            section.sectionNumber === next?.sectionNumber &&
            section.title === next.title &&
            section.content === next.content,
        );
        await save(run.sections, run.saved + (there ? 1 : 0));
      } catch (error) {
        setRun({ ...run, state: 'stopped', reason: errorMessage(error, noAnswer) });
      }
    },
    /** Stops after the section that is being saved. */
    halt: () => {
      halted.current = true;
    },
    dismiss: () => setRun(undefined),
  };
}

function summary(sections: readonly NewSection[]): string {
  const first = sections[0]?.sectionNumber;
  if (sections.length === 1) return `La sezione ${first} è salvata.`;
  return `${formatNumber(sections.length)} sezioni salvate, dalla ${first} alla ${sections.at(-1)?.sectionNumber}.`;
}
