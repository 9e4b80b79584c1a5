import { says, type Term } from '../../src/server/features/chat/check/says.ts';
import type { Section } from '../../src/shared/contracts/sections.ts';

const names = (...texts: string[]): Term[] => texts.map((text) => ({ text }));
const alsoWords = (...texts: string[]): Term[] => texts.map((text) => ({ text, nameOnly: true }));

/** Names and things written down by hand from the plot. */
export const plotTerms = {
  demo: [
    ...names(
      'Qaanik',
      'Maaret',
      'larice',
      'capobranco',
      'branco 11',
      'ruota fonica',
      '0417',
      'W-01F',
      'relè 7',
    ),
    ...names(
      'Irja',
      'Halvorsen',
      'Ironwind',
      'Ruokto',
      'viadotto',
      'Tuomas',
      'Campo Solare 6',
      'Ersaq',
      'Kivgiq',
    ),
    ...names('Aslak', 'Risten', 'Ánne', '181', 'carro 9', 'Bianco totale', 'Nodo 9', 'Ilse-4', 'Ilse'),
    ...alsoWords('Ferro'),
  ],
  pinocchio: [
    ...names(
      'Geppetto',
      'Polendina',
      'Grillo-parlante',
      'Mangiafoco',
      'Arlecchino',
      'Pulcinella',
      'Gambero Rosso',
    ),
    ...names(
      'Campo dei miracoli',
      'Medoro',
      'Acchiappacitrulli',
      'Alidoro',
      'Melampo',
      'Lucignolo',
      'Eugenio',
    ),
    ...names('Paese dei balocchi', 'ciuchino', 'Pesce-cane', 'Abbecedario', 'faine', 'Rosaura'),
    ...alsoWords('Volpe', 'Gatto', 'Fata', 'Tonno', 'Lumaca', 'Colombo', 'Serpente'),
  ],
} satisfies Record<string, Term[]>;

/** The terms a reader at `level` may not hear: those that no section up to it says. */
export function lockedTerms(terms: readonly Term[], book: readonly Section[], level: number): Term[] {
  const open = book
    .filter(({ sectionNumber }) => sectionNumber <= level)
    .flatMap(({ title, content, contentReduced30, contentReduced70, contentLine }) => [
      title,
      content,
      contentReduced30,
      contentReduced70,
      contentLine,
    ])
    .join('\n');
  return terms.filter((term) => !says(open, term));
}
