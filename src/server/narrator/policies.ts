import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { looksAsking } from './entries.ts';
import { sentences } from '../text/italian.ts';
import { foldChatSpelling } from '../text/chat-spelling.ts';
import { fillLine, hashText } from '../text/lines.ts';
import { linesAtEnd } from './ending.ts';
import { excerptFrom, excerptWithin } from './prose.ts';
import type { Choice } from './choice.ts';
import type { Card } from './entries.ts';
import { recall } from './recall.ts';
import { replyAfter, speech, type Reply, type Scene } from './scene.ts';
import { contentStems } from './words.ts';
import type { Rarities } from './search.ts';
import { topicOf } from './topic.ts';

/** One way to answer: the first that has a line says it. */
export interface Policy {
  name: string;
  line(scene: Scene): Promise<Reply | undefined> | Reply | undefined;
}

/** From this score of a passage on it is read where nothing else answers. */
const leastPassage = 0.6;

/** The two thresholds of everything: to say it, and to offer it. */
const least = { say: 0.22, offer: 0.12 } as const;

const top = ({ choices }: Scene): Choice | undefined => choices[0];
const placeOf = ({ state, request }: Scene) => `${state.latest}${request.level}`;

/** A card's words, with its question to the reader now and then. */
function sayCard({ dialogue, request, state }: Scene, { says, back }: Card): Reply {
  const asksBack =
    back !== undefined &&
    !state.latest.trimEnd().endsWith('?') &&
    !dialogue.wasSaid(back) &&
    hashText(`${request.question}${state.latest}`) % 2 === 0;
  return speech(asksBack ? `${says} ${back}` : says);
}

/** A card that answers; said before, what goes on from it, the next likeliest that is nearly as likely, or the same once more. */
function tellCard(scene: Scene, choice: Choice): Reply | undefined {
  const { dialogue, voice, choices } = scene;
  const { card } = choice.entry;
  if (!card) return speech(dialogue.choose(voice.unsure));
  if (!dialogue.wasSaid(card.says)) return sayCard(scene, card);
  if (card.more !== undefined && !dialogue.wasSaid(card.more)) return speech(card.more);
  const next = choices.find(
    ({ entry, likelihood }) =>
      entry.card && !dialogue.wasSaid(entry.card.says) && likelihood > choice.likelihood / 3,
  );
  if (next?.entry.card) return sayCard(scene, next.entry.card);
  return replyAfter(dialogue.choose(voice.again), speech(card.says));
}

const followUp = (scene: Scene, card: Card, why: boolean): Card | undefined => {
  const { cards, dialogue } = scene;
  const at = cards.indexOf(card);
  const fresh = cards.filter(({ says }) => !dialogue.wasEverSaid(says));
  const isAbout = (other: Card) => other.about.some((name) => card.about.includes(name));
  const same = fresh.filter(({ sectionId }) => sectionId === card.sectionId);
  if (why) return same.find((other) => other.kind === 'why' && isAbout(other));
  const later = same.filter((other) => cards.indexOf(other) > at);
  return (
    later.find((other) => isAbout(other) && other.kind !== 'who') ??
    later.find(({ kind }) => kind === 'fact') ??
    later[0]
  );
};

