import { describe, expect, it } from 'vitest';
import { unlockedCards, unlockedSections } from '#shared/gate.ts';
import { demoCards, demoSections } from '../../../tests/support/sections.ts';
import { chatRequest } from '../../../tests/support/chat-request.ts';
import { siteModel } from '../../../tests/support/offline.ts';
import { twoQuestionsIn } from './two-questions.ts';

const isName = (text: string) => /\bIrja\b/.test(text);

describe('a message that asks twice', () => {
  it('is parted, the second half with whom the first is about', () => {
    expect(twoQuestionsIn('Chi è Irja e dove vive?', isName)).toEqual(['Chi è Irja', 'dove vive Irja?']);
    expect(twoQuestionsIn('che cos’è un relè e a cosa serve?', isName)[1]).toMatch(/^a cosa serve.* relè\?$/);
    expect(twoQuestionsIn('Quanti anni ha? E di chi è la radio di Irja?', isName)).toHaveLength(2);
  });

  it('is no message with one question', () => {
    for (const once of [
      'Chi è Irja?',
      'Irja e Ferro si parlano?',
      'Vengo e poi che faccio io lo so',
      'Dimmi di te',
    ])
      expect(twoQuestionsIn(once, isName), once).toEqual([]);
  });

  it('gets both answers where both are open, and nothing of what is locked', () => {
    const ask = (level: number, question: string) => {
      const sections = unlockedSections(demoSections(), level);
      const cards = unlockedCards(demoCards(), sections, level);
      return siteModel().compose(chatRequest(level, question, { sections, cards })).text;
    };
    const both = ask(7, 'chi è Irja e dove vive?');
    expect(both).toContain('pilota');
    expect(both).toContain('cuccetta');
    expect(ask(3, 'chi è Irja e dove vive?')).not.toMatch(/pilota|cuccetta/);
  });
});
