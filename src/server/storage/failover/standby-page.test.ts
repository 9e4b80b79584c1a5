import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerStandingBy } from './standby-page.ts';

const server = createServer(answerStandingBy);
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test.each([
  ['GET', '/api/health?deep=1', 'application/json', '{"status":"standby"}'],
  ['POST', '/api/chat', 'application/json', '"code":"UNAVAILABLE"'],
  ['GET', '/', 'text/html', 'Questa macchina è di riserva'],
  ['GET', '/apifoo', 'text/html', 'Questa macchina è di riserva'],
  ['HEAD', '/', 'text/html', ''],
])('%s %s is sent to the other machine', async (method, path, type, text) => {
  const response = await fetch(url + path, { method });
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-type')).toContain(type);
  const body = await response.text();
  expect(text === '' ? body : body.includes(text)).toBe(text === '' ? '' : true);
});
