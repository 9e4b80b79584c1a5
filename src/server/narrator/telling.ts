import { excerptFrom, excerptWithin } from './prose.ts';
import { fillLine, hashText } from '../text/lines.ts';
import { sentences } from '../text/italian.ts';
import { least, type Choice } from './choice.ts';
import { linesAtEnd } from './ending.ts';
import type { Card } from './entries.ts';
import { contentStems } from './words.ts';
import { reasonOf } from './state.ts';
import { replyAfter, speech, type Reply, type Scene } from './scene.ts';

/** From this score on a passage is read where nothing else answers, and where it is asked for to be read. */
export const leastPassage = { unasked: 0.6, asked: 0.45 };

export const placeOf = ({ state, request }: Scene) => `${state.latest}${request.level}`;

/** A card's words, with its question to the reader now and then. */
export function sayCard({ dialogue, request, state }: Scene, { says, back }: Card): Reply {
  const asksBack =
    back !== undefined &&
    !state.latest.trimEnd().endsWith('?') &&
    !dialogue.wasSaid(back) &&
    hashText(`${request.question}${state.latest}`) % 2 === 0;
  return speech(asksBack ? `${says} ${back}` : says);
}

/** The share of a card's likelihood from which on another is told in its place. */
const nearlyAsLikely = 0.7;

/** A card that answers; said before, what goes on from it, the next likeliest that is nearly as likely, or the same once more. */
export function tellCard(scene: Scene, choice: Choice): Reply | undefined {
  const { dialogue, voice, choices } = scene;
  const { card } = choice.entry;
  if (!card) return speech(dialogue.choose(voice.unsure));
  if (!dialogue.wasSaid(card.says)) return sayCard(scene, card);
  if (card.more !== undefined && !dialogue.wasSaid(card.more)) return speech(card.more);
  const next = choices.find(
    ({ entry, likelihood }) =>
      entry.card && !dialogue.wasSaid(entry.card.says) && likelihood > choice.likelihood * nearlyAsLikely,
  );
  if (next?.entry.card) return sayCard(scene, next.entry.card);
  return replyAfter(dialogue.choose(voice.again), speech(card.says));
}

/** The card that goes on from one: its reason, or what comes after it in the story. */
function findFollowingCard(scene: Scene, card: Card, why: boolean): Card | undefined {
  const { cards, dialogue } = scene;
  const at = cards.indexOf(card);
  const fresh = cards.filter(({ says }) => !dialogue.wasEverSaid(says));
  const isAbout = (other: Card) => other.about.some((name) => card.about.includes(name));
  const same = fresh.filter(
    ({ sectionId, kind }) => sectionId === card.sectionId && kind !== 'self' && kind !== 'whatif',
  );
  if (why) return same.find((other) => other.kind === 'why' && isAbout(other));
  const later = same.filter((other) => cards.indexOf(other) > at);
  return (
    later.find((other) => isAbout(other) && other.kind !== 'who') ??
    later.find(({ kind }) => kind === 'fact') ??
    later[0]
  );
}

function tellNext(scene: Scene, why: boolean): Reply | undefined {
  const { dialogue, cards, voice, request } = scene;
  const last = dialogue.lastCard(cards) ?? dialogue.lastOf(cards, 3);
  if (last) {
    if (!why && last.more !== undefined && !dialogue.wasSaid(last.more)) return speech(last.more);
    const next = findFollowingCard(scene, last, why);
    if (next) return sayCard(scene, next);
    if (last.more !== undefined && !dialogue.wasSaid(last.more)) return speech(last.more);
    return speech(
      dialogue.choose(why ? voice.nothingToAdd : (linesAtEnd(request, 'poi') ?? voice.nothingAfter)),
    );
  }
  const read = dialogue.lastExcerpt();
  const next = read && excerptFrom(read.section, read.to + 1);
  if (next) return { text: next.text, quotes: [[0, next.text.length]] };
  return undefined;
}

function tellSomething(scene: Scene): Reply | undefined {
  const { cards, dialogue, request, voice } = scene;
  const fresh = cards.filter(
    ({ says, kind }) => !dialogue.wasEverSaid(says) && kind !== 'whatif' && kind !== 'self',
  );
  for (const section of [...request.sections].reverse()) {
    const own = fresh.filter(({ sectionId }) => sectionId === section.id);
    const card =
      own.find(({ chip, kind }) => chip !== undefined && kind === 'fact') ??
      own.find(({ chip }) => chip !== undefined) ??
      own[0];
    if (card) return sayCard(scene, card);
  }
  const card = fresh.find(({ chip }) => chip !== undefined);
  if (card) return sayCard(scene, card);
  return speech(dialogue.choose(linesAtEnd(request, 'poi') ?? voice.nothingAfter));
}

