import { expect, test, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { saveEntry, type Base, type SaveCalls } from './save-entry.ts';

interface Row {
  id: string;
  updatedAt: string;
  title: string;
  content: string;
}

const noAnswer = () => new TypeError('Failed to fetch');
const changedTo = (current: Row) =>
  new ApiError(409, '', JSON.stringify({ code: 'CHANGED', message: 'Intanto…', current }));
const fieldsOf = ({ title, content }: Row) => ({ title, content });

/** A server with one entry and a list of failures; `lost`: after the work is done. */
function serverWith(row: Row | undefined, failures: ('lost' | 'dead' | undefined)[] = []) {
  const stored = new Map(row ? [[row.id, row]] : []);
  let version = 1;
  const outcome = (id: string, work: () => void): Promise<Row> => {
    const failure = failures.shift();
    if (failure === 'dead') return Promise.reject(noAnswer());
    work();
    return failure === 'lost' ? Promise.reject(noAnswer()) : Promise.resolve(stored.get(id) as Row);
  };
  const put = (id: string, fields: object) =>
    stored.set(id, { ...stored.get(id), ...fields, id, updatedAt: `v${(version += 1)}` } as Row);
  const calls = {
    create: vi.fn(({ id, ...fields }: { id: string }) =>
      outcome(id, () => stored.has(id) || put(id, fields)),
    ),
    update: vi.fn(({ id, updatedAt, ...changes }: { id: string; updatedAt: string }) => {
      const current = stored.get(id);
      if (current && current.updatedAt !== updatedAt) return Promise.reject(changedTo(current));
      return outcome(id, () => put(id, changes));
    }),
    list: vi.fn(() => Promise.resolve([...stored.values()])),
    fieldsOf,
    wait: vi.fn(() => Promise.resolve()),
  } satisfies SaveCalls<Row>;
  return { calls, stored };
}

const row: Row = { id: 'a', updatedAt: 'v1', title: 'Il mercato', content: 'Nevicava.' };
const base: Base = { id: 'a', updatedAt: 'v1', fields: fieldsOf(row) };
const fresh: Base = { id: 'nuovo', fields: { title: '', content: '' } };

test('sends the edited fields with the version that was read', async () => {
  const { calls } = serverWith(row);
  const saved = await saveEntry(base, () => ({ title: 'Il porto', content: 'Nevicava.' }), calls);
  expect(saved).toEqual({ state: 'saved', created: false, looked: false });
  expect(calls.update).toHaveBeenCalledExactlyOnceWith({ id: 'a', updatedAt: 'v1', title: 'Il porto' });
});

test('a new entry whose answer was lost is looked up, and not made twice', async () => {
  const { calls, stored } = serverWith(undefined, ['lost']);
  const saved = await saveEntry(fresh, () => ({ title: 'Uno', content: 'x' }), calls);
  expect(saved).toEqual({ state: 'saved', created: true, looked: true });
  expect(calls.create).toHaveBeenCalledOnce();
  expect([...stored.keys()]).toEqual(['nuovo']);
});

test('a new entry that never arrived is sent again with the same id', async () => {
  const { calls, stored } = serverWith(undefined, ['dead', 'dead']);
  await saveEntry(fresh, () => ({ title: 'Uno', content: 'x' }), calls);
  expect(calls.create.mock.calls.map(([{ id }]) => id)).toEqual(['nuovo', 'nuovo', 'nuovo']);
  expect(stored.size).toBe(1);
});

test('what was written while nobody answered is saved too', async () => {
  const { calls, stored } = serverWith(undefined, ['lost']);
  const typed = ['Uno', 'Uno e mezzo'];
  calls.wait.mockImplementation(() => Promise.resolve(void typed.shift()));
  await saveEntry(fresh, () => ({ title: typed[0], content: 'x' }), calls);
  expect(stored.get('nuovo')).toMatchObject({ title: 'Uno e mezzo', content: 'x' });
});

test('what was written after a crash is a change of what was made before it', async () => {
  const { calls, stored } = serverWith({ id: 'nuovo', updatedAt: 'v1', title: 'Uno', content: 'x' });
  const saved = await saveEntry(fresh, () => ({ title: 'Uno e mezzo', content: 'x' }), calls);
  expect(saved).toMatchObject({ state: 'saved', created: true });
  expect(calls.update).toHaveBeenCalledExactlyOnceWith({
    id: 'nuovo',
    updatedAt: 'v1',
    title: 'Uno e mezzo',
  });
  expect(stored.get('nuovo')?.title).toBe('Uno e mezzo');
});

test('a change whose answer was lost is not claimed lost', async () => {
  const { calls } = serverWith(row, ['lost']);
  const saved = await saveEntry(base, () => ({ title: 'Il porto', content: 'Nevicava.' }), calls);
  expect(saved).toMatchObject({ state: 'saved', looked: true });
  expect(calls.update).toHaveBeenCalledOnce();
});

test('what was changed elsewhere in other fields stays', async () => {
  const { calls, stored } = serverWith({ ...row, updatedAt: 'v9', content: 'Pioveva.' });
  await saveEntry(base, () => ({ title: 'Il porto', content: 'Nevicava.' }), calls);
  expect(stored.get('a')).toMatchObject({ title: 'Il porto', content: 'Pioveva.' });
});

test('the same field changed on both sides is the author’s to choose; then it is saved from there', async () => {
  const { calls, stored } = serverWith({ ...row, updatedAt: 'v9', title: 'La fiera' });
  const mine = () => ({ title: 'Il porto', content: 'Nevicava.' });
  const clash = await saveEntry(base, mine, calls);
  expect(clash).toMatchObject({ state: 'clash', clashes: ['title'], current: { title: 'La fiera' } });
  expect(stored.get('a')?.title).toBe('La fiera');
  if (clash.state === 'clash') await saveEntry(clash.base, mine, calls);
  expect(stored.get('a')?.title).toBe('Il porto');
});

test('a refusal is thrown, and so is the author’s leaving', async () => {
  const { calls } = serverWith(row);
  const refusal = new ApiError(422, '', '{"code":"IMPOSSIBLE","message":"No."}');
  calls.update.mockRejectedValueOnce(refusal);
  const read = () => ({ title: 'Il porto', content: '' });
  await expect(saveEntry(base, read, calls)).rejects.toBe(refusal);
  calls.update.mockRejectedValueOnce(noAnswer());
  calls.wait.mockRejectedValueOnce(new Error('left'));
  await expect(saveEntry(base, read, calls)).rejects.toThrow('left');
});

test('reading is tried again until somebody answers', async () => {
  const { calls } = serverWith(row, ['lost']);
  calls.list.mockRejectedValueOnce(noAnswer()).mockRejectedValueOnce(noAnswer());
  await saveEntry(base, () => ({ title: 'Il porto', content: '' }), calls);
  expect(calls.wait).toHaveBeenCalledTimes(3);
});
