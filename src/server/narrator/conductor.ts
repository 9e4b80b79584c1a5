import type { SmallTalk } from './small-talk.ts';
import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import type { ChatRequest } from '../model/types.ts';
import { fillLine, hashText } from '../text/lines.ts';
import { cardAsked, confidenceIn, findCards, namesIn, type CardMatch } from './card-search.ts';
import { sourceOf } from './card-source.ts';
import { readDialogue, type Dialogue } from './dialogue.ts';
import { linesAtEnd } from './ending.ts';
import { readMessage, type Message } from './message.ts';
import { echoOf, tellsOfSelf, tellsOfSelfDespiteNames } from './own-life.ts';
import {
  bestExcerpt,
  excerptFrom,
  scoreProse,
  sentencesOf,
  type Excerpt,
  type ProseScores,
} from './prose-search.ts';
import { contentTerms, isContent, termsIn } from './terms.ts';
import { namesUnknown } from './unknown.ts';
import type { Voice } from './voice.ts';

type Card = Visible<MemoryCard>;

/** What the character says, and which characters of it are read out of the book: `[from, to)`, in order. */
export interface Reply {
  text: string;
  quotes: readonly (readonly [from: number, to: number])[];
}

export interface ConductorOptions {
  voice: Voice;
  smallTalk?: SmallTalk | undefined;
}

/** How likely a card must be to answer a question: to be said before anything else, to an open one, to one for yes or no. */
const likely = { sure: 0.75, open: 0.28, yesNo: 0.34 } as const;
/** How much of a question nobody wrote a word of, for a reader of the whole book to be told that it is not in the story. */
const stranger = 0.6;
/** How well a card must fit what asks nothing, and the reader’s own matters. */
const enough = { statement: 0.62, own: 0.8 } as const;
/** What a card gains that speaks of what was spoken of last, and of a question that leans on it. */
const related = { about: 0.08, section: 0.03, leaning: 2 } as const;
/** A way of asking so alike is the question. */
const sameAsk = 0.85;
/** How much of a question one place of the book must have to be read to it: where cards are silent, and where there are none. */
const enoughProse = { beside: 1.3, alone: 0.3 } as const;

/** One turn: what is said, and the means to say it. */
interface Scene {
  request: ChatRequest;
  voice: Voice;
  dialogue: Dialogue;
  message: Message;
  /** The open cards that answer a question. */
  cards: readonly Card[];
}

const speech = (text: string): Reply => ({ text, quotes: [] });

/** What the protagonist answers: the same for the same level, words and conversation. */
export function compose(whole: ChatRequest, { voice, smallTalk }: ConductorOptions): Reply {
  const request = smallTalk ? { ...whole, question: smallTalk.coreOf(whole.question) } : whole;
  const cards = request.cards.filter(({ kind }) => kind !== 'now' && kind !== 'end');
  const scene: Scene = {
    request,
    voice,
    dialogue: readDialogue(request),
    message: readMessage(request.question),
    cards,
  };
  const reply = answer(scene, smallTalk);
  const reached = request.justUnlocked.at(-1);
  if (reached === undefined) return reply;
  return after(scene.dialogue.choose(voice.noticing).replace('{n}', String(reached)), reply, ' ');
}

function answer(scene: Scene, smallTalk: SmallTalk | undefined): Reply {
  const { request, voice, dialogue, message, cards } = scene;
  const recalled = smallTalk?.recallFor(request);
  if (recalled !== undefined) return speech(recalled);
  const asked = message.wish && granted(scene, message.wish.kind);
  if (asked) return asked;
  const prose = message.asks ? scoreProse(request.question, request.sections) : undefined;
  const leansOn = message.leans ? dialogue.lastCard(cards)?.about : undefined;
  const matches = ranked(scene, findCards(request.question, cards, request.sections, prose, leansOn));
  const best = matches[0];
  const own = ownMatter(scene);
  const unknown = message.asks && namesUnknown(request);
  const confidence = message.asks ? confidenceIn(matches) : 0;
  if (best && (best.ask >= sameAsk || (confidence >= likely.sure && !unknown)))
    return tellCard(scene, best, matches);
  const act = smallTalk?.answerFor(request);
  if (act !== undefined) return speech(act);
  const line = beforeTheFirst(scene);
  if (line !== undefined) return speech(line);
  if (unknown) return speech(doNotKnow(scene, 'name'));
  const isLikely = confidence >= (message.open ? likely.open : likely.yesNo);
  const fits = !message.asks && best && best.score >= (own ? enough.own : enough.statement);
  if (best && (isLikely || fits)) return tellCard(scene, best, matches);
  const absent = message.asks && (best?.strange ?? 0) >= stranger && linesAtEnd(request, 'nomi');
  if (absent) return speech(dialogue.choose(absent, placeOf(scene)));
  const read = message.open && prose ? readFact(scene, prose) : undefined;
  if (read) return read;
  const thought = opinionOf(scene, matches);
  if (thought) return speech(sayCard(scene, thought));
  if (claims.test(message.folded) && !own) return speech(doNotKnow(scene, 'future'));
  const guess = own ? undefined : smallTalk?.guessFor(request);
  if (guess !== undefined) return speech(guess);
  if (message.asks) return speech(dialogue.choose(voice.unsure, placeOf(scene)));
  const parole = own ? echoOf(request.question) : undefined;
  const echoes = smallTalk?.isHeavy(request.question) ? voice.quietEchoes : voice.echoes;
  return speech(
    parole === undefined
      ? dialogue.choose(askingOnce(scene, voice.anything))
      : fillLine(dialogue.choose(askingOnce(scene, echoes)), { parole }),
  );
}

