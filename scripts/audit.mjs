// npm run audit: fails on a known vulnerability of what the site runs on, and when a registry that audits gives no verdict.
// Where there is no registry, or one that only mirrors packages, it says that nothing was checked: who works there is not kept from it.
import { spawnSync } from 'node:child_process';

const shell = process.platform === 'win32';
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', shell });

/** What npm says: counts, or the registry's refusal with its status. */
function parseAnswer() {
  try {
    return JSON.parse(stdout);
  } catch {
    return {};
  }
}

/** Statuses of an address that takes no such call: a mirror has packages and no advisories. */
const absent = [404, 405, 501];

const answer = parseAnswer();
const vulnerabilities = answer.metadata?.vulnerabilities;
if (vulnerabilities?.total > 0) {
  console.error(stdout);
  console.error(`npm audit: ${vulnerabilities.total} known vulnerabilities.`);
  process.exitCode = 1;
} else if (vulnerabilities) {
  console.log('npm audit: no known vulnerability.');
} else if (absent.includes(answer.statusCode)) {
  console.log('npm audit: this registry keeps no advisories; NOTHING WAS CHECKED.');
} else if (spawnSync('npm', ['ping'], { shell }).status === 0) {
  console.error('npm audit: the registry is there and gives no verdict; nothing was checked.');
  process.exitCode = 1;
} else {
  console.log('npm audit: no registry answers; NOTHING WAS CHECKED.');
}
