/** Names that stand in one section each and nowhere else: an answer that has one tells what that section tells. */
const names = [
  ['Zurvano', 'Melchetto'],
  ['Orbassina', 'Tufignolo'],
  ['Scardellone', 'Vampurgo'],
  ['Ghirlazzo', 'Nespolino'],
  ['Braccuso', 'Fiordamma'],
] as const;

/** The two sentences of a section that tell something. */
const sentences = names.map(([first, second]) => [
  `${first} attraversa il ponte di notte.`,
  `La lanterna di ${second} resta accesa nel cortile del mulino.`,
]);
export const secrets = sentences.flat();
export const topLevel = names.length;

export const sections = sentences.map((own, index) => ({
  sectionNumber: index + 1,
  title: `Capitolo ${index + 1}`,
  content: `${own.join(' ')} ${names[index]?.[0]} non dice niente a nessuno.`,
}));

/** A name in the text of a section above the level, if there is one. */
export const findLeak = (text: string, level: number) =>
  names
    .slice(level)
    .flat()
    .find((name) => text.includes(name));
