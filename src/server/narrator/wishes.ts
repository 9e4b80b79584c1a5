import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { isEveryday } from '../text/everyday-words.ts';
import { sentences } from '../text/italian.ts';
import { fillLine } from '../text/lines.ts';
import { findCards } from './card-search.ts';
import { linesAtEnd } from './ending.ts';
import type { Message } from './message.ts';
import { excerptFrom, type Excerpt } from './prose-search.ts';
import { readOut, readOutOf, readSource } from './reading-out.ts';
import { retell } from './retelling.ts';
import { doNotKnow, speech, type Card, type Reply, type Scene } from './scene.ts';
import { sayCard } from './telling.ts';

const topicAtEnd = { sequel: 'seguito', farewell: 'saluti', missing: 'mancanza' } as const;

/** What answers a message that asks him to do something; `undefined` where there is nothing to do it with. */
export function grantWish(scene: Scene, wish: NonNullable<Message['wish']>['kind']): Reply | undefined {
  switch (wish) {
    case 'more':
      return continueTelling(scene);
    case 'plainly':
      return sayPlainly(scene);
    case 'quote':
      return readOut(scene);
    case 'now':
      return present(scene);
    case 'recap':
      return present(scene) ?? tellSomething(scene);
    case 'summary':
      return retell(scene);
    case 'tell':
      return tellSomething(scene);
    case 'sequel':
    case 'farewell':
    case 'missing': {
      const lines = linesAtEnd(scene.request, topicAtEnd[wish]);
      return lines && speech(scene.dialogue.choose(lines));
    }
    case 'future':
      return speech(doNotKnow(scene, 'future'));
    case 'section':
      return tellSection(scene);
  }
}

/** «E poi?», «perché?»: more of the card, the next of its section, what the book says there; or of what was read last. */
function continueTelling(scene: Scene): Reply | undefined {
  const { dialogue, cards, message, voice, request } = scene;
  const why = message.wish?.kind === 'more' && message.wish.why;
  const ownCard = dialogue.lastOf(scene.ofHimself, 2);
  if (ownCard) {
    const { more } = ownCard;
    return speech(more !== undefined && !dialogue.wasSaid(more) ? more : dialogue.choose(voice.nothingToAdd));
  }
  const last = dialogue.lastCard(cards);
  const reason = why && last && reasonOf(scene, last);
  if (reason) return speech(sayCard(scene, reason));
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

/** How alike «perché», with what was asked last, and a way of asking must be for the card to be the reason. */
const reasonAsk = 0.4;

/** The card that says why, of what he has just told. */
function reasonOf({ dialogue, cards, request }: Scene, last: Card): Card | undefined {
  const before = request.history.findLast(({ role }) => role === 'user')?.content ?? '';
  const near = cards.filter(
    ({ kind, about, says }) =>
      kind === 'why' && about.some((name) => last.about.includes(name)) && !dialogue.wasSaid(says),
  );
  const [best] = findCards(`perché ${before}`, near);
  return best && best.ask >= reasonAsk ? best.card : undefined;
}

/** The most words of an answer that is said again in fewer. */
const mostPlainWords = 18;

/** What he said last in fewer words: its beginning. `undefined` where nothing was said, or nothing but a question. */
function sayPlainly({ dialogue, voice }: Scene): Reply | undefined {
  const told = sentences(dialogue.latest).filter((text) => !text.trimEnd().endsWith('?'));
  const first = told.findIndex((text) => text.split(/\s+/).length >= 3);
  if (first < 0) return undefined;
  const [begin = '', next = ''] = told.slice(first);
  const both = `${begin} ${next}`.trim();
  const text = both.split(/\s+/).length <= mostPlainWords ? both : begin;
  const opening = /^\p{L}+/u.exec(text)?.[0].toLowerCase() ?? '';
  const x = isEveryday(opening) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
  return speech(fillLine(dialogue.choose(voice.plainly), { x }));
}

/** The next card not yet said: of the same section and matter, then of the same section, then of the next one. */
function following({ dialogue, cards }: Scene, last: Card, why: boolean): Card | undefined {
  const at = cards.indexOf(last);
  const fresh = cards.filter((card) => !dialogue.wasEverSaid(card.says));
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
  const fresh = cards.filter(({ says, kind }) => !dialogue.wasEverSaid(says) && kind !== 'whatif');
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
  const [best] = findCards(`raccontami che è successo ${request.question} ${section.title}`, own);
  const card = best?.card ?? own[0];
  if (card) return speech(sayCard(scene, card));
  const opening = excerptFrom(section, 0);
  return opening && readOutOf(opening, dialogue.choose(voice.quoteLeads));
}
