import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { foldChatSpelling } from '../text/chat-spelling.ts';
import { least, type Choice } from './choice.ts';
import { correct } from './correction.ts';
import { linesAtEnd } from './ending.ts';
import { looksAsking, type Card } from './entries.ts';
import { echo, isLeaving, listen } from './listening.ts';
import { recall } from './recall.ts';
import { replyAfter, speech, type Reply, type Scene } from './scene.ts';
import type { Rarities } from './search.ts';
import { namesAsked } from './state.ts';
import { leastPassage, placeOf, readPassage, sayCard, tellCard, tellSection, wishLines } from './telling.ts';
import { contentStems } from './words.ts';

/** One way to answer: the first that has a line says it. */
export interface Policy {
  name: string;
  line(scene: Scene): Promise<Reply | undefined> | Reply | undefined;
}

/** From this cosine on a card is what is asked in another language: n-grams and words say nothing there. */
const leastForeign = 0.45;

/** In another language meaning alone chooses: a line of that language, and the answer in Italian. */
async function answerForeign(scene: Scene): Promise<Reply | undefined> {
  const { foreign, dialogue, acts } = scene;
  if (!foreign) return undefined;
  const { does, asks, meaning, lines } = foreign;
  if (does) return speech(dialogue.choose(lines[does]));
  if (!asks && meaning === undefined) return speech(dialogue.choose(lines.capito));
  const before = dialogue.choose(lines.prima);
  const choices = meaning === undefined ? byMeaning(scene) : await scene.lookUpAll(meaning);
  const [choice] = choices;
  const card = choice?.entry.card;
  if (card) return replyAfter(before, sayCard(scene, card));
  const line = choice?.entry.act && acts.lineFor(choice.entry.act.id, scene);
  return line === undefined ? speech(dialogue.choose(lines.ignoto)) : replyAfter(before, speech(line));
}

const byMeaning = ({ choices }: Scene): Choice[] =>
  choices
    .filter(({ entry, vector }) => vector >= leastForeign && entry.act?.id !== 'lingua_straniera')
    .sort((one, other) => other.vector - one.vector);

/** «Morirà?», «alla fine muore?»: what was is told of otherwise. */
const foretold = /\p{L}{2}(?:rà|rai|ranno)(?!\p{L})/iu;
const numberOfSection = /(?<!\p{L})(?:sezion[ei]|capitol[oi]|cap)\.? +(\d+)/iu;

const stemsOfSection = memoizeByObject(
  ({ title, content }: Visible<Section>): ReadonlySet<string> => new Set(contentStems(`${title} ${content}`)),
);
const stemsOfCard = memoizeByObject(
  ({ says, more = '', about, asks }: Card): ReadonlySet<string> =>
    new Set([says, more, ...about, ...asks].flatMap(contentStems)),
);

/** Names with a capital in the middle of a sentence that asks, of which nothing open has a word. */
function namesUnknown({ request, cards, voice }: Scene): boolean {
  const stems = namesAsked(request.question).flatMap(contentStems);
  if (stems.length === 0) return false;
  const inTalk = new Set(
    [voice.name, ...request.history.map(({ content }) => content)].flatMap(contentStems),
  );
  const isOpen = (word: string) =>
    inTalk.has(word) ||
    request.sections.some((section) => stemsOfSection(section).has(word)) ||
    cards.some((card) => stemsOfCard(card).has(word));
  return !stems.every(isOpen);
}

/** A question with a word that the reader has told something with, and that no open card has; not one about him. */
function asksOfOwnWords({ request, state, cards }: Scene): boolean {
  if (!state.asks || (state.yours && !state.mine)) return false;
  const own = request.told
    .slice(0, -1)
    .filter(({ role, content }) => role === 'user' && !looksAsking(content));
  const words = new Set(own.flatMap(({ content }) => contentStems(content)));
  const stems = contentStems(request.question).filter((word) => words.has(word) && word.length > 2);
  return stems.some((word) => !cards.some((card) => stemsOfCard(card).has(word)));
}

/** «Lo dico o aspetto?», «che faccio?»: what to do in one's own life. */
const doubts = /(?<!\p{L})(?:o|oppure|devo|dovrei|posso|faccio|conviene|è meglio|mi fermo)(?!\p{L})/iu;
const reminds = /(?<!\p{L})(?:ricord\p{L}*|dett[oa]|dicev\p{L}*|chiest[oa]|raccontat\p{L}*|sai)(?!\p{L})/iu;

const isAct = (scene: Scene, pattern: RegExp) => {
  const choice = scene.choices[0];
  return (
    choice?.entry.act !== undefined && pattern.test(choice.entry.act.id) && choice.likelihood >= least.say
  );
};
const calling =
  /^(buona_notizia|giornataccia|brutto_voto|litigio|lavoro_perso|fine_amore|malattia|malattia_mia|lutto|consiglio_\w+|solitudine|ansia|rabbia|congedo|saluto|grazie)$/;

