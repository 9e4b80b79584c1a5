import { afterAll, describe, expect, it } from 'vitest';
import { unlockedCards, unlockedSections } from '#shared/gate.ts';
import { chatRequest } from '#tests/support/chat-request.ts';
import { openEncodedModel } from '#tests/support/encoded.ts';
import { narrator, voice } from '#tests/support/offline.ts';
import { demoCards, demoSections, pinocchioSections } from '#tests/support/sections.ts';
import type { Turn } from '../model/types.ts';

const { model, close } = await openEncodedModel();
afterAll(close);
const usual: readonly string[] = [...voice.suggestions.first, ...voice.suggestions.latest];

describe.each([...Array(13).keys()])('at level %i', (level) => {
  it('each suggestion that is shown, followed, gets its answer', async () => {
    const sections = unlockedSections(demoSections(), level);
    const cards = unlockedCards(demoCards(), sections, level);
    const history: Turn[] = [];
    let followed = 0;
    for (let turn = 0; turn < 8; turn += 1) {
      const shown = narrator.suggestions(sections, cards, history);
      expect(new Set(shown).size).toBe(shown.length);
      expect(shown.length).toBeGreaterThan(0);
      for (const chip of shown) {
        const { text } = await model.compose(chatRequest(level, chip, { sections, cards, history }));
        expect(voice.unsure.includes(text), chip).toBe(false);
        if (usual.includes(chip)) continue;
        followed += 1;
        const offering = cards.filter((card) => card.chip === chip);
        expect(
          offering.some(({ says }) => text.startsWith(says)),
          `${chip} → ${text}`,
        ).toBe(true);
      }
      const chosen = shown[turn % shown.length] ?? '';
      const { text } = await model.compose(chatRequest(level, chosen, { sections, cards, history }));
      history.push({ role: 'user', content: chosen }, { role: 'assistant', content: text });
    }
    expect(followed).toBeGreaterThan(5);
  });

  it('every chip that may ever be shown gets its card, whatever the site recognises beside it', async () => {
    const sections = unlockedSections(demoSections(), level);
    const cards = unlockedCards(demoCards(), sections, level);
    const answering = cards.filter(({ kind }) => kind !== 'now' && kind !== 'end');
    const chips = answering.filter(({ chip }) => chip !== undefined);
    expect(chips.length).toBeGreaterThan(5);
    const lost: string[] = [];
    for (const { chip = '' } of chips) {
      const told = [{ role: 'user' as const, content: chip, level, timestamp: new Date(0).toISOString() }];
      const { text } = await model.compose({ ...chatRequest(level, chip, { sections, cards }), told });
      const own = chips.filter((card) => card.chip === chip);
      if (!own.some(({ says }) => text.startsWith(says))) lost.push(`${chip} → ${text}`);
    }
    expect(lost).toEqual([]);
  });
});

it('offers what is always answered where a book has no cards', async () => {
  const sections = unlockedSections(pinocchioSections(), 5);
  const shown = narrator.suggestions(sections, [], []);
  for (const chip of shown) {
    const { text } = await model.compose(chatRequest(5, chip, { sections }));
    expect(voice.unsure).not.toContain(text);
  }
});

it('says in his own words where he is when a code has opened more, and lists the story so far', () => {
  const sections = unlockedSections(demoSections(), 4);
  const cards = unlockedCards(demoCards(), sections, 4);
  const present = cards.findLast(({ kind }) => kind === 'now')?.says ?? '';
  expect(narrator.notice(sections, cards, 2)).toContain(present);
  expect(narrator.notice(sections, cards, 4)).toBeUndefined();
  expect(narrator.notice(sections, [], 2)).toContain('4');
  const recap = narrator.recap(sections, cards);
  expect(recap.match(/^\[\d\d\]/gm)).toHaveLength(4);
  expect(recap).toContain(present);
});
