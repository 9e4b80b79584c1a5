import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storedChatMessage } from '#shared/contracts/chat.ts';
import { isRecord } from './collections.ts';

const good = {
  id: 'm1',
  readerId: 'r1',
  role: 'user',
  content: '',
  level: 0,
  timestamp: '2003-12-21T12:03:00.000Z',
};

describe('the quick check of messages', () => {
  it('agrees with their schema on whatever it is given', () => {
    const odd = fc.oneof(
      fc.constantFrom(
        undefined,
        null,
        '',
        'user',
        'assistant',
        'x'.repeat(64),
        'x'.repeat(65),
        -0,
        -1,
        0.5,
        2 ** 53,
        NaN,
      ),
      fc.array(fc.tuple(fc.integer({ min: -1, max: 9 }), fc.integer({ min: -1, max: 9 })), { maxLength: 2 }),
      fc.constantFrom('2003-12-21T12:03:00.000Z', '2003-02-30T12:03:00.000Z', '2004-02-29T24:00:00.000Z'),
      fc.constantFrom(
        '2003-12-31T23:59:59.999Z',
        '2003-13-01T00:00:00.000Z',
        '2003-12-21T12:03:00Z',
        '2003-12-21',
      ),
      fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') })
        .map((date) => date.toISOString()),
      fc.anything(),
    );
    const field = fc.constantFrom('id', 'readerId', 'role', 'content', 'level', 'timestamp', 'quotes');
    fc.assert(
      fc.property(fc.dictionary(field, odd, { maxKeys: 2 }), (change) => {
        const record = { ...good, ...change };
        expect(isRecord('chatMessages', record)).toBe(storedChatMessage.safeParse(record).success);
      }),
      { numRuns: 3_000 },
    );
  });
});
