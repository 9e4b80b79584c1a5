import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles } from '../support/repository.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const folder = 'docs/decisions';
const decisions = readdirSync(folder).sort();
const paths = projectFiles();
const documents = paths.filter((path) => /^(README\.md|docs\/.*\.md)$/.test(path));
/** The one file that is not there yet: a reader of docs/first-change.md writes it. */
const written = 'src/shared/contracts/first-change.test.ts';
/** Every word of the code, the documents' own aside. */
const words = new Set(
  paths
    .filter(
      (path) => !path.startsWith('docs/') && /\.(tsx?|mjs|json|ya?ml|css|sh|service|example)$/.test(path),
    )
    .flatMap((path) => read(path).match(/[A-Za-z]\w*/g) ?? []),
);

test('decisions are numbered without gaps, with a title, a status and sixty lines at most', () => {
  expect(decisions.map((name) => Number(name.slice(0, 3)))).toEqual(decisions.map((_, index) => index + 1));
  for (const name of decisions) {
    const lines = read(join(folder, name)).trimEnd().split('\n');
    expect(lines[0], name).toMatch(new RegExp(`^# ${name.slice(0, 3)} · \\S`));
    expect(lines[2], name).toMatch(/^\*\*Status:\*\* (accepted|superseded by \d{3})\./);
    expect(lines.length, name).toBeLessThanOrEqual(60);
  }
});

test('every dependency has its line among the decisions', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, object>;
  const [, table = ''] = read(join(folder, '004-dependencies.md')).split('lowdb, @aws-sdk');
  const fixed =
    /^(typescript|react|react-dom|@trpc\/.*|@tanstack\/react-(query|router)|lowdb|@aws-sdk\/client-s3|groq-sdk|h3|vite|tailwindcss|vitest|playwright)$/;
  // A family stands in one line: its first name whole, the others by what tells them from it.
  const isNamed = (name: string) => {
    const [, scope = '', last = ''] = /^(@[^/]+)?.*?([^/-]+)$/.exec(name) ?? [];
    return table.includes(name) || table.includes(`${scope}/*`) || table.includes(`-${last}`);
  };
  const names = Object.keys({ ...dependencies, ...devDependencies });
  expect(names.filter((name) => !fixed.test(name) && !isNamed(name))).toEqual([]);
});

/** The sections of a document, as GitHub addresses them. */
const anchorsOf = (path: string) =>
  [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(documents)('%s leads to files and sections that are there', (document) => {
  const broken = [...read(document).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].filter(
    ([, path = '', anchor]) => {
      const target = path === '' ? document : join(dirname(document), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
    },
  );
  expect(broken.map(([link]) => link)).toEqual([]);
});

test.each(documents)('%s names files that are there', (document) => {
  const named = [...read(document).matchAll(/`((?:src|tests|scripts|deploy|bench|docs)\/[\w./@-]+)`/g)];
  const absent = named.map(([, path = '']) => path).filter((path) => path !== written && !existsSync(path));
  expect(absent).toEqual([]);
});

test('every command that a document tells to run is one of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const commands = documents.flatMap((document) =>
    [...read(document).matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name),
  );
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
});

/** Names of other programs, which nothing here calls: permissions of S3, settings of systemd and vitest. */
const ofOthers = new Set(
  'GetObject PutObject DeleteObject DeleteObjects ListBucket MaxRetentionSec fsModuleCache'.split(' '),
);

test.each(documents.filter((path) => !/docs\/(api|prompts)\.md$/.test(path)))(
  '%s names only files and identifiers that are in the code',
  (document) => {
    const named = [
      ...read(document)
        .replace(/^```[^]*?^```/gm, '')
        .matchAll(/`([^`\n<>]+)`/g),
    ].map(([, term = '']) => term);
    const files = named.filter((term) => /^[\w./-]+\.(?:tsx?|mjs|yaml|css)$/.test(term));
    const identifiers = named
      .flatMap((term) => term.match(/(?<![\w/.-])[A-Za-z][A-Za-z\d]*(?![\w/-])/g) ?? [])
      .filter((name) => /[a-z\d][A-Z]/.test(name) && !ofOthers.has(name));
    const absent = [
      ...files.filter((name) => name !== written && !paths.some((path) => `/${path}`.endsWith(`/${name}`))),
      ...identifiers.filter((name) => !words.has(name)),
    ];
    expect(absent).toEqual([]);
  },
);

test('a name that is in no file of the code is found', () => {
  expect(words.has('createChatService')).toBe(true);
  expect(words.has(['create', 'ChatServant'].join(''))).toBe(false);
});

test.each(['README.md', 'docs/decisions/001-the-house.md'])(
  '%s draws every room of the server',
  (document) => {
    const [, drawing = ''] = /^```\n((?:[^`]*\n)?(?:src\/)?shared[^]*?)^```/m.exec(read(document)) ?? [];
    const rooms = ['src/server', 'src/server/storage'].flatMap((path) =>
      readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : [])),
    );
    expect(rooms.length).toBeGreaterThan(15);
    expect(rooms.filter((room) => !new RegExp(`\\b${room}\\b`).test(drawing))).toEqual([]);
  },
);
