import { expect, test } from 'vitest';
import { noteServerTime, serverNow } from './server-clock.ts';

const local = Date.parse('2004-01-01T05:00:41.300Z');

test.each([
  ['three hours behind', 'Thu, 01 Jan 2004 08:00:41 GMT', '2004-01-01T08:00:41.000Z'],
  ['right, but for a moment on the way', 'Thu, 01 Jan 2004 05:00:39 GMT', '2004-01-01T05:00:41.300Z'],
  ['unknown to a server that says no time', null, '2004-01-01T05:00:41.300Z'],
])('a clock that is %s', (_, date, shown) => {
  noteServerTime('Thu, 01 Jan 2004 05:00:41 GMT', local);
  noteServerTime(date, local);
  expect(serverNow(local)).toBe(shown);
});
