import { describe, expect, it } from 'vitest';
import { chooseUnsaid, fillLine } from './lines.ts';

describe('choosing a line', () => {
  const lines = ['Uno.', 'Due.', 'Ciao, {nome}.'];

  it('is the same for the same words, and never one that was said', () => {
    expect(chooseUnsaid(lines, [], 'x')).toBe(chooseUnsaid(lines, [], 'x'));
    expect(chooseUnsaid(lines, ['Prima. Uno. Dopo.', 'Ciao, Giulia.'], 'x')).toBe('Due.');
    expect(chooseUnsaid(lines, ['Uno.', 'Due.', 'Ciao, Anna Maria.'], 'x')).toBeUndefined();
  });

  it('reaches every line', () => {
    const seen = new Set(Array.from({ length: 60 }, (_, at) => chooseUnsaid(lines, [], `seme ${at}`)));
    expect(seen.size).toBe(lines.length);
  });
});

describe('filling a line', () => {
  it.each([
    ['{cosa}, dici.', 'Il cane, dici.'],
    ['E {cosa}?', 'E il cane?'],
    ['Bene. {cosa} come sta?', 'Bene. Il cane come sta?'],
  ])('%s', (line, wanted) => {
    expect(fillLine(line, { cosa: 'il cane' })).toBe(wanted);
  });

  it('refuses a placeholder without a value', () => {
    expect(() => fillLine('{nome}', {})).toThrow('nome');
  });
});
