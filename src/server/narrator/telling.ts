import { isEveryday } from '../text/everyday-words.ts';
import { sentences } from '../text/italian.ts';
import { fillLine, hashText } from '../text/lines.ts';
import { cardAsked, findCards, namesIn, subjectsIn, type CardMatch } from './card-search.ts';
import { asksOfAnother } from './message.ts';
import { tellsOfSelf } from './own-life.ts';
import { speech, type Card, type Reply, type Scene } from './scene.ts';
import { feelsForSubject, isOfSubject } from './subject.ts';
import { contentTerms } from './terms.ts';

/**
 * What a card gains that speaks of what was spoken of last, and of a question that leans on it; one of a feeling, asked what he
 * feels, one of a cause, asked why; one of nobody but others, asked what he does.
 */
const related = { about: 0.08, section: 0.03, leaning: 2, felt: 0.14, why: 0.06, others: -0.12 } as const;
/** How alike the question must be to one of what was spoken of for it to be that one. */
const asAlike = 0.6;
/** «Dove dormi?» */
const verbToHim = /^(e |ma |tu )*(dove|come|quando|quanto|perche|(che )?cosa|con chi) \w{3,}i \?$/;

const asksWhy = /\bperche\b/;

/** The best matches first; what was spoken of last comes before what was not, of the same question the later card. */
export function rankMatches(
  { dialogue, cards, message, request, voice, subject }: Scene,
  matches: readonly CardMatch[],
): CardMatch[] {
  const last = dialogue.lastCard(cards);
  const ofHimself = verbToHim.test(message.folded) && !message.leans;
  const isOfOthers = ({ about }: Card) =>
    !about.includes(voice.name) && about.every((name) => namesIn(name, cards).size > 0);
  // «E Irja?», after a storm: of what she did in it.
  const named = new Set(subjectsIn(request.question, cards));
  const rest = new Set([...subject].filter((word) => !named.has(word)));
  const near = matches.map((match) => {
    const { card } = match;
    const felt = message.feels && (card.kind === 'feeling' || card.kind === 'opinion') ? related.felt : 0;
    const others = ofHimself && isOfOthers(card) ? related.others : 0;
    const why = card.kind === 'why' && asksWhy.test(message.folded) ? related.why : 0;
    const score = match.score + felt + why + others;
    if (last === card) return { ...match, score };
    const about = isOfSubject(card, rest) ? related.about : 0;
    const section = card.sectionId === last?.sectionId ? related.section : 0;
    return { ...match, score: score + (about + section) * (message.leans ? related.leaning : 1) };
  });
  near.sort((one, other) => other.score - one.score);
  const same = cardAsked(request.question, cards);
  // «Le vuoi bene?», «quanto dura?» are asked of whom or what was spoken of, whose card it may not be; a suggestion brings its own.
  const isAnothers =
    same &&
    same.chip !== request.question &&
    subject.size > 0 &&
    !isOfSubject(same, subject) &&
    (message.leans || near.some(({ card, ask }) => ask >= asAlike && isOfSubject(card, subject)));
  const exact = isAnothers ? undefined : same;
  const first = near.find(({ card }) => card === exact);
  return first ? [{ ...first, ask: 1 }, ...near.filter((match) => match !== first)] : near;
}

/** How much worse than the best a card may be that is said in its stead, because the best was said. */
const instead = 0.14;

export function tellCard(scene: Scene, best: CardMatch, matches: readonly CardMatch[]): Reply {
  const { dialogue, voice } = scene;
  const fresh = matches.find(
    ({ card, score }) => !dialogue.wasSaid(card.says) && score > best.score - instead,
  );
  if (fresh && (fresh === best || fresh.ask >= best.ask - instead)) return speech(sayCard(scene, fresh.card));
  const { more } = best.card;
  if (more !== undefined && !dialogue.wasSaid(more)) return speech(more);
  const answer = sentenceAsked(scene, best);
  if (answer === undefined) return speech(dialogue.choose(voice.again));
  const opening = /^\p{L}+/u.exec(answer)?.[0].toLowerCase() ?? '';
  const x = isEveryday(opening) ? answer.charAt(0).toLowerCase() + answer.slice(1) : answer;
  return speech(fillLine(dialogue.choose(voice.plainly), { x }));
}

