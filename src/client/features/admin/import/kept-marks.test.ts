import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absenceMarks, findMarkProblem, witnessedText } from '#shared/witnessed.ts';
import { keepMarks } from './kept-marks.ts';

const passage = (...lines: string[]) => [absenceMarks.open, ...lines, absenceMarks.close].join('\n');
const before = 'Livia salì sul treno prima dell’alba.';
const secret = 'Intanto, dall’altra parte del monte, Bruno bruciava le lettere una per una.';
const second = '«Nessuno lo saprà», disse alla stufa.';
const after = 'La sera lei tornò a casa.';
const stored = [before, passage(secret, '', second), after].join('\n\n');
const manuscript = [before, secret, second, after].join('\n\n');

describe('the marks «non c’ero» of a section, in a manuscript that knows nothing of them', () => {
  it('stay as they were around an unchanged text', () => {
    expect(keepMarks(manuscript, stored)).toEqual({ content: stored, passages: 1 });
  });

  it.each([
    ['other words around it', [before.replace('treno', 'carro'), secret, second, after]],
    ['other words in it', [before, secret.replace('una per una', 'tutte'), second, after]],
    ['another order', [after, secret, second, before]],
    ['a paragraph more in it', [before, secret, 'Il fumo saliva dritto. Bruno.', second, after]],
    ['its paragraphs made one', [before, `${secret} ${second}`, after]],
    ['other quotes', [before, secret.replaceAll('’', "'"), second.replace(/[«»]/g, '"'), after]],
  ])('stay where there is %s', (_what, paragraphs) => {
    const kept = keepMarks(paragraphs.join('\n\n'), stored);
    expect(findMarkProblem(kept.content)).toBeUndefined();
    expect(witnessedText(kept.content)).not.toMatch(/Bruno|Nessuno/);
    expect(witnessedText(kept.content)).toContain('La sera lei tornò');
    expect(kept.passages).toBe(1);
  });

  it('are those of the manuscript where it has some, and none where the passage is gone', () => {
    const own = [before, secret, passage(second), after].join('\n\n');
    expect(keepMarks(own, stored)).toEqual({ content: own, passages: 0 });
    const without = [before, after].join('\n\n');
    expect(keepMarks(without, stored)).toEqual({ content: without, passages: 0 });
    expect(keepMarks(manuscript, manuscript)).toEqual({ content: manuscript, passages: 0 });
  });

  it('change no word, and never let out a telling line that was marked', () => {
    const line = fc.constantFrom(
      before,
      secret,
      second,
      after,
      'Sì.',
      'No, mai più in vita mia, disse lei piano.',
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.array(line, { minLength: 1 }), (old, young) => {
        const marked = old.map((text) => (text === secret ? passage(text) : text)).join('\n\n');
        const kept = keepMarks(young.join('\n\n'), marked);
        expect(findMarkProblem(kept.content)).toBeUndefined();
        if (old.includes(secret)) expect(witnessedText(kept.content)).not.toContain(secret);
        const isMark = (each: string) => each === absenceMarks.open || each === absenceMarks.close;
        const words = (text: string) => text.split('\n').filter((each) => each !== '' && !isMark(each));
        expect(words(kept.content)).toEqual(young);
      }),
    );
  });
});
