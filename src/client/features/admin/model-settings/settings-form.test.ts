import { expect, it } from 'vitest';
import type { ModelSettings } from '#shared/contracts/model-settings.ts';
import { draftOf, readLimit } from './settings-form.ts';

const settings = { address: 'http://a/v1', model: 'm', hasKey: true } as ModelSettings;
const form = { address: 'http://a/v1', key: '', model: 'm', limits: {} };

it('sends only what was changed: an untouched key stays where it is', () => {
  expect(draftOf(form, settings, false)).toEqual({});
  expect(draftOf({ ...form, address: ' ', model: 'n' }, settings, false)).toEqual({
    address: '',
    model: 'n',
  });
  expect(draftOf({ ...form, key: ' k ' }, settings, true)).toEqual({ key: 'k' });
  expect(draftOf(form, settings, true)).toEqual({ key: '' });
});

it.each([
  ['', undefined],
  [' ', undefined],
  ['0', 0],
  ['2,5', 2.5],
  ['boh', undefined],
])('reads the limit «%s» as %s', (text, value) => {
  expect(readLimit(text)).toBe(value);
});
