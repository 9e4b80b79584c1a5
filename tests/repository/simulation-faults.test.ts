import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import faults from '../../bench/simulation/faults.json' with { type: 'json' };
import { plantFault } from '../../bench/simulation/plugin.ts';

test('there are at least forty planted faults in the rooms that must not fail, each with a name of its own', () => {
  expect(faults.length).toBeGreaterThanOrEqual(40);
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  const rooms = new Set(faults.map(({ room }) => room));
  for (const room of ['store', 'mirror', 'limits', 'sign-in', 'retention'] as const)
    expect(rooms).toContain(room);
});

test.each(faults)('$name can still be planted', (fault) => {
  const text = readFileSync(fault.file, 'utf8');
  const planted = plantFault(text, fault);
  expect(planted).not.toBe(text);
  expect(planted).toContain(fault.to);
});

test('a text that is not there, or there twice, cannot be planted', () => {
  const fault = { name: 'a', room: 'store', file: 'f', from: 'ab', to: '', breaks: '' } as const;
  expect(() => plantFault('xx', fault)).toThrow('0 times');
  expect(() => plantFault('ab ab', fault)).toThrow('2 times');
});
