import { withNames } from '../text/addressing.ts';
import type { ActText } from '#shared/contracts/talk-acts.ts';
import type { Acts } from '../acts/acts.ts';
import { questionClass } from '../acts/model.ts';
import type { LineContext } from '../acts/lines.ts';
import type { Listener } from '../listener/listener.ts';
import type { KeptNote } from '../listener/texts.ts';
import type { ChatRequest, Turn } from '../model/types.ts';
import { namesIn } from './card-search.ts';
import { isEnded } from './ending.ts';
import {
  asksAdvice,
  asksHisView,
  asksInFirstPerson,
  asksOwnAdvice,
  echoOf,
  endsInFarewell,
  isAsOfHim,
  tellsOfSelf,
} from './own-life.ts';
import { foldChatSpelling } from '../text/chat-spelling.ts';
import { introductionIn, type Introduction } from './introduction.ts';
import { readMessage } from './message.ts';
import { createNews, shortened } from './news.ts';
import { wholeQuestion } from './asked-back.ts';
import { recallWords } from './recall.ts';
import { contentTerms } from './terms.ts';

/** What a message is beside a question of the story, and what he says to it. */
export interface SmallTalk {
  /** Without a greeting or thanks before or after it, where something else is left. */
  coreOf(message: string): string;
  /** What a message tells of its reader before it asks, noted in a line, and the question that is left. */
  splitIntroduction(request: ChatRequest): Introduction | undefined;
  /** An answer to a question about the reader or the conversation, in the words that stand in it. */
  recallFor(request: ChatRequest): string | undefined;
  /** An answer where the act of the message is sure; surer still where it asks of somebody or something of the story. */
  answerFor(request: ChatRequest, isOfStory?: boolean): string | undefined;
  /** A line that takes note of what the message tells of the reader, where it tells something to be noted. */
  noteTaken(request: ChatRequest): string | undefined;
  /** Whether a message is more likely something sad than anything else. */
  isHeavy(message: string): boolean;
  /** A line for an act that is known by other signs. */
  lineAbout(act: string, request: ChatRequest): string | undefined;
  /** A line on what a telling is about, by one of its words. */
  lineOnSubject(request: ChatRequest): string | undefined;
  /** A line for its likeliest act, where nothing else answers. */
  guessFor(request: ChatRequest): string | undefined;
}

/** How probable the likeliest act must be for its line to be a better answer than one that fits anything. */
const likely = 0.2;
/** The same of what asks nothing, among all that asks nothing; and among all that there is. */
const likelyUnasked = 0.3;
const leastLikely = 0.1;
/** The same for news of the reader's own, for what they tell else, and for a question that names somebody of the story. */
const likelyNews = 0.35;
const likelyTold = 0.5;
/** The same for news where a name or another note is told beside them. */
const likelyBeside = 0.6;
const surely = 0.8;
const ownNews =
  /^(racconta_\w+|buona_notizia|giornataccia|brutto_voto|litigio|ansia|stanchezza|rabbia|nostalgia|solitudine|cibo|musica|giochi|sport)$/;
/** Acts that something sad is told by. */
const heavy =
  /^(giornataccia|brutto_voto|litigio|lavoro_perso|fine_amore|malattia\w*|lutto|solitudine|ansia|rabbia|nostalgia|stanchezza)$/;
/** Acts whose line would hurt where it is out of place: said only where the act is sure. */
const grave =
  /^(lutto|malattia|esplicito|flirt|insulto|fine_amore|lavoro_perso|lingua_straniera|spoiler|incomprensibile)/;

/** What can be heard of an act, without the examples of what readers write. */
export function spokenOfAct({ says, phase, altri, mirati, lingue, indovinelli }: ActText) {
  const aimed = mirati.map((pool) => pool.says);
  const foreign = Object.values(lingue).map((pool) => pool.says);
  const riddles = indovinelli.map(({ domanda, giusto, sbagliato }) => [domanda, giusto, sbagliato]);
  return [says, Object.values(phase), Object.values(altri), aimed, foreign, riddles];
}

