/*
 * npm run bench -- prompts [--set=FILE] [--budget=8000] [--show]: what a language model is given, without one. Conversations of the
 * demonstration book (bench/talk/prompts.json, or another set of the same form) are held with a double that answers as the set
 * has it or with the best card; of each turn the bench prints whether what answers it stands in the request, and what of the request
 * a service that keeps the longest common beginning of earlier requests has to read anew.
 */
import { readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/esm/encoding/o200k_base';
import {
  createListener,
  createPersona,
  plannedTokens,
  promptMessages,
} from '../src/server/main/bench-api.ts';
import { builtInBook } from '../src/content/built-in-book.ts';
import { listenerTexts } from '../src/content/talk/listener.ts';
import type { StoredChatMessage } from '../src/shared/contracts/chat.ts';
import { unlockedCards, unlockedMessages, unlockedSections } from '../src/shared/gate.ts';
import { demoCards, demoSections } from '../tests/support/sections.ts';
import { flag, numberOption, option } from './harness/options.ts';
import { buildPrompt } from './harness/prompt.ts';
import { mean, percent, integer } from './harness/report.ts';

interface Talk {
  id: string;
  level: number;
  turns: { say: string; act: string; reply?: string; gold?: string[]; goldFrom?: string; must?: string[] }[];
}
interface TalkSet {
  conversations: Talk[];
  long?: Talk[];
  facts?: { id: string; level: number; say: string; gold: string[] }[];
}

const set = JSON.parse(readFileSync(option('set', 'bench/talk/prompts.json'), 'utf8')) as TalkSet;
const budget = plannedTokens({ tokensPerMinute: numberOption('budget', 8_000), caches: true });
const answerTokens = 500;
const listener = createListener(listenerTexts, () => false);
const persona = createPersona(builtInBook.character, true, listener);
const [sections, cards] = [demoSections(), demoCards()];
const storyActs = new Set('fact who why feeling opinion followup whatif'.split(' '));
const memoryActs = new Set(['memory-of-reader', 'memory-of-talk']);
const holdsOne = (patterns: readonly string[], text: string) =>
  patterns.some((source) => new RegExp(source, 'ius').test(text));

/** What a service has kept: requests as one text each. @returns the tokens that it has to read */
const requests: string[] = [];
function readAnew(text: string): number {
  const commonWith = (earlier: string) => {
    let at = 0;
    while (at < text.length && text[at] === earlier[at]) at += 1;
    return at;
  };
  const common = Math.max(0, ...requests.map(commonWith));
  requests.push(text);
  return countTokens(text.slice(common));
}

const counts = new Map<string, { hits: number; all: number }>();
function count(name: string, isHit: boolean, what: string): void {
  const row = counts.get(name) ?? { hits: 0, all: 0 };
  counts.set(name, { hits: row.hits + (isHit ? 1 : 0), all: row.all + 1 });
  if (!isHit && flag('show')) console.log(`  ✗ ${name}: ${what}`);
}
const tokens = { all: [] as number[], anew: [] as number[], prefix: [] as number[] };
const exchanges: { before: number; remembered: number }[] = [];

async function askIn(level: number, before: StoredChatMessage[], content: string) {
  const open = unlockedSections(sections, level);
  const timestamp = new Date(Date.UTC(2004, 0, 20) + before.length * 60_000).toISOString();
  const message = {
    id: `m${before.length}`,
    readerId: 'r',
    role: 'user' as const,
    content,
    level,
    timestamp,
  };
  const input = {
    level,
    sections: open,
    cards: unlockedCards(cards, open, level),
    history: unlockedMessages(before, level),
    question: content,
    told: [...before, message],
  };
  const { request, plan } = await buildPrompt(persona, input, budget, answerTokens);
  const text = promptMessages(request)
    .map(({ role, content }) => `<|${role}|>${content}`)
    .join('\n');
  tokens.anew.push(readAnew(text));
  tokens.all.push(countTokens(text));
  tokens.prefix.push(plan.prefixTokens);
  count('no empty headings', !/\[[^\]\n]+\]\s*(?=\n\[|$)/.test(request.stablePrompt), content);
  return { message, plan, request, text: text.normalize('NFC').replaceAll('’', "'") };
}

async function hold({ id, level, turns }: Talk, isLong: boolean): Promise<void> {
  const messages: StoredChatMessage[] = [];
  for (const { say, act, reply, gold, must, goldFrom } of turns) {
    const { message, plan, request, text } = await askIn(level, messages, say);
    const remembered = request.history.filter(({ role }) => role === 'user').length;
    const what = `${id} ${say}`;
    if (messages.length > 0) exchanges.push({ before: messages.length / 2, remembered });
    if (isLong && messages.length >= 20)
      count('at least ten exchanges of a long talk', remembered >= 10, what);
    if (storyActs.has(act) && level > 0) count('story turns with memory', plan.forQuestion.length > 0, what);
    const answers = gold ?? (memoryActs.has(act) ? must : undefined);
    // The question itself is no memory.
    const memory = text.slice(0, text.lastIndexOf('<lettore>'));
    const kind = goldFrom === 'story' ? 'answer to the story' : 'memory of reader and talk';
    if (answers && !answers.some((one) => one.startsWith('@')))
      count(kind, holdsOne(answers, memory), `${what} (${answers.join(' | ')})`);
    const best = plan.forQuestion.at(-1)?.text ?? 'Non lo so.';
    const content = reply ?? best.replace(/^«[^»]*» /, '');
    messages.push(message, { ...message, id: `a${messages.length}`, role: 'assistant', content });
  }
}

for (const talk of set.conversations) await hold(talk, false);
for (const talk of set.long ?? []) await hold(talk, true);
for (const { id, level, say, gold } of set.facts ?? [])
  count('facts', holdsOne(gold, (await askIn(level, [], say)).text), `${id} ${say}`);

console.log(`${budget} tokens a request, of which ${answerTokens} for the answer; o200k counts the rest`);
for (const [name, { hits, all }] of counts) console.log(`${name}: ${hits} of ${all} (${percent(hits, all)})`);
const [all, anew] = [tokens.all, tokens.anew].map(
  (own) => `${integer(mean(own))} (most ${Math.max(...own)})`,
);
console.log(
  `tokens a turn: ${all}, read anew ${anew}; prefix at most ${Math.max(...tokens.prefix)} as estimated`,
);
const [remembered, before] = [exchanges.map((one) => one.remembered), exchanges.map((one) => one.before)].map(
  mean,
);
console.log(`exchanges: ${remembered?.toFixed(2)} of ${before?.toFixed(2)} said`);
