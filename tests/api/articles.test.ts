import { createHash } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OwnArticle } from '#shared/contracts/articles.ts';
import type { BinEntry } from '#shared/contracts/bin.ts';
import type { PackagePlan } from '#shared/contracts/book-package.ts';
import type { StoredUpload } from '#shared/contracts/uploads.ts';
import { fileForm, json } from '../support/answers.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let author: Person;
beforeEach(async () => {
  site = await openTestSite();
  author = await site.administrator();
});
afterEach(async () => {
  vi.useRealTimers();
  await site.close();
});

const towers = { name: 'le-torri', look: 'rivista', title: 'Le torri', text: 'Sono **alte**.' };

async function call<T>(method: string, path: string, body?: unknown, status = 200): Promise<T> {
  return json<T>(await author.request(method, `/api${path}`, body), status);
}
/** A call that answers with nothing. */
async function act(method: string, path: string, body?: unknown): Promise<void> {
  expect((await author.request(method, `/api${path}`, body)).status).toBe(204);
}
const create = (changes: object = {}) =>
  call<OwnArticle>('POST', '/articles', { ...towers, ...changes }, 201);
const statusOf = async (path: string) => (await site.visitor().request('GET', path)).status;
const addPicture = async () =>
  json<StoredUpload>(
    await author.request(
      'POST',
      '/api/admin/uploads',
      fileForm(
        await sharp({ create: { width: 60, height: 40, channels: 3, background: '#246' } })
          .png()
          .toBuffer(),
        'a.png',
      ),
    ),
    201,
  );
const figureOf = ({ url, width = 1, height = 1 }: StoredUpload) => ({
  name: 'torre',
  picture: { src: url, width, height, alt: 'Una torre.' },
});

describe('readers find', () => {
  test('what is published, at its address in small and capital letters, and nothing else below the prefix', async () => {
    await create();
    expect(await statusOf('/pagine/le-torri')).toBe(200);
    expect((await site.visitor().request('GET', '/Pagine/Le-Torri')).headers.get('location')).toBe(
      '/pagine/le-torri',
    );
    for (const path of ['/pagine', '/pagine/', '/pagine/altro', '/pagine/le-torri/altro', '/pagine/Altro'])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
  });

  test('no draft, and what is due from its hour on', async () => {
    const { id } = await create({ visibleFrom: 'never' });
    expect(await statusOf('/pagine/le-torri')).toBe(404);
    const due = Date.now() + 3_600_000;
    await call('PATCH', `/articles/${id}`, { visibleFrom: new Date(due).toISOString() });
    expect(await statusOf('/pagine/le-torri')).toBe(404);
    vi.useFakeTimers({ toFake: ['Date'], now: due });
    expect(await statusOf('/pagine/le-torri')).toBe(200);
  });

  test('the site closed while it is suspended, and unknown names absent then too', async () => {
    await create();
    await site.services.book.opening.suspend(true);
    const closed = await site.visitor().request('GET', '/pagine/le-torri');
    expect([closed.status, await closed.text()]).toEqual([200, expect.stringContaining('Il sito è chiuso')]);
    expect(await statusOf('/pagine/altro')).toBe(404);
  });

  test('a figure’s picture for as long as its article is published', async () => {
    const picture = await addPicture();
    const text = '::figure{#torre caption="La torre."}';
    const { id } = await create({ visibleFrom: 'never', text, figures: [figureOf(picture)] });
    expect(await statusOf(picture.url)).toBe(404);
    await call('PATCH', `/articles/${id}`, { visibleFrom: null });
    expect(await statusOf(picture.url)).toBe(200);
    const own = await site.services.articles.at('/pagine/le-torri');
    expect(own?.article.html).toContain(`src="${picture.url}"`);
  });

  test('the neighbours in the author’s order, drafts left out', async () => {
    const first = await create();
    const draft = await create({ name: 'bozza', title: 'Bozza', visibleFrom: 'never' });
    const last = await create({ name: 'i-ponti', title: 'I ponti' });
    expect((await site.services.articles.at('/pagine/le-torri'))?.article.next?.slug).toBe('pagine/i-ponti');
    await call('POST', '/articles/order', { ids: [last.id, draft.id, first.id] });
    const { article } = (await site.services.articles.at('/pagine/le-torri')) ?? {};
    expect([article?.previous?.slug, article?.next]).toEqual(['pagine/i-ponti', null]);
    const stale = { ids: [first.id, draft.id, last.id], from: [first.id, draft.id, last.id] };
    await call('POST', '/articles/order', stale, 409);
  });
});

