import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errors, type ErrorBody } from '#shared/errors.ts';
import { restTable, type ProcedureName } from '#shared/rest.ts';
import type { RestRoute } from '#shared/rest-route.ts';
import { collectionNames } from '#server/storage/store/collections.ts';
import {
  bodyOf,
  contentType,
  fieldsOf,
  identifier,
  inPath,
  text,
  tricks,
  withoutHalves,
} from '../support/hostile.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

/** `npm run test:full` asks for many more, `npm run bench:fuzz` for more still. */
const runs = Number(process.env.FUZZ_RUNS ?? 4);
/** What takes longer than this hangs. */
const timeoutMs = 20_000;

const routes: Record<ProcedureName, RestRoute> = restTable;
/** Signing out would end the administrator's part; uploads and downloads are no JSON. */
const apart = new Set<ProcedureName>(['auth.logout', 'auth.endSessions']);
/** How many slow hashes one call may take: each is a third of a second of computing. */
const hashes: Partial<Record<ProcedureName, number>> = {
  'auth.login': 1,
  'auth.loginWithCode': 1,
  'auth.changePassword': 1,
  'auth.makeRecovery': 10,
};
const names = (Object.keys(routes) as ProcedureName[]).filter((name) => {
  const { kind } = routes[name];
  return !apart.has(name) && kind !== 'multipart' && kind !== 'download';
});

/** What the site itself writes down meanwhile beside a session's last use: a minute after the start, how far its time is. */
const ownSetting = 'passed-time';

/** What a reader or the author writes. */
const kinds = ['sections', 'unlockCodes', 'musicCodes', 'gallery', 'chat'] as const;

function contentOf(site: TestSite): string {
  const records = collectionNames
    .filter((name) => name !== 'sessions')
    .map((name) => [...site.store[name].values()].filter(({ id }) => id !== ownSetting));
  return JSON.stringify(records);
}

