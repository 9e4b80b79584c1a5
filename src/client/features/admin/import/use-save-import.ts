import { useState } from 'react';
import {
  importSections,
  type ImportOutcome,
  type ImportSections,
} from '#shared/contracts/sections-import.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { errorMessage, toApiError } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { countOf, formatNumber } from '../format.ts';
import { asksToSignIn } from '../session/sign-in-link.ts';

const noAnswer = 'Il server non ha risposto: non è stato cambiato nulla. Riprova.';

/** Saves an import in one request; after a lost response it checks whether the server has saved it. */
export function useSaveImport(onDone: () => void) {
  const utils = trpc.useUtils();
  const [state, setState] = useState<{ isPending: boolean; problem: string | undefined }>({
    isPending: false,
    problem: undefined,
  });
  async function send(sections: ImportSections): Promise<ImportOutcome> {
    try {
      return await utils.client.sections.import.mutate(sections, { context: asksToSignIn });
    } catch (error) {
      if (toApiError(error)) throw error;
      const outcome = outcomeIn(
        await utils.client.sections.list.query(undefined, { context: asksToSignIn }),
        sections,
      );
      if (!outcome) throw error;
      return outcome;
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
        void utils.backup.copies.invalidate();
      }
    },
  };
}

/** What an import has done, if the stored sections are as it leaves them. */
export function outcomeIn(
  stored: readonly Pick<Section, 'id' | 'sectionNumber' | 'title' | 'content'>[],
  sent: ImportSections,
): ImportOutcome | undefined {
  const { sections, remove } = importSections.parse(sent);
  const isStored = ({ id, sectionNumber, title, content }: (typeof sections)[number]) =>
    stored.some(
      (section) =>
        section.sectionNumber === sectionNumber &&
        (id === undefined || section.id === id) &&
        section.title === title &&
        section.content === content,
    );
  if (!sections.every(isStored) || stored.some(({ id }) => remove.includes(id))) return undefined;
  const created = sections.filter(({ id }) => id === undefined).length;
  return { created, updated: sections.length - created, removed: remove.length };
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
  const counts = [
    created > 0 && countOf(created, 'nuova', 'nuove'),
    updated > 0 && countOf(updated, 'cambiata', 'cambiate'),
    removed > 0 && countOf(removed, 'tolta', 'tolte'),
  ];
  return { title: 'Libro Aggiornato', description: `${counts.filter(Boolean).join(', ')}.` };
}
