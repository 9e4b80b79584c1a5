// How the site stands with OWASP ASVS 5.0.0 (docs/asvs.yaml), counted and as Markdown.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/**
 * @typedef {'met' | 'not applicable' | 'accepted'} Status
 * @typedef {{ id: string, level: 1 | 2, asks: string, status: Status, how?: string, shown?: string[] }} Requirement
 *   `shown`: files, each with a test's title behind « › » where there is one
 */

/** @type {Status[]} */
export const statuses = ['met', 'accepted', 'not applicable'];

const chapters = [
  'Encoding',
  'Validation, logic',
  'Browsers',
  'Calls',
  'Files',
  'Signing in',
  'Sessions',
  'Access',
  'Sealed tokens',
  'OAuth, OpenID Connect',
  'Cryptography',
  'Connections',
  'Configuration',
  'Data',
  'Code',
  'Logs, errors',
  'WebRTC',
];

/** @returns {Requirement[]} in the order of their ids */
export function readRequirements() {
  return parse(readFileSync('docs/asvs.yaml', 'utf8'));
}

/**
 * What docs/security.md says of them: the accepted ones first and in full, then counts.
 *
 * @param {Requirement[]} requirements
 */
export function asvsMarkdown(requirements) {
  /** @param {Partial<Requirement>} wanted @param {Requirement[]} among */
  const count = (wanted, among = requirements) =>
    among.filter(
      (one) =>
        (wanted.status === undefined || one.status === wanted.status) &&
        (wanted.level === undefined || one.level === wanted.level),
    ).length;
  const accepted = requirements.filter(({ status }) => status === 'accepted');
  const rows = chapters.map((name, index) => {
    const own = requirements.filter(({ id }) => id.startsWith(`${index + 1}.`));
    return [`V${index + 1} ${name}`, ...statuses.map((status) => count({ status }, own))];
  });
  return [
    `Of ${requirements.length} requirements (${count({ level: 1 })} of level 1, ${count({ level: 2 })} of level 2)`,
    `${count({ status: 'met' })} are met, ${accepted.length} accepted and ${count({ status: 'not applicable' })} not applicable.`,
    'Accepted, each a decision with its reason:',
    '',
    table(
      ['id', 'level', 'asks', 'why it is not, or not wholly, so'],
      accepted.map(({ id, level, asks, how = '' }) => [id, level, asks, how]),
    ),
    '',
    table(['chapter', ...statuses], rows),
  ].join('\n');
}

/** @param {string[]} head @param {(string | number)[][]} rows */
function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const [begin, end] = ['<!-- npm run docs:security writes from here -->', '<!-- to here -->'];

/** The page with its part on the ASVS written anew. @param {string} page @throws Error when the page has no such part */
export function writeAsvsInto(page) {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/security.md has no place for the requirements');
  return `${page.slice(0, from + begin.length)}\n\n${asvsMarkdown(readRequirements())}\n\n${page.slice(to)}`;
}