/** Before the first section of a book without cards: the author's line for the topic, by its words. */
function answerBeforeStory({ request, cards, voice }: Scene): Reply | undefined {
  if (request.sections.length > 0 || cards.length > 0) return undefined;
  const asked = new Set(words(request.question));
  const line = voice.levelZero.find(({ topic }) => words(topic).every((word) => asked.has(word)));
  return line && speech(line.text);
}
const words = (text: string) => foldChatSpelling(text).match(/\p{L}+/gu) ?? [];

/** «Piangi mai?», «ti sei mai sentito solo?» */
const ever = /(?<!\p{L})mai(?!\p{L})/iu;
const supposes = /(?<!\p{L})e se(?!\p{L})/iu;
const thinks =
  /(?<!\p{L})(?:secondo (?:te|lei|voi)|che ne (?:pensi|dici)|(?:pensi|credi|ti pare|ti sembra) che)(?!\p{L})/iu;

/** A note of what the reader tells of themselves, taken aloud. */
function takeNote(scene: Scene): Reply | undefined {
  const { listener, request, state } = scene;
  if (state.asks || isAct(scene, calling) || request.told.length === 0) return undefined;
  const [fresh] = listener?.notesIn(request.question) ?? [];
  const line = fresh && listener?.ackLine(fresh, state.said, request.question);
  return line === undefined ? undefined : speech(line);
}

/** Asked what to do in one's own life. */
function advise({ state, request, dialogue, voice, choices: [first] }: Scene): Reply | undefined {
  const isAnswered = first !== undefined && first.entry.wish === undefined && first.likelihood >= least.say;
  if (!state.asks || !state.mine || isAnswered || state.names.size > 0) return undefined;
  if (!doubts.test(request.question) || reminds.test(request.question)) return undefined;
  return voice.advice.length > 0 ? speech(dialogue.choose(voice.advice)) : undefined;
}

/** From this likelihood on something else answers better than the reader's own words. */
const surelyOther = { ownWords: 0.75, aboutReader: 0.3 };
/** From this likelihood on it is what the reader told that is asked for. */
const surelyRecall = 0.4;

