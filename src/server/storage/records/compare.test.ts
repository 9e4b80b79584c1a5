import fc from 'fast-check';
import { expect, test } from 'vitest';
import { difference } from './compare.ts';

interface Item {
  id: string;
  text: string;
}
const items = fc.uniqueArray(
  fc.record(
    { id: fc.constantFrom(...'abcdefgh'), text: fc.constantFrom('x', 'y') },
    { noNullPrototype: true },
  ),
  {
    selector: ({ id }) => id,
  },
);
const collection = (list: readonly Item[]) => {
  const byId = new Map(list.map((item) => [item.id, item]));
  return { size: byId.size, get: (id: string) => byId.get(id), values: () => byId.values() };
};

test('what is added, changed and removed is what makes one of the other', async () => {
  await fc.assert(
    fc.asyncProperty(items, items, async (now, then) => {
      const ids = (list: readonly Item[]) => new Set(list.map(({ id }) => id));
      const [here, there] = [ids(now), ids(then)];
      const texts = new Map(now.map(({ id, text }) => [id, text]));
      expect(await difference(collection(now), collection(then))).toEqual({
        now: now.length,
        then: then.length,
        added: then.filter(({ id }) => !here.has(id)).length,
        removed: now.filter(({ id }) => !there.has(id)).length,
        changed: then.filter(({ id, text }) => here.has(id) && texts.get(id) !== text).length,
      });
    }),
  );
});

test('a field that is undefined here and absent in the file has not changed', async () => {
  const here = { id: 'a', text: 'x', label: undefined };
  const there = { id: 'a', text: 'x' };
  expect((await difference(collection([here]), collection([there]))).changed).toBe(0);
});

test('others have their turn while many are compared', async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => ({ id: `${index}`, text: 'x' }));
  const turns: string[] = [];
  const compared = difference(collection(many), collection(many)).then(() => turns.push('compared'));
  setImmediate(() => turns.push('other'));
  await compared;
  expect(turns).toEqual(['other', 'compared']);
});
