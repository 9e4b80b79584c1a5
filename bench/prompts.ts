/*
 * npm run bench -- prompts [--set=FILE] [--budget=8000] [--show]: what a language model is given, without one. Conversations of the
 * demonstration book (bench/talk/prompts.json, or another set of the same form) are held with a double that answers as the set
 * has it or with the best card; of each turn the bench prints whether what answers it stands in the request, and what of the request
 * a service that keeps the longest common beginning of earlier requests has to read anew.
 */
import { readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/esm/encoding/o200k_base';
import {
  buildRequest,
  createListener,
  createPersona,
  plannedTokens,
  promptMessages,
} from '../src/server/main/lab.ts';
import { builtInBook } from '../src/content/built-in-book.ts';
import { listenerTexts } from '../src/content/talk/listener.ts';
import type { StoredChatMessage } from '../src/shared/contracts/chat.ts';
import { openCards, openMessages, openSections } from '../src/shared/gate.ts';
import { demoCards, demoSections } from '../tests/support/sections.ts';

interface Turn {
  say: string;
  act: string;
  reply?: string;
  gold?: string[];
  goldFrom?: string;
  must?: string[];
}
interface Talk {
  id: string;
  level: number;
  turns: Turn[];
}
interface TalkSet {
  conversations: Talk[];
  long?: Talk[];
  facts?: { id: string; level: number; say: string; gold: string[] }[];
}

const option = (name: string, usual: string) =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual;
const show = process.argv.includes('--show');
const set = JSON.parse(readFileSync(option('set', 'bench/talk/prompts.json'), 'utf8')) as TalkSet;
const perMinute = Number(option('budget', '8000'));
const [budget, answer] = [plannedTokens({ tokensPerMinute: perMinute, caches: true }), 500];

const persona = createPersona(
  builtInBook.character,
  true,
  createListener(listenerTexts, () => false),
);
const [sections, cards] = [demoSections(), demoCards()];
const storyActs = new Set('fact who why feeling opinion followup whatif'.split(' '));
const memoryActs = new Set(['memory-of-reader', 'memory-of-talk']);
const pattern = (source: string) => new RegExp(source, 'ius');
const plain = (text: string) => text.normalize('NFC').replaceAll('’', "'");

/** What a service has kept: requests as one text each. */
const sent: string[] = [];
function readAnew(text: string): number {
  let common = 0;
  for (const earlier of sent) {
    let at = 0;
    while (at < text.length && at < earlier.length && text[at] === earlier[at]) at += 1;
    common = Math.max(common, at);
  }
  sent.push(text);
  return countTokens(text.slice(common));
}

const counts: Record<string, { there: number; of: number }> = {};
function count(name: string, isThere: boolean, what: string): void {
  const row = (counts[name] ??= { there: 0, of: 0 });
  row.of += 1;
  if (isThere) row.there += 1;
  else if (show) console.log(`  ✗ ${name}: ${what}`);
}
const anew: number[] = [];
const all: number[] = [];
const prefixes: number[] = [];
const exchanges: { said: number; given: number }[] = [];

function buildPrompt(level: number, said: StoredChatMessage[], question: string) {
  const open = openSections(sections, level);
  const message: StoredChatMessage = {
    id: `m${said.length}`,
    readerId: 'r',
    role: 'user',
    content: question,
    level,
    timestamp: new Date(Date.UTC(2004, 0, 20) + said.length * 60_000).toISOString(),
  };
  const input = {
    level,
    sections: open,
    cards: openCards(cards, open, level),
    history: openMessages(said, level),
    question,
    told: [...said, message],
  };
  const { request, plan } = buildRequest(persona, input, budget, answer);
  const messages = promptMessages(request);
  const text = messages.map(({ role, content }) => `<|${role}|>${content}`).join('\n');
  anew.push(readAnew(text));
  all.push(countTokens(text));
  prefixes.push(plan.prefixTokens);
  if (/\[[^\]\n]+\]\s*(?=\n\[|$)/.test(request.stablePrompt)) count('no empty headings', false, question);
  else count('no empty headings', true, question);
  return { message, plan, messages, request, text: plain(text) };
}

function hold({ id, level, turns }: Talk, isLong: boolean): void {
  const said: StoredChatMessage[] = [];
  for (const { say, act, reply, gold, must, goldFrom } of turns) {
    const { message, plan, request, text } = buildPrompt(level, said, say);
    const given = request.history.filter(({ role }) => role === 'user').length;
    if (said.length > 0) exchanges.push({ said: said.length / 2, given });
    if (isLong && said.length >= 20)
      count('at least ten exchanges of a long talk', given >= 10, `${id} ${given}`);
    if (storyActs.has(act) && level > 0)
      count('story turns with memory', plan.forQuestion.length > 0, `${id} ${say}`);
    const answers = gold ?? (memoryActs.has(act) ? must : undefined);
    // The question itself is no memory.
    const before = text.slice(0, text.lastIndexOf('<lettore>'));
    if (answers && !answers.some((one) => one.startsWith('@')))
      count(
        goldFrom === 'story' ? 'answer to the story' : 'memory of reader and talk',
        answers.some((one) => pattern(one).test(before)),
        `${id} ${say} (${answers.join(' | ')})`,
      );
    const best = plan.forQuestion.at(-1)?.text ?? 'Non lo so.';
    said.push(message, {
      ...message,
      id: `a${said.length}`,
      role: 'assistant',
      content: reply ?? best.replace(/^«[^»]*» /, ''),
    });
  }
}

for (const talk of set.conversations) hold(talk, false);
for (const talk of set.long ?? []) hold(talk, true);
for (const { id, level, say, gold } of set.facts ?? [])
  count(
    'facts',
    gold.some((one) => pattern(one).test(buildPrompt(level, [], say).text)),
    `${id} ${say}`,
  );

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
console.log(`${budget} tokens a request, of which ${answer} for the answer; o200k counts the rest`);
for (const [name, { there, of }] of Object.entries(counts))
  console.log(`${name}: ${there} of ${of} (${((100 * there) / of).toFixed(1)} %)`);
console.log(
  `tokens a turn: ${mean(all).toFixed(0)} (most ${Math.max(...all)}), read anew ${mean(anew).toFixed(0)} (most ${Math.max(...anew)}); prefix at most ${Math.max(...prefixes)} as estimated`,
);
console.log(
  `exchanges: ${mean(exchanges.map(({ given }) => given)).toFixed(2)} of ${mean(exchanges.map(({ said }) => said)).toFixed(2)} said`,
);