/** A guess at what is to come that is put as a fact. */
const claims = /\b(no|vero|giusto) \?$|\blo sanno tutti\b|\blo so che\b|\bscommetto che\b/;

/** How many of the reader's messages ago they may have begun to speak of themselves. */
const ownMemory = 2;

/** Whether the reader speaks of their own life, or goes on to: nothing of the story is named, or the words say whose it is. */
function ownMatter({ request, message, cards, dialogue }: Scene): boolean {
  if (message.asks) return false;
  const isOwn = (text: string) =>
    namesIn(text, cards).size > 0 ? tellsOfSelfDespiteNames(text) : tellsOfSelf(text);
  if (isOwn(request.question)) return true;
  if (namesIn(request.question, cards).size > 0 || cards.some(({ says }) => dialogue.latest.includes(says)))
    return false;
  const before = request.history.filter(({ role }) => role === 'user').slice(-ownMemory);
  return before.some(({ content }) => isOwn(content));
}

/** Without questions back where he has just asked one. */
function askingOnce({ dialogue }: Scene, lines: readonly string[]): readonly string[] {
  return dialogue.latest.trimEnd().endsWith('?') ? lines.filter((line) => !line.endsWith('?')) : lines;
}

/** What he thinks or feels of somebody whom the reader names without asking a fact. */
function opinionOf(
  { message, cards, dialogue, request }: Scene,
  matches: readonly CardMatch[],
): Card | undefined {
  if (message.asks && !message.judges) return undefined;
  const named = namesIn(request.question, cards);
  if (named.size === 0) return undefined;
  const isOf = ({ about }: Card) =>
    about.some((name) => [...termsIn(name).values()].some((word) => named.has(word)));
  const fits = matches
    .filter(({ card }) => isOf(card) && !dialogue.wasSaid(card.says))
    .map(({ card }) => card);
  return (
    fits.find(({ kind }) => kind === 'opinion' || kind === 'feeling') ??
    fits.find(({ kind }) => kind === 'who')
  );
}

/** The best matches first; what was spoken of last comes before what was not, of the same question the later card. */
function ranked({ dialogue, cards, message, request }: Scene, matches: readonly CardMatch[]): CardMatch[] {
  const last = dialogue.lastCard(cards);
  const near = matches.map((match) => {
    if (!last || last === match.card) return match;
    const about = match.card.about.some((name) => last.about.includes(name)) ? related.about : 0;
    const section = match.card.sectionId === last.sectionId ? related.section : 0;
    return { ...match, score: match.score + (about + section) * (message.leans ? related.leaning : 1) };
  });
  near.sort((one, other) => other.score - one.score);
  const exact = cardAsked(request.question, cards);
  const first = near.find(({ card }) => card === exact);
  return first ? [{ ...first, ask: 1 }, ...near.filter((match) => match !== first)] : near;
}

/** How much worse than the best a card may be that is said in its stead, because the best was said. */
const instead = 0.12;

function tellCard(scene: Scene, best: CardMatch, matches: readonly CardMatch[]): Reply {
  const { dialogue, voice } = scene;
  const fresh = matches.find(
    ({ card, score }) => !dialogue.wasSaid(card.says) && score > best.score - instead,
  );
  if (fresh && (fresh === best || fresh.ask >= best.ask - instead)) return speech(sayCard(scene, fresh.card));
  const { more } = best.card;
  if (more !== undefined && !dialogue.wasSaid(more)) return speech(more);
  return speech(dialogue.choose(voice.again));
}

/** A card's words; with its question to the reader now and then, never when the last answer ended with one. */
function sayCard({ dialogue, request }: Scene, { says, back }: Card): string {
  const asksBack =
    back !== undefined &&
    !dialogue.latest.trimEnd().endsWith('?') &&
    !dialogue.wasSaid(back) &&
    hashText(`${request.question}${dialogue.latest}`) % 2 === 0;
  return asksBack ? `${says} ${back}` : says;
}

