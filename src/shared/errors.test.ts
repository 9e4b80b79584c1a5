import { expect, test } from 'vitest';
import { AppError, errors, type ErrorCode } from './errors.ts';

const codes = Object.keys(errors) as ErrorCode[];

test.each(codes)('%s is a refusal with an Italian sentence', (code) => {
  const { status, message } = errors[code];
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(600);
  expect(message).toMatch(/^\p{Lu}.*\.$/u);
});

test('a refusal says its own sentence, or the code’s', () => {
  expect(new AppError('NOT_FOUND')).toMatchObject({ message: 'Elemento non trovato.', status: 404 });
  expect(new AppError('NOT_FOUND', 'La sezione non c’è.').toBody()).toEqual({
    code: 'NOT_FOUND',
    message: 'La sezione non c’è.',
  });
});

test('what went wrong inside never reaches the body', () => {
  const cause = new Error('/srv/libro/data/db.json: EACCES');
  const issues = [{ path: 'title', message: 'Il titolo è obbligatorio.' }];
  const refusal = new AppError('INVALID', undefined, { cause, issues, retryAfter: 3 });
  expect(refusal.cause).toBe(cause);
  expect(JSON.stringify(refusal.toBody())).not.toContain('db.json');
  expect(refusal.toBody()).toEqual({ code: 'INVALID', message: errors.INVALID.message, issues });
});
