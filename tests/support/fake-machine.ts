import { appendFile, chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from './process.ts';

/** A folder that deploy/update.sh takes for a machine: systemd and npm are played, everything else is real. */
export interface FakeMachine {
  home: string;
  state: string;
  backups: string;
  url: string;
  /** What deploy/update.sh finds in its environment. */
  env: NodeJS.ProcessEnv;
  /** Makes a version of a little site; see `program`. */
  version(name: string, faults?: VersionFaults): Promise<string>;
  /** Runs the author's command to its end; what it would run as the site's user it prints, with the bucket's settings. */
  libro(...args: string[]): Promise<{ status: number | null; text: string }>;
  /** Adds lines to the settings. */
  settle(lines: string): Promise<void>;
  /** Runs deploy/update.sh to its end. */
  update(...args: string[]): Promise<{ status: number | null; text: string }>;
  close(): Promise<void>;
}

interface VersionFaults {
  /** The form of the database it writes; a version refuses a newer form than its own. */
  schema?: number;
  broken?: 'build' | 'start' | 'health';
}

/** Reads its data or refuses them, as the real one does; writes what it is; answers. */
const program = (name: string, { schema = 1, broken }: VersionFaults) => `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
const file = process.env.DATA_DIR + '/db.json';
const data = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { schema: 0, starts: [] };
if (${JSON.stringify(broken)} === 'start' || data.schema > ${schema}) process.exit(1);
writeFileSync(file, JSON.stringify({ schema: ${schema}, starts: [...data.starts, '${name}'] }));
createServer((request, response) => {
  if (${JSON.stringify(broken)} === 'health') {
    // Unwell, and gone at once: nobody has to wait until patience ends.
    response.statusCode = 500;
    response.on('close', () => process.exit(1));
  }
  response.end(JSON.stringify({ version: '${name}', store: 'open' }));
}).listen(process.env.PORT, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
`;

/** start, stop, is-active and the rest, for one service whose process id is in a file. */
const systemctl = (folder: string) => `#!/bin/bash
pid=$(cat ${folder}/pid 2>/dev/null)
case $1 in
  start)
    cd ${folder}/home/current || exit 1
    setsid node server.js </dev/null >/dev/null 2>&1 9>&- &
    echo $! >${folder}/pid ;;
  stop)
    if [[ -n $pid ]]; then
      kill "$pid" 2>/dev/null
      while kill -0 "$pid" 2>/dev/null && [[ $(ps -o stat= -p "$pid") != Z* ]]; do sleep 0.01; done
      rm -f ${folder}/pid
    fi ;;
  restart) "$0" stop && "$0" start ;;
  is-active) [[ -n $pid ]] && kill -0 "$pid" 2>/dev/null && [[ $(ps -o stat= -p "$pid") != Z* ]] ;;
esac
`;

/** Says what it was to run, and with which settings of the bucket. */
const runuser = `#!/bin/bash
printf 'runs %s\\n' "$*"
env | grep ^S3_ | sort
`;

/** The build of the little site is a copy. */
const npm = `#!/bin/bash
if [[ $* == *build ]]; then [[ ! -e broken ]] && cp program.js server.js && cp -r public dist; fi
`;

export async function fakeMachine(): Promise<FakeMachine> {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-machine-'));
  const port = await freePort();
  const [home, state, backups, bin] = ['home', 'state', 'backups', 'bin'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  await mkdir(bin);
  await mkdir(join(state, 'data'), { recursive: true });
  await writeFile(join(folder, 'settings'), `PORT=${port}\n`);
  for (const [name, text] of Object.entries({
    systemctl: systemctl(folder),
    npm,
    runuser,
    journalctl: '#!/bin/bash\n',
  })) {
    await writeFile(join(bin, name), text);
    await chmod(join(bin, name), 0o755);
  }
  const env: NodeJS.ProcessEnv = {
    PATH: `${bin}:${process.env.PATH}`,
    LIBRO_HOME: home,
    LIBRO_STATE: state,
    LIBRO_BACKUPS: backups,
    LIBRO_SETTINGS: join(folder, 'settings'),
    LIBRO_CACHE: join(folder, 'cache'),
    LIBRO_SIGNERS: join(folder, 'signers'),
    LIBRO_USER: userInfo().username,
    LIBRO_PATIENCE: '20',
    DATA_DIR: join(state, 'data'),
    PORT: String(port),
  };

  const run = (command: string, args: string[]) =>
    new Promise<{ status: number | null; text: string }>((resolve) => {
      const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (text += String(chunk)));
      child.once('close', (status) => resolve({ status, text }));
    });

  return {
    home,
    state,
    backups,
    env,
    url: `http://127.0.0.1:${port}/`,
    async version(name, faults = {}) {
      const source = join(folder, `source-${name}`);
      await mkdir(source);
      await writeFile(join(source, 'package.json'), '{"type":"module"}');
      await writeFile(join(source, 'server.ts'), '');
      await writeFile(join(source, 'program.js'), program(name, faults));
      await cp('scripts/earlier-assets.mjs', join(source, 'scripts/earlier-assets.mjs'));
      await mkdir(join(source, 'public/client/assets'), { recursive: true });
      await writeFile(join(source, `public/client/assets/${name}.js`), name);
      if (faults.broken === 'build') await writeFile(join(source, 'broken'), '');
      return source;
    },
    libro: (...args) => run('deploy/libro', args),
    settle: (lines) => appendFile(join(folder, 'settings'), lines),
    update: (...args) => run('deploy/update.sh', args),
    async close() {
      await run(join(bin, 'systemctl'), ['stop', 'libro']);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
