import type { PackagePlan } from '#shared/contracts/book-package.ts';
import { countOf, firstFive, formatBytes } from '../format.ts';

export function packageWarnings({
  collections,
  newCodes,
  missingFiles,
  doubtful,
  isOtherBook,
}: PackagePlan): string[] {
  const { unlockCodes, musicCodes } = collections;
  const closed = unlockCodes.removed + musicCodes.removed;
  return [
    closed > 0 &&
      `${countOf(closed, 'codice che c’è adesso smette', 'codici che ci sono adesso smettono')} di funzionare: se ${closed === 1 ? 'l’hai stampato o dato' : 'li hai stampati o dati'} a qualcuno, non importare.`,
    isOtherBook &&
      'Le pagine del sito diventano quelle del pacchetto, e in chat risponde il suo personaggio.',
    newCodes > 0 &&
      `${countOf(newCodes, 'codice arriva senza il suo valore e ne riceve uno nuovo', 'codici arrivano senza il loro valore e ne ricevono di nuovi')}.`,
    missingFiles.length > 0 && `Mancano i file: ${firstFive(missingFiles, ', ')}.`,
    doubtful.length > 0 && `Non si potrebbe scrivere così oggi: ${firstFive(doubtful, '; ')}.`,
  ].filter((sentence) => typeof sentence === 'string');
}

export function packageName({ title, author, files }: PackagePlan): string {
  const book = `«${title || 'Senza titolo'}»${author ? ` di ${author}` : ''}`;
  if (files.added === 0) return `${book}, senza file nuovi.`;
  return `${book}, con ${countOf(files.added, 'file nuovo', 'file nuovi')} (${formatBytes(files.bytes)}).`;
}
