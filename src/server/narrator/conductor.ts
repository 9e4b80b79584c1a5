import type { ChatModel, ChatRequest } from '../model/types.ts';
import { foldChatSpelling } from '../text/chat-spelling.ts';
import { escapePattern } from '../text/escape-pattern.ts';
import { sentences } from '../text/italian.ts';
import { chooseUnsaid, fillLine } from '../text/lines.ts';
import { withoutFrame } from '../text/question-frame.ts';
import { aboutHimself, limitsOfHimself, matchesOf, matchesOfPart, sameAsk, toHim } from './card-lookup.ts';
import { confidenceIn, namesIn, type CardMatch } from './card-search.ts';
import { readDialogue } from './dialogue.ts';
import { isEnded, linesAtEnd } from './ending.ts';
import type { ForeignMessage } from './foreign.ts';
import { asAmongFriends } from './formal.ts';
import { asksOfAnother, readMessage } from './message.ts';
import { echoOf, tellsOfSelf, tellsOfSelfDespiteNames } from './own-life.ts';
import { readFact } from './reading-out.ts';
import { doNotKnow, placeOf, replyAfter, speech, type Reply, type Scene } from './scene.ts';
import type { SmallTalk } from './small-talk.ts';
import { feelsForSubject, subjectOf } from './subject.ts';
import { opinionOf, sayCard, tellCard } from './telling.ts';
import { contentTerms, isContent, termsIn } from './terms.ts';
import { tellBoth } from './two-questions.ts';
import { namesUnknown } from './unknown.ts';
import type { Voice } from './voice.ts';
import { grantWish } from './wishes.ts';

interface OfflineModelOptions {
  voice: Voice;
  smallTalk?: SmallTalk | undefined;
  /** Recognises other languages. */
  readForeign?: ((message: string) => ForeignMessage | undefined) | undefined;
}

/**
 * How likely a card must be to answer a question: to be said before anything else, to an open one, to one for yes or no. A fact that
 * is likely without being sure is told with a doubt; with less of it once nothing is locked that could answer.
 */
export const leastConfidence = { sure: 0.6, clear: 0.5, atEnd: 0.35, open: 0.13, yesNo: 0.42 } as const;
/** How much of a question nobody wrote a word of, for a reader of the whole book to be told that it is not in the story. */
const leastUnknownShare = 0.6;
/** How alike the way of asking must be where yes or no is asked: a card that only has the words would answer something else. */
const yesNoAsk = 0.4;
/** How well a card must fit what asks nothing. */
const leastScoreOfSaying = 0.72;
/** One so alike that the card is meant, whatever it judges. */
const alikeAsk = 0.7;

/** The embedded model; of a reply it can also say which characters are read out of the book. */
export interface OfflineModel extends ChatModel {
  /** The whole reply, which {@link ChatModel.reply} gives in pieces: the same for the same level, words and conversation. */
  compose(request: ChatRequest): Reply;
}

/**
 * The embedded model: no network, no key, no chance. It answers as the protagonist, from the open cards and, asked to read or
 * where no card answers, from the open sections.
 */
export function createOfflineModel(options: OfflineModelOptions): OfflineModel {
  return {
    name: 'offline',
    tokenBudget: Infinity,
    answerTokens: 0,
    compose: (request) => compose(request, options),
    async *reply(request) {
      for (const piece of compose(request, options).text.split(/(?<=\s)/)) yield piece;
    },
  };
}

