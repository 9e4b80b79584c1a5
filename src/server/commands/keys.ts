import { announce } from '../main/cli-output.ts';
import { EnvError, readEnv } from '../main/env.ts';
import { acquireLock } from '../storage/store/lock.ts';
import {
  dropOlderKey,
  keyId,
  loadOlderKeys,
  loadSessionKey,
  rotateSessionKey,
} from '../storage/store/session-key.ts';
import { lockPath } from '../storage/store/store.ts';

const usage = `Uso: npm run keys                 le chiavi dei cookie
     npm run keys -- ruota        ne fa una nuova; quella di adesso resta, e i lettori non perdono niente
     npm run keys -- togli <id>   dimentica una chiave vecchia`;

/** Lists the keys that seal the cookies, makes a new one, forgets an old one. The last two want the site stopped. */
async function main([action, id, ...rest]: string[]): Promise<void> {
  const { DATA_DIR, SESSION_SECRET } = readEnv(process.env);
  const isKnown = action === undefined || action === 'ruota' || (action === 'togli' && id !== undefined);
  if (!isKnown || rest.length > 0 || (action !== 'togli' && id !== undefined)) throw new EnvError(usage);
  if (SESSION_SECRET !== undefined) {
    throw new EnvError(
      'La chiave dei cookie è SESSION_SECRET, nelle impostazioni. Per cambiarla spostala in SESSION_SECRET_OLD, ' +
        'scrivine un’altra al suo posto e riavvia; quando i lettori sono tornati, togli SESSION_SECRET_OLD.',
    );
  }
  if (action === undefined) return list(DATA_DIR);
  const lock = await acquireLock(lockPath(DATA_DIR), () => undefined);
  try {
    if (action === 'ruota') await rotateSessionKey(DATA_DIR);
    else if (!(await dropOlderKey(DATA_DIR, id ?? ''))) throw new EnvError(`Nessuna chiave vecchia è ${id}.`);
  } finally {
    await lock.release();
  }
  await list(DATA_DIR);
  announce.lines(action === 'ruota' ? afterRotating : afterDropping);
}

const afterRotating = [
  'Fatta la chiave nuova. I lettori tengono il loro livello, e chi torna passa alla chiave nuova da sé.',
  'Quella vecchia si toglie con calma, dopo qualche mese: chi non sarà tornato ricomincerà da capo.',
];
const afterDropping = [
  'Tolta. I lettori che non sono tornati da quando è stata cambiata ricominciano da capo: riscrivono i loro codici.',
];

async function list(dataDir: string): Promise<void> {
  const key = await loadSessionKey(dataDir, undefined);
  const older = await loadOlderKeys(dataDir);
  announce.lines([
    `${keyId(key)}  chiude i cookie`,
    ...older.map(({ id, until }) => `${id}  apre quelli di prima del ${until.slice(0, 10)}`),
  ]);
}

main(process.argv.slice(2)).catch(announce.failure);
