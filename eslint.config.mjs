import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import js from '@eslint/js';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/*
 * Who may import whom (docs/decisions/001-the-house.md). Each row is a folder below src and what its files may import from
 * src; `*` stands for each folder that is there, so a new feature has its zone by existing. A folder without a row is an error.
 */
/** @type {Record<string, string[]>} */
const allowed = {
  shared: ['shared'],
  content: ['content', 'shared'],
  build: [
    'build',
    'content',
    'server/articles',
    'server/encoder',
    'server/help',
    'server/narrator',
    'server/text',
    'shared',
  ],
  'server/articles': ['server/articles', 'shared'],
  'server/text': ['server/text', 'shared'],
  'server/model': ['server/model', 'server/text', 'shared'],
  'server/help': ['server/help', 'server/model', 'server/text', 'shared'],
  'server/listener': ['server/listener', 'server/model', 'server/text', 'shared'],
  'server/narrator': [
    'server/narrator',
    'server/encoder',
    'server/listener',
    'server/model',
    'server/text',
    'shared',
  ],
  'server/spoilers': ['server/spoilers', 'server/model', 'server/text', 'shared'],
  'server/talk': [
    'server/talk',
    'server/help',
    'server/listener',
    'server/narrator',
    'server/spoilers',
    'server/model',
    'server/text',
    'shared',
  ],
  'server/encoder': ['server/encoder', 'server/storage/records', 'server/storage/store', 'shared', 'content'],
  'server/background': ['server/background', 'server/model', 'shared'],
  'server/storage/store': ['server/storage/store', 'shared'],
  'server/storage/records': ['server/storage/records', 'server/storage/store', 'shared'],
  'server/storage/bucket': ['server/storage/bucket', 'shared'],
  'server/storage/files': ['server/storage/files', 'server/storage/bucket', 'shared'],
  'server/storage/mirror': [
    'server/storage/mirror',
    'server/storage/records',
    'server/storage/store',
    'server/storage/files',
    'server/storage/bucket',
    'shared',
  ],
  'server/features/*': [
    'server/features/*',
    'server/api/trpc.ts',
    'server/api/context.ts',
    'server/api/download.ts',
    'server/api/maintenance-gate.ts',
    'server/storage/records',
    'server/storage/store',
    'server/storage/files',
    'server/articles',
    'server/background',
    'server/narrator',
    'server/listener',
    'server/talk',
    'server/model',
    'server/spoilers',
    'server/text',
    'shared',
    'content',
  ],
  'server/http': ['server/http', 'shared'],
  'server/api': [
    'server/api',
    'server/http',
    'server/features',
    'server/model',
    'server/storage/files',
    'server/storage/mirror',
    'server/storage/store',
    'shared',
  ],
  'server/api/rest': ['server/api', 'server/http', 'shared'],
  'server/main': [
    'server/main',
    'server/api',
    'server/http',
    'server/features',
    'server/help',
    'server/encoder',
    'server/listener',
    'server/narrator',
    'server/talk',
    'server/model',
    'server/spoilers',
    'server/text',
    'server/storage',
    'shared',
    'content',
  ],
  'server/commands': ['server/commands', 'server/main', 'server/storage', 'shared'],
  'client/boot': ['client/boot', 'shared'],
  'client/offline': ['client/offline', 'shared'],
  'client/ui': ['client/ui'],
  'client/features/*': [
    'client/features/*',
    'client/ui',
    'client/current-book.ts',
    'client/page-head.tsx',
    'client/server-provider.tsx',
    'client/trpc.ts',
    'client/addresses.ts',
    'client/admin-search.ts',
    'client/api-error.ts',
    'client/use-recovery.ts',
    'client/styles',
    'shared',
    'content',
  ],
  'client/routes': [
    'client/routes',
    'client/features',
    'client/current-article.ts',
    'client/current-book.ts',
    'client/server-provider.tsx',
    'client/trpc.ts',
    'client/ui',
    'client/styles',
    'shared',
    'content',
  ],
};

/** @param {string} path */
const foldersIn = (path) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

/** Rooms of one folder have rows of their own; elsewhere files that no row names would be under no rule. @param {string} room */
function checkRows(room) {
  const isNamed = Object.keys(allowed).some((row) => row === room || row === `${dirname(room)}/*`);
  if (isNamed) return;
  const rooms = foldersIn(`src/${room}`).map((name) => `${room}/${name}`);
  const hasRooms = Object.keys(allowed).some((row) => row.startsWith(`${room}/`));
  if (!hasRooms) throw new Error(`eslint.config.mjs: src/${room} has no row that says what it may import.`);
  rooms.filter((name) => !['client/public', 'client/styles'].includes(name)).forEach(checkRows);
}
foldersIn('src').forEach(checkRows);

const zones = Object.entries(allowed).flatMap(([row, targets]) => {
  const parent = row.replace('/*', '');
  const names = row.endsWith('/*') ? foldersIn(`src/${parent}`) : [''];
  return names.map((name) => ({
    target: `./src/${row.replace('*', name)}`,
    from: './src',
    except: targets.map((target) => `./${target.replace('*', name)}`),
    message: `Files of src/${row.replace('*', name)} may import only: ${targets.join(', ').replaceAll('*', name)}.`,
  }));
});

/** @param {string} regex @param {string} message @returns {['error', object]} */
const onlyPackages = (regex, message) => ['error', { patterns: [{ regex, message }] }];

const tests = ['tests/**', '**/*.test.{ts,tsx}'];

const fixedSleep =
  'A test waits for what it expects (expect.poll, vi.waitFor), never for a time that must do.';