async function inTime(answer: Promise<Response>): Promise<{ response: Response; body: string }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), timeoutMs);
  });
  try {
    const whole = answer.then(async (response) => ({ response, body: await response.text() }));
    return await Promise.race([whole, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What no answer may hold: where it runs, how it broke. */
const leaks = [
  process.cwd(),
  'node_modules',
  '.ts:',
  '    at ',
  'ZodError',
  'TypeError',
  'ENOENT',
  'db.json',
];

function expectNoLeak(body: string, folder: string): void {
  for (const leak of [...leaks, folder]) expect(body).not.toContain(leak);
}

function expectRefusal(response: Response, body: string): void {
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const refusal = JSON.parse(body) as ErrorBody;
  expect(Object.keys(refusal).filter((key) => !['message', 'code', 'issues'].includes(key))).toEqual([]);
  expect(errors[refusal.code].status).toBe(response.status);
  expect(refusal.message).toMatch(/\p{L}{3}/u);
  for (const issue of refusal.issues ?? []) expect(Object.keys(issue).sort()).toEqual(['message', 'path']);
}

/** Nothing breaks; but a model that is nowhere does not answer who tries it. */
function expectAnswer({ status }: Response, body: string): void {
  if (!body.includes('UPSTREAM_FAILED')) expect(status, body.slice(0, 300)).toBeLessThan(500);
}

describe('any request to any call', () => {
  let site: TestSite;
  const people = new Map<string, Person>();
  /** How often each call was accepted: one that refuses everything would prove little. */
  const accepted = new Map<string, number>();

  beforeAll(async () => {
    // A model nowhere, whatever is saved: nothing here may call another machine.
    site = await openTestSite({ env: { GROQ_BASE_URL: 'http://127.0.0.1:9/v1', GROQ_MODEL: 'nessuno' } });
    people.set('a visitor', site.visitor());
    people.set('a reader', await site.reader('hb6t-2wvk'));
    people.set('the administrator', await site.administrator());
  });
  afterAll(() => site.close());

  async function expectSane(
    person: Person,
    name: ProcedureName,
    request: { body: string; id: string; headers: Record<string, string> },
  ) {
    const { method, path } = routes[name];
    const sent = method === 'GET' || method === 'DELETE' ? undefined : request.body;
    const before = contentOf(site);
    const address = `/api${path.replace(':id', request.id)}`;
    const { response, body } = await inTime(person.request(method, address, sent, request.headers));
    expectAnswer(response, body);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    if (response.status < 400) return void accepted.set(name, (accepted.get(name) ?? 0) + 1);
    // An id that climbs out of `/api` asks for a page, and there is none.
    const isPage = method === 'GET' && !new URL(address, 'http://localhost').pathname.startsWith('/api/');
    if (isPage) expect(response.status).toBe(404);
    else expectRefusal(response, body);
    // What is named in an issue is a field of the contract or the caller's own word.
    expectNoLeak(body, site.folder);
    expect(contentOf(site), 'a refused request changed something').toBe(before);
  }

  test.each(names)('%s answers or refuses, and never breaks', async (name) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('the administrator', ...people.keys()),
        fc.record({
          body: bodyOf(name),
          id: fc.tuple(identifier, fc.boolean()).map(([id, raw]) => inPath(id, raw) || 'a'),
          headers: fc.record({ 'content-type': contentType }),
        }),
        async (who, request) => {
          const person = people.get(who);
          if (person) await expectSane(person, name, request);
        },
      ),
      { numRuns: Math.ceil(runs / (1 + 5 * (hashes[name] ?? 0))) },
    );
  });

  test.each(kinds)('%s: something of what is sent is accepted', async (kind) => {
    const name: ProcedureName = kind === 'chat' ? 'chat.send' : `${kind}.create`;
    const author = people.get('the administrator');
    for (const body of fc.sample(bodyOf(name), 400)) {
      if (accepted.has(name)) break;
      if (author) await expectSane(author, name, { body, id: 'a', headers: {} });
    }
    expect(accepted.has(name)).toBe(true);
  });

  test('every trick in every field of every call', async () => {
    const author = people.get('the administrator');
    for (const name of names.filter((one) => /create|redeem|validate/.test(one))) {
      const fields = fieldsOf(name);
      for (const trick of tricks) {
        const body = JSON.stringify(Object.fromEntries(fields.map((field) => [field, trick])));
        if (author) await expectSane(author, name, { body, id: 'a', headers: {} });
      }
    }
  });

  test('unknown calls and methods are refused alike', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
        async (path, method) => {
          const before = contentOf(site);
          const address = `/api/${inPath(path, false)}`;
          const { response, body } = await inTime(site.visitor().request(method, address));
          expect(response.status).toBeGreaterThanOrEqual(400);
          expect(response.status).toBeLessThan(500);
          expectRefusal(response, body);
          expect(contentOf(site)).toBe(before);
        },
      ),
      { numRuns: runs * 4 },
    );
  });

  test('the same through tRPC: no stack, no path, no 500', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...people.values()),
        fc.constantFrom(...names).chain((name) => fc.tuple(fc.constant(name), bodyOf(name))),
        fc.boolean(),
        async (person, [name, body], batch) => {
          const { method } = routes[name];
          const address = `/trpc/${name}${batch ? `,${name}` : ''}`;
          const query = `?${batch ? 'batch=1&' : ''}input=${encodeURIComponent(withoutHalves(body))}`;
          const answer =
            method === 'GET'
              ? person.request('GET', address + query)
              : person.request('POST', address + (batch ? '?batch=1' : ''), body);
          const { response, body: said } = await inTime(answer);
          expectAnswer(response, said);
          if (response.status >= 400) expectNoLeak(said, site.folder);
        },
      ),
      { numRuns: runs * 4 },
    );
  });

  test('nothing was polluted, and what was accepted is read again after a restart', async () => {
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    expect(({} as Record<string, unknown>).a).toBeUndefined();
    const health = await site.visitor().request('GET', '/api/health');
    expect(await health.json()).toMatchObject({ status: 'ok', store: 'open' });
    const { folder } = site;
    await site.services.chat.settled();
    const content = contentOf(site);
    for (const kind of kinds)
      expect(
        [...accepted.keys()].some((name) => name.startsWith(`${kind}.`) && !name.endsWith('.list')),
        kind,
      ).toBe(true);
    const failures = site.logged.filter(
      (line) => line.includes('request failed') && !line.includes('ModelError'),
    );
    expect(failures).toEqual([]);
    await site.store.close();
    const again = await openTestSite({ folder });
    const found = contentOf(again);
    await again.close();
    const at = [...found].findIndex((character, index) => character !== content[index]);
    expect(found.slice(Math.max(0, at - 200), at + 200)).toBe(content.slice(Math.max(0, at - 200), at + 200));
    expect(found).toBe(content);
  });
});