/** «Te l’avevo detto»: what the reader told is asked for, whatever else the words may mean. */
const asToldBefore =
  /(?<!\p{L})(?:t[i’']?|te l[’'ao]?|vi|ve l[’'ao]?) ?(?:ho|avevo|o) (?:già )?(?:dett|scritt|raccontat)[oaie](?!\p{L})/iu;

/** What was said in this talk, asked for. */
async function remember(scene: Scene, rarities: Rarities): Promise<Reply | undefined> {
  const { state, request } = scene;
  if (state.asks && asToldBefore.test(request.question)) return recall(scene, 'lettore', rarities, true);
  const [choice] = scene.choices;
  const likely = choice?.likelihood ?? 0;
  const isOfReader =
    (asksOfOwnWords(scene) && likely < surelyOther.ownWords) ||
    (state.asks && state.mine && likely < surelyOther.aboutReader);
  const reply = isOfReader ? await recall(scene, 'lettore', rarities, false) : undefined;
  if (reply) return reply;
  const wish = choice?.entry.wish;
  if (!wish?.startsWith('ricordo_') || likely < least.offer) return undefined;
  return recall(scene, wish.slice('ricordo_'.length) as 'lettore', rarities, likely >= surelyRecall);
}

/** «Leggimi dove si riaccende»: a place of the book, read aloud. */
const toRead = /(?<!\p{L})(?:ri)?legg(?:imi|ici)(?!\p{L})/iu;

/** A section asked for by its number, a wish (to go on, to read aloud), or a place to read. */
function grant(scene: Scene): Promise<Reply | undefined> | Reply | undefined {
  const { request, state, dialogue, voice } = scene;
  const number = Number(numberOfSection.exec(request.question)?.[1] ?? 0);
  if (number > 0 && state.asks && number > request.sections.length)
    return speech(dialogue.choose(linesAtEnd(request, 'seguito') ?? voice.deflections, placeOf(scene)));
  const section = request.sections.find(({ sectionNumber }) => sectionNumber === number);
  if (section && state.asks) return tellSection(scene, section);
  const [choice] = scene.choices;
  if (choice?.entry.wish !== undefined && choice.likelihood >= least.say)
    return wishLines[choice.entry.wish]?.(scene);
  return toRead.test(request.question) ? readPassage(scene, leastPassage.asked) : undefined;
}

/** From this likelihood on what is open answers, whatever name stands in the question. */
const surelyOpen = 0.75;

/** Names and times that the open part has nothing of. */
function putOff(scene: Scene): Reply | undefined {
  const { request, voice, dialogue, state } = scene;
  const [choice] = scene.choices;
  if (!state.asks || (choice && choice.likelihood > surelyOpen)) return undefined;
  if (namesUnknown(scene))
    return speech(dialogue.choose(linesAtEnd(request, 'nomi') ?? voice.nameDeflections, placeOf(scene)));
  if (foretold.test(request.question) && state.names.size > 0)
    return speech(dialogue.choose(linesAtEnd(request, 'seguito') ?? voice.deflections, placeOf(scene)));
  return undefined;
}

/** What is likeliest: a card, or an act's line. */
function answer(scene: Scene): Reply | undefined {
  const { acts, choices, dialogue, voice, state } = scene;
  for (const choice of choices.slice(0, 3)) {
    if (choice.likelihood < least.say) return undefined;
    const { card, act } = choice.entry;
    const told = card && tellCard(scene, choice);
    if (told) return told;
    const line = act && acts.lineFor(act.id, scene);
    if (line !== undefined) return speech(line);
    // Of his own life there is one line: asked again, he says it again.
    if (act?.says.length === 1 && state.asks)
      return replyAfter(dialogue.choose(voice.again), speech(act.says.join()));
  }
  return undefined;
}

/** A card that may be meant, with a doubt before it. */
function offer(scene: Scene): Reply | undefined {
  const { state, choices, dialogue, voice } = scene;
  if (!state.asks) return undefined;
  const choice = choices.find(({ entry }) => entry.card);
  if (!choice?.entry.card || choice.likelihood < least.offer) return undefined;
  const isOfIt =
    state.names.size === 0 || [...state.names].some((name) => state.namesOf(choice.entry).has(name));
  if (!isOfIt) return undefined;
  if (dialogue.wasSaid(choice.entry.card.says)) return tellCard(scene, choice);
  return replyAfter(dialogue.choose(voice.doubtful), sayCard(scene, choice.entry.card));
}

/** From this likelihood on an act is said where nothing else is. */
const leastAct = 0.12;

function sayAct(scene: Scene, act: string | undefined): Reply | undefined {
  const line = act === undefined ? undefined : scene.acts.lineFor(act, scene);
  return line === undefined ? undefined : speech(line);
}

/** When nothing fits: a question about the very thing, what the reader told that may be meant, or an honest line. */
async function fallBack(scene: Scene, rarities: Rarities): Promise<Reply> {
  const { state, dialogue, voice, request } = scene;
  if (!state.asks) return echo(scene, 'echoes');
  const isOfReader = state.mine && !state.yours;
  const isDoubt = doubts.test(request.question) || request.told.length < 2;
  const told = isOfReader && !isDoubt ? await recall(scene, 'lettore', rarities, true) : undefined;
  if (told) return told;
  const lines = supposes.test(request.question)
    ? voice.supposing
    : isOfReader
      ? voice.advice
      : thinks.test(request.question)
        ? voice.opinions
        : state.yours && ever.test(request.question)
          ? voice.ofHimself
          : [];
  return speech(dialogue.choose(lines.length > 0 ? lines : voice.unsure, placeOf(scene)));
}

/** Every way to answer, in the order in which they are tried. */
export function createPolicies(rarities: Rarities): readonly Policy[] {
  return [
    {
      name: 'indovinello',
      line(scene) {
        const line = scene.acts.judgeRiddle(scene);
        return line === undefined ? undefined : speech(line);
      },
    },
    { name: 'correzione', line: correct },
    { name: 'nota', line: takeNote },
    { name: 'altra lingua', line: answerForeign },
    { name: 'livello zero', line: answerBeforeStory },
    { name: 'consiglio', line: advise },
    { name: 'ricordo', line: (scene) => remember(scene, rarities) },
    { name: 'richiesta', line: grant },
    { name: 'non ancora', line: putOff },
    { name: 'congedo', line: (scene) => (isLeaving(scene) ? sayAct(scene, 'congedo') : undefined) },
    { name: 'ascolto', line: listen },
    { name: 'risposta', line: answer },
    { name: 'offerta', line: offer },
    {
      name: 'brano',
      line: (scene) => (scene.state.asks ? readPassage(scene, leastPassage.unasked) : undefined),
    },
    {
      name: 'vita propria',
      line(scene) {
        const act = scene.choices.find(({ entry, likelihood }) => entry.act && likelihood >= leastAct);
        return sayAct(scene, act?.entry.act?.id);
      },
    },
    { name: 'silenzio', line: (scene) => fallBack(scene, rarities) },
  ];
}
