import type { Change, RestorePlan } from '#shared/contracts/backup.ts';
import { bookParts } from '../book/book-parts.ts';
import { fieldsOf, type BookPart } from '../book/part-types.ts';
import { countOf, firstFive } from '../format.ts';

const labels = {
  sections: 'Sezioni',
  memoryCards: 'Ricordi',
  unlockCodes: 'Codici di sblocco',
  musicCodes: 'Codici musicali',
  galleryImages: 'Immagini della galleria',
  articles: 'Articoli',
  users: 'Lettori',
  chatMessages: 'Messaggi della chat',
  book: 'Il libro: bozza e versioni',
  recordings: 'Registrazioni',
  past: 'Cestino e versioni dei testi',
  files: 'File caricati',
} satisfies Record<keyof RestorePlan['collections'] | 'files', string>;

/** What a backup or a package would change, in the order of the panel. */
export function changeRows(changes: Partial<Record<keyof typeof labels, Change | undefined>>) {
  return (Object.keys(labels) as (keyof typeof labels)[]).flatMap((name) => {
    const change = changes[name];
    return change ? [{ label: labels[name], change }] : [];
  });
}

export const planRows = ({ collections, files }: RestorePlan) => changeRows({ ...collections, files });

export function changesNothing(plan: RestorePlan): boolean {
  const { published, draft } = plan.book;
  return (
    published.length + draft.length === 0 &&
    planRows(plan).every(({ change: { added, removed, changed } }) => added + removed + changed === 0)
  );
}

/** The parts of «Il libro» with these fields, by their names in the panel: «Trama, Apertura». */
function partNames(paths: readonly string[]): string {
  const isIn = (path: string, part: BookPart) =>
    fieldsOf(part).some((field) => `${path}.`.startsWith(`${field.path}.`));
  const parts = bookParts.filter((part) => paths.some((path) => isIn(path, part)));
  const hasMore = paths.some((path) => !bookParts.some((part) => isIn(path, part)));
  return [...parts.map(({ label }) => label), ...(hasMore ? ['il resto'] : [])].join(', ');
}

export function bookSentences({ book: { published, draft } }: RestorePlan): string[] {
  return [
    published.length > 0 && `Il libro che i lettori vedono cambia in: ${partNames(published)}.`,
    draft.length > 0 && `La bozza del libro cambia in: ${partNames(draft)}.`,
  ].filter((sentence) => typeof sentence === 'string');
}

export function lossSentences({
  readers,
  collections,
  files,
  missingFiles,
  doubtful,
}: RestorePlan): string[] {
  const { chatMessages, sections } = collections;
  return [
    readers.lowered > 0 &&
      `${countOf(readers.lowered, 'lettore scende', 'lettori scendono')} di livello: quello che avevano sbloccato dopo il backup si richiude.`,
    readers.forgotten > 0 &&
      `${countOf(readers.forgotten, 'lettore non c’era', 'lettori non c’erano')} ancora: ${readers.forgotten === 1 ? 'ricomincia' : 'ricominciano'} da capo.`,
    chatMessages.removed > 0 &&
      `${countOf(chatMessages.removed, 'messaggio sparisce', 'messaggi spariscono')} dalle conversazioni.`,
    sections.removed > 0 &&
      `${countOf(sections.removed, 'sezione scritta', 'sezioni scritte')} dopo il backup ${sections.removed === 1 ? 'sparisce' : 'spariscono'}.`,
    files &&
      files.removed > 0 &&
      `${countOf(files.removed, 'file caricato', 'file caricati')} dopo il backup ${files.removed === 1 ? 'esce' : 'escono'} dal sito.`,
    missingFiles.length > 0 &&
      `Senza il loro file ${files ? 'nell’archivio' : 'sul sito'}: ${firstFive(missingFiles, ', ')}.`,
    doubtful.length > 0 &&
      `Non si potrebbe scrivere così oggi: ${firstFive(doubtful, '; ')}. Se il file non è tuo, o è stato cambiato a mano, non ripristinarlo.`,
  ].filter((sentence) => typeof sentence === 'string');
}
