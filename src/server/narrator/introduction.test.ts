import { expect, it, vi } from 'vitest';
import { unlockedCards, unlockedSections } from '#shared/gate.ts';
import type { ToldMessage } from '#server/model/types.ts';
import { chatRequest } from '#tests/support/chat-request.ts';
import { siteModel } from '#tests/support/offline.ts';
import { demoCards, demoSections } from '#tests/support/sections.ts';
import { introductionIn } from './introduction.ts';

const model = siteModel();
const level = 1;
const sections = unlockedSections(demoSections(), level);
const cards = unlockedCards(demoCards(), sections, level);

function answerTo(question: string): string {
  const told: ToldMessage[] = [
    { role: 'user', content: question, level, timestamp: new Date(0).toISOString() },
  ];
  return model.compose({ ...chatRequest(level, question, { sections, cards }), told }).text;
}

it.each([
  ['ciao, mi chiamo Giulia. chi è Maaret?', 'Giulia', 'banco dei relè'],
  ['mi chiamo Giulia chi è Maaret?', 'Giulia', 'banco dei relè'],
  ['io sono giulia e volevo sapere chi è maaret', 'Giulia', 'banco dei relè'],
  ['Giulia, piacere! chi è Maaret?', 'Giulia', 'banco dei relè'],
  ['vengo da Napoli, tu dove abiti?', 'Napoli', 'Qaanik'],
  ['mi chiamo Giulia, come ti chiami?', 'Giulia', 'Nilak'],
  ['sono Anna e tu?', 'Anna', 'Nilak'],
  ['sono Zelda, tu?', 'Zelda', 'Nilak'],
])('notes what the reader tells and answers what they ask: «%s»', (message, note, answer) => {
  const said = answerTo(message);
  expect(said).toContain(note);
  expect(said).toContain(answer);
  expect(said).not.toMatch(/come ti chiami\?$/);
});

it.each(['ciao, mi chiamo Giulia', 'Ciao! Mi chiamo Giulia', 'salve, mi chiamo Giulia'])(
  'takes no greeting with a name for a goodbye: «%s»',
  (message) => expect(answerTo(message)).toMatch(/^(?!Ciao\b).*Giulia/),
);

it('has the reader’s own name for nobody it was asked about', () => {
  const unknown = answerTo('sono Marco, chi è Zorro?');
  expect(unknown).toContain('Marco');
  expect(answerTo('chi è Marco?')).not.toContain('Marco');
});

it.each(['ho litigato con Anna, cosa faccio?', 'mi chiamo Giulia. come mi chiamo?'])(
  'leaves a question about what was told with it: «%s»',
  (message) => {
    expect(answerTo(message)).not.toMatch(/Non so chi|non ho niente/);
  },
);

it('tries few ways to part a message, however often it might be parted', () => {
  const lineFor = vi.fn(() => 'Me lo segno. E poi?');
  introductionIn(`${'perché chi è Maaret '.repeat(90)}?`, { notesIn: () => [], lineFor });
  expect(lineFor.mock.calls.length).toBeGreaterThan(0);
  expect(lineFor.mock.calls.length).toBeLessThan(100);
});