describe('what cannot be shown is refused in Italian and changes nothing', () => {
  test.each([
    ['raw HTML', { text: 'Una <b>parola</b>.' }, 'Riga 1: qui non va HTML («<b>»), solo Markdown.'],
    ['a note without text', { text: 'Detto.[^1]' }, 'Riga 1: la nota 1 non ha testo.'],
    [
      'a figure that is not there',
      { text: '::figure{#torre caption="La torre."}' },
      'La figura «torre» è nel testo, ma non fra le figure.',
    ],
    [
      'a picture whose file is gone',
      {
        text: '::figure{#torre caption="La torre."}',
        figures: [figureOf({ url: `/uploads/images/${'a'.repeat(32)}.png` } as StoredUpload)],
      },
      'Il file della figura «torre» non c’è più: caricalo di nuovo.',
    ],
    [
      'a picture without a description',
      { figures: [{ name: 'a', picture: { src: '/a', width: 1, height: 1, alt: '' } }] },
      'La figura «a» non dice che cosa si vede.',
    ],
    ['a figure without a picture', { figures: [{ name: 'a' }] }, 'La figura «a» non ha un’immagine.'],
    [
      'a dead link',
      { text: '[qui](/pagine/altrove)' },
      'Il collegamento a «/pagine/altrove» non porta da nessuna parte.',
    ],
    ['an address with blanks', { name: 'Le torri' }, 'L’indirizzo ha solo lettere minuscole'],
    [
      'things within things',
      { text: `${'> '.repeat(6_000)}a` },
      'Nel testo ci sono troppe cose una dentro l’altra.',
    ],
  ])('%s', async (_fault, changes, sentence) => {
    const refused = await author.request('POST', '/api/articles', { ...towers, ...changes });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(sentence);
    expect(site.store.articles.size).toBe(0);
    const { id, updatedAt } = await create();
    await call('PATCH', `/articles/${id}`, changes, 400);
    expect(site.store.articles.get(id)).toMatchObject({ ...towers, updatedAt });
  });

  test('an address that is taken, and a change of a text that another window has changed', async () => {
    const { id, updatedAt } = await create();
    await call('POST', '/articles', towers, 409);
    await call('PATCH', `/articles/${id}`, { title: 'Le torri alte' });
    const clash = await author.request('PATCH', `/api/articles/${id}?updatedAt=${updatedAt}`, {
      title: 'No',
    });
    expect(clash.status).toBe(409);
    expect(site.store.articles.get(id)?.title).toBe('Le torri alte');
  });
});

test('a deleted article lies in the bin and comes back, unless its address is taken meanwhile', async () => {
  const { id } = await create();
  await act('DELETE', `/articles/${id}`);
  expect(await statusOf('/pagine/le-torri')).toBe(404);
  const [entry] = await call<BinEntry[]>('GET', '/admin/bin');
  expect(entry).toMatchObject({ kind: 'articles', name: 'Articolo Le torri' });
  const other = await create({ title: 'Altre torri' });
  const taken = await author.request('POST', `/api/admin/bin/${id}`);
  expect([taken.status, await taken.text()]).toEqual([409, expect.stringContaining('Altre torri')]);
  await call('PATCH', `/articles/${other.id}`, { name: 'altre-torri' });
  await call('POST', `/admin/bin/${id}`);
  expect(await statusOf('/pagine/le-torri')).toBe(200);
});

describe('a package', () => {
  const exported = async () =>
    new Uint8Array(await (await author.request('GET', '/api/admin/book/package')).arrayBuffer());
  const planOf = async (zip: Uint8Array) => {
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(zip)]), 'libro.zip');
    return json<PackagePlan>(await author.request('POST', '/api/admin/book/package', form), 201);
  };

  test('brings the articles with their pictures, and says which could not be written today', async () => {
    const figures = [figureOf(await addPicture())];
    const article = await create({ figures, text: '::figure{#torre caption="La torre."}' });
    const zip = await exported();
    await call('PATCH', `/articles/${article.id}`, { title: 'Altro' });
    await create({ name: 'i-ponti' });
    const plan = await planOf(zip);
    expect(plan.collections.articles).toMatchObject({ added: 0, removed: 1, changed: 1 });
    await act('POST', `/admin/book/package/${plan.id}/apply`, {});
    expect([...site.store.articles.values()]).toEqual([article]);

    const faulty = rewritten(zip, 2, (texts) => {
      texts.articles = [{ ...article, text: `Una <b>parola</b>. ${article.text}` }];
    });
    expect((await planOf(faulty)).doubtful).toEqual([expect.stringContaining('articolo «Le torri»: Riga 1')]);
  });

  test('of the form before leaves the articles as they are', async () => {
    const zip = await exported();
    const article = await create();
    const earlier = rewritten(zip, 1, (texts) => delete texts.articles);
    const plan = await planOf(earlier);
    expect(plan.collections.articles).toMatchObject({ added: 0, removed: 0, changed: 0 });
    await act('POST', `/admin/book/package/${plan.id}/apply`, {});
    expect([...site.store.articles.values()]).toEqual([article]);
  });
});

/** A package with other words, and checksums that fit them. */
function rewritten(
  zip: Uint8Array,
  version: number,
  change: (texts: { articles?: object[] }) => unknown,
): Uint8Array {
  const entries = unzipSync(zip);
  const read = (name: string) => JSON.parse(strFromU8(entries[name] ?? new Uint8Array())) as object;
  const texts = read('libro.json');
  change(texts);
  const content = strToU8(JSON.stringify(texts));
  const sha256 = createHash('sha256').update(content).digest('hex');
  const manifest = { ...read('pacchetto.json'), version, texts: { bytes: content.length, sha256 } };
  return zipSync({ ...entries, 'libro.json': content, 'pacchetto.json': strToU8(JSON.stringify(manifest)) });
}
