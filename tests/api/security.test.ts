import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { policyOfPage } from '#server/http/headers.ts';
import { createSealer } from '#server/http/seal.ts';
import { markup } from '../support/markup.ts';
import { adminPassword } from '../support/admin-password.ts';
import { openTestSite } from '../support/test-site.ts';

async function newSite(env: Record<string, string> = {}) {
  const site = await openTestSite({ env });
  onTestFinished(() => site.close());
  return site;
}

const right = { password: adminPassword };

describe('cookies', () => {
  test('over https they are the host’s alone, and no script reads them', async () => {
    const site = await newSite({ PUBLIC_URL: 'https://ferro.test' });
    const person = site.visitor();
    const login = await person.request('POST', '/api/admin/login', right);
    const redeem = await person.request('POST', '/api/redeem-code', { code: 'qr4n-7mdx' });
    const [admin = '', device = '', reader = ''] = [login, redeem].flatMap(({ headers }) =>
      headers.getSetCookie(),
    );
    expect(admin).toMatch(/^__Host-admin=[\w-]+; /);
    expect(reader).toMatch(/^__Host-reader=[\w-]+; /);
    expect(device).toMatch(/^__Host-device=[\w-]+; /);
    for (const cookie of [admin, device, reader]) {
      const attributes = cookie.split('; ').slice(1);
      expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'Secure', 'Path=/']));
      expect(cookie).not.toMatch(/domain=/i);
    }
    for (const cookie of [admin, device]) expect(cookie).toContain('SameSite=Strict');
    expect(reader).toContain('SameSite=Lax');
    expect((await person.request('GET', '/api/admin/session')).headers.getSetCookie()).toEqual([]);
  });

  test('a sign-in ends by itself after fourteen days, whatever the browser says', async () => {
    const site = await newSite();
    const author = await site.administrator();
    const signedIn = async () => (await author.request('GET', '/api/sections')).status;
    expect((await author.request('PATCH', '/api/admin/sessions', { idleHours: 168 })).status).toBe(200);
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now });
    onTestFinished(() => void vi.useRealTimers());
    for (const days of [6.9, 13.8, 13.9]) {
      vi.setSystemTime(now + days * 86_400_000);
      expect(await signedIn(), `${days}`).toBe(200);
    }
    vi.setSystemTime(now + 14.1 * 86_400_000);
    expect(await signedIn()).toBe(401);
  });

  test('each sign-in has a cookie of its own, which no other key makes', async () => {
    const site = await newSite();
    const cookies = [await site.administrator(), await site.administrator()].map((one) =>
      one.cookies.get('admin'),
    );
    expect(new Set(cookies).size).toBe(2);
    const forger = createSealer(createHash('sha256').update('un’altra chiave').digest());
    const author = await site.administrator();
    const listed = (await (await author.request('GET', '/api/admin/sessions')).json()) as {
      sessions: { id: string }[];
    };
    const forged = site.visitor();
    forged.cookies.set('admin', forger.seal('admin', listed.sessions[0]?.id ?? ''));
    expect((await forged.request('GET', '/api/sections')).status).toBe(401);
  });

  test('a refusal leaves no cookie behind', async () => {
    const site = await newSite();
    const wrong = await site.visitor().request('POST', '/api/admin/login', { password: 'sbagliata' });
    expect(wrong.status).toBe(401);
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });
});

