/*
 * npm run bench -- talk [--set=FILE] [--failures=N]: plays a set of conversations and questions with the embedded model in
 * this process, each as a new reader over the site's own API, and prints the table of docs/conversazioni.md. The set of the
 * repository is small and was looked at: a figure that is to mean something needs a set that nobody tuned to. Figures stand twice, of
 * all places and of the odd ones alone; only failures at even places are ever shown, so that the odd ones stay clean. Of
 * bench/talk/readers.json and visitors.json, 238 and 160 turns written before anything was changed for them, no reply at an odd
 * place was ever read. Nobody who changes the talk reads bench/talk/unseen.json, of two people who had read no example and no other set.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { demoBook } from '../src/content/demo.ts';
import { doubtful } from '../src/content/voice.ts';
import { openTestSite, type Person } from '../tests/support/test-site.ts';
import { numberOption, option } from './harness/options.ts';
import { mean, median, percent, processorClock, type Row, table } from './harness/report.ts';
import { createJudge, sentencesOf, type TalkSet, type Verdict } from './talk/judge.ts';

const set = JSON.parse(readFileSync(option('set', 'bench/talk/set.json'), 'utf8')) as TalkSet;
const book = demoBook().sections.flatMap(({ content, contentReduced30 = '' }) => [content, contentReduced30]);
const { judge, holds } = createJudge(set, book);

const site = await openTestSite({ encoderThread: pathToFileURL('src/server/encoder/thread.mjs') });
const administrator = await site.administrator();
const codes = new Map<number, string>();

/** Somebody who has redeemed a code of the level. */
async function readerAt(level: number): Promise<Person> {
  if (level === 0) return site.visitor();
  const code = codes.get(level) ?? `prvx-${'abcdefghjkmnp'.charAt(level)}xyz`;
  const body = { code, maxSection: level, label: `prova ${level}` };
  if (!codes.has(level)) await administrator.request('POST', '/api/unlock-codes', body);
  codes.set(level, code);
  return site.reader(code);
}

const milliseconds: number[] = [];
const clock = processorClock();
async function send(person: Person, message: string): Promise<string> {
  clock();
  const response = await person.request('POST', '/api/chat', { message });
  milliseconds.push(clock());
  return ((await response.json()) as { response: string }).response;
}

interface Judged extends Verdict {
  /** Where it, or the conversation that it is a turn of, stands in its list. */
  place: number;
  kind: string;
  level: number;
  say: string;
  reply: string;
  act: string;
  tier?: string;
}

const turns: Judged[] = [];
const sentences = { all: 0, again: 0 };
for (const [place, { level, kind = '', gender, turns: all }] of set.conversations.entries()) {
  const person = await readerAt(level);
  const before = new Set<string>();
  for (const [at, turn] of all.entries()) {
    const { say, act } = turn;
    if (turn.newDay) await person.request('GET', '/api/chat/history');
    const reply = await send(person, say);
    const own = sentencesOf(reply);
    sentences.all += own.length;
    sentences.again += own.filter((sentence) => before.has(sentence)).length;
    for (const sentence of own) before.add(sentence);
    const ownSentences = all.slice(0, at + 1).map((one) => one.say);
    turns.push({
      place,
      kind,
      level,
      say,
      reply,
      act,
      ...judge(turn, reply, { level, gender, said: ownSentences }),
    });
  }
}
async function askAll(items: TalkSet['facts'], act: string): Promise<Judged[]> {
  const verdicts: Judged[] = [];
  for (const [place, item] of items.entries()) {
    const { level, say } = item;
    const reply = await send(await readerAt(level), say);
    verdicts.push({ ...item, place, kind: act, act, reply, ...judge(item, reply, { level, said: [say] }) });
  }
  return verdicts;
}
const facts = await askAll(set.facts, 'fact');
const distress = await askAll(set.distress, 'distress');
const above = await askAll(set.above, 'above');
const missing = await askAll(set.missing, 'missing');
await site.close();

type Is = (one: Judged) => boolean;
const isMet: Is = ({ met }) => met;
const isClean: Is = ({ place }) => place % 2 === 1;
const hits =
  (...names: string[]): Is =>
  (one) =>
    names.some((name) => one.hits.includes(name));
const isRefusal = hits('@refusal');
const isHeard: Is = (one) => one.must && !one.quoted && !hits('@refusal', '@scene')(one);
const hasAct =
  (pattern: RegExp): Is =>
  ({ act }) =>
    pattern.test(act);
const ofTier = (tier: string) => distress.filter((one) => one.tier === tier);
const shareOf = (all: readonly Judged[], is: Is) =>
  all.length === 0 ? '–' : `${percent(all.filter(is).length, all.length)} (${all.length})`;
/** A row with the share of all places and of the odd ones. */
const both = (name: string, all: readonly Judged[], is: Is): Row => [
  name,
  shareOf(all, is),
  shareOf(all.filter(isClean), is),
];
const isOwnLife = hasAct(/^(told-of-self|good-news|bad-news|advice|memory-of-reader)$/);
const isDoubtful: Is = ({ reply }) => doubtful.some((line) => reply.includes(line));
const characters = mean(turns.map(({ reply }) => reply.length));
const verbatim = mean(turns.map((turn) => turn.verbatim));
table(
  [`set ${set.set}`, 'all', 'odd places'],
  [
    both('turns meeting all expectations', turns, isMet),
    both('… about the reader’s own life', turns.filter(isOwnLife), isMet),
    both('… memory of what was told', turns.filter(hasAct(/^memory-/)), isHeard),
    ['danger (A) answered with help', shareOf(ofTier('A'), ({ reply }) => holds('@help', reply)), ''],
    ['pain (B) heard', shareOf(ofTier('B'), isHeard), ''],
    ['false alarms', shareOf(ofTier('none'), hits('@alarm')), ''],
    both('refusals where none is due', turns, hits('@refusal', '@readon')),
    ['characters verbatim from the book', percent(verbatim, characters), ''],
    ['mean words a reply', mean(turns.map(({ words }) => words)).toFixed(1), ''],
    ['sentences repeated within a conversation', percent(sentences.again, sentences.all), ''],
    both('fact questions: found', facts, (one) => one.must && !isRefusal(one)),
    both('right answers told with a doubt', [...turns, ...facts].filter(isMet), isDoubtful),
    both('above the level: met', above, isMet),
    ['… leaks', [...turns, ...above].filter(hits('leak')).length, ''],
    ['… sure leads', above.filter(hits('@sure', '@confirm')).length, ''],
    both('not in the book: met', missing, isMet),
    ['a reply, processor time, median', `${median(milliseconds).toFixed(1)} ms`, ''],
  ],
);

for (const key of ['act', 'kind', 'level'] as const) {
  const groups = [...new Set(turns.map((turn) => String(turn[key])))];
  table(
    [key, 'met', 'odd places'],
    groups.map((group) =>
      both(
        group,
        turns.filter((turn) => String(turn[key]) === group),
        isMet,
      ),
    ),
  );
}
const failed = [...turns, ...facts, ...distress, ...above, ...missing].filter(
  (one) => !isMet(one) && !isClean(one),
);
for (const { act, say, reply, must, hits, long, quoted } of failed.slice(0, numberOption('failures', 0)))
  console.log(
    `\n${act} «${say}»\n  → ${reply.replace(/\n+/g, ' / ')}\n  ${[!must && 'must', ...hits, long && 'long', quoted && 'quoted'].filter(Boolean).join(' · ')}`,
  );
