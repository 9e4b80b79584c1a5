import model from '#server/acts/trained-model.json';
import { describe, expect, it } from 'vitest';
import { demoActs, demoActTexts as texts } from '#tests/support/acts.ts';
import { createActs } from './acts.ts';
import { messageFeatures } from './features.ts';
import { readTrainingSet, trainActs } from './train-acts.ts';
import { withoutNames } from './story-questions.ts';

/** Few acts: every promise but the figures can be seen on them, in a moment. */
const few = { acts: texts.acts.filter(({ id }) => ['saluto', 'insulto', 'racconta_animale'].includes(id)) };
const asked = [
  { ask: 'chi è Zebulon?', about: ['Zebulon'] },
  { ask: 'dove tieni il Tamburo?', about: ['Tamburo'] },
];

describe('trainActs', () => {
  it('gives the same bytes twice', () => {
    const [first, second] = [1, 2].map(() => JSON.stringify(trainActs(readTrainingSet(few, asked))));
    expect(second).toBe(first);
  });

  it('learns from the texts it is given', () => {
    const acts = createActs(trainActs(readTrainingSet(few, asked)), few);
    expect(acts.classify('ehi ciao')[0]?.act).toBe('saluto');
    expect(acts.classify('ho un criceto')[0]?.act).toBe('racconta_animale');
    expect(acts.classify('perché il capitano ha nascosto la lettera?')[0]?.act).toBe('domanda');
  });

  it('learns no name of the book', () => {
    const { questions } = readTrainingSet(few, asked);
    expect(questions.map(({ folded }) => folded).join(' ')).not.toMatch(/zebulon|tamburo/);
    expect(withoutNames('chi e zebulon ?', ['zebulon'], 0)).toBe('chi e ?');
    expect(withoutNames('il ferroviere', ['ferro'], 0)).toBe('il ferroviere');
  });
});

describe('the model of the site', () => {
  it('weighs no more than 300 kB', () => {
    expect(model.weights.length).toBeLessThan(300_000);
  });

  it('knows every act of the texts, and decides at a probability that leaves room', () => {
    expect(model.classes).toEqual([...texts.acts.map(({ id }) => id), 'domanda']);
    expect(model.threshold).toBeGreaterThan(0.3);
    expect(model.threshold).toBeLessThan(0.8);
  });

  it('reads a message in 0.3 ms', () => {
    const messages = texts.acts.flatMap(({ examples }) => examples.slice(0, 5));
    const times = messages.map((message) => {
      const start = performance.now();
      demoActs.decide(message);
      return performance.now() - start;
    });
    // The median: the machine may be busy with something else for a moment.
    expect(times.sort((a, b) => a - b)[times.length >> 1]).toBeLessThan(0.3);
  });
});

describe('messageFeatures', () => {
  it('sees spelling slips as the words they stand for', () => {
    expect(messageFeatures('nn ho kapito xke')).toEqual(messageFeatures('Non ho capito perché'));
  });

  it('gives no bucket twice and nothing for an empty message', () => {
    const { buckets, values } = messageFeatures('ciao ciao come stai? 😂 42');
    expect(new Set(buckets).size).toBe(buckets.length);
    expect(values).toHaveLength(buckets.length);
    expect(messageFeatures('  ').buckets).toEqual([]);
  });
});