const fixedSleeps = [
  { selector: "CallExpression[callee.property.name='waitForTimeout']", message: fixedSleep },
  {
    selector:
      "AwaitExpression > NewExpression[callee.name='Promise'] CallExpression[callee.name='setTimeout'][arguments.length>1]",
    message: fixedSleep,
  },
  { selector: "AwaitExpression > CallExpression[callee.name='latency']", message: fixedSleep },
  { selector: "ImportDeclaration[source.value='node:timers/promises']", message: fixedSleep },
];

/** Names at the level of a module that say nothing of what they hold or do (docs/first-change.md). */
const emptyNames =
  'known|made|told|found|taken|passed|given|kept|said|seen|heard|one|other|own|openly|look|take|pass|ask|says|goOn|at|below|decoded|hoisted|internal|damaged|unreadable|migrated|grouped|accepted|bounded|readable|surplus|losses|complete|extracting|goes|inside|preparing';
const plainNames = ['FunctionDeclaration', 'VariableDeclaration > VariableDeclarator'].map((declaration) => ({
  selector: `:matches(Program, Program > ExportNamedDeclaration) > ${declaration}[id.name=/^(?:${emptyNames})$/]`,
  message:
    'This name says nothing: name a cache after what it holds, a function after its verb and its thing.',
}));

/** A local is a noun. Not asked yet of rooms of which little will stay as it is. */
const participles =
  'found|kept|asked|told|said|whole|known|named|made|taken|given|held|sent|shown|seen|written|chosen|wanted|meant|gone';
const nounsOnly = {
  selector: `:function VariableDeclarator > Identifier.id[name=/^(?:${participles})$/]`,
  message: 'A participle says nothing: name a local after the thing that it holds.',
};
const withParticiples = [
  'src/server/{acts,help,listener,model,narrator,storage,talk,text}/**',
  'bench/durability/**',
];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'data/',
      'uploads/',
      'node_modules/',
      'test-results/',
      'bench/node_modules/',
      'bench/.build/',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      // A field left out of a copy: `const { id: _, ...fields } = record`.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // `() => void promise` in event handlers is the idiom; returning one to React is not harmful.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      // Interfaces here are records of closures: nothing of theirs needs a `this`.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/only-throw-error': 'off',
      // A function may keep the shape of its interface without waiting for anything.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] })],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
    },
    // Circles are found by tests/repository/imports.test.ts, which follows types and lazy imports too.
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-useless-path-segments': 'error',
    },
  },
  {
    files: ['src/client/**/*.{ts,tsx}'],
    // The one door to the server is `import type { AppRouter }` in client/trpc.ts.
    ignores: ['src/client/trpc.ts'],
    rules: {
      'no-restricted-imports': onlyPackages(
        '^(?!@trpc/)(?:.*[/#])?server/',
        'The client knows the server by client/trpc.ts alone.',
      ),
    },
  },
  {
    files: ['src/**/*.{ts,tsx}', 'scripts/**', 'bench/**', 'deploy/**', '*.{ts,mjs}'],
    ignores: tests,
    rules: {
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', ...plainNames, nounsOnly],
    },
  },
  {
    files: withParticiples,
    ignores: tests,
    rules: { 'no-restricted-syntax': ['error', ...plainNames] },
  },
  {
    files: ['src/client/**/*.{ts,tsx}'],
    ignores: ['src/client/addresses.ts', '**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...plainNames,
        nounsOnly,
        ...['Literal[value=/^\\u002Fapi/]', 'TemplateElement[value.raw=/^\\u002Fapi/]'].map((selector) => ({
          selector,
          message: 'Addresses come from the REST table: addressOf() in client/addresses.ts.',
        })),
      ],
    },
  },
  {
    files: ['src/client/**/*.tsx', 'src/client/**/*.ts'],
    extends: [reactHooks.configs.flat.recommended],
    languageOptions: { globals: globals.browser },
    // Both guard the React Compiler, which this project does not use; media elements are made to be changed.
    rules: { 'react-hooks/incompatible-library': 'off', 'react-hooks/immutability': 'off' },
  },
  {
    files: ['src/client/ui/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-imports': onlyPackages(
        '^@tanstack/react-(router|query)|^@trpc/',
        'A building block knows no router, query or procedure.',
      ),
    },
  },
  {
    files: ['src/shared/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': onlyPackages(
        '^(?!\\.|#shared/|zod$)',
        'shared runs anywhere: it imports zod only.',
      ),
    },
  },
  {
    files: ['src/server/features/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': onlyPackages('^(h3|srvx)', 'HTTP stays in server/http and server/api/rest.'),
    },
  },
  {
    // Only env.ts reads the environment, through the one place that hands it over.
    files: ['src/server/**/*.ts'],
    ignores: ['**/*.test.ts', 'src/server/commands/*.ts'],
    rules: { 'no-restricted-properties': ['error', { object: 'process', property: 'env' }] },
  },
  {
    // Tests read answers whose shape is what they are about to check.
    files: ['tests/**/*.ts', '**/*.test.{ts,tsx}', 'bench/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      'no-empty-pattern': 'off',
    },
  },
  {
    // Data: a thesaurus, and what the author writes.
    files: ['src/content/voice.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: tests,
    // What a double needs to be slow.
    ignores: ['tests/support/**'],
    rules: { 'no-restricted-syntax': ['error', ...fixedSleeps] },
  },
  {
    // Benches know the server by one face, so that its rooms can be moved without them.
    files: ['bench/**/*.ts'],
    ignores: ['bench/http.ts', 'bench/http/**'],
    rules: {
      'no-restricted-imports': onlyPackages(
        '/src/(?!server/main/bench-api\\.ts$|shared/|content/)',
        'A bench imports src/server/main/bench-api.ts, shared and content.',
      ),
    },
  },
  { files: ['**/*.mjs'], languageOptions: { globals: globals.node } },
);
