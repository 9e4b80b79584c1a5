import { foldChatSpelling } from '../text/chat-spelling.ts';
import { escapePattern } from '../text/escape-pattern.ts';
import { sentences } from '../text/italian.ts';
import { asksWho } from './answers.ts';
import { confidenceIn, findCards, namesIn, subjectsIn, type CardMatch } from './card-search.ts';
import { readMessage } from './message.ts';
import type { Scene } from './scene.ts';
import { feelsForSubject } from './subject.ts';
import { rankMatches } from './telling.ts';
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
  const { request, message, cards } = scene;
  const question = questionOfOthers(scene);
  const before = request.history.findLast(({ role }) => role === 'user')?.content ?? '';
  const hasNoWords = message.asks && contentTerms(question).size === 0 && !ofHim.test(message.folded);
  if (hasNoWords && (message.leans || onlyAsking.test(message.folded)) && before !== '')
    return rankMatches(scene, findCards(`${before} ${question}`, cards));
  const lookUp = (about?: readonly string[]) => rankMatches(scene, findCards(question, cards, about));
  const subject = subjectToLeanOn(scene, question);
  if (subject.length === 0) return lookUp();
  const leaning = lookUp(subject);
  if (mustLean(scene, question, leaning)) return leaning;
  const alone = lookUp();
  // Whoever «chi guidava?» asks for need not be of whom was spoken.
  const least = asksWho(message.folded) ? byItself : Math.max(byItself, confidenceIn(leaning));
  return confidenceIn(alone) >= least ? alone : leaning;
}

/** The question without his name, which is how he is spoken to; with it where nothing else is left. */
function questionOfOthers({ request: { question }, voice }: Scene): string {
  const bare = question.replace(new RegExp(escapePattern(voice.name), 'giu'), ' ');
  return contentTerms(bare).size > 0 ? bare : question;
}

/** The words of what was spoken of that a question may be of; none where it names somebody itself. */
function subjectToLeanOn({ message, cards, subject }: Scene, question: string): readonly string[] {
  const isOpenToSubject = message.leans || (message.asks && namesIn(question, cards).size === 0);
  if (!isOpenToSubject) return [];
  const somebody = message.bonds ? namesIn([...subject].join(' '), cards) : subject;
  return [...(somebody.size > 0 ? somebody : subject)];
}

/** Whether a question can only be of what was spoken of: it leans on it, or, like «quanto dura?», says too little by itself. */
function mustLean({ message, cards }: Scene, question: string, leaning: readonly CardMatch[]): boolean {
  if (subjectsIn(question, cards).size > 0) return false;
  const words = contentTerms(question).size;
  // «E chi è Maret?» leans by its first word alone, and a name misspelled is no subject.
  if (asksWho(message.folded)) return message.leans && words === 0;
  const isShort = words < 2 && !ofHim.test(message.folded);
  return message.leans || (isShort && confidenceIn(leaning) >= byItself);
}

/** «Dove?», «con chi?», «e quale?»: a question word and nothing else. */
const onlyAsking = /^(e |ma )?(\w{1,3} )?(chi|(che )?cosa|che|dove|quando|quant[oaie]|qual[ei]) \?$/;

/** Said to him: not the reader's own life, which is said back. */
export const toHim = /^(ma |e |dai )*(hai|sei|tu|ti|scherz\w+|dai|grazie)\b/;

/**
 * How alike a way of asking must be for it, by whether the message asks, and how much of it may be words none of those cards has:
 * before anything else, and where nothing else answers.
 */
export const limitsOfHimself = {
  first: { asking: 0.62, saying: 0.85, strange: 0.34 },
  last: { asking: 0.52, saying: 0.85, strange: 0.34 },
} as const;

/** What holds of him at any time has words of every day, which any question may have: it is meant where it is asked for. */
export function aboutHimself(
  scene: Scene,
  alike: number,
  limits: (typeof limitsOfHimself)[keyof typeof limitsOfHimself] = limitsOfHimself.first,
): CardMatch | undefined {
  const { request, message, dialogue, ofHimself } = scene;
  if (feelsForSubject(scene)) return undefined;
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
  const find = (part: string) => rankMatches(scene, findCards(part, cards));
  const all = sentences(request.question).flatMap((text) => text.split(afterColon));
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
/** «Mi interessa la tecnica: che frequenza aveva il segnale?» */
const afterColon = /(?<=[:;]) /;
const partEnd = /(?<=[.!?…,;:])\s+|\n+/u;
/** Parts of a message that are looked up one by one. */
const mostParts = 6;