function granted(scene: Scene, wish: NonNullable<Message['wish']>['kind']): Reply | undefined {
  switch (wish) {
    case 'more':
      return goOn(scene);
    case 'quote':
      return readOut(scene);
    case 'now':
      return present(scene);
    case 'recap':
      return present(scene) ?? tellSomething(scene);
    case 'tell':
      return tellSomething(scene);
    case 'sequel':
    case 'missing': {
      const lines = linesAtEnd(scene.request, wish === 'sequel' ? 'seguito' : 'mancanza');
      return lines && speech(scene.dialogue.choose(lines));
    }
    case 'future':
      return speech(doNotKnow(scene, 'future'));
    case 'section':
      return tellSection(scene);
  }
}

/** «E poi?», «perché?»: more of the card, the next of its section, what the book says there; or of what was read last. */
function goOn(scene: Scene): Reply | undefined {
  const { dialogue, cards, message, voice, request } = scene;
  const last = dialogue.lastCard(cards);
  const why = message.wish?.kind === 'more' && message.wish.why;
  if (last) {
    if (last.more !== undefined && !dialogue.wasSaid(last.more)) return speech(last.more);
    const next = following(scene, last, why);
    if (next) return speech(sayCard(scene, next));
    const source = why ? readSource(scene, last, voice.quoteLeads) : undefined;
    if (source) return source;
  }
  const read = dialogue.lastExcerpt();
  if (read) {
    const next = excerptFrom(read.section, read.to + 1) ?? openingAfter(request.sections, read.section);
    if (next) return readOutOf(next);
  }
  if (!last && !read && dialogue.said.length > 0 && !voice.nothingAfter.includes(dialogue.latest))
    return undefined;
  if (why) return speech(dialogue.choose(voice.nothingToAdd));
  return tellSomething(scene) ?? speech(dialogue.choose(linesAtEnd(request, 'poi') ?? voice.nothingAfter));
}

/** The next card not yet said: of the same section and matter, then of the same section, then of the next one. */
function following({ dialogue, cards }: Scene, last: Card, why: boolean): Card | undefined {
  const at = cards.indexOf(last);
  const fresh = cards.filter((card) => !dialogue.wasSaid(card.says));
  const isAbout = (card: Card) => card.about.some((name) => last.about.includes(name));
  const same = fresh.filter(({ sectionId }) => sectionId === last.sectionId);
  if (why) return same.find((card) => card.kind === 'why' && isAbout(card));
  const later = same.filter((card) => cards.indexOf(card) > at);
  return (
    later.find((card) => isAbout(card) && card.kind !== 'who') ??
    later.find(({ kind }) => kind === 'fact') ??
    later[0]
  );
}

function openingAfter(sections: readonly Visible<Section>[], section: Visible<Section>): Excerpt | undefined {
  const next = sections[sections.indexOf(section) + 1];
  return next && excerptFrom(next, 0);
}

/** Where he is and what he is doing: the present of the last open section that has one. */
function present({ request, dialogue }: Scene): Reply | undefined {
  const now = request.cards.findLast(({ kind, says }) => kind === 'now' && !dialogue.wasSaid(says));
  return now && speech(now.says);
}

/** Something he tells of his own accord: of the latest section, what may be suggested before the rest. */
function tellSomething(scene: Scene): Reply | undefined {
  const { cards, dialogue, request, voice } = scene;
  const fresh = cards.filter(({ says, kind }) => !dialogue.wasSaid(says) && kind !== 'whatif');
  for (const section of [...request.sections].reverse()) {
    const own = fresh.filter(({ sectionId }) => sectionId === section.id);
    const card =
      own.find(({ chip, kind }) => chip !== undefined && kind === 'fact') ??
      own.find(({ chip }) => chip !== undefined) ??
      own[0];
    if (card) return speech(sayCard(scene, card));
  }
  if (request.sections.length === 0) {
    const card = fresh.find(({ chip }) => chip !== undefined);
    return card && speech(sayCard(scene, card));
  }
  if (cards.length > 0) return speech(dialogue.choose(linesAtEnd(request, 'poi') ?? voice.nothingAfter));
  for (const section of [...request.sections].reverse()) {
    const opening = excerptFrom(section, 0);
    if (opening && !dialogue.wasSaid(opening.text))
      return readOutOf(opening, dialogue.choose(voice.quoteLeads));
  }
  return undefined;
}

