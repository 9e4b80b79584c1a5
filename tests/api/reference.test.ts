import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import { format, resolveConfig } from 'prettier';
import { expect, onTestFinished, test } from 'vitest';
import { version } from '../../package.json';
import { apiMarkdown } from '#server/api/rest/api-markdown.ts';
import { openApiDocument, type Operation } from '#server/api/rest/openapi.ts';
import { createSection } from '#shared/contracts/sections.ts';
import { restTable, type ProcedureName } from '#shared/rest.ts';
import type { RestRoute } from '#shared/rest-route.ts';
import { describeCalls } from '#server/api/router.ts';
import { appRouter, calls } from '../support/calls.ts';
import { bodyOf, fieldsOf } from '../support/hostile.ts';
import { openTestSite } from '../support/test-site.ts';

const operations = (document: Record<string, unknown>) =>
  Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

test('the administrator gets an OpenAPI 3.1 document that the official schema accepts', async () => {
  const site = await openTestSite();
  onTestFinished(() => site.close());
  const author = await site.administrator();
  const response = await author.request('GET', '/api/admin/openapi.json');
  expect(response.headers.get('content-type')).toContain('application/json');
  const document = (await response.json()) as Record<string, unknown>;
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  // The validator itself is not credulous.
  const broken = { ...structuredClone(document), paths: { '/x': { get: { responses: [] } } } };
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

test('it has every call, says which are the administrator’s, and refers to nothing that is not there', () => {
  const document = openApiDocument(calls, '1.0.0');
  const described = operations(document).map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  const mounted = Object.values(restTable).map(
    ({ method, path }) => `${method} /api${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  expect(described.sort()).toEqual([...new Set(mounted)].sort());
  for (const { path, method, operation } of operations(document)) {
    const forEveryone = `${method} ${path}`;
    expect(operation.security?.length === 1, forEveryone).toBe(
      ![
        'get /api/health',
        'get /api/user/devices',
        'post /api/user/devices',
        'post /api/user/devices/code',
        'delete /api/user/devices/{id}',
        'get /api/book',
        'get /api/book/excerpts/{id}',
        'get /api/gallery-images',
        'get /api/user/progress',
        'patch /api/user/progress',
        'get /api/user/identifier',
        'delete /api/user',
        'get /api/privacy',
        'get /api/chat/history',
        'delete /api/chat/history',
        'post /api/chat',
        'get /api/chat/transcript',
        'get /api/chat/recap',
        'get /api/chat/suggestions',
        'get /api/chat/pending',
        'post /api/chat/stop',
        'post /api/chat/retry',
        'post /api/chat/notice',
        'post /api/admin/login/code',
        'post /api/admin/login/passkey',
        'post /api/admin/login/passkey/options',
        'get /api/chat/notes',
        'delete /api/chat/notes/{id}',
        'post /api/redeem-code',
        'post /api/music-codes/validate',
        'post /api/admin/login',
        'post /api/admin/logout',
        'get /api/admin/session',
      ].includes(forEveryone),
    );
  }
  const text = JSON.stringify(document);
  const { schemas } = document.components as { schemas: Record<string, unknown> };
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(schemas).toHaveProperty(name);
  expect(text).not.toContain('$defs');
});

test('it tells of refusals that only some calls have, of what a file is sent as, and who needs no sign-in', async () => {
  const site = await openTestSite();
  onTestFinished(() => site.close());
  const author = await site.administrator();
  const all = operations(openApiDocument(calls, '1.0.0'));
  const named = (method: string, path: string) =>
    all.find((one) => one.method === method && one.path === path)?.operation;
  for (const path of ['/api/chat/retry', '/api/admin/backup/restore', '/api/admin/uploads'])
    expect(named('post', path)?.responses, path).toHaveProperty('422');
  for (const { path, method, operation } of all)
    if (method === 'delete' && path.includes('{')) expect(operation.responses, path).toHaveProperty('400');
  for (const path of ['/api/chat/transcript', '/api/admin/backup/database', '/api/admin/backup/files']) {
    const types = Object.keys(named('get', path)?.responses['200']?.content ?? {});
    const sent = await author.request('GET', path);
    await sent.body?.cancel();
    expect(types, path).toEqual([sent.headers.get('content-type')?.split(';')[0]]);
  }
  // Left out, it would mean what the whole document demands.
  expect(named('get', '/api/health')?.security).toEqual([]);
});

test('a call whose row of the table lets others in than its procedure does is found before the site answers', () => {
  const { list, ...gallery } = appRouter.gallery;
  const open = { ...appRouter, gallery: { ...gallery, list, listAll: list } };
  expect(() => describeCalls(open as typeof appRouter)).toThrow('gallery.listAll is not for author');
});

test('describing the contracts does not change what they accept', () => {
  openApiDocument(calls, '1.0.0');
  const section = { sectionNumber: '3', title: ' Tre ', content: 'x', contentReduced30: null };
  expect(createSection.parse(section)).toEqual({ sectionNumber: 3, title: 'Tre', content: 'x' });
  expect(createSection.safeParse({ ...section, sectionNumber: null }).success).toBe(false);
});

/** What stands in an address. */
const pathFields = { id: 'a', form: 'line', version: 'a', kind: 'sections', entry: 'a' };

test(
  'a body that a described contract refuses is refused by the call, with the same issues',
  { timeout: 60_000 },
  async () => {
    const site = await openTestSite();
    onTestFinished(() => site.close());
    const author = await site.administrator();
    for (const name of Object.keys(calls) as ProcedureName[]) {
      const { input } = calls[name];
      const { method, path, kind }: RestRoute = restTable[name];
      const hasJson = (method === 'POST' || method === 'PATCH') && kind !== 'multipart';
      if (!input || !hasJson) continue;
      let refused = 0;
      for (const body of fc.sample(bodyOf(name), { numRuns: 30, seed: 7 })) {
        // Larger bodies are refused unread.
        const sent = body.length < 20_000 ? asObject(body) : undefined;
        const inPath = Object.entries(pathFields).filter(([field]) => path.includes(`:${field}`));
        const wrong = sent && input.safeParse({ ...sent, ...Object.fromEntries(inPath) }).error;
        if (!wrong) continue;
        refused += 1;
        const address = inPath.reduce((to, [field, value]) => to.replace(`:${field}`, value), path);
        const answer = await author.request(method, `/api${address}`, body);
        expect(answer.status, name).toBe(400);
        const { issues } = (await answer.json()) as { issues: unknown };
        expect(issues).toEqual(
          wrong.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
        );
      }
      // Only what has no field beside its path accepts anything.
      if (fieldsOf(name).some((field) => !path.includes(`:${field}`)))
        expect(refused, name).toBeGreaterThan(0);
    }
  },
);

function asObject(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

test('docs/api.md is what `npm run docs:api` makes now', async () => {
  const style = await resolveConfig('docs/api.md');
  const made = await format(apiMarkdown(openApiDocument(calls, version)), { ...style, parser: 'markdown' });
  expect(await readFile('docs/api.md', 'utf8'), 'stale: npm run docs:api').toBe(made);
});