function compose(asWritten: ChatRequest, options: OfflineModelOptions): Reply {
  const { voice, smallTalk, readForeign } = options;
  const whole = amongFriends(asWritten);
  const foreign = readForeign?.(whole.question);
  if (foreign?.meaning !== undefined) return composeMeaning(whole, foreign, foreign.meaning, options);
  const introduced = foreign ? undefined : smallTalk?.splitIntroduction(whole);
  if (introduced) {
    const { line, told, question } = introduced;
    const last = whole.told.slice(-1);
    const apart = [told, question].flatMap((content) => last.map((message) => ({ ...message, content })));
    const asked = { ...whole, question, told: [...whole.told.slice(0, -1), ...apart] };
    return replyAfter(line, withoutAskingBack(compose(asked, options)), ' ');
  }
  const request =
    smallTalk && !foreign ? { ...whole, question: withoutFrame(smallTalk.coreOf(whole.question)) } : whole;
  const answering = request.cards.filter(({ kind }) => kind !== 'now' && kind !== 'end');
  const message = readMessage(request.question);
  const cards = answering.filter(({ kind }) => kind !== 'self');
  const scene: Scene = {
    request,
    voice,
    dialogue: readDialogue(request),
    message,
    subject: subjectOf(request, cards, message),
    cards,
    ofHimself: answering.filter(({ kind }) => kind === 'self'),
  };
  const reply = foreign ? answerForeign(scene, foreign, smallTalk) : answer(scene, smallTalk);
  const reached = request.justUnlocked.at(-1);
  if (reached === undefined) return reply;
  return replyAfter(scene.dialogue.choose(voice.noticing).replace('{n}', String(reached)), reply, ' ');
}

/** A request whose question calls him by «tu». */
function amongFriends(request: ChatRequest): ChatRequest {
  const earlier = request.history.filter(({ role }) => role === 'user').map(({ content }) => content);
  return asking(request, asAmongFriends(request.question, earlier));
}

/** The same request in other words. */
function asking(request: ChatRequest, question: string): ChatRequest {
  if (question === request.question) return request;
  const last = request.told.slice(-1).map((message) => ({ ...message, content: question }));
  return { ...request, question, told: [...request.told.slice(0, -1), ...last] };
}

/** What he answers to who says the same in Italian; to a question, after a line in the reader's language. */
function composeMeaning(
  request: ChatRequest,
  { lines }: ForeignMessage,
  meaning: string,
  options: OfflineModelOptions,
): Reply {
  const said = request.history.filter(({ role }) => role === 'assistant').map(({ content }) => content);
  const line = meaning.endsWith('?') ? chooseUnsaid(lines.prima, said, meaning) : undefined;
  const reply = compose(asking(request, meaning), options);
  return line === undefined ? reply : replyAfter(line, reply, ' ');
}

/** Without the question at its end: who has just told something is not asked for it. */
const withoutAskingBack = ({ text, quotes }: Reply): Reply => ({
  text: text.replace(/(?<=[.!?…])\s+[^.!?…]+\?$/u, ''),
  quotes,
});

