import { expect, test } from 'vitest';
import { builtInBook } from '#content/built-in-book.ts';
import { neutralBook } from '#content/neutral-book.ts';
import { publicBookOf } from '#shared/public-book.ts';
import { drawSite, pagesOf, setPage } from './prerender.tsx';

const template =
  '<!doctype html><title>a</title></head><body><div id="root"></div><script data-entry="/a.js"></script>';
const demonstration = publicBookOf(builtInBook);
const nobodys = publicBookOf(neutralBook);

const namesOfDemonstration = /nilak|livia|sarti|respiro|linea alta|ironwind|qaanik|narvik|ts-80|34,5/i;

const drawAll = (book: typeof nobodys) =>
  Promise.all(pagesOf(book).map(async ({ path }) => [path, await setPage(template, path, book)] as const));

test('a site without the demonstration names nobody of it, and has no encyclopedia', async () => {
  const pages = await drawAll(nobodys);
  expect(pages.map(([path]) => path)).toEqual(['/', '/chat', '/admin', '/not-found']);
  for (const [path, html] of pages) expect(html.match(namesOfDemonstration)?.[0], path).toBeUndefined();
});

test('pages of one book leave nothing in those of another', async () => {
  const first = await setPage(template, '/', nobodys);
  await drawAll(demonstration);
  expect(await setPage(template, '/', nobodys)).toBe(first);
});

test('a page carries the book it was drawn with, before what was drawn, and no text can end it', async () => {
  const title = 'Il <b> & </script><i>';
  const book = { ...nobodys, book: { ...nobodys.book, title } };
  const html = await setPage(template, '/', book);
  const [, data = ''] =
    /<script type="application\/json" id="libro">(.*?)<\/script><div id="root"/s.exec(html) ?? [];
  expect(JSON.parse(data)).toEqual(JSON.parse(JSON.stringify(book)));
  expect(html).toContain('<title>Il &lt;b&gt; &amp; &lt;/script&gt;&lt;i&gt;</title>');
  expect(await setPage(template, '/admin', book)).toContain(
    '<title>Il &lt;b> &amp; &lt;/script>&lt;i></title>',
  );
});

test('what the author leaves empty is not there, and what she writes is', async () => {
  const { landing } = nobodys;
  const empty = await setPage(template, '/', nobodys);
  for (const part of ['id="capitolo-1"', 'class="excerpts"><li', 'ISBN', 'class="preview"'])
    expect(empty, part).not.toContain(part);
  const purchase = {
    ...landing.purchase,
    price: '18 €',
    isbn: '978-88-00-00000-0',
    address: 'https://libri.example/pinocchio',
    shops: [{ name: 'Altra libreria', address: 'https://altra.example/' }],
  };
  const full = await setPage(template, '/', {
    ...nobodys,
    book: { ...nobodys.book, author: 'Carlo Collodi', biography: 'Nato a Firenze.' },
    landing: {
      ...landing,
      purchase,
      footer: { ...landing.footer, colophon: [{ title: 'Stampa', text: 'Stampato a Pescia' }] },
    },
  });
  for (const text of [
    '18 €',
    '978-88-00-00000-0',
    'href="https://libri.example/pinocchio"',
    'Altra libreria',
    'Nato a Firenze.',
    'Stampato a Pescia',
  ])
    expect(full).toContain(text);
});

test('the service worker keeps the pages of this book, and names no other one without a network', async () => {
  const files: Record<string, string> = { 'sw.js': 'keep(__KEPT_FILES__)', 'later.json': '["assets/b.js"]' };
  const workerOf = async (book: typeof nobodys) =>
    (await drawSite((file) => Promise.resolve(files[file] ?? template), book))['sw.js'] ?? '';
  const own = await workerOf(demonstration);
  expect(own).toContain('"/codex"');
  expect(own).toContain('La linea tace · Il respiro di Ferro');
  const title = 'Le avventure di Pinocchio';
  const other = await workerOf({ ...nobodys, book: { ...nobodys.book, title } });
  expect(other).toContain(`La linea tace · ${title}`);
  expect(other).toContain('"files":["/","/assets/b.js"]');
  expect(other).not.toMatch(namesOfDemonstration);
});
