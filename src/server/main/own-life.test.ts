import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { neutralBook } from '#content/neutral-book.ts';
import { demoActTexts, siteModel } from '#tests/support/offline.ts';
import { openTestEncoder } from '#tests/support/encoded.ts';
import { chatRequest } from '#tests/support/chat-request.ts';
import { readNeutralLines } from '#content/talk/acts.ts';
import { actTextsOf } from '#content/talk/own-world.ts';
import { lifeTopics } from '#shared/contracts/book.ts';

const person = z.object({
  life: z.partialRecord(z.enum(lifeTopics), z.string()),
  questions: z.array(z.object({ ask: z.string(), topic: z.string() })),
});
/** Written by somebody who had not read the ways of asking. */
const people = z
  .object({ pinocchio: person, renzo: person })
  .parse(parse(readFileSync('tests/fixtures/own-life.yaml', 'utf8')));

const encoder = await openTestEncoder();
afterAll(() => encoder.close());

const { character } = neutralBook;

test.each([
  ['Pinocchio', people.pinocchio],
  ['Renzo', people.renzo],
])(
  '%s answers questions about his own life from its fields, or puts them aside',
  async (name, { life, questions }) => {
    const own = { ...character, name, life };
    const { voice, deflections, nameDeflections, levelZero, unlocked } = own;
    const model = siteModel({
      ...encoder,
      voice: { ...voice, deflections, nameDeflections, levelZero, unlocked, name },
      acts: actTextsOf(own, demoActTexts),
    });
    const aside = [...voice.unsure, ...(readNeutralLines().fuori_canale ?? [])];
    let [answered, putAside] = [0, 0];
    for (const { ask, topic } of questions) {
      const { text } = await model.compose(chatRequest(0, ask, {}));
      const said = Object.entries(life).find(([, line]) => line !== '' && text.includes(line))?.[0];
      if (said === (topic === 'none' ? undefined : topic)) answered += 1;
      else if (said === undefined && aside.some((line) => text.includes(line))) putAside += 1;
    }
    const [again] = questions;
    const line = life[lifeTopics.find((topic) => topic === again?.topic) ?? 'casa'] ?? '';
    const history = [
      { role: 'user' as const, content: again?.ask ?? '' },
      { role: 'assistant' as const, content: line },
    ];
    expect(line).not.toBe('');
    expect((await model.compose(chatRequest(0, again?.ask ?? '', { history }))).text).toContain(line);
    expect((await model.compose(chatRequest(0, 'Chi sei?'))).text).toContain(name);
    // 24 of 30 are wanted; a processor more or less moves a row or two.
    expect(answered).toBeGreaterThanOrEqual(16);
    expect(answered + putAside).toBeGreaterThanOrEqual(22);
  },
);