function answer(scene: Scene, smallTalk: SmallTalk | undefined): Reply {
  const { request, voice, dialogue, message } = scene;
  const recalled = smallTalk?.recallFor(request);
  if (recalled !== undefined) return speech(recalled);
  const asked = message.wish && grantWish(scene, message.wish.kind);
  if (asked) return asked;
  const matches = matchesOfPart(scene, matchesOf(scene));
  const best = matches[0];
  const unknown = message.asks && namesUnknown(request);
  const confidence = message.asks ? confidenceIn(matches) : 0;
  const words = contentTerms(request.question).size;
  const saysOfWhat = words > 0 || best?.card.chip === request.question;
  const ofHimself = aboutHimself(scene, best?.ask ?? 0);
  if (ofHimself) return speech(sayCard(scene, ofHimself.card));
  const feltForSubject = feelsForSubject(scene) ? opinionOf(scene, matches) : undefined;
  if (feltForSubject) return speech(sayCard(scene, feltForSubject));
  const isToCome = message.foresees && !isEnded(request);
  const isSure =
    confidence >= leastConfidence.sure &&
    !unknown &&
    !isToCome &&
    (best?.ask ?? 0) >= (message.open ? 0 : yesNoAsk);
  const isTold = best && saysOfWhat && (best.ask >= sameAsk || isSure);
  const both = message.open && !unknown && !isToCome && (best?.ask ?? 0) < sameAsk && tellBoth(scene);
  if (both) return both;
  // «Ciao!» is a greeting before it is a way of asking for a card that has the word.
  if (isTold && (message.asks || words > 1)) return tellCard(scene, best, matches);
  const isOfStory = ofStory(request.question, scene);
  if (message.asks && isToCome && isOfStory) return speech(doNotKnow(scene, 'future'));
  const felt = message.bonds && !message.open && isOfStory ? opinionOf(scene, matches) : undefined;
  if (felt) return speech(sayCard(scene, felt));
  const moved =
    isOfStory && reacting.test(message.folded) ? reactionTo(scene, matches, smallTalk) : undefined;
  if (moved !== undefined) return speech(moved);
  const act = smallTalk?.answerFor(request, message.asks && isOfStory);
  if (act !== undefined) return speech(act);
  if (isTold) return tellCard(scene, best, matches);
  const line = beforeTheFirst(scene);
  if (line !== undefined) return speech(line);
  if (ownMatter(scene)) return speech(echo(scene, smallTalk));
  if (unknown) return speech(doNotKnow(scene, 'name'));
  const told = tellOf(scene, best, matches);
  if (told) return told;
  const absent = message.asks && (best?.strange ?? 0) >= leastUnknownShare && linesAtEnd(request, 'nomi');
  if (absent) return speech(dialogue.choose(absent, placeOf(scene)));
  const read = message.open ? readFact(scene) : undefined;
  if (read) return read;
  const thought = opinionOf(scene, matches);
  if (thought) return speech(sayCard(scene, thought));
  if (claimingFuture.test(message.folded)) return speech(doNotKnow(scene, 'future'));
  if (message.supposes && message.asks && voice.supposing.length > 0)
    return speech(saidBack(request.question, dialogue.choose(voice.supposing, placeOf(scene))));
  const guess = message.asks && isOfStory ? undefined : smallTalk?.guessFor(request);
  if (guess !== undefined) return speech(guess);
  if (!message.asks) return speech(echo(scene, smallTalk));
  const near =
    isOfStory || /\bperche\b/.test(message.folded) ? undefined : aboutHimself(scene, 0, limitsOfHimself.last);
  if (near) return speech(sayCard(scene, near.card));
  const asksBack = !message.open && askedBackAtLast.test(message.folded);
  const alike = asksBack ? smallTalk?.lineAbout('e_tu', request) : undefined;
  if (alike !== undefined) return speech(alike);
  if (message.wish?.kind === 'more' && message.wish.why) return speech(dialogue.choose(voice.nothingToAdd));
  const isOfHim = (message.feels || ofHisOwn.test(message.folded)) && voice.ofHimself.length > 0;
  return speech(dialogue.choose(isOfHim ? voice.ofHimself : voice.unsure, placeOf(scene)));
}

/** A line in the reader's language, then Italian: what the message asks, looked up word for word. */
function answerForeign(scene: Scene, foreign: ForeignMessage, smallTalk: SmallTalk | undefined): Reply {
  const { request, voice, dialogue } = scene;
  const { asks, does, italian, lines, tells } = foreign;
  const recalled = smallTalk?.recallFor(request);
  if (recalled !== undefined) return speech(recalled);
  if (does) {
    // Who has just said where they write from is not asked for it.
    const telling = lines[does].filter((line) => !tells || !line.endsWith('?'));
    return speech(dialogue.choose(telling.length > 0 ? telling : lines[does]));
  }
  if (!asks) {
    const noted = smallTalk?.noteTaken(request);
    if (noted !== undefined) return speech(`${dialogue.choose(lines.avviso)} ${noted}`);
  }
  const message = readMessage(italian);
  const inItalian: Scene = { ...scene, message, request: { ...request, question: italian } };
  const told = grantOrTell(inItalian);
  const isHedged = told && voice.doubtful.some((line) => told.text.startsWith(line));
  if (isHedged) return told;
  if (told) return replyAfter(dialogue.choose(lines.prima), told, ' ');
  const act = asks ? smallTalk?.answerFor({ ...request, question: italian }) : undefined;
  if (act !== undefined) return speech(`${dialogue.choose(lines.prima)} ${act}`);
  if (asks) return speech(dialogue.choose(lines.ignoto));
  return speech(dialogue.choose(lines.capito));
}

