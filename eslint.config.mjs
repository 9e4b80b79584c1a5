import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/*
 * Who may import whom (docs/decisions/001-the-house.md). Each row is a folder below src and what its files
 * may import from src; `*` stands for each folder that is there, so a new feature has its zone by existing.
 */
const allowed = {
  shared: ['shared'],
  content: ['content', 'shared'],
  build: ['build', 'content', 'shared'],
  'server/text': ['server/text', 'shared'],
  'server/model': ['server/model', 'server/text', 'shared'],
  'server/help': ['server/help', 'server/model', 'server/text', 'shared'],
  'server/acts': ['server/acts', 'server/model', 'server/text', 'shared'],
  'server/listener': ['server/listener', 'server/model', 'server/text', 'shared'],
  'server/narrator': [
    'server/narrator',
    'server/acts',
    'server/listener',
    'server/model',
    'server/text',
    'shared',
  ],
  'server/spoilers': ['server/spoilers', 'server/model', 'server/text', 'shared'],
  'server/talk': [
    'server/talk',
    'server/help',
    'server/acts',
    'server/listener',
    'server/narrator',
    'server/spoilers',
    'server/model',
    'server/text',
    'shared',
  ],
  'server/storage/store': ['server/storage/store', 'shared'],
  'server/storage/bucket': ['server/storage/bucket', 'shared'],
  'server/storage/files': ['server/storage/files', 'server/storage/bucket', 'shared'],
  'server/storage/mirror': ['server/storage', 'shared'],
  'server/storage/failover': ['server/storage', 'shared'],
  'server/features/*': [
    'server/features/*',
    'server/api/trpc.ts',
    'server/api/context.ts',
    'server/api/maintenance-gate.ts',
    'server/storage/store',
    'server/storage/files',
    'server/narrator',
    'server/listener',
    'server/talk',
    'server/model',
    'server/spoilers',
    'server/text',
    'shared',
    'content',
  ],
  'server/http': ['server/http', 'server/api/context.ts', 'server/api/errors.ts', 'shared'],
  'server/api/rest': ['server/api', 'server/http', 'shared'],
  'client/ui': ['client/ui'],
  'client/features/*': [
    'client/features/*',
    'client/ui',
    'client/page-head.tsx',
    'client/server-provider.tsx',
    'client/trpc.ts',
    'client/request.ts',
    'client/api-error.ts',
    'client/styles',
    'shared',
    'content',
  ],
  'client/routes': [
    'client/routes',
    'client/features',
    'client/server-provider.tsx',
    'client/ui',
    'client/styles',
    'shared',
    'content',
  ],
};

const foldersIn = (path) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

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

const onlyPackages = (regex, message) => ['error', { patterns: [{ regex, message }] }];

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
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
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
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-useless-path-segments': 'error',
    },
  },
  {
    files: ['src/client/**/*.{ts,tsx}'],
    // The one door to the server is `import type { AppRouter }` in client/trpc.ts.
    ignores: ['src/client/trpc.ts'],
    rules: {
      'no-restricted-imports': onlyPackages(
        '(^|[/#])server/',
        'The client knows the server by client/trpc.ts alone.',
      ),
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
    ignores: ['**/*.test.ts', 'src/server/commands/restore.ts', 'src/server/commands/mirror.ts'],
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
  { files: ['**/*.mjs'], languageOptions: { globals: globals.node } },
);
