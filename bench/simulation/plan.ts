import fc from 'fast-check';
import * as author from './actions/author.ts';
import * as disasters from './actions/disasters.ts';
import * as limits from './actions/limits.ts';
import * as readers from './actions/readers.ts';
import * as sockets from './actions/sockets.ts';
import { takeOver } from './actions/two-machines.ts';
import { checkAll } from './checks.ts';
import { dayMs, hourMs } from './facts.ts';
import type { Life } from './life.ts';

/** What can happen, with how often it does beside the others. `who` is one of six readers, `n` whatever it needs. */
const happenings: Record<string, { weight: number; run: (life: Life, who: number, n: number) => unknown }> = {
  talk: { weight: 12, run: readers.talk },
  crowd: { weight: 6, run: readers.crowd },
  redeem: { weight: 12, run: readers.redeem },
  race: { weight: 4, run: readers.race },
  guess: { weight: 2, run: readers.guess },
  chooseLevel: { weight: 4, run: readers.chooseLevel },
  look: { weight: 4, run: readers.lookAround },
  pry: { weight: 1, run: readers.pry },
  forgetTalk: { weight: 2, run: readers.forgetTalk },
  eraseSelf: { weight: 2, run: readers.eraseSelf },
  talkLong: { weight: 1, run: readers.talkLong },
  hangUp: { weight: 3, run: sockets.hangUp },
  loseAnswer: { weight: 3, run: sockets.loseAnswer },
  breakUpload: { weight: 2, run: (life, _who, n) => sockets.breakUpload(life, n) },
  signIn: { weight: 3, run: (life, _who, n) => author.signIn(life, n) },
  signInWrongly: { weight: 1, run: (life, _who, n) => author.signInWrongly(life, n) },
  signOut: { weight: 3, run: (life, _who, n) => author.signOut(life, n) },
  signOutEverywhere: { weight: 2, run: author.signOutEverywhere },
  changePassword: { weight: 2, run: (life, _who, n) => author.changePassword(life, n) },
  makeRecovery: { weight: 1, run: (life, _who, n) => author.makeRecovery(life, n) },
  useRecovery: { weight: 2, run: (life, _who, n) => author.useRecovery(life, n) },
  newCode: { weight: 6, run: (life, _who, n) => author.newCode(life, n) },
  remakeCode: { weight: 1, run: (life, _who, n) => author.remakeCode(life, n) },
  deleteCode: { weight: 1, run: (life, _who, n) => author.deleteCode(life, n) },
  eraseNamed: { weight: 1, run: author.eraseNamed },
  upload: { weight: 3, run: (life, _who, n) => author.upload(life, n) },
  backUp: { weight: 3, run: author.backUp },
  restoreBackup: { weight: 2, run: author.restoreBackup },
  undoRestore: { weight: 2, run: author.undoRestore },
  eraseThenRestore: { weight: 3, run: author.eraseThenRestore },
  restoreDamaged: { weight: 1, run: (life, _who, n) => author.restoreDamaged(life, n) },
  kill: { weight: 3, run: (life) => disasters.crash(life, false) },
  powerCut: { weight: 4, run: (life) => disasters.crash(life, true) },
  restart: { weight: 2, run: disasters.restart },
  killInTheMidst: { weight: 3, run: (life, who, n) => readers.crowdAtTheEnd(life, who, n, false) },
  powerCutInTheMidst: { weight: 4, run: (life, who, n) => readers.crowdAtTheEnd(life, who, n, true) },
  killThenCut: { weight: 3, run: disasters.killThenCut },
  cutAtAnswer: { weight: 4, run: disasters.cutAtAnswer },
  cutAfterFold: { weight: 2, run: (life, _who, n) => disasters.cutAfterFold(life, n) },
  tearLine: { weight: 3, run: disasters.tearLine },
  fullDisk: { weight: 2, run: (life, who) => disasters.troubleDisk(life, who, 'full') },
  failingDisk: { weight: 2, run: (life, who) => disasters.troubleDisk(life, who, 'failing') },
  bucketAway: { weight: 1, run: (life) => disasters.troubleBucket(life, 'away') },
  bucketRefuses: { weight: 1, run: (life) => disasters.troubleBucket(life, 'refused') },
  bucketFlaky: { weight: 2, run: (life) => disasters.troubleBucket(life, 'flaky') },
  bucketBack: { weight: 3, run: (life) => disasters.troubleBucket(life, 'none') },
  modelSlow: { weight: 1, run: (life) => disasters.troubleModel(life, 'slow') },
  modelAway: { weight: 1, run: (life) => disasters.troubleModel(life, 'away') },
  modelBreaks: { weight: 1, run: (life) => disasters.troubleModel(life, 'breaks') },
  modelLeaks: { weight: 2, run: (life) => disasters.troubleModel(life, 'leaks') },
  modelBack: { weight: 3, run: (life) => disasters.troubleModel(life, 'none') },
  loseMachine: { weight: 5, run: (life, _who, n) => disasters.loseMachine(life, n) },
  takeOver: { weight: 3, run: takeOver },
  damageFile: { weight: 2, run: (life, _who, n) => disasters.damageFile(life, n) },
  loseFile: { weight: 3, run: (life, _who, n) => disasters.loseFile(life, n) },
  startTwice: { weight: 2, run: disasters.startTwice },
  seconds: { weight: 6, run: (life, _who, n) => life.pass(1_000 * (1 + (n % 90))) },
  minutes: { weight: 4, run: (life, _who, n) => life.pass(60_000 * (1 + (n % 40))) },
  hours: { weight: 2, run: (life, _who, n) => life.pass(hourMs * (1 + (n % 13))) },
  days: { weight: 1, run: (life, _who, n) => disasters.passDays(life, 1 + (n % 3)) },
  setClock: { weight: 3, run: disasters.setClock },
  off: { weight: 2, run: (life, _who, n) => disasters.turnOff(life, (1 + (n % 40)) * dayMs) },
  comeEveryEvening: { weight: 2, run: disasters.comeEveryEvening },
  suspend: { weight: 3, run: (life, who, n) => disasters.suspend(life, who, 1 + (n % 40)) },
  guessPasswords: { weight: 1, run: limits.guessPasswords },
  guessCodes: { weight: 2, run: limits.guessCodes },
  guessFromRange: { weight: 1, run: limits.guessFromRange },
  guessTogether: { weight: 1, run: limits.guessTogether },
  talkFast: { weight: 1, run: limits.talkFast },
  check: { weight: 5, run: checkAll },
};

export interface Happening {
  what: string;
  who: number;
  n: number;
}

export interface Plan {
  seed: number;
  hasBucket: boolean;
  happenings: Happening[];
}

const happening: fc.Arbitrary<Happening> = fc.record({
  what: fc.oneof(
    ...Object.entries(happenings).map(([name, { weight }]) => ({ weight, arbitrary: fc.constant(name) })),
  ),
  who: fc.nat(5),
  n: fc.nat(9_999),
});

/** Lives of some dozens of happenings. */
export const plans: fc.Arbitrary<Plan> = fc.record({
  seed: fc.integer(),
  hasBucket: fc.boolean(),
  happenings: fc.array(happening, { minLength: 10, maxLength: 60, size: 'max' }),
});

export async function happen(life: Life, { what, who, n }: Happening): Promise<void> {
  life.trace.add(`— ${what} ${who} ${n}`);
  await happenings[what]?.run(life, who, n);
}
