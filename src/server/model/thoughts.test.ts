import { expect, it } from 'vitest';
import { createThoughtFilter } from './thoughts.ts';

const rows: [name: string, text: string, read: string][] = [
  ['nothing', 'Fischia. [Ride] 3 < 4 e 5 > 2.', 'Fischia. [Ride] 3 < 4 e 5 > 2.'],
  ['a thought', '<think>Che dico?\nBoh.</think>\n\nEccomi.', '\n\nEccomi.'],
  ['an unclosed thought', 'Sì. <think>Allora, il lettore', 'Sì. '],
  ['a thought after the words', 'Sì. <thinking>poi</thinking>No.', 'Sì. No.'],
  ['a bare thought', 'Il lettore saluta.</think>Ciao.', 'Ciao.'],
  ['brackets', '[THINK]uno[/THINK]Due.', 'Due.'],
  [
    'channels',
    '<|channel|>analysis<|message|>Need short.<|end|><|start|>assistant<|channel|>final<|message|>Ciao.<|return|>',
    'Ciao.',
  ],
  [
    'a channel that ends in the next',
    '<|channel|>commentary<|message|>x<|channel|>final<|message|>Ciao.',
    'Ciao.',
  ],
  ['a name before', '<seed:think>Breve.</seed:think>Ciao.', 'Ciao.'],
  ['thoughts within thoughts', '<thinking>a<reflection>b</reflection>c</thinking>Ciao.', 'Ciao.'],
  ['other brackets', '◁think▷Breve.◁/think▷Ciao.', 'Ciao.'],
  ['a beginning and an end', '<|begin_of_thought|>Breve.<|end_of_thought|>Ciao.', 'Ciao.'],
  ['ends that name the same otherwise', '<thinking>Breve.</think>Ciao.', 'Ciao.'],
  ['the answer in marks', '<answer>Ciao.</answer>', 'Ciao.'],
  ['bare thoughts before an answer in marks', 'Il lettore saluta. <answer>Ciao.</answer>', 'Ciao.'],
  [
    'marks of prose',
    '<i>Fischia</i> [pensieroso] «sì» <3 e <vento>.',
    '<i>Fischia</i> [pensieroso] «sì» <3 e <vento>.',
  ],
  ['template marks', '<s>[INST] [/INST]<|im_start|>assistant\nCiao.<|im_end|></s>', ' \nCiao.'],
];

it.each(rows)('leaves of %s what is meant to be read, however it is cut', (_, text, read) => {
  for (const size of [1, 3, 7, 1_000]) {
    const filter = createThoughtFilter();
    let given = '';
    for (let at = 0; at < text.length; at += size) {
      const before = filter.wasBare;
      const piece = filter.push(text.slice(at, at + size));
      given = filter.wasBare && !before ? piece : given + piece;
    }
    expect(given + filter.rest()).toBe(read);
  }
});

it('hides the bare thoughts of a model that is known to have them, and gives all when there were none', () => {
  const bare = createThoughtFilter(true);
  expect(bare.push('Il lettore saluta. ') + bare.push('Breve.</think>Ciao.') + bare.rest()).toBe('Ciao.');
  const none = createThoughtFilter(true);
  expect(none.push('Ciao. ') + none.push('Eccomi.') + none.rest()).toBe('Ciao. Eccomi.');
});
