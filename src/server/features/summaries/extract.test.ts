import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoSections, pinocchioSections } from '#tests/support/sections.ts';
import { sectionLimits } from '#shared/contracts/sections.ts';
import { summaryShares } from '#shared/contracts/summaries.ts';
import { runInSlices, runNow } from '#shared/tasks.ts';
import { countWords } from '#shared/words.ts';
import { paragraphs, sentences } from '#server/text/italian.ts';
import { extract, extractInSteps, extractLine } from './extract.ts';
import { unitsOf } from './units.ts';

const forms = ['reduced70', 'reduced30'] as const;
const all = [...demoSections(), ...pinocchioSections()];

/** Whether the summary is made of the text's own sentences, whole and in their order. */
function isCutFrom(summary: string, content: string): boolean {
  const own = paragraphs(content).flatMap(sentences);
  let from = 0;
  return paragraphs(summary)
    .flatMap(sentences)
    .every((sentence) => {
      // The dash of a speech that is taken from its middle is ours.
      const at = own.findIndex(
        (text, index) => index >= from && (text === sentence || `— ${text}` === sentence),
      );
      from = at + 1;
      return at >= 0;
    });
}

describe.each(forms)('%s', (form) => {
  const { least, most } = summaryShares[form];
  /** Whether some units together have the right length; those that may need a dash of ours are left out. */
  const isChoosable = (content: string) => {
    let sums = new Set([0]);
    for (const { words, needsDash } of runNow(unitsOf(content)))
      if (!needsDash) sums = new Set([...sums, ...[...sums].map((sum) => sum + words)]);
    const total = countWords(content);
    return [...sums].some((sum) => sum >= total * least && sum <= total * most);
  };
  const fits = (summary: string, content: string) => {
    const share = countWords(summary) / countWords(content);
    return share >= least && share <= most;
  };

  it('of every section of both books has its length, whole sentences and their order', () => {
    for (const { content, title } of all) {
      const summary = extract(content, form) ?? '';
      expect(fits(summary, content), title).toBe(true);
      expect(isCutFrom(summary, content), title).toBe(true);
    }
  });

  it('of any text has its length, or is not made', () => {
    const pool = all.flatMap(({ content }) => paragraphs(content));
    const text = fc.array(fc.nat(pool.length - 1), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(text, (picks) => {
        const content = picks.map((at) => pool[at]).join('\n\n');
        const summary = extract(content, form);
        if (summary !== undefined) expect(fits(summary, content)).toBe(true);
        else expect(isChoosable(content)).toBe(false);
      }),
      // Its only choices of the right length turn on the dash of a speech that is taken from its middle.
      { numRuns: 60, examples: [[[1081, 781, 264, 864, 1192, 1442, 1569, 1667, 81, 1010, 1171]]] },
    );
  });
});

it('does not say the same thing twice while there is something else to say', () => {
  const said = 'Il treno passò sul viadotto di Ruokto con dodici carri.';
  const others = [
    'Maaret contava i relè dietro il banco del mercato.',
    'La neve fischiava sotto gli stivali di chi tornava a casa.',
    'Nessuno accese la radio, perché mancava una valvola.',
    'Il fuoco durò finché ci fu legna da mettere nella stufa.',
  ];
  const content = [said, said, said, ...others, said].join('\n\n');
  expect((extract(content, 'reduced30') ?? '').split(said).length - 1).toBeLessThanOrEqual(1);
});

it('finds one sentence for the line, within its limit', () => {
  for (const { content, title } of all) {
    const line = extractLine(content) ?? '';
    expect(line.length, title).toBeGreaterThan(20);
    expect(line.length, title).toBeLessThanOrEqual(sectionLimits.line);
    expect(line, title).toMatch(/[.!?…]$/);
    expect(content.replace(/\s+/g, ' '), title).toContain(line);
  }
});

it('is the same in slices, and ends when it is told to', async () => {
  const { content = '' } = all[3] ?? {};
  expect(await runInSlices(extractInSteps(content, 'reduced30'), undefined, 0)).toBe(
    extract(content, 'reduced30'),
  );
  const controller = new AbortController();
  const cut = runInSlices(extractInSteps(content, 'reduced30'), controller.signal, 0);
  controller.abort();
  await expect(cut).rejects.toThrow(/abort/i);
});

it('makes nothing of what has no sentences to leave out', () => {
  expect(extract('Una riga sola, ma intera.', 'reduced30')).toBeUndefined();
  expect(extract('', 'reduced70')).toBeUndefined();
});
