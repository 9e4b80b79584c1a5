import { expect, test } from 'vitest';
import { adminTabs, tabOf } from './panel-address.ts';

test('every tab has an address of its own; any other is the first tab’s', () => {
  expect(new Set(adminTabs).size).toBe(5);
  for (const tab of adminTabs) expect(tabOf(tab)).toBe(tab);
  for (const scheda of [undefined, '', 'altro', 'Galleria']) expect(tabOf(scheda)).toBe('sezioni');
});
