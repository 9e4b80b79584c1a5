import { expect, it } from 'vitest';
import type { ModelSettings } from '#shared/contracts/model-settings.ts';
import { draftOf, readLimit } from './model-form.ts';

const settings = { address: 'http://a/v1', model: 'm', hasKey: true } as ModelSettings;
const form = { address: 'http://a/v1', key: '', model: 'm', removesKey: false };

it('sends only what was changed: an untouched key stays where it is', () => {
  expect(draftOf(form, settings)).toEqual({});
  expect(draftOf({ ...form, address: ' ', model: 'n' }, settings)).toEqual({
    address: '',
    model: 'n',
  });
  expect(draftOf({ ...form, key: ' k ', removesKey: true }, settings)).toEqual({ key: 'k' });
  expect(draftOf({ ...form, removesKey: true }, settings)).toEqual({ key: '' });
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
