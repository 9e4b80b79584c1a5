import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSite, type TestSite } from '../support/test-site.ts';

/** No more of the event loop than this for one request, whatever its headers say. */
const mostMs = 25;
/** Node takes 16 kB of headers. */
const length = 15_500;

const headers = [
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cache-control',
  'content-type',
  'cookie',
  'expect-ct',
  'forwarded',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'origin',
  'range',
  'referer',
  'sec-fetch-site',
  'trpc-accept',
  'user-agent',
  'x-forwarded-for',
];

const fill = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** What makes a careless pattern go back over what it has read: long runs, with what ends them or without. */
const patterns: Record<string, string> = {
  blanks: `gzip${fill(' ')}x`,
  'blanks before a semicolon': `gzip${fill(' ')};q=0`,
  tabs: `gzip${fill('\t')}x`,
  'blanks and tabs': `a${fill(' \t')}x`,
  commas: fill(','),
  'commas and blanks': `${fill(', ')}x`,
  semicolons: fill(';'),
  'semicolons and blanks': `${fill('; ')}x`,
  'blank semicolon blank': `${fill(' ; ')}x`,
  equals: fill('='),
  weights: fill('gzip;q=0,'),
  zeros: `gzip;q=0.${fill('0')}1`,
  names: fill('br, '),
  'one name': fill('a'),
  dots: fill('.'),
  slashes: fill('/'),
  dashes: fill('-'),
  ranges: `bytes=${fill('0-1,')}`,
  digits: `bytes=${fill('9')}-`,
  'open quotes': `"${fill('a')}`,
  'many quotes': fill('"'),
  'weak tags': fill('W/"a", '),
  escapes: fill('%25'),
  'broken escapes': fill('%'),
  colons: fill(':'),
  'address groups': fill('::ffff:'),
  cookies: fill('reader=a; '),
};

const targets: [method: string, path: string][] = [
  ['GET', '/codex'],
  ['GET', '/api/gallery-images'],
  ['GET', '/trpc/gallery.list'],
  ['GET', '/public-objects/nulla.mp3'],
  ['POST', '/api/redeem-code'],
  ['POST', '/trpc/readers.redeem'],
];

let site: TestSite;
beforeAll(async () => {
  const bytes = new Uint8Array([1]);
  const page = { html: 'pagina', compressed: { br: bytes, gzip: bytes }, tag: '"a"' };
  const env = { RATE_LIMITS: 'on', TRUST_PROXY: '1' };
  site = await openTestSite({ env, renderPage: () => Promise.resolve(page) });
});
afterAll(() => site.close());

async function cost(method: string, path: string, header: string, value: string): Promise<number> {
  const from = performance.now();
  const body = method === 'POST' ? '{"code":"nessuno"}' : undefined;
  const response = await site.visitor().request(method, path, body, { [header]: value });
  const spent = performance.now() - from;
  expect(response.status, header).toBeLessThan(500);
  return spent;
}

test.each(targets)(
  '%s %s answers at once, whatever stands in a header',
  async (method, path) => {
    const slow: string[] = [];
    for (const header of headers) {
      for (const [name, value] of Object.entries(patterns)) {
        let best = Infinity;
        // A busy machine is slow once; a bad pattern is slow each time.
        for (let time = 0; time < 3 && best > mostMs; time += 1)
          best = Math.min(best, await cost(method, path, header, value));
        if (best > mostMs) slow.push(`${header}: ${name}: ${Math.round(best)} ms`);
      }
    }
    expect(slow).toEqual([]);
  },
  120_000,
);
