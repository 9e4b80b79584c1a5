import { useState } from 'react';
import type { ImportOutcome, ImportSections } from '#shared/contracts/sections-import.ts';
import { errorMessage, toApiError } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { formatNumber } from '../format.ts';
import { asksToSignIn } from '../session/sign-in-link.ts';

const noAnswer = 'Il server non ha risposto: non è stato cambiato nulla. Riprova.';

/** Saves an import in one request; after a lost response it checks whether the server has saved it. */
export function useSaveImport(onDone: () => void) {
  const utils = trpc.useUtils();
  const [state, setState] = useState<{ isPending: boolean; problem: string | undefined }>({
    isPending: false,
    problem: undefined,
  });
  const lastAt = async () =>
    (await utils.client.sections.lastImport.query(undefined, { context: asksToSignIn })).import;

  async function send(sections: ImportSections): Promise<ImportOutcome> {
    const before = await lastAt();
    try {
      return await utils.client.sections.import.mutate(sections, { context: asksToSignIn });
    } catch (error) {
      if (toApiError(error)) throw error;
      const now = await lastAt();
      if (!now || now.at === before?.at) throw error;
      return now;
    }
  }

  return {
    ...state,
    async start(sections: ImportSections): Promise<void> {
      setState({ isPending: true, problem: undefined });
      try {
        showToast(toastOf(await send(sections), sections));
        onDone();
      } catch (error) {
        setState({ isPending: false, problem: errorMessage(error, noAnswer) });
      } finally {
        void utils.sections.invalidate();
        void utils.summaries.progress.invalidate();
      }
    },
  };
}

function toastOf({ created, updated, removed }: ImportOutcome, { sections }: ImportSections) {
  const numbers = sections.map(({ sectionNumber }) => Number(sectionNumber));
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  if (updated === 0 && removed === 0) {
    const savedText = `${formatNumber(created)} sezioni salvate, dalla ${first} alla ${last}.`;
    return {
      title: 'Sezioni Create',
      description: created === 1 ? `La sezione ${first} è salvata.` : savedText,
    };
  }
  return { title: 'Libro Aggiornato', description: `${outcomeText({ created, updated, removed })}.` };
}

/** `3 nuove, 5 cambiate, 1 tolta` */
export function outcomeText({ created, updated, removed }: ImportOutcome): string {
  const part = (count: number, singular: string, plural: string) =>
    count === 0 ? [] : [`${formatNumber(count)} ${count === 1 ? singular : plural}`];
  return [
    ...part(created, 'nuova', 'nuove'),
    ...part(updated, 'cambiata', 'cambiate'),
    ...part(removed, 'tolta', 'tolte'),
  ].join(', ');
}