describe('passwords', () => {
  test('only a slow hash is on the disk, and each has a salt of its own', async () => {
    const hashes: string[] = [];
    while (hashes.length < 2) {
      const site = await openTestSite({ hasRealPasswordCost: true });
      onTestFinished(() => site.close());
      await site.store.fold();
      const database = await readFile(join(site.folder, 'data/db.json'), 'utf8');
      expect(database).not.toContain(adminPassword);
      hashes.push(/scrypt\$32768\$8\$3\$[^"]+/.exec(database)?.[0] ?? 'none');
    }
    expect(hashes[0]).toMatch(/^scrypt/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  test('after eight wrong ones not even the right one is tried', async () => {
    const site = await newSite({ RATE_LIMITS: 'on' });
    const login = async (password: string) =>
      (await site.visitor().request('POST', '/api/admin/login', { password })).status;
    for (let time = 0; time < 8; time++) expect(await login('sbagliata')).toBe(401);
    expect(await login(adminPassword)).toBe(429);
  }, 30_000);

  test('a wrong one is told to the log, and neither it nor its sender is', async () => {
    const site = await newSite();
    const visitor = site.visitor();
    expect((await visitor.request('POST', '/api/admin/login', { password: 'sbagliata' })).status).toBe(401);
    const lines = site.logged.filter((line) => line.includes('sign-in refused'));
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toMatch(/sbagliata|127\.0\.0\.1/);
    expect((await visitor.request('POST', '/api/admin/login', { password: adminPassword })).status).toBe(204);
    expect(site.logged.filter((line) => line.includes('sign-in refused'))).toHaveLength(1);
  });

  test('too short a password stops the start', async () => {
    await expect(openTestSite({ env: { ADMIN_PASSWORD: 'corta' } })).rejects.toThrow('ADMIN_PASSWORD');
  });
});

describe('a page', () => {
  test('may show images of the sites that the gallery names, of no other, and the panel of all', async () => {
    const site = await openTestSite({
      renderPage: () => Promise.resolve({ html: '<!doctype html>', policy: policyOfPage('') }),
    });
    onTestFinished(() => site.close());
    const author = await site.administrator();
    const imagesOf = async (path: string) => {
      const { headers } = await site.visitor().request('GET', path);
      const policy = headers.get('content-security-policy') ?? '';
      return /img-src ([^;]*)/.exec(policy)?.[1];
    };
    expect(await imagesOf('/')).toBe("'self' data: blob:");
    for (const imageUrl of [
      'https://immagini.example/a.webp',
      'https://immagini.example/b.webp',
      'https://cdn.example:8443/c.webp',
      // A name that a policy would read as the end of its list.
      'https://a;script-src.example/d.webp',
    ])
      await author.request('POST', '/api/gallery-images', { title: 'Neve', imageUrl });
    expect(await imagesOf('/')).toBe("'self' https://immagini.example https://cdn.example:8443 data: blob:");
    expect(await imagesOf('/admin')).toBe("'self' https: data: blob:");
  });
});

describe('answers', () => {
  const paths = [
    '/',
    '/api/health',
    '/api/gallery-images',
    '/api/sections',
    '/api/nulla',
    '/public-objects/nulla',
    '/trpc/health.get',
  ];

  test('none lets another site read it, names the software or lets its type be guessed', async () => {
    const site = await newSite({ PUBLIC_URL: 'https://ferro.test' });
    for (const path of paths) {
      const { headers } = await site
        .visitor()
        .request('GET', path, undefined, { origin: 'https://evil.example' });
      for (const name of headers.keys())
        expect(name, path).not.toMatch(/^access-control|^server$|^x-powered-by/);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000');
      expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin');
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
    }
  });

  test('no answer of a call is kept by a browser or a proxy', async () => {
    const site = await newSite();
    const author = await site.administrator();
    for (const path of [
      '/api/sections',
      '/api/chat/history',
      '/api/user/progress',
      '/api/admin/session',
      '/api/nulla',
      '/trpc/sections.list',
      '/trpc/readers.progress,sections.list?batch=1',
      '/trpc/backup.database',
      '/trpc/nulla',
    ]) {
      expect((await author.request('GET', path)).headers.get('cache-control'), path).toBe('no-store');
    }
  });

  test('no address of this site sends a browser to another', async () => {
    const site = await newSite();
    for (const path of [
      '//evil.example',
      '//evil.example/%2e%2e',
      '/\\evil.example',
      '/https://evil.example',
      '/api//evil.example',
      '/?next=https://evil.example',
      '/%0d%0aLocation:%20https://evil.example',
    ]) {
      const response = await site.visitor().request('GET', path);
      expect(response.headers.get('location'), path).toBeNull();
      expect([200, 404], path).toContain(response.status);
    }
  });

  test('markup comes back as JSON that no browser takes for a page', async () => {
    const site = await newSite();
    const author = await site.administrator();
    for (const text of markup) {
      const made = await author.request('POST', '/api/music-codes', {
        code: `NEVE${markup.indexOf(text)}`,
        trackTitle: text,
        artist: text,
        description: text,
        spotifyUrl: 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
      });
      expect(made.status).toBe(201);
      expect(made.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(((await made.json()) as { trackTitle: string }).trackTitle).toBe(text);
    }
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>1</script>',
    '//evil.example/a.png',
    'http://evil.example/a.png',
    '/\\evil.example',
    'JaVaScRiPt:alert(1)',
  ])('an image cannot be at %s', async (imageUrl) => {
    const site = await newSite();
    const author = await site.administrator();
    const made = await author.request('POST', '/api/gallery-images', { title: 'Neve', imageUrl });
    expect(made.status).toBe(400);
  });
});
