/*
 * npm run bench -- talk [--set <file>] [--failures <n>]: plays a set of conversations and questions with the embedded model in
 * this process, each as a new reader over the site's own API, and prints the table of docs/conversazioni.md. The set of the
 * repository is small and was looked at: a figure that is to mean something needs a set that nobody tuned to. Figures stand twice, of
 * all places and of the odd ones alone; only failures at even places are ever shown, so that the odd ones stay clean. Of
 * bench/talk/readers.json and visitors.json, 238 and 160 turns written before anything was changed for them, no reply at an odd
 * place was ever read.
 */
import { readFileSync } from 'node:fs';
import { demoBook } from '../src/content/demo.ts';
import { doubtful } from '../src/content/voice.ts';
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
let sentencesSaid = 0;
let sentencesAgain = 0;
for (const [place, { level, kind = '', gender, turns: all }] of set.conversations.entries()) {
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
    const verdict = judge(turn, reply, { level, gender, said });
    turns.push({ place, kind, level, say: turn.say, reply, act: turn.act, ...verdict });
  }
}
async function askAll(items: TalkSet['facts'], act: string): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const [place, item] of items.entries()) {
    const reply = await sendMessage(await readerOf(item.level), item.say);
    const tier = (item as { tier?: string }).tier;
    judged.push({
      place,
      kind: act,
      level: item.level,
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

const isClean = ({ place }: Judged) => place % 2 === 1;
const both = (all: readonly Judged[], isSo: (one: Judged) => boolean) =>
  `${percent(all, isSo)} | ${percent(all.filter(isClean), isSo)}`;
console.log(`| set ${set.set} | all | odd places |\n|---|---|---|`);
for (const [row, value] of [
  ['turns meeting all expectations', both(turns, isMet)],
  ['… about the reader’s own life', both(ownLife, isMet)],
  [
    '… memory of what was told',
    both(
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
  ['refusals where none is due', both(turns, (one) => hit('@refusal')(one) || hit('@readon')(one))],
  [
    'characters verbatim from the book',
    `${((100 * mean(turns, ({ verbatim }) => verbatim)) / characters).toFixed(1)} %`,
  ],
  ['mean words a reply', mean(turns, ({ words }) => words).toFixed(1)],
  [
    'sentences repeated within a conversation',
    `${((100 * sentencesAgain) / Math.max(1, sentencesSaid)).toFixed(1)} %`,
  ],
  ['fact questions: found', both(facts, ({ must, hits }) => must && !hits.includes('@refusal'))],
  [
    'right answers told with a doubt',
    both([...turns, ...facts].filter(isMet), ({ reply }) => doubtful.some((line) => reply.includes(line))),
  ],
  ['above the level: met', both(above, isMet)],
  ['… leaks', String([...turns, ...above].filter(hit('leak')).length)],
  ['… sure leads', String(above.filter((one) => hit('@sure')(one) || hit('@confirm')(one)).length)],
  ['not in the book: met', both(missing, isMet)],
  ['a reply, processor time, median', `${middle.toFixed(1)} ms`],
] as const)
  console.log(`| ${row} | ${value} |`);

for (const [name, groupOf] of [
  ['act', ({ act }: Judged) => act],
  ['reader', ({ kind }: Judged) => kind],
  ['level', ({ level }: Judged) => String(level)],
] as const) {
  console.log(`\n| ${name} | met | odd places |\n|---|---|---|`);
  for (const group of new Set(turns.map(groupOf)))
    console.log(
      `| ${group} | ${both(
        turns.filter((turn) => groupOf(turn) === group),
        isMet,
      )} |`,
    );
}
const failed = [...turns, ...facts, ...distress, ...above, ...missing].filter(
  (one) => !one.met && !isClean(one),
);
for (const { act, say, reply, must, hits, long, quoted } of failed.slice(0, failuresShown))
  console.log(
    `\n${act} «${say}»\n  → ${reply.replace(/\n+/g, ' / ')}\n  ${[!must && 'must', ...hits, long && 'long', quoted && 'quoted'].filter(Boolean).join(' · ')}`,
  );