/** Acts that something told of the reader may be brought back with. */
const light = new Set(['saluto', 'bentornato', 'ok', 'boh', 'risata', 'silenzio', 'grazie', 'noia']);
/** Acts of a word or two: with more than that the message says something else beside. */
const shortActs = new Set(['risata', 'ok', 'boh', 'si', 'no', 'stupore']);
const mostOfShort = 2;
/** «Tu guidi?» asks something, where «e tu?» only gives his question back. */
function saysMore(act: string, question: string): boolean {
  const words = contentTerms(question).size;
  return act === 'e_tu' ? words > 0 : shortActs.has(act) && words > mostOfShort;
}
/** «La mia amica ha smesso di scrivermi»: nobody is glad to hear that there is one. */
const losing =
  /\b(smess\w|lasciat\w|pers[oa]|litig\w+|scappat\w|tradit\w|bloccat\w|mort[oa]|malat[oa]|ospedale|sta male|mi manca|non mi \w+ piu|non c e piu)\b/;
const feelsBad =
  /\bmi (sento|sono sentit\w) (stupid|scem|mal|inutil|una? |uno |delus|trist|sol)|\bpurtroppo\b|\bche (delusione|vergogna|schifo)\b/;
const ownNames = withNames((names) => new RegExp(names, 'gi'));
/** After so many of the reader's messages «ciao» takes leave. */
const mostBeforeGreeting = 4;
/** News that are answered with sorrow before anything else. */
const sorrow = /^(lutto|malattia|fine_amore|lavoro_perso)$/;
/** News that call for their own line rather than for one that takes note of a name. */
const calling =
  /^(buona_notizia|giornataccia|brutto_voto|litigio|lavoro_perso|fine_amore|malattia|malattia_mia|lutto|consiglio_\w+|solitudine|ansia|rabbia|congedo)$/;
/**
 * @param listener what the reader told of themselves; without it nothing is remembered
 * @param isNeverReadBack whether a message of a conversation speaks of danger or of a pain that is not said back
 */
