// npm run audit: fails on a known vulnerability of what the site runs on, and when a registry that answers gives no verdict.
// Without a registry it says so: who works offline is not kept from it.
import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
});

function counts() {
  try {
    return JSON.parse(stdout).metadata?.vulnerabilities;
  } catch {
    return undefined;
  }
}

/** Whether a registry is there at all: then «nothing was checked» is a failure. */
function registryAnswers() {
  const { status } = spawnSync('npm', ['ping'], { shell: process.platform === 'win32' });
  return status === 0;
}

const vulnerabilities = counts();
if (!vulnerabilities && registryAnswers()) {
  console.error('npm audit: the registry is there and gives no verdict; nothing was checked.');
  process.exitCode = 1;
} else if (!vulnerabilities) {
  console.log('npm audit: no registry answers; nothing was checked.');
} else if (vulnerabilities.total > 0) {
  console.error(stdout);
  console.error(`npm audit: ${vulnerabilities.total} known vulnerabilities.`);
  process.exitCode = 1;
} else {
  console.log('npm audit: no known vulnerability.');
}
