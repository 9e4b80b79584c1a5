import { describe, expect, it } from 'vitest';
import type { Section } from '#shared/contracts/sections.ts';
import { countWords } from '#shared/words.ts';
import { ModelError } from '#server/model/types.ts';
import { pinocchioSections, storedSection } from '#tests/support/sections.ts';
import { goodSummary, writingModel, type Writing } from '#tests/support/writing-model.ts';
import { makeForm } from './make.ts';
import { writeForm } from './write.ts';

const [chapter] = pinocchioSections() as [Section];
const { signal } = new AbortController();
const line = 'Geppetto trova un pezzo di legno che piange e ride come un bambino, e ne resta a bocca aperta.';
const openingAndChapter = `Geppetto aveva un pezzo di legno. ${chapter.content}`;
const tooLarge = new ModelError('too-large', 'no');

async function write(
  form: Parameters<typeof writeForm>[1],
  scripts: Writing[],
  more: { budget?: number; allowed?: string[] } = {},
) {
  const { model, tasks } = writingModel(scripts, more.budget);
  const section = storedSection({ ...chapter, content: openingAndChapter });
  return { text: await writeForm(section, form, model, more.allowed ?? [], signal), tasks };
}

describe('the line', () => {
  it.each([
    ['as it comes', line],
    ['between quotation marks', `"${line}"`],
    ['in a fence', `\`\`\`text\n${line}\n\`\`\``],
    ['under a heading', `## Riassunto\n\n${line}`],
    ['under a bold heading', `**Il riassunto**\n${line}`],
    ['after an announcement', `Riassunto in una frase:\n\n${line}`],
  ])('is taken %s, without what was put around it', async (_, written) => {
    expect((await write('line', [written])).text).toBe(line);
  });

  it.each([
    ['two sentences', `${line} Poi se ne va.`, 'aveva 2 frasi'],
    ['too many characters', `Geppetto ${'cammina e '.repeat(40)}si ferma.`, 'parole, troppe'],
    [
      'a name that is not in the section',
      line.replace('Geppetto', 'Con Lucignolo Geppetto'),
      'nominava Lucignolo',
    ],
    ['an assent', 'Va bene.', 'troppo breve'],
    [
      'an excuse',
      'Come modello linguistico non riesco purtroppo a riassumere questo contenuto protetto.',
      'non parlava del brano',
    ],
  ])('is asked for again after %s', async (_, first, complaint) => {
    const { text, tasks } = await write('line', [first, line]);
    expect(text).toBe(line);
    expect(tasks[1]?.instructions).toContain(complaint);
  });

  it('is not made when the second attempt is wrong too', async () => {
    const { text, tasks } = await write('line', ['Uno. Due.', 'Uno. Due.']);
    expect(text).toBeUndefined();
    expect(tasks).toHaveLength(2);
  });

  it('may use a name that is allowed anywhere', async () => {
    const named = line.replace('Geppetto', 'Con Nilak Geppetto');
    expect((await write('line', [named], { allowed: ['Nilak'] })).text).toBe(named);
  });

  it('is made of the section’s own sentences where the whole does not fit', async () => {
    const { tasks } = await write('line', [line], { budget: 1_700 });
    expect(countWords(tasks[0]?.text ?? '')).toBeLessThan(countWords(chapter.content) / 2);
  });
});

describe('a shorter form', () => {
  it('is written in one piece where it fits, and in parts where it does not', async () => {
    expect((await write('reduced30', [])).tasks).toHaveLength(1);
    const { text, tasks } = await write('reduced30', [], { budget: 2_000 });
    expect(tasks.length).toBeGreaterThan(1);
    expect(text?.split('\n\n').length).toBeGreaterThanOrEqual(tasks.length);
  });

  it('loses nothing between the parts', async () => {
    const { tasks } = await write('reduced70', [], { budget: 2_000 });
    // A part that was asked for twice is one part.
    const parts = [...new Set(tasks.map(({ text }) => text))];
    expect(parts.join(' ').split(/\s+/)).toEqual(openingAndChapter.split(/\s+/));
  });

  it('is written in halves when the service finds a part too large', async () => {
    const { text, tasks } = await write('reduced30', [tooLarge]);
    expect(tasks).toHaveLength(3);
    expect(text).toBeDefined();
  });

  it('gives up when even the smallest part is too large', async () => {
    await expect(write('reduced30', Array<Writing>(40).fill(tooLarge))).rejects.toBe(tooLarge);
  });

  it('is not made when one of its parts cannot be', async () => {
    const { text } = await write('reduced30', [goodSummary, 'No.', 'No.'], { budget: 2_000 });
    expect(text).toBeUndefined();
  });
});

describe('who made a form', () => {
  const made = (scripts: Writing[]) => makeForm(chapter, 'line', writingModel(scripts).model, [], signal);

  it('is the model where it could', async () => {
    expect(await made([goodSummary])).toMatchObject({ by: 'prova/modello' });
  });

  it.each([
    ['wrote the wrong thing twice', ['Uno. Due.', 'Uno. Due.']],
    ['finds the section too large', [tooLarge]],
  ])('is the section itself when the model %s', async (_, scripts) => {
    expect(await made(scripts)).toMatchObject({
      by: 'inHouse',
      text: expect.stringMatching(/\.$/) as string,
    });
  });

  it.each(['rate-limited', 'unreachable', 'bad-key'] as const)(
    'is nobody yet when the model is %s',
    async (kind) => {
      await expect(made([new ModelError(kind, 'no')])).rejects.toMatchObject({ failure: kind });
    },
  );

  it('is nobody where no choice of sentences is right', async () => {
    const section = storedSection({
      sectionNumber: 1,
      title: 'x',
      content: 'Una sola frase lunga, senza altro.',
    });
    expect(await makeForm(section, 'reduced30', undefined, [], signal)).toBeUndefined();
  });
});