/** What a section tells: its first card that was not said, else its first words. */
export function tellSection(scene: Scene, section: Scene['request']['sections'][number]): Reply | undefined {
  const { cards, dialogue } = scene;
  const card = cards.find(
    ({ sectionId, kind, says }) => sectionId === section.id && kind === 'fact' && !dialogue.wasSaid(says),
  );
  return card ? sayCard(scene, card) : readSection(scene, section);
}

function readSection({ dialogue, voice }: Scene, section: Scene['request']['sections'][number]) {
  const excerpt = excerptFrom(section, 0);
  if (!excerpt) return undefined;
  const words = { text: excerpt.text, quotes: [[0, excerpt.text.length]] as const };
  return replyAfter(dialogue.choose(voice.quoteLeads), words, '\n\n');
}

function readOut(scene: Scene): Reply | undefined {
  const { request, dialogue, voice, choices, cards } = scene;
  if (request.sections.length === 0) return speech(dialogue.choose(voice.nothingToRead));
  const card = choices.find(({ entry }) => entry.card?.sectionId)?.entry.card ?? dialogue.lastCard(cards);
  const section = request.sections.find(({ id }) => id === card?.sectionId) ?? request.sections.at(-1);
  return section && readSection(scene, section);
}

/** Speech of somebody whose name does not stand beside it: nobody can tell who says it. */
const isNamelessSpeech = (text: string) =>
  /^[—–«"“-]/u.test(text) && !/(?<=[\p{Ll},;»] )\p{Lu}\p{Ll}+/u.test(text);

/** Where a question names somebody, a place that has no other word of it answers nothing. */
function hasMoreThanNames({ state, request }: Scene, text: string): boolean {
  if (state.names.size === 0) return true;
  const stems = new Set(contentStems(text));
  return contentStems(request.question).some((word) => stems.has(word) && !state.names.has(word));
}

/** The book's own words about what was asked, where no card answers; what was said before is not said again. */
export async function readPassage(scene: Scene, leastScore: number): Promise<Reply | undefined> {
  const { dialogue, voice, request } = scene;
  if (request.sections.length === 0) return undefined;
  const passages = await scene.findPassages();
  for (const passage of passages.slice(0, 5)) {
    if (passage.score < leastScore) return undefined;
    const { text } = excerptWithin(passage);
    if (isNamelessSpeech(text) || dialogue.wasSaid(text) || !hasMoreThanNames(scene, text)) continue;
    const words = { text, quotes: [[0, text.length]] as const };
    return replyAfter(dialogue.choose(voice.quoteUnsure), words, '\n\n');
  }
  return undefined;
}

function plainly(scene: Scene): Reply | undefined {
  const { state, dialogue, voice } = scene;
  const told = sentences(state.latest).filter(
    (text) => !text.trimEnd().endsWith('?') && text.split(/\s+/).length >= 3,
  );
  return told[0] === undefined ? undefined : speech(fillLine(dialogue.choose(voice.plainly), { x: told[0] }));
}

function summary(scene: Scene): Reply | undefined {
  const { request, cards, empty } = scene;
  const told = request.sections.flatMap(
    ({ id }) => cards.find(({ sectionId, kind }) => sectionId === id && kind === 'fact') ?? [],
  );
  const [first] = told;
  const last = told.at(-1);
  if (!first || !last) return tellSomething(scene);
  if (first === last) return speech(first.says);
  return speech(
    `${empty.riassunto.inizio} ${sentences(first.says)[0] ?? ''} ${empty.riassunto.adesso} ${sentences(last.says)[0] ?? ''}`,
  );
}

/** Why it was so: a memory of reasons that answers what was asked before, else the next one about the same. */
async function tellWhy(scene: Scene): Promise<Reply | undefined> {
  const { state, dialogue } = scene;
  const found = state.before === '' ? [] : await scene.lookUp([reasonOf(state.before)]);
  const reason = found.find(
    ({ entry: { card }, likelihood }) =>
      card?.kind === 'why' && likelihood >= least.say && !dialogue.wasSaid(card.says),
  );
  return reason?.entry.card ? sayCard(scene, reason.entry.card) : tellNext(scene, true);
}

/** What answers each wish. */
export const wishLines: Readonly<
  Record<string, (scene: Scene) => Promise<Reply | undefined> | Reply | undefined>
> = {
  avanti: (scene) => tellNext(scene, false) ?? tellSomething(scene),
  perche: tellWhy,
  leggi: readOut,
  semplice: plainly,
  riassunto: summary,
  racconta: tellSomething,
};
