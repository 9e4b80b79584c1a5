import { expect, test } from 'vitest';
import { isLocalHost } from './local-host.ts';

test.each([
  ['localhost', true],
  ['raspberrypi', true],
  ['libro.local', true],
  ['libro.fritz.box', true],
  ['192.168.1.20', true],
  ['172.16.0.2', true],
  ['172.32.0.2', false],
  ['169.254.7.7', true],
  ['[::1]', true],
  ['[fe80::1]', true],
  ['[fd12:3456::1]', true],
  ['[2001:db8::1]', false],
  ['203.0.113.7', false],
  ['100.example.org', false],
  ['10.example.org', false],
  ['www.illibro.it', false],
  ['xn--perch-fsa.it', false],
])('%s is known at home only: %s', (hostname, isLocal) => {
  expect(isLocalHost(hostname)).toBe(isLocal);
});