/** What a question or a wish gets that is nothing else. */
function grantOrTell(scene: Scene): Reply | undefined {
  const { message } = scene;
  const granted = message.wish && grantWish(scene, message.wish.kind);
  if (granted) return granted;
  const matches = matchesOf(scene);
  return tellOf(scene, matches[0], matches);
}

/** What he thinks of whom a judgement names, else the best card where it answers well enough for how it is asked. */
function tellOf(scene: Scene, best: CardMatch | undefined, matches: readonly CardMatch[]): Reply | undefined {
  const { message } = scene;
  if (!best) return undefined;
  const isJudgement = message.judges && !message.open && best.ask < alikeAsk;
  const thought = isJudgement ? opinionOf(scene, matches) : undefined;
  if (thought) return speech(sayCard(scene, thought));
  const isThought = best.card.kind === 'feeling' || best.card.kind === 'opinion';
  const eased = message.feels && isThought ? 0.1 : 0;
  const confidence = confidenceIn(matches) + eased;
  // «Speriamo» says too little to ask for anything.
  if (!message.asks && contentTerms(scene.request.question).size < 2) return undefined;
  const isMeant = message.asks
    ? confidence >= (message.open ? leastConfidence.open : leastConfidence.yesNo) &&
      best.ask >= (message.open ? 0 : yesNoAsk)
    : best.score + eased >= leastScoreOfSaying;
  if (!isMeant) return undefined;
  const told = tellCard(scene, best, matches);
  const goesOn = message.leans && isOfLatest(scene, best.card);
  const isClear = isThought || goesOn || asksOfAnother.test(message.folded);
  const clear = isEnded(scene.request) ? leastConfidence.atEnd : leastConfidence.clear;
  const isDoubtful =
    message.open &&
    !scene.dialogue.wasSaid(best.card.says) &&
    !isClear &&
    best.ask < alikeAsk &&
    confidence < clear;
  if (isDoubtful && ofHisOwn.test(message.folded)) return undefined;
  return isDoubtful && scene.voice.doubtful.length > 0
    ? replyAfter(scene.dialogue.choose(scene.voice.doubtful), told, ' ')
    : told;
}

/** Whether a card goes on about what he has just told. */
function isOfLatest({ dialogue, cards }: Scene, { about }: CardMatch['card']): boolean {
  const last = dialogue.isLatestCard(cards) ? dialogue.lastCard(cards) : undefined;
  return about.some((name) => last?.about.includes(name));
}

/** «Mi piace la pioggia, a te?»: what the reader has just told of themselves is asked of him. */
const askedBackAtLast = /\b(a te|e te|e tu|da te|da voi|anche tu) \?$/;

/** What can be said back: noise cannot. */
const twoWords = /\p{L}{3,} \p{L}{2,}/u;

/** The reader's words, then a line on them. */
function saidBack(question: string, line: string): string {
  const parole = echoOf(question);
  return parole === undefined ? line : `«${parole}». ${line}`;
}

