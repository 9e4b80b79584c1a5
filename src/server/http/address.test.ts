import { mockEvent } from 'h3';
import { expect, test } from 'vitest';
import { callerAddress } from './address.ts';

const addressOf = (forwarded: string, proxies = 1) =>
  callerAddress(mockEvent('http://ferro.test/', { headers: { 'x-forwarded-for': forwarded } }), proxies);

test.each([
  [
    '1.2.3.4',
    ['1.2.3.4', '1.2.3.4:4433', '::ffff:1.2.3.4', '::FFFF:1.2.3.4', '[::ffff:1.2.3.4]:99', '::ffff:102:304'],
  ],
  [
    '2001:db8:0:0',
    [
      '2001:db8::1',
      '2001:DB8::2',
      '[2001:db8::3]:443',
      '2001:0db8:0000:0000:1::',
      '2001:db8::1%eth0',
      '2001:db8:0:0:9:8:7:6',
    ],
  ],
])('%s is one sender, however it is written', (sender, spellings) => {
  for (const spelling of spellings) expect(addressOf(spelling), spelling).toBe(sender);
});

test('what a caller writes before the proxies does not count, nor what is no address', () => {
  expect(addressOf('9.9.9.9, 1.2.3.4')).toBe('1.2.3.4');
  expect(addressOf('9.9.9.9, 1.2.3.4, 5.6.7.8', 2)).toBe('1.2.3.4');
  expect(addressOf('9.9.9.9', 0)).toBe('unknown');
  for (const text of ['ciao', '', '1.2.3.4.5', '999.1.1.1', '1.2.3.4:port', '[::1', '::1::2'])
    expect(addressOf(text), text).toBe('unknown');
});