/**
 * Of something said before, the one sentence that has most of the question, or the first of what is asked for in other words;
 * `undefined` where none stands out.
 */
function sentenceAsked({ request, message }: Scene, { card, ask }: CardMatch): string | undefined {
  const asked = contentTerms(request.question);
  const all = sentences(card.says).map((text) => ({
    text,
    shared: [...contentTerms(text)].filter((term) => asked.has(term)).length,
  }));
  all.sort((one, other) => other.shared - one.shared);
  const [best, next] = all;
  const isFirst = ask >= asAlike && message.open && !asksOfAnother.test(message.folded);
  return best && next && (best.shared > next.shared || isFirst) ? best.text : undefined;
}

/** A card's words; with its question to the reader now and then, never when the last answer ended with one. */
export function sayCard({ dialogue, request }: Scene, { says, back }: Card): string {
  const asksBack =
    back !== undefined &&
    !dialogue.latest.trimEnd().endsWith('?') &&
    !dialogue.wasSaid(back) &&
    hashText(`${request.question}${dialogue.latest}`) % 2 === 0;
  return asksBack ? `${says} ${back}` : says;
}

/** So alike in the asking, a thought is the one that is asked for. */
const alike = 0.35;
/** The same of a feeling that is asked for without saying about what. */
const feltAlike = 0.45;

/** What he thinks or feels of somebody whom the reader names, or leans on, without asking a fact. */
export function opinionOf(
  { message, cards, dialogue, request, subject }: Scene,
  matches: readonly CardMatch[],
): Card | undefined {
  const ofAnother = asksOfAnother.test(message.folded);
  const feels = message.feels || feelsForSubject({ message, subject });
  if (message.asks && !message.judges && !feels && !ofAnother) return undefined;
  // «Perché ho paura che ridano» asks nothing of him.
  if (tellsOfSelf(request.question) && namesIn(request.question, cards).size === 0) return undefined;
  const own = namesIn(request.question, cards);
  const isOfWhatWasSpokenOf =
    own.size === 0 &&
    (message.leans || feels || message.bonds) &&
    !(ofAnother && contentTerms(request.question).size > 0);
  const named = isOfWhatWasSpokenOf ? subject : own;
  if (named.size === 0 && !feels) return undefined;
  const fits = matches
    .filter(({ card }) => isOfSubject(card, named) && !dialogue.wasSaid(card.says))
    .map(({ card }) => card);
  const isThought = ({ kind }: Card) => kind === 'opinion' || kind === 'feeling';
  if (!message.asks && own.size > 0) return likingOf([...own], matches, fits.filter(isThought));
  const meant = matches.find(
    ({ card, ask }) =>
      ask >= alike &&
      fits.includes(card) &&
      isThought(card) &&
      (own.size > 0 || !feels || card.kind === 'feeling'),
  )?.card;
  if (meant) return meant;
  if (own.size === 0 && !message.leans && !message.bonds && !feelsForSubject({ message, subject }))
    return matches.find(
      ({ card, ask }) => ask >= feltAlike && card.kind === 'feeling' && !dialogue.wasSaid(card.says),
    )?.card;
  return (
    fits.find(({ kind }) => kind === (feels ? 'feeling' : 'opinion')) ??
    fits.find(isThought) ??
    fits.find(({ kind }) => kind === 'who')
  );
}

/** How alike what a statement says, and liking or judging whom it names, must be to a way of asking for a thought. */
const saidAlike = 0.5;
const likingAlike = 0.4;

/** What he thinks that fits a statement: what it says itself, else whether he likes whom it names. */
function likingOf(names: readonly string[], matches: readonly CardMatch[], fits: readonly Card[]) {
  const said = matches.find(({ card, ask }) => ask >= saidAlike && fits.includes(card))?.card;
  if (said || fits.length === 0) return said;
  const named = names.join(' ');
  const liking = [`ti piace ${named}?`, `vuoi bene a ${named}?`, `che ne pensi di ${named}?`]
    .flatMap((question) => findCards(question, fits).slice(0, 1))
    .sort((one, other) => other.ask - one.ask)[0];
  return liking && liking.ask >= likingAlike && !saysYesOrNo.test(liking.card.says) ? liking.card : undefined;
}

/** An answer to what was not asked. */
const saysYesOrNo = /^(sì|no|certo|eccome|mai|qualcosa|un po[’'])(?!\p{L})/iu;