export function createSmallTalk(
  acts: Acts,
  listener?: Listener,
  isNeverReadBack: (message: string, talk: ChatRequest['told']) => boolean = () => false,
): SmallTalk {
  /** What is not brought back even in the reader's own words: grave messages, and what told of a note that they erased. */
  function withheldFrom({ erasedNotes = [], told }: ChatRequest): (message: string) => boolean {
    const erased = new Set(erasedNotes.map(({ id }) => id));
    if (!listener || erased.size === 0) return (message) => isNeverReadBack(message, told);
    const timestamp = new Date(0).toISOString();
    const notesOf = (content: string) => listener.readNotes([{ role: 'user', content, level: 0, timestamp }]);
    return (message) => isNeverReadBack(message, told) || notesOf(message).some(({ id }) => erased.has(id));
  }

  function aboutReader(request: ChatRequest, notes: readonly KeptNote[]): string | undefined {
    const isWithheld = withheldFrom(request);
    const asked = listener && news.answerFor(request, isWithheld);
    if (asked !== undefined) return asked;
    const answer = listener?.answerAboutReader(request.question, notes, saidIn(request));
    const isOfStory = (text: string) => namesIn(text.replace(ownNames(), ''), request.cards).size > 0;
    const words = answer?.known ? undefined : recallWords(request.told, { isWithheld, isOfStory });
    if (words !== undefined || !answer) return words;
    if (answer.about !== 'all') return answer.text;
    const line = acts.lineFor('cosa_sai_di_me', contextOf(request, notes, listener));
    const told = news.toldIn(request, isWithheld).at(-1);
    return line === undefined || told === undefined
      ? line
      : `${line} E mi hai scritto: «${shortened(told)}».`;
  }

  /** A note that is due to come back, alone; else news that the reader told a while ago. */
  function recall(request: ChatRequest, notes: readonly KeptNote[]): string | undefined {
    const { told } = request;
    const daysSince = daysAway(told);
    const due = listener?.recallLine(notes, { messages: told, daysSince })?.text;
    return due ?? (listener && news.recall(request, withheldFrom(request), daysSince));
  }

  const news = createNews(acts, likelyBeside);
  const probabilityOf = (message: string) => acts.classify(message)[0]?.probability ?? 0;

  /** Advice on what the question's words, else those of the message before it, are about. */
  function adviceOn(question: string, before: string, context: LineContext): string | undefined {
    const guesses = acts.classify(question || before);
    const likely = guesses.filter(({ act }) => act.startsWith('consiglio_')).map(({ act }) => act);
    for (const message of [question, before]) {
      const aimed = likely.find((act) => acts.isAimed(act, message));
      if (aimed !== undefined) return acts.lineFor(aimed, { ...context, message });
    }
    return acts.lineFor(likely[0] ?? 'consiglio_scelta', context);
  }

  /** What answers where no act is sure: advice asked for, a goodbye after something else, news that is probably good or bad. */
  function unsureAnswer({ question, history }: ChatRequest, context: LineContext) {
    const before = lastOf(history);
    const asksOfOwn = asksInFirstPerson(foldChatSpelling(question)) && tellsOfSelf(before);
    if (asksAdvice(question, before) || asksOfOwn) return adviceOn(question, before, context);
    if (asksHisView(question) && tellsOfSelf(before)) return asHis(question, adviceOn('', before, context));
    if (!tellsOfSelf(question)) return undefined;
    const likeliest = acts.classify(question).find(({ act }) => act !== questionClass);
    const isNews =
      likeliest &&
      ownNews.test(likeliest.act) &&
      likeliest.probability >= (likeliest.act.startsWith('racconta_') ? likelyTold : likelyNews);
    return isNews ? takingUp(question, acts.lineFor(likeliest.act, context)) : undefined;
  }

  return {
    noteTaken: (request) => takeNote(request, listener),
    coreOf(message) {
      if (endsInFarewell(message)) return message;
      const clauses = acts.splitMessage(message);
      const core = clauses.find(({ text, act }) => act === undefined && /\p{L}{2}/u.test(text));
      return core?.text ?? message;
    },
    splitIntroduction: (request) => introductionOf(request, acts, listener),
    recallFor(whole) {
      // «Vado, mi chiama mia madre» asks nothing.
      if (endsInFarewell(whole.question)) return undefined;
      const question = wholeQuestion(whole.question, lastOf(whole.history));
      const told = [
        ...whole.told.slice(0, -1),
        ...whole.told.slice(-1).map((last) => ({ ...last, content: question })),
      ];
      const request = question === whole.question ? whole : { ...whole, question, told };
      return aboutReader(request, listener?.readNotes(request.told, request.erasedNotes) ?? []);
    },
    answerFor(request, isOfStory = false) {
      const notes = listener?.readNotes(request.told, request.erasedNotes) ?? [];
      const context = contextOf(request, notes, listener);
      const riddle = isOfStory ? undefined : acts.judgeRiddle(context);
      if (riddle !== undefined) return riddle;
      const earlier = lastOf(request.history);
      if (!isOfStory && asksOwnAdvice(request.question, earlier))
        return adviceOn(request.question, earlier, context);
      const act = actOf(request, acts);
      if (act !== undefined && saysMore(act, request.question)) return unsureAnswer(request, context);
      if (isOfStory && act !== undefined) return undefined;
      const fresh = request.told.length > 0 ? (listener?.notesIn(request.question) ?? []) : [];
      const beside = news.answerBeside(fresh, context);
      if (beside !== undefined) return beside;
      const isNews =
        act !== undefined && calling.test(act) && probabilityOf(request.question) >= likelyBeside;
      const noted = isNews || request.question.includes('?') ? undefined : takeNote(request, listener);
      if (noted !== undefined) return noted;
      // Sorrow out of place hurts: what is only perhaps sad is said back.
      const isSad = act !== undefined && sorrow.test(act);
      if (act === undefined || (isSad && probabilityOf(request.question) < likelyBeside))
        return unsureAnswer(request, context);
      const before = lastOf(request.history);
      if (act.startsWith('consiglio_') && asksHisView(request.question))
        return asHis(request.question, adviceOn('', before, context));
      if (act.startsWith('consiglio_') && request.question.includes('?'))
        return adviceOn(request.question, before, context);
      const due = light.has(act) ? recall(request, notes) : undefined;
      const line = due ?? acts.lineFor(act, context);
      if (due === undefined && isSad) return withSorrow(line, context);
      if (!ownNews.test(act) || acts.isAimed(act, request.question)) return line;
      return takingUp(request.question, line);
    },
    isHeavy(message) {
      const sad = acts.classify(message).filter(({ act }) => heavy.test(act));
      return sad.reduce((sum, { probability }) => sum + probability, 0) > 0.4;
    },
    lineOnSubject: (request) => lineOnSubject(request, acts),
    lineAbout: (act, request) => acts.lineFor(act, contextOf(request, [], listener)),
    guessFor: (request) => guessedLine(request, acts, listener),
  };
}

