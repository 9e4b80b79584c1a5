import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { toastStore } from '#client/ui/toast-store.ts';
import { changeOutcomes } from './entity.ts';

const toasts = {
  created: 'Creata',
  updated: 'Aggiornata',
  deleted: 'Eliminata',
  saveFailed: 'Non salvata',
  deleteFailed: 'Non eliminata',
};
const refresh = vi.fn(() => Promise.resolve());
const undo = vi.fn();
const outcomes = changeOutcomes(toasts, refresh, undo);
const shown = () => toastStore.get().map(({ title, description, tone }) => ({ title, description, tone }));

beforeEach(() => {
  refresh.mockClear();
  toastStore.set(() => []);
});

test.each([
  ['create', 'Creata'],
  ['update', 'Aggiornata'],
] as const)('after %s the author reads %s and the list is read again', (change, title) => {
  outcomes[change].onSuccess();
  expect(shown()).toEqual([{ title, description: undefined, tone: 'normal' }]);
  expect(refresh).toHaveBeenCalledOnce();
});

test('after a deletion the author reads so, and may take it back', () => {
  outcomes.remove.onSuccess(undefined, { id: 'a' });
  expect(shown()).toEqual([{ title: 'Eliminata', description: undefined, tone: 'normal' }]);
  expect(refresh).toHaveBeenCalledOnce();
  const action = toastStore.get()[0]?.action;
  expect(action?.label).toBe('Annulla');
  action?.run();
  expect(undo).toHaveBeenCalledExactlyOnceWith('a');
});

test('what was changed elsewhere is no error of the call: the sheet shows both texts', () => {
  outcomes.update.onError(new ApiError(409, '', '{"code":"CHANGED","message":"Intanto…"}'));
  expect(shown()).toEqual([]);
});

test('a failure shows the server’s sentence, or what could not be done', () => {
  outcomes.create.onError(new ApiError(409, '', '{"code":"DUPLICATE","message":"Esiste già."}'));
  expect(shown()).toEqual([{ title: 'Errore', description: 'Esiste già.', tone: 'destructive' }]);
  outcomes.update.onError(new TypeError('Failed to fetch'));
  expect(shown()[0]?.description).toBe('Non salvata');
  expect(refresh).not.toHaveBeenCalled();
});

test('what could not be deleted may be gone already: the list is read again', () => {
  outcomes.remove.onError(new ApiError(404, '', ''));
  expect(shown()[0]?.description).toBe('Non eliminata');
  expect(refresh).toHaveBeenCalledOnce();
});
