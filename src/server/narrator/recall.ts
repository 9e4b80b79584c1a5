import { LRUCache } from 'lru-cache';
import { foldChatSpelling } from '../text/chat-spelling.ts';
import { sentences } from '../text/italian.ts';
import { chooseUnsaid } from '../text/lines.ts';
import { gramsOf, likeness, readQuery } from './grams.ts';
import { looksAsking } from './entries.ts';
import { contentStems } from './words.ts';
import { speech, type Reply, type Scene } from './scene.ts';
import { speaksOfSelf } from './state.ts';
import type { Rarities } from './search.ts';

type Of = 'prima' | 'domanda' | 'suo' | 'discorso' | 'lettore';

/** Whether an answer of his reads a reader's words back. */
const isReadBack = ({ empty }: Scene, answer: string) =>
  Object.values(empty.ricordo)
    .flat()
    .some((line) => answer.startsWith(line.split('{x}')[0] ?? line));

/** A sentence that was said, with what stands before it. */
interface Statement {
  text: string;
  before: string;
}

const mostWords = 24;

function fill(scene: Scene, of: Of, words: string): Reply {
  const lines = scene.empty.ricordo[of];
  const line = lines[scene.request.told.length % lines.length] ?? '';
  return speech(line.replace('{x}', words.replace(/[.…]+$/u, '')));
}

/** The most sentences that are compared: the latest. */
const mostStatements = 80;

function statementsOf(scene: Scene, role: 'user' | 'assistant'): Statement[] {
  const found: Statement[] = [];
  let before = '';
  for (const message of scene.request.told.slice(0, -1)) {
    const { role: by, content } = message;
    if (by !== role) {
      if (role === 'assistant') before = content;
      continue;
    }
    if (scene.isWithheld(message)) continue;
    if (role === 'assistant') {
      if (!isReadBack(scene, content)) found.push({ text: beginningOf(content), before });
      continue;
    }
    for (const text of sentences(content)) {
      if (!looksAsking(text)) found.push({ text, before });
      before = text;
    }
  }
  return found.slice(-mostStatements);
}

function beginningOf(answer: string): string {
  const [first = answer, ...rest] = sentences(answer);
  return rest.reduce(
    (text, sentence) => (`${text} ${sentence}`.split(' ').length <= mostWords ? `${text} ${sentence}` : text),
    first,
  );
}

const number =
  /\d|(?<!\p{L})(due|tre|quattro|cinque|sei|sette|otto|nove|dieci|\p{L}*(venti|trent|quarant|cinquant|sessant|cento|mila|dici)\p{L}*)(?!\p{L})/iu;
const name =
  /(?<=[\p{L},] )\p{Lu}\p{Ll}{2,}|(?:chiam\p{L}+|nome(?: è)?) \p{L}{3,}|(?<!\p{L})(?:mi[oa]|suo) (?:figli[oa]|marito|moglie|nipote|cane|gatt[oa]|sorella|fratello|amic[oa]|padre|madre|bambin[oa]|nonn[oa]) \p{Lu}\p{Ll}+/u;

/** What a sentence gains that has what the question word asks for, and one that speaks of its writer. */
const gain = 0.25;
const selfGain = 0.15;
/** What shared words count. */
const wordShare = 0.4;
const contextShare = 0.4;

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** What only says that something told is asked for: «ti ricordi come si chiamava», «te l’avevo detto». */
const askingWords =
  /(?<![\p{L}’'])(?:(?:te|ti|me|mi|ce|ve) )?(?:l[oa] |l['’] ?)?(?:ricord\p{L}*|(?:avev[oi] |ho )?(?:dett[oaie]|raccontat\p{L}|scritt[oa])|dic(?:o|evo)|chiam\p{L}*|nome|sai|(?:ultim[oa]|prim[oa]) (?:cosa|domanda)|domanda|vediamo|ascolt\p{L}*)(?!\p{L})/giu;