function goOn(scene: Scene, why: boolean): Reply | undefined {
  const { dialogue, cards, voice, request } = scene;
  const last = dialogue.lastCard(cards) ?? dialogue.lastOf(cards, 3);
  if (last) {
    if (!why && last.more !== undefined && !dialogue.wasSaid(last.more)) return speech(last.more);
    const next = followUp(scene, last, why);
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
function tellSection(scene: Scene, section: Scene['request']['sections'][number]): Reply | undefined {
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

/** The book's own words about what was asked, where no card answers; what was said before is not said again. */
async function readPassage(scene: Scene): Promise<Reply | undefined> {
  const { dialogue, voice, request } = scene;
  if (request.sections.length === 0) return undefined;
  const passages = await scene.findPassages();
  for (const { section, from, to, score } of passages.slice(0, 5)) {
    if (score < leastPassage) return undefined;
    const { text } = excerptWithin(section, from, to);
    if (isNamelessSpeech(text) || dialogue.wasSaid(text)) continue;
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

const wishes: Readonly<Record<string, (scene: Scene) => Reply | undefined>> = {
  avanti: (scene) => goOn(scene, false) ?? tellSomething(scene),
  perche: (scene) => goOn(scene, true),
  leggi: readOut,
  semplice: plainly,
  riassunto: summary,
  racconta: tellSomething,
};

/** What says that a correction follows: «no, intendevo», «mi sono spiegato male», «volevo chiederti». */
const cues =
  /(?:intend(?:evo|eva|o)|vol(?:evo|eva|evi)(?: (?:solo|piuttosto))? (?:dire|scrivere|chieder\p{L}*|sapere|dicere)|parlav(?:o|a) d\p{L}*|mi (?:sono|so) (?:spiegat|espress)[oa] male|(?:mi )?hai (?:letto|capito|frainteso)(?: male)?|non (?:ti )?ho chiesto|ti (?:avevo|ho) chiesto|non hai capito|non mi hai risposto|(?:cosa|che) c['’]entra)[ ,.:!?]*/giu;
const opening = /^(?:(?:no+|ma|eh|scusa|scusi|aspetta|aspe|guarda|allora|ok)[ ,.!:]+)+/iu;
/** «Non i fogli», «mica lui». */
const negated =
  /(?<!\p{L})(?:non|mica) (?:(?:di|a|la|il|lo|le|i|gli|lui|lei|loro|quell[oaie]|una?)(?: |['’](?=\p{L})))?(?:\p{L}+[ ,.]*)/giu;
const isNo = /^(?:no+|non|ma no|macché|aspetta)[ ,.!]/iu;

/** What is meant, of a message that corrects: after the last cue, without what it says no to. */
function meantBy(question: string): string {
  const last = [...question.matchAll(cues)].at(-1);
  const after = last ? question.slice(last.index + last[0].length) : question;
  const meant = contentStems(after).length > 0 ? after : question.replace(cues, ' ');
  return meant.replace(opening, '').replace(negated, ' ').replace(/\s+/g, ' ').trim();
}

async function correct(scene: Scene): Promise<Reply | undefined> {
  const { request, state, dialogue, acts } = scene;
  const choice = top(scene);
  const wish = (choice?.likelihood ?? 0) >= least.say ? choice?.entry.wish : undefined;
  const asksAgain = wish === 'domanda_di_prima';
  const hasCue = request.question.search(cues) >= 0 && request.history.length > 0;
  if (
    !asksAgain &&
    wish !== 'correzione' &&
    !(
      hasCue &&
      (isNo.test(request.question) || /intend|spiegat|espress|frainteso|capito male/iu.test(request.question))
    )
  )
    return undefined;
  const asked = request.history
    .filter(({ role, content }) => role === 'user' && content.length > 3)
    .map(({ content }) => content);
  const before = asked.at(-1) ?? '';
  const meant = meantBy(request.question);
  const hasWords = !asksAgain && contentStems(meant).length > 0;
  const texts = hasWords
    ? [meant, `${meant} ${state.subjectNames.join(' ')}`, `${before} ${meant}`]
    : [before, asked.at(-2) ?? ''];
  const found = (await scene.lookUp(texts.filter((text) => text.trim() !== ''))).find(
    ({ entry }) => entry.card && !dialogue.wasSaid(entry.card.says),
  );
  if (found && found.likelihood >= least.offer && found.entry.card) {
    const lead = dialogue.choose(scene.empty.correzione);
    return replyAfter(lead, sayCard(scene, found.entry.card));
  }
  const line = acts.lineFor('non_ho_capito', scene);
  return line === undefined ? undefined : speech(line);
}

/** From this cosine on a card is what is asked in another language: n-grams and words say nothing there. */
const leastForeign = 0.3;

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

/** Names with a capital in the middle of a sentence that asks, of which nothing open has a word. */
function namesUnknown({ request, cards, voice }: Scene): boolean {
  const known = new Set(
    [
      ...request.sections.flatMap(({ title, content }) => [title, content]),
      ...cards.flatMap(({ says, more = '', about, asks }) => [says, more, ...about, ...asks]),
      ...request.history.map(({ content }) => content),
      voice.name,
    ].flatMap(contentStems),
  );
  const asking = sentences(request.question).filter(looksAsking).join(' ');
  return [...asking.matchAll(/(?<=[\p{L},;:] )\p{Lu}[\p{L}’']+/gu)].some(([name]) =>
    contentStems(name).some((word) => !known.has(word)),
  );
}

/** A question with a word that the reader has told something with, and that no open card has. */
function asksOfOwnWords({ request, state, cards }: Scene): boolean {
  if (!state.asks) return false;
  const own = request.told
    .slice(0, -1)
    .filter(({ role, content }) => role === 'user' && !looksAsking(content));
  const words = new Set(own.flatMap(({ content }) => contentStems(content)));
  const stems = contentStems(request.question).filter((word) => words.has(word) && word.length > 2);
  if (stems.length === 0) return false;
  const ofCards = wordsOfCards(cards);
  return stems.some((word) => !ofCards.has(word));
}

const wordsOfCards = memoizeByObject(
  (cards: readonly Card[]): ReadonlySet<string> =>
    new Set(
      cards.flatMap(({ says, more = '', about, asks }) =>
        [says, more, ...about, ...asks].flatMap(contentStems),
      ),
    ),
);

const sadLife =
  /^(giornataccia|brutto_voto|litigio|lavoro_perso|fine_amore|malattia\w*|lutto|solitudine|ansia|stanchezza|rabbia|nostalgia|tristezza)$/;
const gladLife = /^(buona_notizia)$/;
const toldLife = /^(racconta_\w+|bentornato|e_tu|amicizia|consiglio_\w+)$/;

/** What the reader tells of their own life, where no act is sure of it: a word of how it sounds, and a question about the very thing. */
function listen(scene: Scene): Reply | undefined {
  const { state, choices } = scene;
  if (state.asks) return undefined;
  const [first] = choices;
  const sumOf = (pattern: RegExp) =>
    choices.reduce(
      (sum, { entry, likelihood }) => sum + (entry.act && pattern.test(entry.act.id) ? likelihood : 0),
      0,
    );
  const [sad, glad, told] = [sumOf(sadLife), sumOf(gladLife), sumOf(toldLife)];
  if (isLeaving(scene) || (first?.entry.card && first.likelihood >= 0.4)) return undefined;
  const isGeneral = first?.entry.act !== undefined && toldLife.test(first.entry.act.id);
  if (first?.entry.act && first.likelihood >= (isGeneral ? surely.general : surely.other)) return undefined;
  if (first?.entry.wish && first.likelihood >= least.say) return undefined;
  const isOfStory = state.names.size > 0 && !state.mine;
  if (isOfStory || !(state.mine || sad + glad + told > 0.2)) return undefined;
  return echo(scene, sad > 0.3 && sad > glad ? 'quietEchoes' : glad > 0.3 ? 'gladEchoes' : 'echoes');
}

/** A line about the very thing a reader speaks of, where a noun stands out; else one that fits anything told. */
function echo({ request, dialogue, voice }: Scene, kind: 'echoes' | 'quietEchoes' | 'gladEchoes'): Reply {
  const lines = voice[kind].length > 0 ? voice[kind] : voice.echoes;
  const topic = topicOf(request.question);
  const isAboutIt = (line: string) => /\{parole\}/i.test(line);
  const fitting = lines.filter((line) => isAboutIt(line) === (topic !== undefined));
  if (topic === undefined) return speech(dialogue.choose(fitting.length > 0 ? fitting : voice.anything));
  // The same sentence about another thing is the same sentence: they take turns.
  const turn = Math.floor(request.told.length / 2) + (hashText(request.question) % 2);
  return speech(fillTopic(fitting[turn % fitting.length] ?? topic, topic));
}

const fillTopic = (line: string, topic: string) =>
  line.replace('{parole}', topic).replace('{Parole}', topic.charAt(0).toUpperCase() + topic.slice(1));

/** Leave is taken where no other act is likelier. */
function isLeaving({ state, choices }: Scene): boolean {
  const act = choices.find(({ entry }) => entry.act);
  return !state.asks && act?.entry.act?.id === 'congedo' && act.likelihood >= 0.2;
}
/** From these likelihoods on an act's own line is said: the general ones say less than a question about the very thing. */
const surely = { general: 0.95, other: 0.7 };

/** «Lo dico o aspetto?», «che faccio?»: what to do in one's own life. */
const doubts = /(?<!\p{L})(?:o|oppure|devo|dovrei|posso|faccio|conviene|è meglio|mi fermo)(?!\p{L})/iu;
const reminds = /(?<!\p{L})(?:ricord\p{L}*|dett[oa]|dicev\p{L}*|chiest[oa]|raccontat\p{L}*|sai)(?!\p{L})/iu;

const isAct = (scene: Scene, pattern: RegExp) => {
  const choice = top(scene);
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

export function createPolicies(rarities: Rarities): readonly Policy[] {
  return [
    {
      name: 'indovinello',
      line: ({ acts, ...scene }) => {
        const line = acts.judgeRiddle({ acts, ...scene });
        return line === undefined ? undefined : speech(line);
      },
    },
    { name: 'correzione', line: correct },
    {
      name: 'nota',
      line(scene) {
        const { listener, request, state } = scene;
        if (state.asks || isAct(scene, calling) || request.told.length === 0) return undefined;
        const [fresh] = listener?.notesIn(request.question) ?? [];
        const line = fresh && listener?.ackLine(fresh, state.said, request.question);
        return line === undefined ? undefined : speech(line);
      },
    },
    { name: 'altra lingua', line: answerForeign },
    { name: 'livello zero', line: answerBeforeStory },
    {
      name: 'consiglio',
      line(scene) {
        const { state, request, dialogue, voice } = scene;
        const [first] = scene.choices;
        const isAnswered =
          first !== undefined && first.entry.wish === undefined && first.likelihood >= least.say;
        if (!state.asks || !state.mine || isAnswered || state.names.size > 0) return undefined;
        if (!doubts.test(request.question) || reminds.test(request.question)) return undefined;
        return voice.advice.length > 0 ? speech(dialogue.choose(voice.advice)) : undefined;
      },
    },
    {
      name: 'ricordo',
      async line(scene) {
        const choice = top(scene);
        const wish = choice?.entry.wish;
        const likely = choice?.likelihood ?? 0;
        if (
          (asksOfOwnWords(scene) && likely < 0.75) ||
          (scene.state.asks && scene.state.mine && likely < 0.3)
        ) {
          const reply = await recall(scene, 'lettore', rarities, false);
          if (reply) return reply;
        }
        if (!choice || !wish?.startsWith('ricordo_') || choice.likelihood < least.offer) return undefined;
        return recall(scene, wish.slice('ricordo_'.length) as 'lettore', rarities, choice.likelihood >= 0.4);
      },
    },
    {
      name: 'richiesta',
      line(scene) {
        const number = Number(numberOfSection.exec(scene.request.question)?.[1] ?? 0);
        if (number > 0 && scene.state.asks && number > scene.request.sections.length)
          return speech(
            scene.dialogue.choose(
              linesAtEnd(scene.request, 'seguito') ?? scene.voice.deflections,
              placeOf(scene),
            ),
          );
        const asked = scene.request.sections.find(({ sectionNumber }) => sectionNumber === number);
        if (asked && scene.state.asks) return tellSection(scene, asked);
        const choice = top(scene);
        const wish = choice?.entry.wish;
        if (!choice || wish === undefined || choice.likelihood < least.say) return undefined;
        return wishes[wish]?.(scene);
      },
    },
    {
      name: 'non ancora',
      line(scene) {
        const { request, voice, dialogue, state } = scene;
        const choice = top(scene);
        if (!state.asks || (choice && choice.likelihood > 0.75)) return undefined;
        if (namesUnknown(scene))
          return speech(
            dialogue.choose(linesAtEnd(request, 'nomi') ?? voice.nameDeflections, placeOf(scene)),
          );
        if (foretold.test(request.question) && state.names.size > 0)
          return speech(dialogue.choose(linesAtEnd(request, 'seguito') ?? voice.deflections, placeOf(scene)));
        return undefined;
      },
    },
    {
      name: 'congedo',
      line(scene) {
        if (!isLeaving(scene)) return undefined;
        const line = scene.acts.lineFor('congedo', scene);
        return line === undefined ? undefined : speech(line);
      },
    },
    { name: 'ascolto', line: listen },
    {
      name: 'risposta',
      line(scene) {
        const { acts, choices } = scene;
        for (const choice of choices.slice(0, 3)) {
          if (choice.likelihood < least.say) return undefined;
          const { card, act } = choice.entry;
          const told = card && tellCard(scene, choice);
          if (told) return told;
          const line = act && acts.lineFor(act.id, scene);
          if (line !== undefined) return speech(line);
        }
        return undefined;
      },
    },
    {
      name: 'offerta',
      line(scene) {
        const { state, choices, dialogue, voice } = scene;
        if (!state.asks) return undefined;
        const choice = choices.find(({ entry }) => entry.card && !dialogue.wasSaid(entry.card.says));
        if (!choice?.entry.card || choice.likelihood < least.offer) return undefined;
        const isOfIt =
          scene.state.names.size === 0 ||
          [...state.names].some((name) => state.namesOf(choice.entry).has(name));
        if (!isOfIt) return undefined;
        return replyAfter(dialogue.choose(voice.doubtful), sayCard(scene, choice.entry.card));
      },
    },
    {
      name: 'brano',
      line: (scene) => (scene.state.asks ? readPassage(scene) : undefined),
    },
    {
      name: 'vita propria',
      line(scene) {
        const { acts, choices, state } = scene;
        if (state.asks) {
          const act = choices.find(({ entry, likelihood }) => entry.act && likelihood >= 0.12)?.entry.act;
          const line = act && acts.lineFor(act.id, scene);
          return line === undefined ? undefined : speech(line);
        }
        const act = choices.find(({ entry, likelihood }) => entry.act && likelihood >= 0.15)?.entry.act?.id;
        const line = act === undefined ? undefined : acts.lineFor(act, scene);
        return line === undefined ? undefined : speech(line);
      },
    },
    {
      name: 'silenzio',
      line(scene) {
        const { state, dialogue, voice, request } = scene;
        if (!state.asks) return echo(scene, 'echoes');
        const lines = supposes.test(request.question)
          ? voice.supposing
          : state.mine && !state.yours
            ? voice.advice
            : thinks.test(request.question)
              ? voice.opinions
              : [];
        return speech(dialogue.choose(lines.length > 0 ? lines : voice.unsure, placeOf(scene)));
      },
    },
  ];
}

const supposes = /(?<!\p{L})e se(?!\p{L})/iu;
const thinks =
  /(?<!\p{L})(?:secondo (?:te|lei|voi)|che ne (?:pensi|dici)|(?:pensi|credi|ti pare|ti sembra) che)(?!\p{L})/iu;
