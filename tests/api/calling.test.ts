/*
 * How to call this site from a program, three ways, each with its types. It is a test: what is written here works.
 */
import { createTRPCClient, httpLink } from '@trpc/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppRouter } from '#server/api/router.ts';
import type { GalleryImage } from '#shared/contracts/gallery.ts';
import { nobody } from '../support/nobody.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
beforeAll(async () => void (site = await openTestSite()));
afterAll(() => site.close());

test('in the same process: a caller, who is whom you say', async () => {
  const author = site.callAs({ ...nobody, isAdmin: true });

  const section = await author.sections.create({
    sectionNumber: 40,
    title: 'Dopo',
    content: 'La neve si scioglie.',
  });
  const { sectionNumber } = await author.sections.update({ id: section.id, sectionNumber: '41' });
  expect(sectionNumber).toBe(41);

  const visitor = site.callAs(nobody);
  await expect(visitor.sections.list()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('from another program in TypeScript: the tRPC client, which knows the router by its type alone', async () => {
  let cookie = '';
  const client = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: 'http://ferro.test/trpc',
        // Elsewhere this is the network, and a browser keeps the cookie by itself.
        fetch: async (address, request) => {
          const message = new Request(address, request);
          message.headers.set('cookie', cookie);
          const response = await site.app.request(message);
          cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
          return response;
        },
      }),
    ],
  });

  const { maxSection } = await client.readers.redeem.mutate({ code: 'hb6t-2wvk' });
  expect(await client.readers.progress.query()).toEqual({ maxSection, email: null });
  const { response } = await client.chat.send.mutate({ message: 'Chi è Maaret?' });
  expect(response.length).toBeGreaterThan(0);

  // @ts-expect-error a code is text: the compiler says so before anything is sent
  await expect(client.readers.redeem.mutate({ code: 7 })).rejects.toThrow('Codice non valido.');
});

test('from anything that speaks HTTP: the addresses of docs/api.md', async () => {
  const response = await site.app.request('http://ferro.test/api/gallery-images');
  const images = (await response.json()) as GalleryImage[];
  expect(images[0]?.imageUrl).toMatch(/^\/public-objects\//);

  const refused = await site.app.request('http://ferro.test/api/redeem-code', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: 'non-esiste' }),
  });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({ code: 'INVALID_CODE', message: 'Codice non valido.' });
});
