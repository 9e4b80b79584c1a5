import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredChatMessage } from '#shared/contracts/chat.ts';
import { MessageTable } from './message-table.ts';
import { packMessage, unpackMessage } from './packed-message.ts';
import { type Change, GroupIndex, Table, undo } from './table.ts';

const uuids = fc.uuid();
const ids = fc.oneof({ weight: 4, arbitrary: uuids }, fc.constantFrom('a', 'É', 'x'.repeat(64)));
const contents = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '€'.repeat(2_000), '\ud800 da solo', 'è "detto" \\ così\n', 'x'.repeat(3_000)),
);
const messages: fc.Arbitrary<StoredChatMessage> = fc
  .record(
    {
      id: ids,
      readerId: ids,
      role: fc.constantFrom('user' as const, 'assistant' as const),
      content: contents,
      level: fc.oneof(fc.nat(12), fc.constantFrom(65_535, 65_536, Number.MAX_SAFE_INTEGER)),
      timestamp: fc.oneof(
        fc.integer({ min: 0, max: 4e12 }).map((time) => new Date(time).toISOString()),
        fc.constantFrom('2004-02-29T12:00:00.000Z', '2004-01-01T12:00:00Z', '2003-12-31T23:59:59.1234Z'),
      ),
      interrupted: fc.constant(true as const),
      embedded: fc.constant(true as const),
      quotes: fc.constant([
        [0, 3],
        [5, 9],
      ] as [number, number][]),
    },
    { requiredKeys: ['id', 'readerId', 'role', 'content', 'level', 'timestamp'] },
  )
  .map((message) => ({ ...message }));

const byReader = () => new GroupIndex<StoredChatMessage, string>(({ readerId }) => readerId);

function lineOf(message: StoredChatMessage): Buffer {
  return Buffer.from(JSON.stringify(message));
}

function loaded(records: readonly StoredChatMessage[]): MessageTable {
  const table = new MessageTable(byReader());
  // As in the file: all in one block of bytes, with something before and after each.
  const lines = records.map(lineOf);
  const bytes = Buffer.concat(lines.flatMap((line) => [line, Buffer.from(',\n')]));
  let start = 0;
  for (const line of lines) {
    const end = start + line.length;
    table.loadLine(bytes, start, end, () => JSON.parse(line.toString()) as StoredChatMessage);
    start = end + 2;
  }
  return table;
}

describe('a packed message', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(messages, (message) => {
        expect(unpackMessage(packMessage(message), 0)).toEqual(message);
      }),
    );
  });

  it('takes less than half of its line of JSON', () => {
    const [id, readerId] = ['6f9619ff-8b86-4d01-b42d-00cf4fc964ff', '7f9619ff-8b86-4d01-b42d-00cf4fc964ff'];
    const message = {
      id,
      readerId,
      role: 'user',
      content: 'Ciao',
      level: 3,
      timestamp: '2004-01-01T12:00:00.000Z',
    } as const;
    expect(packMessage(message).length).toBeLessThan(lineOf(message).length / 2);
    // In the shorter of the encodings.
    expect(packMessage({ ...message, content: '€'.repeat(1_000) }).length).toBeLessThan(2_100);
  });
});

describe('the messages of a database', () => {
  it('are those of its lines, whatever stands in them', () => {
    fc.assert(
      fc.property(fc.uniqueArray(messages, { selector: ({ id }) => id, maxLength: 30 }), (records) => {
        const table = loaded(records);
        expect([...table.values()]).toEqual(records);
        for (const record of records) expect(table.get(record.id)).toEqual(record);
        expect(table.size).toBe(records.length);
        expect(table.problems).toEqual([]);
      }),
    );
  });

  it('are refused when an id is there twice', () => {
    const [message] = fc.sample(messages, 1);
    const twice = message ? [{ ...message, id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' }] : [];
    expect(loaded([...twice, ...twice]).problems).toEqual([
      'elemento 2: l’id 6f9619ff-8b86-4d01-b42d-00cf4fc964ff c’è già',
    ]);
  });

  it('are what a table of objects would hold, through writes, deletes, undos and tidying', () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ type: fc.constant('put' as const), message: messages }) },
      { weight: 3, arbitrary: fc.record({ type: fc.constant('delete' as const), pick: fc.nat() }) },
      {
        weight: 2,
        arbitrary: fc.record({ type: fc.constant('again' as const), pick: fc.nat(), content: contents }),
      },
      { weight: 1, arbitrary: fc.constant({ type: 'undo' as const }) },
      { weight: 1, arbitrary: fc.constant({ type: 'compact' as const }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const [groups, plainGroups] = [byReader(), byReader()];
        const packed = new MessageTable(groups);
        const plain = new Table([plainGroups]);
        let done: [Change, Change][] = [];
        const both = (act: (table: MessageTable | Table<StoredChatMessage>) => Change | undefined) => {
          const [one, other] = [act(packed), act(plain)];
          if (one && other) done.push([one, other]);
          expect(one === undefined).toBe(other === undefined);
        };
        const picked = (pick: number) => [...plain.values()][pick % Math.max(plain.size, 1)];
        for (const each of steps) {
          if (each.type === 'put') both((table) => table.put(each.message));
          else if (each.type === 'delete') both((table) => table.delete(picked(each.pick)?.id ?? 'none'));
          else if (each.type === 'again') {
            const record = picked(each.pick);
            if (record) both((table) => table.put({ ...record, content: each.content }));
          } else if (each.type === 'undo') {
            undo(done.map(([one]) => one));
            undo(done.map(([, other]) => other));
            done = [];
          } else {
            done = [];
            const before = [...packed.slots.slice()];
            packed.compact();
            expect([...packed.values()]).toEqual(before);
          }
          expect([...packed.values()]).toEqual([...plain.values()]);
          expect(packed.size).toBe(plain.size);
          for (const { id, readerId } of plain.values()) {
            expect(packed.get(id)).toEqual(plain.get(id));
            expect(groups.slotsOf(readerId).map((slot) => packed.at(slot))).toEqual(
              plainGroups.slotsOf(readerId).map((slot) => plain.at(slot)),
            );
          }
          expect([...groups.keys()].sort()).toEqual([...plainGroups.keys()].sort());
        }
      }),
      { numRuns: 60 },
    );
  });

  it('give their room back when they are deleted, and those of a moment stay readable', () => {
    const groups = byReader();
    const table = new MessageTable(groups);
    const record = (number: number): StoredChatMessage => ({
      id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
      readerId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      role: 'user',
      content: `${number} ${'neve '.repeat(200)}`,
      level: 0,
      timestamp: '2004-01-01T12:00:00.000Z',
    });
    for (let number = 0; number < 6_000; number += 1) table.put(record(number));
    const full = table.bytes;
    expect(full).toBeGreaterThan(6_000_000);
    const moment = table.slots.slice();
    for (let number = 0; number < 6_000; number += 1) if (number % 4 > 0) table.delete(record(number).id);
    for (let turn = 0; turn < 10; turn += 1) table.compact();
    expect(table.bytes).toBeLessThan(full / 3);
    expect([...table.values()].map(({ content }) => content)).toEqual(
      Array.from({ length: 1_500 }, (_, index) => record(index * 4).content),
    );
    expect([...moment].length).toBe(6_000);
    expect(table.get(record(4).id)).toEqual(record(4));
    // The very same object for whoever asks again: what depends on a record alone is computed once.
    expect(table.get(record(8).id)).toBe(table.get(record(8).id));
  });
});
