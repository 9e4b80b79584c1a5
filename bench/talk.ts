/*
 * npm run bench -- talk [--set <file>] [--failures <n>]: plays a set of conversations and questions with the embedded model in
 * this process, each as a new reader over the site's own API, and prints the table of docs/conversazioni.md. The set of the
 * repository is small and was looked at: a figure that is to mean something needs a set that nobody tuned to.
 */
import { readFileSync } from 'node:fs';
import { demoBook } from '../src/content/demo.ts';
import { openTestSite, type Person } from '../tests/support/test-site.ts';
import { createJudge, sentencesOf, type TalkSet, type Verdict } from './talk/judge.ts';

const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const set = JSON.parse(readFileSync(option('set') ?? 'bench/talk/set.json', 'utf8')) as TalkSet;
const failuresShown = Number(option('failures') ?? 0);
const book = demoBook().sections.flatMap(({ content, contentReduced30 = '' }) => [content, contentReduced30]);
const { judge, holds } = createJudge(set, book);

const site = await openTestSite();
const administrator = await site.administrator();
const codes = new Map<number, string>();
for (const level of new Set(
  [...set.conversations, ...set.facts, ...set.distress, ...set.above, ...set.missing].map(
    ({ level }) => level,
  ),
)) {
  if (level === 0) continue;
  const code = `prvx-${'abcdefghjkmnp'.charAt(level)}xyz`;
  await administrator.request('POST', '/api/unlock-codes', {
    code,
    maxSection: level,
    label: `prova ${level}`,
  });
  codes.set(level, code);
}

const readerOf = (level: number) => {
  const code = codes.get(level);
  return code === undefined ? Promise.resolve(site.visitor()) : site.reader(code);
};
const milliseconds: number[] = [];
async function sendMessage(person: Person, message: string): Promise<string> {
  const before = process.cpuUsage();
  const response = await person.request('POST', '/api/chat', { message });
  const { user, system } = process.cpuUsage(before);
  milliseconds.push((user + system) / 1_000);
  return ((await response.json()) as { response: string }).response;
}

interface Judged extends Verdict {
  say: string;
  reply: string;
  act: string;
  tier?: string;
}

const turns: Judged[] = [];
let sentencesSaid = 0;
let sentencesAgain = 0;
for (const { level, gender, turns: all } of set.conversations) {
  const person = await readerOf(level);
  const said: string[] = [];
  const heard = new Set<string>();
  for (const turn of all) {
    if (turn.newDay) await person.request('GET', '/api/chat/history');
    said.push(turn.say);
    const reply = await sendMessage(person, turn.say);
    const own = sentencesOf(reply);
    sentencesSaid += own.length;
    sentencesAgain += own.filter((sentence) => heard.has(sentence)).length;
    for (const sentence of own) heard.add(sentence);
    turns.push({ say: turn.say, reply, act: turn.act, ...judge(turn, reply, { level, gender, said }) });
  }
}
async function askAll(items: TalkSet['facts'], act: string): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const item of items) {
    const reply = await sendMessage(await readerOf(item.level), item.say);
    const tier = (item as { tier?: string }).tier;
    judged.push({
      say: item.say,
      reply,
      act,
      ...(tier !== undefined && { tier }),
      ...judge(item, reply, { level: item.level, said: [item.say] }),
    });
  }
  return judged;
}
const facts = await askAll(set.facts, 'fact');
const distress = await askAll(set.distress, 'distress');
const above = await askAll(set.above, 'above');
const missing = await askAll(set.missing, 'missing');
await site.close();

const percent = (all: readonly Judged[], isSo: (one: Judged) => boolean) =>
  all.length === 0 ? '–' : `${((100 * all.filter(isSo).length) / all.length).toFixed(1)} % (${all.length})`;
const mean = (all: readonly Judged[], of: (one: Judged) => number) =>
  all.reduce((sum, one) => sum + of(one), 0) / Math.max(1, all.length);
const isMet = ({ met }: Judged) => met;
const hit = (name: string) => (one: Judged) => one.hits.includes(name);
const ownLife = turns.filter(({ act }) =>
  /^(told-of-self|good-news|bad-news|advice|memory-of-reader)$/.test(act),
);
const memory = turns.filter(({ act }) => act.startsWith('memory-'));
const ofTier = (tier: string) => distress.filter((one) => one.tier === tier);
const middle = milliseconds.toSorted((a, b) => a - b)[milliseconds.length >> 1] ?? 0;
const characters = mean(turns, ({ reply }) => reply.length);

console.log(`| set ${set.set} | |\n|---|---|`);
for (const [row, value] of [
  ['turns meeting all expectations', percent(turns, isMet)],
  ['… about the reader’s own life', percent(ownLife, isMet)],
  [
    '… memory of what was told',
    percent(
      memory,
      ({ must, quoted, hits }) => must && !quoted && !hits.includes('@refusal') && !hits.includes('@scene'),
    ),
  ],
  ['danger (A) answered with help', percent(ofTier('A'), ({ reply }) => holds('@help', reply))],
  [
    'pain (B) heard',
    percent(
      ofTier('B'),
      ({ must, quoted, hits }) => must && !quoted && !hits.includes('@refusal') && !hits.includes('@scene'),
    ),
  ],
  ['false alarms', percent(ofTier('none'), hit('@alarm'))],
  ['refusals where none is due', percent(turns, (one) => hit('@refusal')(one) || hit('@readon')(one))],
  [
    'characters verbatim from the book',
    `${((100 * mean(turns, ({ verbatim }) => verbatim)) / characters).toFixed(1)} %`,
  ],
  ['mean words a reply', mean(turns, ({ words }) => words).toFixed(1)],
  [
    'sentences repeated within a conversation',
    `${((100 * sentencesAgain) / Math.max(1, sentencesSaid)).toFixed(1)} %`,
  ],
  ['fact questions: found', percent(facts, ({ must, hits }) => must && !hits.includes('@refusal'))],
  ['above the level: met', percent(above, isMet)],
  ['… leaks', String([...turns, ...above].filter(hit('leak')).length)],
  ['… sure leads', String(above.filter((one) => hit('@sure')(one) || hit('@confirm')(one)).length)],
  ['not in the book: met', percent(missing, isMet)],
  ['a reply, processor time, median', `${middle.toFixed(1)} ms`],
] as const)
  console.log(`| ${row} | ${value} |`);

const byAct = new Map<string, Judged[]>();
for (const turn of turns) byAct.set(turn.act, [...(byAct.get(turn.act) ?? []), turn]);
console.log('\n| act | turns | met |\n|---|---|---|');
for (const [act, all] of byAct) console.log(`| ${act} | ${all.length} | ${all.filter(isMet).length} |`);
const failed = [...turns, ...facts, ...distress, ...above, ...missing].filter(({ met }) => !met);
for (const { act, say, reply, must, hits, long, quoted } of failed.slice(0, failuresShown))
  console.log(
    `\n${act} «${say}»\n  → ${reply.replace(/\n+/g, ' / ')}\n  ${[!must && 'must', ...hits, long && 'long', quoted && 'quoted'].filter(Boolean).join(' · ')}`,
  );
