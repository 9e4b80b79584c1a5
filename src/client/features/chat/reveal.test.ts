import { describe, expect, test } from 'vitest';
import { advanceReveal, beginReveal, receiveReply, nextStep, type Reveal } from './reveal.ts';

const long = 'Fischia. '.repeat(40).trim();

/** Reveals a reply known at `at` to its end; returns each length with its time. */
function play(text: string, at = 10): { shown: number; at: number }[] {
  let reveal: Reveal | undefined = receiveReply(beginReveal(1, 0), text, true, at);
  const frames: { shown: number; at: number }[] = [];
  while (reveal) {
    const due = nextStep(reveal) ?? Infinity;
    reveal = advanceReveal(reveal, due);
    frames.push({ shown: reveal?.shown ?? text.length, at: due });
  }
  return frames;
}

describe('«STA SCRIVENDO»', () => {
  test.each([
    ['Tac.', 350, 380],
    [long, 900, 900],
  ])('lasts from sending as the reply is long (%#)', (text, least, most) => {
    const [first] = play(text);
    expect(first?.at).toBeGreaterThanOrEqual(least);
    expect(first?.at).toBeLessThanOrEqual(most);
  });

  test('grows with the length', () => {
    expect(play('a'.repeat(120))[0]?.at).toBeGreaterThan(play('a'.repeat(20))[0]?.at ?? Infinity);
  });

  test('ends at once when the provider has taken longer, and nothing is held back', () => {
    const late = receiveReply(beginReveal(1, 0), 'La neve fischia.', true, 600);
    expect(late && advanceReveal(late, 600)?.shown).toBeGreaterThan(0);
    expect(receiveReply(beginReveal(1, 0), long, true, 900)).toBeUndefined();
    expect(receiveReply(beginReveal(1, 0), 'Tac. ', false, 5_000)).toBeUndefined();
  });
});

describe('the reply', () => {
  test('has its first sentence written out, 30 to 40 characters a second', () => {
    const sentence = 'La neve fischia quando fa meno trenta, qui.';
    const frames = play(sentence);
    const seconds = ((frames.at(-1)?.at ?? 0) - (frames[0]?.at ?? 0)) / 1_000;
    expect(sentence.length / seconds).toBeGreaterThan(30);
    expect(sentence.length / seconds).toBeLessThan(40);
  });

  test('has the others whole, after short pauses', () => {
    const frames = play('Tac. Poi la neve fischia. E basta così.');
    const whole = frames.filter(({ shown }) => shown >= 5);
    expect(whole.map(({ shown }) => shown)).toEqual([5, 26, 39]);
    whole.slice(1).forEach(({ at }, index) => {
      const pause = at - (whole[index]?.at ?? 0);
      expect(pause).toBeGreaterThanOrEqual(200);
      expect(pause).toBeLessThanOrEqual(600);
    });
  });

  test.each([long.repeat(5), 'a'.repeat(2_000), `${'parola '.repeat(60)}. ${long}`])(
    'is there within seven seconds, however long (%#)',
    (text) => expect(play(text).at(-1)?.at).toBeLessThan(7_000),
  );

  test('is never cut between the halves of a character', () => {
    const text = '🐻🐻🐻🐻 a 🐻.';
    for (const { shown } of play(text)) expect(text.slice(0, shown)).not.toMatch(/\p{Surrogate}/u);
  });

  test('that is still coming waits for its next words, and does not end before it is whole', () => {
    const begun = receiveReply(beginReveal(1, 0), 'Tac. ', false, 100);
    const waiting = begun && advanceReveal(begun, 3_000);
    expect(waiting).toMatchObject({ shown: 5, isWhole: false });
    expect(waiting && nextStep(waiting)).toBeUndefined();
    const more = waiting && receiveReply(waiting, 'Tac. Fischia.', true, 3_100);
    expect(more && advanceReveal(more, 3_100)).toBeUndefined();
  });
});
