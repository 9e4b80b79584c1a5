import { describe, expect, it, vi } from 'vitest';
import { builtInBook } from '#content/built-in-book.ts';
import { siteTextsOf } from '#content/site-texts.ts';
import { demoBook } from '#content/demo.ts';
import { siteModel } from '#tests/support/offline.ts';
import { bareSite, checkOf } from '#tests/support/spoiler-check.ts';
import { demoCards, demoSections, pinocchioSections } from '#tests/support/sections.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { SiteWords } from './texts.ts';

const at = '2004-01-01T12:00:00.000Z';
const stamped = <T extends object>(fields: T, index: number) => ({
  ...fields,
  id: `n${index}`,
  createdAt: at,
  updatedAt: at,
});

const demoSite: SiteWords = siteTextsOf(builtInBook);
const { galleryImages, musicCodes, unlockCodes } = demoBook();
const authored = {
  galleryImages: galleryImages.map((image, order) => stamped({ displayOrder: order, ...image }, order)),
  memoryCards: demoCards(),
  musicCodes: musicCodes.map(stamped),
  unlockCodes: unlockCodes.map((code, index) =>
    stamped({ ...code, maxSection: Number(code.maxSection) }, index),
  ),
};

async function reportOf(...of: Parameters<typeof checkOf>) {
  const check = checkOf(...of);
  check.start();
  await vi.waitFor(() => expect(check.progress().state).not.toBe('running'), 20_000);
  const { report, state } = check.progress();
  if (!report) throw new Error(`no report, ${state}`);
  return report;
}

const told = ({ findings }: Awaited<ReturnType<typeof reportOf>>) =>
  findings
    .filter(({ kind }) => kind !== 'published')
    .map(({ kind, where, level, words }) => [kind, where, level, words.map(({ word }) => word).join()]);

describe('the check', () => {
  it('finds two captions in the demonstration book, and lists what is published on purpose', async () => {
    const report = await reportOf(demoSections(), demoSite, authored);
    expect(told(report)).toEqual([
      ['gallery', 'Galleria, «Campo Solare 6»', 1, 'Campo Solare 6'],
      ['gallery', 'Galleria, «Bianco totale»', 1, 'Bianco totale'],
    ]);
    expect(report.findings.find(({ where }) => where === 'Trama')?.words).toContainEqual({
      word: 'Irja Halvorsen',
      first: 4,
    });
    expect(report).toMatchObject({ levels: 13, prompts: { asked: 26, wrong: 0 }, replies: { wrong: 0 } });
    expect(report.replies.asked).toBeGreaterThan(50);
  });

  it('finds nothing in a book whose texts keep quiet', async () => {
    const report = await reportOf(pinocchioSections().slice(0, 6), bareSite);
    expect(told(report)).toEqual([]);
    expect(report.replies).toMatchObject({ wrong: 0 });
  });

  it('says of each planted leak where it is, and which section has it first', async () => {
    const book = demoSections();
    const leaky = { ...(book[4] as Section), contentReduced30: 'Passammo il viadotto. Poi Ilse-4 parlò.' };
    const titled = { ...(book[1] as Section), title: 'Prima di Tuomas' };
    const [image] = authored.galleryImages;
    const [track] = authored.musicCodes;
    const [label] = authored.unlockCodes;
    if (!image || !track || !label) throw new Error('the demonstration book is empty');
    const [card] = authored.memoryCards;
    if (!card) throw new Error('the demonstration book has no cards');
    const report = await reportOf(book.with(4, leaky).with(1, titled).slice(0, 11), bareSite, {
      memoryCards: [
        { ...card, id: 'c3', sectionId: 'section-3', asks: ['Chi guida?'], says: 'Guida Irja.' },
        { ...card, id: 'c0', sectionId: null, asks: [], says: 'Maaret.', more: 'E poi Ferro.' },
      ],
      galleryImages: [{ ...image, description: 'Qui Irja aggiusta il Nodo 9.' }],
      musicCodes: [{ ...track, code: 'VIADOTTO', description: 'Per Aslak Risten.' }],
      unlockCodes: [{ ...label, label: 'In fondo a «Il Kivgiq»' }],
      articles: [
        stamped(
          {
            name: 'il-ponte',
            look: 'enciclopedia' as const,
            title: 'Il ponte',
            text: 'Un ponte come gli altri.',
            figures: [
              { name: 'torre', picture: { src: '/uploads/t.webp', width: 1, height: 1, alt: 'Irja.' } },
            ],
            displayOrder: 0,
          },
          9,
        ),
      ],
    });
    expect(told(report)).toEqual(
      expect.arrayContaining([
        ['summary', 'Sezione 5, riassunto al 30%', 5, 'Ilse-4'],
        ['card', 'Sezione 3, ricordo «Chi guida?»', 3, 'Irja'],
        ['card', 'Prima della prima sezione, ricordo «Maaret.»', 0, 'Maaret,Ferro'],
        ['title', 'Sezione 2, titolo', 2, 'Tuomas'],
        ['label', `Codice ${label.code}, etichetta`, 1, 'Kivgiq'],
        ['gallery', `Galleria, «${image.title}»`, 0, 'Linea Alta,Irja,Nodo 9'],
        ['site', 'Articolo «Il ponte»', 0, 'Irja'],
        // The word is found in section 5; the track's description speaks of section 7.
        ['track', 'Codice musicale VIADOTTO', 5, 'Aslak Risten'],
      ]),
    );
    expect(report.findings[0]?.place).toEqual({ entity: 'sections', id: leaky.id });
    // What a summary says too early is said to the reader too.
    expect(report.replies.wrong).toBeGreaterThan(0);
    expect(
      report.findings.filter(({ kind }) => kind === 'reply').flatMap(({ words }) => words),
    ).toContainEqual({
      word: 'Ilse',
      first: 11,
    });
  });

  it('tells what it could not look at, and looks at the rest', async () => {
    const silent = {
      ...siteModel(),
      reply: () => {
        throw new Error('broken');
      },
    };
    const report = await reportOf(pinocchioSections().slice(0, 2), bareSite, {}, silent);
    expect(report.unchecked.length).toBeGreaterThan(2);
    expect(report.unchecked[0]).toEqual({
      where: expect.stringMatching(/^Livello 0, «/) as string,
      why: 'il personaggio non ha risposto',
    });
    expect(report.prompts).toEqual({ asked: 6, wrong: 0 });
  });

  it('says in plain words what stopped it, and can be started again', async () => {
    const book = pinocchioSections().slice(0, 1);
    const broken = Object.assign([...book], {
      values: () => {
        throw new Error('broken');
      },
    });
    const check = checkOf(broken);
    check.start();
    await vi.waitFor(() => expect(check.progress().state).toBe('failed'));
    expect(check.progress().problem).toMatch(/^Il controllo si è fermato mentre guardava il libro: /);
    Object.assign(broken, { values: () => book.values() });
    check.start();
    await vi.waitFor(() => expect(check.progress().state).toBe('idle'), 20_000);
    expect(check.progress()).not.toHaveProperty('problem');
  });

  it('stops when it is told to, and keeps no half report', async () => {
    const check = checkOf(demoSections(), demoSite, authored);
    check.start();
    expect(check.progress().state).toBe('running');
    await check.cancel();
    expect(check.progress()).toMatchObject({ state: 'idle', outdated: false });
    expect(check.progress()).not.toHaveProperty('report');
  });
});
