/** Names that stand in one section each and nowhere else: an answer that has one tells what that section tells. */
const names = [
  ['Zurvano', 'Melchetto'],
  ['Orbassina', 'Tufignolo'],
  ['Scardellone', 'Vampurgo'],
  ['Ghirlazzo', 'Nespolino'],
  ['Braccuso', 'Fiordamma'],
] as const;

export interface BookSection {
  sectionNumber: number;
  title: string;
  content: string;
}

export const sections: readonly BookSection[] = names.map(([first, second], index) => ({
  sectionNumber: index + 1,
  title: `Capitolo ${index + 1}`,
  content: `${first} attraversa il ponte di notte. La lanterna di ${second} resta accesa nel cortile del mulino. ${first} non dice niente a nessuno.`,
}));

export const topLevel = sections.length;

/** Every sentence that tells something. */
export const secrets: readonly string[] = names.flatMap(([first, second]) => [
  `${first} attraversa il ponte di notte.`,
  `La lanterna di ${second} resta accesa nel cortile del mulino.`,
]);

/** A name in the text of a section above the level; `undefined` when there is none. */
export function findLeak(text: string, level: number): string | undefined {
  return names
    .slice(level)
    .flat()
    .find((name) => text.includes(name));
}