function tellSection(scene: Scene): Reply | undefined {
  const { message, request, cards, dialogue, voice } = scene;
  const numbers = message.wish?.kind === 'section' ? message.wish.numbers : [];
  const section = request.sections.find(({ sectionNumber }) => numbers.includes(sectionNumber));
  if (!section) return speech(doNotKnow(scene, 'future'));
  const own = cards.filter(({ sectionId, says }) => sectionId === section.id && !dialogue.wasSaid(says));
  const [best] = findCards(`raccontami che è successo ${request.question} ${section.title}`, own, [section]);
  const card = best?.card ?? own[0];
  if (card) return speech(sayCard(scene, card));
  const opening = excerptFrom(section, 0);
  return opening && readOutOf(opening, dialogue.choose(voice.quoteLeads));
}

/** The book’s own words, asked for: of what the message names, else of what was spoken of last. */
function readOut(scene: Scene): Reply {
  const { request, dialogue, cards, voice, message } = scene;
  if (request.sections.length === 0) return speech(dialogue.choose(voice.nothingToRead));
  const rest = message.folded.replace(readingWords, ' ');
  const read = dialogue.lastExcerpt();
  if (contentTerms(rest).size === 0) {
    const last = dialogue.lastCard(cards);
    const source = last && readSource(scene, last, voice.quoteLeads);
    if (source) return source;
    const next = read && excerptFrom(read.section, read.to + 1);
    if (next) return readOutOf(next, dialogue.choose(voice.quoteLeads));
  }
  const prose = scoreProse(rest, request.sections);
  const found = prose && bestExcerpt(prose);
  if (found) return readOutOf(found, dialogue.choose(voice.quoteLeads));
  const newest = request.sections.at(-1);
  const opening = newest && excerptFrom(newest, 0);
  return opening
    ? readOutOf(opening, dialogue.choose(voice.quoteLeads))
    : speech(dialogue.choose(voice.unsure));
}

/** What asks for the book’s words and is not what they are to be about. */
const readingWords =
  /\b(leggi\w*|recita\w*|cita\w*|scritt[oa]|parol[ae]|frasi|esatt[oei]|precis[oei]|testual\w+|pezzo|brano|passo|passaggio|dice|libro|romanzo|testo|originale|dove|quando|punto)\b/g;

/** A fact that no card holds, read out of the book where most of the question stands in one place. */
function readFact(scene: Scene, prose: ProseScores): Reply | undefined {
  const { dialogue, voice, cards } = scene;
  const least = cards.length > 0 ? enoughProse.beside : enoughProse.alone;
  const found = prose.best >= least ? bestExcerpt(prose) : undefined;
  if (!found || dialogue.wasSaid(found.text)) return undefined;
  return readOutOf(found, dialogue.choose(voice.quoteUnsure));
}

/** What the book says of a card’s matter, if it was not read yet. */
function readSource({ request, dialogue }: Scene, card: Card, leads: readonly string[]): Reply | undefined {
  const section = request.sections.find(({ id }) => id === card.sectionId);
  const at = section && sourceOf(card, section);
  if (!section || at === undefined) return undefined;
  const from = sentencesOf(section)[at]?.opens || at === 0 ? at : at - 1;
  const found = excerptFrom(section, from);
  if (!found || dialogue.wasSaid(sentencesOf(section)[at]?.text ?? '')) return undefined;
  return readOutOf(found, dialogue.choose(leads));
}

function readOutOf({ text }: Excerpt, lead?: string): Reply {
  const quoted: Reply = { text, quotes: [[0, text.length]] };
  return lead === undefined ? quoted : after(lead, quoted, '\n\n');
}

/** A reply with something said before it. */
function after(lead: string, { text, quotes }: Reply, between: string): Reply {
  const shift = lead.length + between.length;
  return { text: lead + between + text, quotes: quotes.map(([from, to]) => [from + shift, to + shift]) };
}

/** Where the conversation is, whatever is asked: what a line is chosen by that must not tell a true guess from a false one. */
const placeOf = ({ dialogue, request }: Scene) => `${dialogue.latest}${request.level}`;

/**
 * «I do not know», the same for a true and for a false guess: chosen by what he said last and not by the question, of which it
 * repeats nothing.
 */
function doNotKnow(scene: Scene, of: 'name' | 'future'): string {
  const { request, voice, dialogue } = scene;
  const atEnd = linesAtEnd(request, of === 'name' ? 'nomi' : 'seguito');
  return dialogue.choose(
    atEnd ?? (of === 'name' ? voice.nameDeflections : voice.deflections),
    placeOf(scene),
  );
}

/** Before the first section: the author’s line on a topic, every word of which the question has. */
function beforeTheFirst({ request, voice, dialogue, message }: Scene): string | undefined {
  if (request.sections.length > 0) return undefined;
  const asked = termsIn(message.text);
  const line = voice.levelZero.find(({ topic }) => {
    const all = [...termsIn(topic).keys()];
    const content = all.filter(isContent);
    return (content.length > 0 ? content : all).every((term) => asked.has(term));
  });
  return line && !dialogue.wasSaid(line.text) ? line.text : undefined;
}
