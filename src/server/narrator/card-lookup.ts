import { foldChatSpelling } from '../text/chat-spelling.ts';
import { escapePattern } from '../text/escape-pattern.ts';
import { sentences } from '../text/italian.ts';
import { confidenceIn, findCards, namesIn, type CardMatch } from './card-search.ts';
import { readMessage } from './message.ts';
import type { Scene } from './scene.ts';
import { ranked } from './telling.ts';
import { contentTerms } from './terms.ts';

/** How likely a card must be for a question to need nothing of what was spoken of last. */
const byItself = 0.26;
/** A way of asking so alike is the question. */
export const sameAsk = 0.85;

/**
 * The cards that may answer, best first. A question of pronouns alone («e lei?») asks the last one of somebody else; one that leans
 * is of what was spoken of last; one that follows a card and names nobody may be.
 */
export function matchesOf(scene: Scene): CardMatch[] {
  const { request, message, dialogue, cards, voice } = scene;
  const { question } = request;
  const bare = question.replace(new RegExp(escapePattern(voice.name), 'giu'), ' ');
  const asked = contentTerms(bare).size > 0 ? bare : question;
  const before = request.history.findLast(({ role }) => role === 'user')?.content ?? '';
  const isBare = message.leans && message.asks && contentTerms(asked).size === 0;
  if (isBare && before !== '' && !ofHim.test(message.folded))
    return ranked(scene, findCards(`${before} ${asked}`, cards));
  const isAfterCard = message.asks && namesIn(asked, cards).size === 0 && dialogue.isLatestCard(cards);
  const lookUp = (about?: readonly string[]) => ranked(scene, findCards(asked, cards, about));
  const leansOn = message.leans || isAfterCard ? dialogue.lastCard(cards)?.about : undefined;
  if (!leansOn) return lookUp();
  const leaning = lookUp(leansOn);
  if (message.leans) return leaning;
  const alone = lookUp();
  return confidenceIn(alone) >= Math.max(byItself, confidenceIn(leaning)) ? alone : leaning;
}

/** Said to him: not the reader's own life, which is said back. */
export const toHim = /^(ma |e |dai )*(hai|sei|tu|ti|scherz\w+|dai|grazie)\b/;

/** How alike a way of asking must be for it, by whether the message asks, and how much of it may be words none of those cards has. */
const closely = { asking: 0.62, saying: 0.85, strange: 0.34 } as const;
/** The same, where nothing else answers. */
export const loosely = { asking: 0.52, saying: 0.85, strange: 0.34 } as const;

/** What holds of him at any time has words of every day, which any question may have: it is meant where it is asked for. */
export function aboutHimself(
  scene: Scene,
  alike: number,
  limits: typeof closely | typeof loosely = closely,
): CardMatch | undefined {
  const { request, message, dialogue, ofHimself } = scene;
  // «Sei forte» is no question how strong he is.
  if (!message.asks && toHim.test(message.folded)) return undefined;
  const [best] = findCards(request.question, ofHimself);
  const least = Math.max(alike, message.asks ? limits.asking : limits.saying);
  const isMeant =
    best &&
    best.ask > least &&
    best.strange < best.words * limits.strange &&
    sharesForm(request.question, best);
  return isMeant && !dialogue.wasSaid(best.card.says) ? best : undefined;
}

/** «Perché canta?» has the verb of «canti?», which is said to him, in another form: it is asked of somebody else. */
function sharesForm(question: string, { card }: CardMatch): boolean {
  const forms = (text: string) =>
    foldChatSpelling(text)
      .split(' ')
      .filter((word) => contentTerms(word).size > 0 && !word.startsWith('preferit'));
  const asked = new Set(forms(question));
  return card.asks.some((ask) => forms(ask).some((word) => asked.has(word)));
}

/** «E tu che cosa hai fatto?»: of him, not of whom the message before asked. */
const ofHim = /\b(tu|hai|sei|ti)\b/;

/**
 * What the last sentence finds where it asks by itself and is answered better than with what stands before it; else what any part
 * finds that is all but a card's own question: «una cosa non ho capito: quanti gradi sono».
 */
export function matchesOfPart(scene: Scene, whole: CardMatch[]): CardMatch[] {
  const { request, cards } = scene;
  const find = (part: string) => ranked(scene, findCards(part, cards));
  const all = sentences(request.question);
  const last = all.at(-1) ?? '';
  if (all.length > 1 && readMessage(last).asks) {
    const own = find(last);
    if (confidenceIn(own) > confidenceIn(whole)) return own;
  }
  if ((whole[0]?.ask ?? 0) >= sameAsk) return whole;
  const parts = request.question.split(partEnd).slice(0, mostParts);
  if (parts.length < 2) return whole;
  const asked = parts.filter((part) => contentTerms(part).size > 0 && readMessage(part).asks).map(find);
  return asked.find(([best]) => (best?.ask ?? 0) >= sameAsk) ?? whole;
}
const partEnd = /(?<=[.!?…,;:])\s+|\n+/u;
/** Parts of a message that are looked up one by one. */
const mostParts = 6;