/** The act whose aimed lines are on what people tell of their days. */
const telling = 'racconta_di_se';

function lineOnSubject(request: ChatRequest, acts: Acts): string | undefined {
  const isAimed = acts.isAimed(telling, request.question);
  return isAimed ? acts.lineFor(telling, contextOf(request, [], undefined)) : undefined;
}

/** A line for the likeliest act of a message, where that is likely enough. */
function guessedLine(request: ChatRequest, acts: Acts, listener: Listener | undefined): string | undefined {
  const { question, told, erasedNotes } = request;
  const { asks } = readMessage(question);
  const guesses = acts.classify(question);
  // What asks nothing is no question, however it sounds.
  const asked = asks ? 0 : (guesses.find(({ act }) => act === questionClass)?.probability ?? 0);
  const best = guesses.find(({ act }) => asks || act !== questionClass);
  if (!best || best.act === questionClass || grave.test(best.act)) return undefined;
  if (isAsOfHim(best.act, question)) return undefined;
  if (best.act === 'e_tu' && contentTerms(question).size > 0) return undefined;
  const least = asked > 0 ? likelyUnasked : likely;
  if (best.probability / (1 - asked) < least || best.probability < leastLikely) return undefined;
  return acts.lineFor(best.act, contextOf(request, listener?.readNotes(told, erasedNotes) ?? [], listener));
}

/** A line for something sad, after words that say so: once in a while. */
function withSorrow(line: string | undefined, { said }: LineContext): string | undefined {
  const isSaid = /dispiac|brutt|\bahi\b/i.test([line, ...said.slice(-3)].join(' '));
  return line === undefined || isSaid ? line : `Mi dispiace. ${line}`;
}

/** A line for any news of a kind, after the reader's own words; one that asks or has them already, as it stands. */
function takingUp(question: string, line: string | undefined): string | undefined {
  const parole = echoOf(question);
  const told = contentTerms(question);
  const isTakenUp = line?.includes('?') || [...contentTerms(line ?? '')].some((term) => told.has(term));
  return line === undefined || parole === undefined || isTakenUp || !tellsOfSelf(question)
    ? line
    : `«${parole}». ${line}`;
}

/** «Tu al posto mio?»: the advice as what he would do. */
const asHis = (question: string, line: string | undefined) =>
  line !== undefined && /\bposto\b|faresti/i.test(question)
    ? `Al posto tuo, dici. Io farei così. ${line}`
    : line;

function introductionOf(
  request: ChatRequest,
  acts: Acts,
  listener: Listener | undefined,
): Introduction | undefined {
  return introductionIn(request.question, {
    notesIn: listener?.notesIn ?? (() => []),
    lineFor: (told, asking) => {
      const heard = { ...request, question: told };
      const said = [...saidIn(request), ...asking];
      return takeNote(heard, listener, said) ?? newsLine(heard, said, acts) ?? tellingLine(heard, said, acts);
    },
  });
}

/** What he says to a message that is surely news of the reader's own. */
function newsLine(request: ChatRequest, said: readonly string[], acts: Acts): string | undefined {
  const [best] = acts.classify(request.question);
  if (!best || !calling.test(best.act) || best.probability < likelyBeside) return undefined;
  return acts.lineFor(best.act, { ...contextOf(request, [], undefined), said });
}

/** The fewest words of a telling that is no note and no news, to be answered before what is asked after it. */
const leastTold = 6;

/** What he says to any longer telling that is the reader's own, and names nothing of the story. */
function tellingLine(request: ChatRequest, said: readonly string[], acts: Acts): string | undefined {
  const { question, cards } = request;
  const isOwn = tellsOfSelf(question) && question.split(/\s+/).length >= leastTold;
  if (!isOwn || namesIn(question.replace(ownNames(), ''), cards).size > 0) return undefined;
  return acts.lineFor('racconta_di_se', { ...contextOf(request, [], undefined), said });
}

