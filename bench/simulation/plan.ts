import fc from 'fast-check';
import * as author from './actions/author.ts';
import * as connections from './actions/connections.ts';
import * as disasters from './actions/disasters.ts';
import * as limits from './actions/limits.ts';
import * as readers from './actions/readers.ts';
import { checkAll } from './checks.ts';
import { dayMs, hourMs } from './facts.ts';
import type { Life } from './life.ts';
import type { BucketTrouble } from './world/bucket.ts';
import type { ModelTrouble } from './world/model.ts';

/** @param who one of six readers @param n whatever it needs */
type Action = (life: Life, who: number, n: number) => unknown;

const passTime =
  (unitMs: number, most: number): Action =>
  (life, _who, n) =>
    life.pass(unitMs * (1 + (n % most)));
const bucket =
  (trouble: BucketTrouble): Action =>
  (life) =>
    (life.world.bucket.trouble = trouble);
const model =
  (trouble: ModelTrouble): Action =>
  (life) =>
    (life.world.model.trouble = trouble);

/** The functions of actions/ by their names, of which `weights` names those that are actions, and variants of some. */
const exported: object = { ...readers, ...author, ...connections, ...disasters, ...limits };
const variants: Record<string, Action> = {
  checkAll,
  kill: (life) => disasters.crash(life, false),
  powerCut: (life) => disasters.crash(life, true),
  killInTheMidst: (life, who, n) => readers.crowdAtTheEnd(life, who, n, false),
  powerCutInTheMidst: (life, who, n) => readers.crowdAtTheEnd(life, who, n, true),
  fullDisk: (life, who) => disasters.troubleDisk(life, who, 'full'),
  failingDisk: (life, who) => disasters.troubleDisk(life, who, 'failing'),
  seconds: passTime(1_000, 90),
  minutes: passTime(60_000, 40),
  hours: passTime(hourMs, 13),
  off: (life, _who, n) => disasters.turnOff(life, (1 + (n % 40)) * dayMs),
  bucketBack: bucket('none'),
  bucketFlaky: bucket('flaky'),
  bucketAway: bucket('away'),
  bucketRefuses: bucket('refused'),
  modelBack: model('none'),
  modelLeaks: model('leaks'),
  modelSlow: model('slow'),
  modelAway: model('away'),
  modelBreaks: model('breaks'),
};
const actions = { ...exported, ...variants } as Record<string, Action | undefined>;

/** What can happen, by how often it does beside the others. */
const weights = `
  12 talk redeem
  6 crowd newCode seconds
  5 checkAll loseMachine
  4 race chooseLevel lookAround powerCut powerCutInTheMidst cutAtAnswer damageFile loseFile minutes
  3 hangUp loseAnswer signIn signOut upload backUp eraseThenRestore kill killInTheMidst killThenCut tearLine
  3 bucketBack modelBack setClock suspend
  2 forgetTalk eraseSelf breakUpload signOutEverywhere changePassword useRecovery restoreBackup returnToCopy restart
  2 cutAfterFold fullDisk failingDisk bucketFlaky modelLeaks startTwice hours off comeEveryEvening guessCodes
  1 talkLong makeRecovery remakeCode deleteCode eraseNamed bucketAway bucketRefuses modelSlow modelAway modelBreaks
  1 passDays guessPasswords guessFromRange guessTogether talkFast`;

const kinds = weights
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [weight, ...names] = line.trim().split(' ');
    return names.map((name) => ({ weight: Number(weight), arbitrary: fc.constant(name) }));
  });

/** Lives of some dozens of happenings. */
export const plans = fc.record({
  seed: fc.integer(),
  hasBucket: fc.boolean(),
  happenings: fc.array(fc.record({ what: fc.oneof(...kinds), who: fc.nat(5), n: fc.nat(9_999) }), {
    minLength: 10,
    maxLength: 60,
    size: 'max',
  }),
});

export type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never;

export async function happen(life: Life, { what, who, n }: Plan['happenings'][number]): Promise<void> {
  life.trace.add(`— ${what} ${who} ${n}`);
  const action = actions[what];
  if (!action) throw new Error(`no action is called ${what}`);
  await action(life, who, n);
}
