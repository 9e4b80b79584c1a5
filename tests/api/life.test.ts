import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { extract } from 'tar-stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Section } from '#shared/contracts/sections.ts';
import { nobody } from '../support/nobody.ts';
import { openTestSite } from '../support/test-site.ts';

async function newSite(options: Parameters<typeof openTestSite>[0] = {}) {
  const site = await openTestSite(options);
  onTestFinished(() => site.close());
  return site;
}

async function unpack(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const entries = extract();
  Readable.from([gunzipSync(archive)]).pipe(entries);
  for await (const entry of entries) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    files.set(entry.header.name, Buffer.concat(chunks));
  }
  return files;
}

describe("an author's and a reader's days", () => {
  test('entities are made, changed and deleted as the contract says', async () => {
    const site = await newSite({ env: { DEMO: 'off' } });
    const author = await site.administrator();
    for (const { path, make, change, changed } of [
      {
        path: '/api/sections',
        make: { sectionNumber: ' 7 ', title: ' Il Kivgiq ', content: 'Quattro giorni.' },
        change: { contentReduced30: 'Festa.' },
        changed: { sectionNumber: 7, title: 'Il Kivgiq', contentReduced30: 'Festa.' },
      },
      {
        path: '/api/unlock-codes',
        make: { code: ' abcd-2345 ', maxSection: '3', label: '' },
        change: { maxSection: 5 },
        changed: { code: 'abcd-2345', maxSection: 5 },
      },
      {
        path: '/api/music-codes',
        make: { code: 'AURORA', trackTitle: 'Uno', spotifyUrl: 'spotify:track:3nQx7LmT0aVb9cRk2WsYdZ' },
        change: { artist: 'Marit Sunde' },
        changed: { trackTitle: 'Uno', artist: 'Marit Sunde' },
      },
      {
        path: '/api/gallery-images',
        make: { title: 'Aurora', imageUrl: 'https://example.com/a.webp' },
        change: { displayOrder: '4' },
        changed: { title: 'Aurora', displayOrder: 4 },
      },
    ]) {
      const created = await author.request('POST', path, make);
      expect(created.status).toBe(201);
      const { id } = (await created.json()) as { id: string };
      const updated = await author.request('PATCH', `${path}/${id}`, change);
      expect(updated.status).toBe(200);
      expect(await updated.json()).toMatchObject({ id, ...changed });
      expect(await (await author.request('GET', path)).json()).toMatchObject([{ id, ...changed }]);
      const deleted = await author.request('DELETE', `${path}/${id}`);
      expect([deleted.status, await deleted.text()]).toEqual([204, '']);
      expect(await (await author.request('GET', path)).json()).toEqual([]);
    }
  });

  test('an optional field is cleared by sending nothing in it', async () => {
    const site = await newSite();
    const author = await site.administrator();
    const [first] = (await (await author.request('GET', '/api/sections')).json()) as Section[];
    const path = `/api/sections/${first?.id}`;
    expect(await (await author.request('PATCH', path, { title: 'x' })).json()).toHaveProperty(
      'contentReduced30',
    );
    for (const nothing of ['', null]) {
      const response = await author.request('PATCH', path, { contentReduced30: nothing });
      expect(await response.json()).not.toHaveProperty('contentReduced30');
    }
  });

  test('codes raise the level and never lower it, however they are typed', async () => {
    const site = await newSite();
    const reader = site.visitor();
    const redeem = async (code: string) =>
      (await reader.request('POST', '/api/redeem-code', { code })).json();
    expect(await (await reader.request('GET', '/api/user/progress')).json()).toEqual({
      maxSection: 0,
      email: null,
    });
    expect(await redeem('  K9SPE3ZY ')).toEqual({ maxSection: 6 });
    expect(await redeem('hb6t–2wvk')).toEqual({ maxSection: 6 });
    expect(await (await reader.request('GET', '/api/user/progress')).json()).toEqual({
      maxSection: 6,
      email: null,
    });
  });

  test('a conversation: the words go in, the reply comes back, both are remembered', async () => {
    const site = await newSite();
    const reader = await site.reader('hb6t-2wvk');
    const reply = await reader.request('POST', '/api/chat', { message: '  Chi è Maaret?  ' });
    const { response } = (await reply.json()) as { response: string };
    expect(response.length).toBeGreaterThan(20);
    const streamed = await reader.request(
      'POST',
      '/api/chat',
      { message: 'E Ferro?' },
      { accept: 'text/event-stream' },
    );
    expect(streamed.headers.get('content-type')).toContain('text/event-stream');
    const events = (await streamed.text())
      .split('\n\n')
      .flatMap((block) => block.match(/^data: (.*)$/m)?.[1] ?? [])
      .map((data) => JSON.parse(data) as { type: string; text?: string; response?: string });
    expect(events.at(-1)?.type).toBe('done');
    expect(events.map(({ text = '' }) => text).join('')).toBe(events.at(-1)?.response);
    const { messages } = (await (await reader.request('GET', '/api/chat/history')).json()) as {
      messages: { role: string; content: string; timestamp: string }[];
    };
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Chi è Maaret?'],
      ['assistant', response],
      ['user', 'E Ferro?'],
      ['assistant', events.at(-1)?.response],
    ]);
    expect(messages.every(({ timestamp }) => timestamp === new Date(timestamp).toISOString())).toBe(true);
  });

  test('everything is there after the site is closed and opened again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ferro-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const first = await openTestSite({ folder });
    const reader = await first.reader('hb6t-2wvk');
    await reader.request('POST', '/api/chat', { message: 'Ciao' });
    const before = await (await reader.request('GET', '/api/chat/history')).text();
    await first.close();
    const second = await newSite({ folder, env: { ADMIN_PASSWORD: '' } });
    const again = second.visitor();
    for (const [name, value] of reader.cookies) again.cookies.set(name, value);
    expect(await (await again.request('GET', '/api/chat/history')).text()).toBe(before);
    expect(await (await again.request('GET', '/api/user/progress')).json()).toEqual({
      maxSection: 3,
      email: null,
    });
    expect(second.newPassword).toBeUndefined();
    expect((await second.administrator()).cookies.has('admin')).toBe(true);
  });

  test('the first start makes a password and shows it once; another configured one ends old sessions', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ferro-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const first = await openTestSite({ folder, env: { ADMIN_PASSWORD: '' } });
    const author = first.visitor();
    const login = await author.request('POST', '/api/admin/login', { password: first.newPassword });
    expect(login.status).toBe(204);
    expect(await readFile(join(folder, 'data/db.json'), 'utf8').catch(() => '')).not.toContain(
      first.newPassword,
    );
    await first.close();
    const second = await newSite({ folder });
    const old = second.visitor();
    for (const [name, value] of author.cookies) old.cookies.set(name, value);
    expect(await (await old.request('GET', '/api/admin/session')).json()).toEqual({ authenticated: false });
  });

  test('the backups are the database, whole, and the uploads', async () => {
    const site = await newSite();
    const author = await site.administrator();
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('file', new Blob([picture]), 'a.png');
    const { url } = (await (await author.request('POST', '/api/admin/uploads', form)).json()) as {
      url: string;
    };
    const reader = await site.reader('hb6t-2wvk');
    await reader.request('POST', '/api/chat', { message: 'Ciao dal mercato' });

    const database = await author.request('GET', '/api/admin/backup/database');
    expect(database.headers.get('content-disposition')).toMatch(
      /^attachment; filename="database-\d{4}-\d\d-\d\d\.json"$/,
    );
    const text = await database.text();
    expect(Number(database.headers.get('content-length'))).toBe(Buffer.byteLength(text));
    const data = JSON.parse(text) as Record<string, unknown[]>;
    expect(data.sections).toHaveLength(12);
    expect(data.unlockCodes).toHaveLength(6);
    expect(data.musicCodes).toHaveLength(3);
    expect(data.galleryImages).toHaveLength(12);
    expect(data.users).toHaveLength(1);
    expect(data.chatMessages).toHaveLength(2);
    expect(await readFile(join(site.folder, 'data/db.json'), 'utf8')).toBe(text);

    const files = await author.request('GET', '/api/admin/backup/files');
    const unpacked = await unpack(Buffer.from(await files.arrayBuffer()));
    expect([...unpacked.keys()]).toEqual([url.replace('/uploads/', '')]);
    expect([...unpacked.values()][0]).toEqual(picture);
  });
});

describe('a typed caller', () => {
  test('calls procedures without HTTP, as the person it is given', async () => {
    const site = await newSite();
    const visitor = site.callAs(nobody);
    const author = site.callAs({ ...nobody, isAdmin: true });
    await expect(visitor.sections.list()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect((await author.sections.list()).map(({ sectionNumber }) => sectionNumber)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
    const made = await author.sections.create({ sectionNumber: '13', title: 'Poi', content: 'Dopo.' });
    expect(made.sectionNumber).toBe(13);
    await expect(author.sections.update({ id: made.id, sectionNumber: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await visitor.readers.progress()).toEqual({ maxSection: 0, email: null });
    expect((await visitor.chat.send({ message: 'Ciao' })).response).not.toBe('');
  });
});
