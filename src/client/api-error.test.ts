import { expect, test } from 'vitest';
import { ApiError, errorMessage, refuseFailure, toApiError } from './api-error.ts';

test('its message is the status and the body, or the status text', () => {
  expect(new ApiError(503, 'Service Unavailable', '').message).toBe('503: Service Unavailable');
  expect(new ApiError(400, 'Bad Request', 'testo').message).toBe('400: testo');
});

test.each(['', 'testo', '<html>', 'null', '[]', '{"message":"senza codice"}'])(
  'a body that is no refusal, %j, is shown to nobody',
  (body) => {
    const error = new ApiError(500, 'Internal Server Error', body);
    expect(error.code).toBeUndefined();
    expect(errorMessage(error, 'Riprova.')).toBe('Riprova.');
  },
);

test('the server’s sentence is what people are told, even through the error of a query', () => {
  const refusal = new ApiError(409, '', '{"code":"DUPLICATE","message":"Esiste già."}');
  expect(errorMessage(refusal, 'Riprova.')).toBe('Esiste già.');
  const wrapped = new Error('a query failed', { cause: refusal });
  expect(toApiError(wrapped)).toBe(refusal);
  expect(errorMessage(wrapped, 'Riprova.')).toBe('Esiste già.');
  expect(errorMessage(new TypeError('Failed to fetch'), 'Riprova.')).toBe('Riprova.');
  expect(errorMessage('un testo', 'Riprova.')).toBe('Riprova.');
});

test('a success is let through, anything else is thrown', async () => {
  await expect(refuseFailure(new Response('x', { status: 200 }))).resolves.toBeUndefined();
  await expect(refuseFailure(new Response('no', { status: 404 }))).rejects.toMatchObject({ status: 404 });
});
