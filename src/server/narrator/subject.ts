import type { ChatRequest } from '../model/types.ts';
import { termsOf } from './card-index.ts';
import { namesIn, subjectsIn } from './card-search.ts';
import { readMessage, type Message } from './message.ts';
import type { Card, Scene } from './scene.ts';
import { contentTerms, contentWords } from './terms.ts';

/** How many of the reader's messages ago something may have been spoken of last; somebody. */
const mostAgo = { something: 3, somebody: 6 } as const;

/** «E lui?»: somebody, whatever was spoken of since. */
const ofSomebody = /\b(lui|lei|loro)\b/;

/**
 * The words of what is spoken of: whom or what of the story the reader named last, and what the card was about that answered
 * it. A card of something else answered beside the point, and does not change the subject.
 */
export function subjectOf(
  { history }: Pick<ChatRequest, 'history'>,
  cards: readonly Card[],
  { bonds, folded }: Pick<Message, 'bonds' | 'folded'>,
): ReadonlySet<string> {
  const isSomebody = bonds || ofSomebody.test(folded);
  const find = isSomebody ? namesIn : subjectsIn;
  let ago: number = isSomebody ? mostAgo.somebody : mostAgo.something;
  for (let at = history.length - 1; at >= 0 && ago > 0; at -= 1) {
    const { role, content } = history[at] ?? { role: 'assistant', content: '' };
    if (role !== 'user') continue;
    ago -= 1;
    const named = (readMessage(content).asks ? find : namesIn)(content, cards);
    const card = toldIn(history[at + 1]?.content ?? '', cards);
    const has = card && termsOf(card).all;
    const isOfIt = named.size === 0 || contentTermsOf(named).some((term) => has?.has(term));
    const about = isOfIt ? (card?.about.flatMap(contentWords) ?? []) : [];
    const words = isSomebody && namesIn(about.join(' '), cards).size === 0 ? [] : about;
    if (named.size + words.length > 0) return new Set([...named, ...words]);
  }
  return new Set();
}

const contentTermsOf = (words: ReadonlySet<string>) => [...contentTerms([...words].join(' '))];

/**
 * «Ti fa paura?», «ti manca?», «hai paura di lui?»: what he feels for whom or what was spoken of. The words do not
 * name it, and of himself they would ask something else.
 */
export const feelsForSubject = ({ message, subject }: Pick<Scene, 'message' | 'subject'>): boolean =>
  subject.size > 0 && feelingForSubject.test(message.folded);

const feelingForSubject =
  /^(?:e |ma |non |poi |quindi )*(?:ti (?:f[ae]\w*|da|dava|mett\w+|manc\w+|piac\w+|spavent\w+|preoccup\w+)|(?:gli|le|lo|la|li) (?:vuoi|volevi|ammiri|invidi|temi|odi|ami)|(?:hai|avevi|provi|sei|eri) (?:\w+ ){0,2}(?:di|a|con|per) (?:lui|lei|loro))(?: (?:ancora|mai|un po|tanto|molto|paura|ansia|pena|tenerezza|rabbia|tristezza|bene|soggezione|impressione))*(?: \?)?$/;

/** The card that an answer tells. */
const toldIn = (answer: string, cards: readonly Card[]) =>
  cards.find(({ says, more }) => answer.includes(says) || (more !== undefined && answer.includes(more)));

/** Whether a card is about what is spoken of. */
export const isOfSubject = ({ about }: Card, subject: ReadonlySet<string>): boolean =>
  about.some((name) => contentWords(name).some((word) => subject.has(word)));
