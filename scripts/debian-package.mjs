// Programs that tests use when they can be had: from the PATH, or else from Debian's packages.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program, or undefined. Debian keeps some in the administrator's folders. */
export function findProgram(program) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

function apt(args, timeout) {
  const { status } = spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout,
  });
  return status === 0;
}

/**
 * The path of `program`, installing its Debian `packages` first where that changes nothing for anybody: as
 * root, with apt, and on a machine without a running systemd (a container), which would start what it installs.
 *
 * @param program the executable's name
 * @param packages names of Debian packages; the program's own name when it is the package's too
 * @param seconds after which an installation is given up
 * @returns its path, or undefined: whoever asked says so and goes on without
 */
export function ensureProgram(program, packages = [program], seconds = 120) {
  const found = findProgram(program);
  if (found) return found;
  const mayInstall = process.getuid?.() === 0 && findProgram('apt-get') && !existsSync('/run/systemd/system');
  if (!mayInstall) return undefined;
  console.log(`Installo ${packages.join(', ')}…`);
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  const timeout = seconds * 1000;
  // The lists of a fresh image are empty or old: they are fetched only when the first attempt needs them.
  if (!apt(install, timeout) && apt(['update', '-qq'], timeout)) apt(install, timeout);
  return findProgram(program);
}
