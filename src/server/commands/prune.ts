import { parseArgs } from 'node:util';
import { keepingRanges } from '#shared/contracts/keeping.ts';
import { announce } from '../main/cli-output.ts';
import { EnvError, readEnv } from '../main/env.ts';
import { pruneConversations } from '../main/prune-conversations.ts';

const usage = `Uso: npm run prune -- [--prova] [--estranei GIORNI]
     --prova      dice che cosa toglierebbe, e non toglie niente
     --estranei   toglie chi non ha mai usato un codice e tace da tanti giorni (0: tutti)`;

/** Deletes the conversations whose time is over, with the site stopped: also where it cannot start any more. */
async function main(args: string[]): Promise<void> {
  const { dryRun, strangerDays } = readArguments(args);
  const env = readEnv(process.env);
  const { before, after, ceilingBytes, readers, messages } = await pruneConversations(env, {
    dryRun,
    strangerDays,
  });
  const deletions = `${count(messages)} messaggi e per intero ${count(readers)} lettori`;
  announce.lines([
    `C’erano ${count(before.messages)} messaggi di ${count(before.readers)} lettori, ${megabytes(before.bytes)} MB di memoria; ce ne stanno ${megabytes(ceilingBytes)}.`,
    dryRun
      ? `Toglierei ${deletions}. Non ho tolto niente.`
      : `Tolti ${deletions}. Restano ${megabytes(after)} MB.`,
  ]);
}

function readArguments(args: string[]): { dryRun: boolean; strangerDays: number | undefined } {
  const options = { prova: { type: 'boolean' }, estranei: { type: 'string' } } as const;
  try {
    const { prova = false, estranei } = parseArgs({ args, options }).values;
    const days = estranei === undefined ? undefined : Number(estranei);
    if (
      days !== undefined &&
      !(Number.isInteger(days) && days >= 0 && days <= keepingRanges.strangerDays.max)
    )
      throw new RangeError(usage);
    return { dryRun: prova, strangerDays: days };
  } catch {
    throw new EnvError(usage);
  }
}

const count = (number: number) => number.toLocaleString('it-IT');
const megabytes = (bytes: number) => count(Math.round(bytes / 1024 / 1024));
main(process.argv.slice(2)).catch(announce.failure);