/** The sentence that answers a question best, with how well. */
async function closest(
  scene: Scene,
  question: string,
  statements: readonly Statement[],
  { rarity, wordRarity }: Rarities,
): Promise<{ statement: Statement; score: number } | undefined> {
  const bare = question.replace(askingWords, ' ').replace(/\s+/g, ' ').trim();
  const asked = contentStems(bare).length > 0 ? bare : question;
  const vector = await scene.encode(asked);
  const byHash = readQuery(gramsOf(asked, rarity));
  const folded = foldChatSpelling(question);
  const wants = /\bquant|\beta\b/.test(folded)
    ? number
    : /\bchiam|\bnome\b|\bchi\b/.test(folded)
      ? name
      : undefined;
  const compare = async (text: string) => {
    const own = await scene.encode(text);
    return (own && vector ? dot(vector, own) : 0) + 0.5 * likeness(byHash, gramsOf(text, rarity));
  };
  const stems = contentStems(asked);
  const weightOf = (words: readonly string[]) => words.reduce((sum, word) => sum + wordRarity(word), 0);
  let best: { statement: Statement; score: number } | undefined;
  for (const statement of statements) {
    const around = new Set(contentStems(`${statement.text} ${statement.before}`));
    const shared = weightOf(stems.filter((word) => around.has(word))) / (weightOf(stems) || 1);
    const own = (await compare(statement.text)) + wordShare * shared;
    const context = statement.before === '' ? own : await compare(`${statement.before} ${statement.text}`);
    const score =
      Math.max(own, own * (1 - contextShare) + context * contextShare) +
      (wants?.test(statement.text) && (stems.length === 0 || shared > 0) ? gain : 0) +
      (speaksOfSelf(statement.text) ? selfGain : 0);
    if (score >= (best?.score ?? -1)) best = { statement, score };
  }
  return best;
}

const leastRecall = { sure: 0.3, perhaps: 0.7 };

/** The answer to a question about the talk itself; `undefined` where nothing in it answers. */
export async function recall(
  scene: Scene,
  of: Of,
  rarities: Rarities,
  isSure: boolean,
): Promise<Reply | undefined> {
  const { request, listener, notes, state } = scene;
  const notTold = scene.empty.nonDetto;
  const { question } = request;
  const own = request.told.slice(0, -1).filter((told) => told.role === 'user' && !scene.isWithheld(told));
  if (of === 'prima') {
    const first =
      own.find(({ content }) => !/domand|chiest/i.test(question) || content.includes('?')) ?? own[0];
    return first && fill(scene, of, first.content);
  }
  if (of === 'domanda') {
    const asked = own.filter(({ content }) => looksAsking(content));
    if (/\bprim[ao]\b|\bcominci\w+|\binizi\w+/i.test(question) && asked[0])
      return fill(scene, of, asked[0].content);
    const isPlain =
      contentStems(question).filter(
        (word) => !/^(?:domand|chied|chiest|ultim|prim|ricord|dett|avev)/.test(word),
      ).length === 0;
    const found = isPlain
      ? undefined
      : await closest(
          scene,
          question,
          asked.map(({ content }) => ({ text: content, before: '' })),
          rarities,
        );
    const words = found?.statement.text ?? asked.at(-1)?.content;
    return words === undefined ? undefined : fill(scene, of, words);
  }
  if (of === 'discorso') {
    const last = own.findLast(({ content }) => content.split(/\s+/).length > 2) ?? own.at(-1);
    return last && fill(scene, of, last.content);
  }
  if (of === 'suo') {
    const found = await closest(scene, question, statementsOf(scene, 'assistant'), rarities);
    return found && fill(scene, of, found.statement.text);
  }
  const answer = listener?.answerAboutReader(question, notes, state.said);
  if (answer && answer.about !== 'all' && answer.known) return speech(answer.text);
  const found = await closest(scene, question, statementsOf(scene, 'user'), rarities);
  if (found && found.score >= (isSure ? leastRecall.sure : leastRecall.perhaps))
    return fill(scene, of, found.statement.text);
  if (answer?.about === 'all' && answer.known && answer.things)
    return speech(`Di te so questo: ${answer.things}.`);
  if (!isSure) return undefined;
  return speech(
    chooseUnsaid(notTold, state.said, question) ?? notTold[request.told.length % notTold.length] ?? '',
  );
}

/**
 * Vectors of what readers say, in this process's memory alone and bounded. They are forgotten together as soon as anything a
 * reader wrote is erased: what is still there is encoded again. Of what may not be said back none is kept.
 */
export function rememberVectors(
  encode: (text: string) => Promise<Float32Array | undefined>,
  isKept: (text: string) => boolean,
) {
  const byText = new LRUCache<string, Float32Array>({ max: 2_000 });
  return {
    async encode(text: string): Promise<Float32Array | undefined> {
      const vector = byText.get(text) ?? (await encode(text));
      if (vector && isKept(text)) byText.set(text, vector);
      return vector;
    },
    forget: () => byText.clear(),
  };
}
