import type { Section } from '#shared/contracts/sections.ts';

/**
 * What must not reach a reader before its section: names and things written down by hand from the plot. Found in texts by
 * means of its own, so that leaks are not counted by the code that is to prevent them.
 */
export interface Term {
  text: string;
  /** An everyday word too: only with its capital letter it is the name. */
  nameOnly?: boolean;
  /** A name made of ordinary words: where a capital proves nothing, it may pass. */
  ofWords?: boolean;
  /** No name at all: an Italian word that a dictionary has. Nothing tells its use from anybody's, so that it may pass. */
  ordinary?: boolean;
}

const names = (...texts: string[]): Term[] => texts.map((text) => ({ text }));
const words = (...texts: string[]): Term[] => texts.map((text) => ({ text, ordinary: true }));
const alsoWords = (...texts: string[]): Term[] =>
  texts.map((text) => ({ text, nameOnly: true, ofWords: true }));
const ofWords = (...texts: string[]): Term[] => texts.map((text) => ({ text, ofWords: true }));

export const plotTerms = {
  demo: [
    ...names('Qaanik', 'Maaret', 'branco 11', '0417', 'W-01F', 'relè 7'),
    ...names('Irja', 'Halvorsen', 'Ironwind', 'Ruokto', 'Tuomas', 'Campo Solare 6', 'Ersaq', 'Kivgiq'),
    ...names('Aslak', 'Risten', 'Ánne', '181', 'carro 9', 'Nodo 9', 'Ilse-4', 'Ilse'),
    ...words('larice', 'capobranco', 'ruota fonica', 'viadotto'),
    // Ordinary words that only a capital makes a name, and in the book it opens what is said.
    ...ofWords('Bianco totale'),
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
    ...names('Medoro', 'Acchiappacitrulli', 'Alidoro', 'Melampo', 'Eugenio'),
    ...names('Pesce-cane', 'Abbecedario', 'Rosaura'),
    ...words('ciuchino', 'faine'),
    ...ofWords('Campo dei miracoli', 'Paese dei balocchi', 'Lucignolo'),
    ...alsoWords('Volpe', 'Gatto', 'Fata', 'Tonno', 'Lumaca', 'Colombo', 'Serpente'),
  ],
} satisfies Record<string, Term[]>;

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|\p{Cf}/gu, '')
    .replace(/[’‘]/g, "'");

/** Whether a text says the term, whatever stands between its words. */
export function says(text: string, { text: term, nameOnly }: Term): boolean {
  const written = plain(term).split(/[ -]/).join('[^\\p{L}\\p{N}]*');
  return new RegExp(`(?<![\\p{L}\\p{N}])${written}(?![\\p{L}\\p{N}])`, nameOnly ? 'u' : 'iu').test(
    plain(text),
  );
}

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