/** A line on what the reader tells of, else one for whoever tells something, with a few of their words. */
function echo(scene: Scene, smallTalk: SmallTalk | undefined): string {
  const { request, voice, dialogue } = scene;
  const { question } = request;
  const isView = ofStory(question, scene) || /\bsecondo me\b/.test(foldChatSpelling(question));
  const onSubject = isView ? undefined : smallTalk?.lineOnSubject(request);
  if (onSubject !== undefined) return onSubject;
  const { folded } = readMessage(question);
  // «Mi dispiace tanto», said to what he has told, is no news of theirs.
  const isReaction = reacting.test(folded) && dialogue.isLatestCard(scene.cards);
  const isToHim = isReaction || (toHim.test(folded) && !tellsOfSelf(question));
  const parole = echoOf(question);
  const echoes = (smallTalk?.isHeavy(question) ? voice.quietEchoes : voice.echoes).filter(
    (line) => line.includes('{parole}') === (parole !== undefined),
  );
  const fits = twoWords.test(question) && !isToHim && echoes.length > 0;
  return fillLine(dialogue.choose(askingOnce(scene, fits ? echoes : voice.anything)), {
    parole: parole ?? '',
  });
}

/** «Mi ha fatto venire i brividi», «ho pianto»: what the story did to its reader. */
const reacting =
  /\b(brividi|lacrime|pelle d oca|magone|ansia|col fiato|fiato sospeso|tristezza|angoscia|commo\w+|emozion\w+|tenerezza)\b|\bho (pianto|riso|trattenuto|tremato)\b|\bmi (ha|hanno) (colpit\w|commoss\w|spaventat\w|emozionat\w|fatto|dato|messo|lasciat\w|spezzat\w)\b|\bmi (sale|viene|e venut\w|piace|e piaciut\w|sono piaciut\w|dispiace|fa|fanno)\b/;

/** What he feels about what a reader was moved by, else a line for any reading. */
function reactionTo(
  scene: Scene,
  matches: readonly CardMatch[],
  smallTalk: SmallTalk | undefined,
): string | undefined {
  if (scene.message.asks) return undefined;
  const felt = opinionOf(scene, matches);
  return felt ? sayCard(scene, felt) : smallTalk?.lineAbout('racconta_lettura', scene.request);
}

/** «Piangi mai?», «ti sei mai sentito solo?»: asks how he is made rather than what happened. */
const ofHisOwn =
  /\b(hai|sei|ti|tu|\w{3,}i)\b.*\bmai\b|\bmai \w+(to|so)\b.*\?|\bti (senti|sei sentit\w|spaventa|vergogni|annoi|arrabbi|commuovi|emozioni|piace|piacciono|piacerebbe|diverti)\b|\b(piangi|sogni|preghi|ridi|canti|balli)\b|\b(che|cosa) fai (quando|se)\b|\bti (capita|succede)\b/;

/** A guess at what is to come that is put as a fact. */
const claimingFuture = /\b(no|vero|giusto) \?$|\blo sanno tutti\b|\blo so che\b|\bscommetto che\b/;

/** How many of the reader's messages ago they may have begun to speak of themselves. */
const ownMemory = 2;

/** Whether a text names somebody or something of the open story; his own name is how he is spoken to. */
const ofStory = (text: string, { cards, voice }: Scene): boolean =>
  namesIn(text.replace(new RegExp(escapePattern(voice.name), 'giu'), ' '), cards).size > 0;

/** Whether the reader speaks of their own life, or goes on to: nothing of the story is named, or the words say whose it is. */
function ownMatter(scene: Scene): boolean {
  const { request, message, cards, dialogue } = scene;
  if (message.asks) return false;
  const isOwn = (text: string) => (ofStory(text, scene) ? tellsOfSelfDespiteNames(text) : tellsOfSelf(text));
  if (isOwn(request.question)) return true;
  if (ofStory(request.question, scene) || cards.some(({ says }) => dialogue.latest.includes(says)))
    return false;
  const before = request.history.filter(({ role }) => role === 'user').slice(-ownMemory);
  return before.some(({ content }) => sentences(content).some(isOwn));
}

/** Without questions back where he has just asked one. */
function askingOnce({ dialogue }: Scene, lines: readonly string[]): readonly string[] {
  return dialogue.latest.trimEnd().endsWith('?') ? lines.filter((line) => !line.endsWith('?')) : lines;
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