/** What he says to the first thing that a message tells of its reader. */
function takeNote(
  request: ChatRequest,
  listener: Listener | undefined,
  said: readonly string[] = saidIn(request),
): string | undefined {
  const [fresh] = request.told.length > 0 ? (listener?.notesIn(request.question) ?? []) : [];
  const isSad = losing.test(foldChatSpelling(request.question));
  const note = fresh && { ...fresh, grave: fresh.grave || isSad };
  return note && listener?.ackLine(note, said, request.question);
}

/** Told that he answered something else, he does not say the same again. */
const unanswered =
  /\bnon mi (hai|stai) (risposto|rispondendo|ascolta\w+|capit[oa])|\bnon (e quello|era questo|e questo) (che|quello che) ti (ho|avevo) chiesto|^(e |ma )*(che|cosa) c entra \?$/;

/** The act the classifier is sure of. «Ciao, mi chiamo Giulia» sounds like a goodbye, but greets and goes on. */
function decidedAct(question: string, acts: Acts): string | undefined {
  const [first, ...others] = acts.splitMessage(question);
  const act = others.length > 0 ? acts.decide(question) : first?.act;
  return act === 'congedo' && first?.act === 'saluto' ? others.at(-1)?.act : act;
}

/** The act of a message, sure; «ciao» in the middle of a talk is a goodbye. */
function actOf({ question, told, history }: ChatRequest, acts: Acts): string | undefined {
  if (endsInFarewell(question)) return 'congedo';
  if (unanswered.test(foldChatSpelling(question))) return 'non_ho_capito';
  const decided = decidedAct(question, acts);
  const isUnlikely = (acts.classify(question)[0]?.probability ?? 0) < surely;
  // «Ho studiato tre mesi come una pazza», said of an exam just passed, is no bad mark.
  const goesOn =
    decided !== undefined &&
    heavy.test(decided) &&
    isUnlikely &&
    acts.decide(lastOf(history)) === 'buona_notizia' &&
    !feelsBad.test(foldChatSpelling(question));
  const act = goesOn ? 'buona_notizia' : decided;
  // «Ho preso 18 e mi sento stupido»: the number alone sounds like good news.
  if (act === 'buona_notizia' && feelsBad.test(foldChatSpelling(question))) return 'brutto_voto';
  const turns = told.filter(({ role }) => role === 'user').length;
  const leaves =
    act === 'saluto' && turns > mostBeforeGreeting && daysAway(told) === 0 && /^ciao+\W*$/i.test(question);
  if (act !== undefined && isAsOfHim(act, question)) return undefined;
  return leaves ? 'congedo' : act;
}

/** What a line may be filled with, and what has been said. */
function contextOf(
  request: ChatRequest,
  notes: readonly KeptNote[],
  listener: Listener | undefined,
): LineContext {
  const { level, question } = request;
  const said = saidIn(request);
  const [newest] = notes.slice(-1);
  const latest = said.findLast((answer) => !answer.includes('«'));
  const first = request.told.find(({ role }) => role === 'user')?.content;
  const values = {
    ...(listener && notes.length > 0 && { cose: listener.describeNotes(notes) }),
    ...(listener && newest && { argomento: listener.topicOf(newest) }),
    ...(first && first !== question && { prima: shortened(first) }),
    ...(latest !== undefined && { risposta: shortened(latest) }),
  };
  return {
    phase: level <= 3 ? 'inizio' : level <= 8 ? 'meta' : 'fine',
    message: question,
    said,
    atEnd: isEnded(request),
    ...(Object.keys(values).length > 0 && { values }),
  };
}

const lastOf = (history: readonly Turn[]) => history.findLast(({ role }) => role === 'user')?.content ?? '';

const saidIn = ({ history }: ChatRequest) =>
  history.filter(({ role }) => role === 'assistant').map(({ content }) => content);

const dayMilliseconds = 86_400_000;

/** Whole days between the last two of the reader's messages. */
function daysAway(told: ChatRequest['told']): number {
  const times = told.filter(({ role }) => role === 'user').map(({ timestamp }) => Date.parse(timestamp));
  const [before = 0, now = 0] = times.slice(-2);
  return times.length < 2 ? 0 : Math.floor((now - before) / dayMilliseconds);
}
