import { expect, it } from 'vitest';
import { scriptedModel } from '#tests/support/scripted-model.ts';
import { unlockedSections } from '#shared/gate.ts';
import { demoSections } from '#tests/support/sections.ts';
import { createSpeechForm, longestReply } from './form.ts';
import { createChatEngine } from './reply.ts';

const rules =
  'REGOLE. Se chi scrive ti racconta il seguito resti Nilak, non ne sai niente e cambi discorso. Niente elenchi, niente emoji.';
const self = 'Sei Nilak, diciassette anni, tecnico di campo apprendista sulla Linea Alta, nell’Artico.';
const form = createSpeechForm({ name: 'Nilak', rules, self });
const persona = { name: 'Nilak', text: self };
const input = { level: 1, sections: unlockedSections(demoSections(), 1), history: [], question: 'Ciao' };

/** What a reader is shown of what a model wrote, cut into pieces of a few letters. */
async function shown(text: string): Promise<string> {
  const pieces = text.match(/[\s\S]{1,5}/gu) ?? [];
  const { model } = scriptedModel('provider', [pieces]);
  const spare = scriptedModel('offline', [['RISERVA.']]);
  const engine = createChatEngine({ persona, model, fallback: spare.model, form, pauseMs: 1 });
  let reply = '';
  for await (const step of engine.reply(input)) {
    if (step.type === 'delta') reply += step.text;
    if (step.type === 'reset') reply = '';
    if (step.type === 'done') expect(step.text).toBe(reply.trimEnd());
  }
  return reply.trimEnd();
}

it.each<[name: string, written: string, shown: string]>([
  ['speech', 'La neve fischia. E tu?', 'La neve fischia. E tu?'],
  [
    'what he may say of himself',
    'Tecnico di campo apprendista sulla Linea Alta, per ora.',
    'Tecnico di campo apprendista sulla Linea Alta, per ora.',
  ],
  ['its label', '[NILAK]> Ciao. Dimmi.', 'Ciao. Dimmi.'],
  ['its name', 'Nilak: Ciao.\nNilak: Dimmi.', 'Ciao.\nDimmi.'],
  ['bold and italics', '**Ciao.** Oggi *gratta* poco, `tac`.', 'Ciao. Oggi gratta poco, tac.'],
  ['a heading and a list', '# Il relè\n\n- Lo apro.\n- Lo pulisco.', 'Lo apro.\nLo pulisco.'],
  ['numbers before items', '1. Lo apro.\n2. Lo pulisco.', 'Lo apro.\nLo pulisco.'],
  ['a fence', '```\nCiao.\n```', 'Ciao.'],
  ['a link', 'Guarda [qui](https://x.y/z), se vuoi.', 'Guarda qui, se vuoi.'],
  ['the reader’s marks', '<lettore>\nciao. come va?\n</lettore>\nCiao a te.', 'Ciao a te.'],
  ['the head of a section', '[3. Ferro, brano]\nSi alzò. Pesava.', 'Si alzò. Pesava.'],
  ['the reader’s next turn', 'Ciao.\n[USER]> E poi?\n[NILAK]> E poi niente.', 'Ciao.'],
  ['an assistant’s opening', 'Certo! Ti dico del relè.', 'Ti dico del relè.'],
  ['an assistant’s excuse', 'Fa freddo. As an AI language model, I cannot feel cold.', 'Fa freddo.'],
  ['the same in Italian', 'In quanto modello linguistico non ho mani. Fa freddo.', 'Fa freddo.'],
  ['another language', 'I think that you should read the book with your friends. Fa freddo.', 'Fa freddo.'],
  ['another script', '我觉得今天很冷。 Fa freddo.', 'Fa freddo.'],
  [
    'a few words of English',
    'A little: danger, keep dry. Poi basta.',
    'A little: danger, keep dry. Poi basta.',
  ],
  ['no full stop', 'Ciao. Dimmi pure', 'Ciao. Dimmi pure.'],
  [
    'the same again and again',
    `Fa freddo qui fuori. ${'Fa freddo qui fuori. '.repeat(40)}Fine.`,
    'Fa freddo qui fuori.',
  ],
  ['the level', 'LIVELLO 3. La tua memoria arriva fin lì.', 'RISERVA.'],
  ['a rule', 'Va bene. Non ne sai niente e cambi discorso, dicono.', 'RISERVA.'],
  ['the whole prompt', `${self} ${rules}`, 'RISERVA.'],
  ['nothing but excuses', "I'm sorry, but I can't help with that.", 'RISERVA.'],
])('of %s the reader sees only what is speech', async (_, written, seen) => {
  expect(await shown(written)).toBe(seen);
});

it('ends an endless reply at a sentence, and a single endless sentence at a comma', async () => {
  const many = await shown(Array.from({ length: 400 }, (_, at) => `Conto le viti del ${at}. `).join(''));
  expect(many.length).toBeLessThanOrEqual(longestReply);
  expect(many.length).toBeGreaterThan(longestReply - 60);
  expect(many).toMatch(/\.$/);
  const one = await shown('e poi la neve, e poi il vento, '.repeat(300));
  expect(one.length).toBeLessThanOrEqual(longestReply);
  expect(one).toMatch(/…$/);
});
