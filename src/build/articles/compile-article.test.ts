import { describe, expect, test } from 'vitest';
import type { ArticleMeta } from '#shared/article.ts';
import { compileArticle } from './compile-article.ts';
import { readCatalogue } from './figures.ts';
import { readFrontMatter } from './front-matter.ts';

const meta: ArticleMeta = {
  slug: 'prova',
  order: 1,
  title: 'Prova',
  subtitle: '',
  description: '',
  imprint: [],
  byline: [],
  keywords: [],
  header: [],
  stamps: [],
  footer: '',
  backLabel: 'Torna alla Home',
  figures: { numbering: 'Fig.', place: 'text' },
  leaves: {
    first: 7,
    folio: '{n}',
    verso: 'Sinistra',
    recto: 'Destra',
    lines: 40,
    opening: 10,
    chars: 60,
    figure: 20,
  },
};

const catalogue = JSON.stringify([
  { id: 'p-1', kind: 'plate', alt: 'Un disegno di prova.', width: 1000, height: 500 },
  { id: 'p-2', kind: 'photo', alt: 'Una fotografia di prova.', width: 1400, height: 900 },
]);

const figures = '::figure{#p-1 caption="Prima."}\n\n::figure{#p-2 caption="Tav. 9 — Seconda."}\n';

function compile(text: string, changes: Partial<ArticleMeta> = {}, readPlate?: (id: string) => string) {
  const source = text.includes('::figure') ? text : `${text}\n\n${figures}`;
  const article = compileArticle({
    meta: { ...meta, ...changes },
    text: source,
    figures: readCatalogue(catalogue),
    pages: ['prova', 'codex'],
    pagesOf: (slug) => `le pagine di ${slug}`,
    readPlate,
  });
  return { ...article, html: article.html.replaceAll('\u00ad', '') };
}

describe('what would reach a reader as a fault fails the build', () => {
  test.each([
    ['a figure that is not in the catalogue', '::figure{#p-7 caption="Manca."}', 'p-7'],
    ['a figure that is never set', '::figure{#p-1 caption="Sola."}', 'never set in the text: p-2'],
    ['a heading without an anchor', '## Senza ancora', 'has no anchor'],
    ['an anchor used twice', '## Uno {#a}\n\n## Due {#a}', 'stands twice'],
    ['a link to a section that is not there', '[v. oltre](#oltre)', '#oltre leads nowhere'],
    ['a link to a page that is not there', '[altrove](/altrove)', '/altrove leads nowhere'],
    ['a citation beyond the bibliography', 'Detto [2].\n\n## Bibliografia {#bibliografia}\n\n1. Uno.', '[2]'],
    ['an unknown directive', ':::riquadro\nTesto\n:::', 'riquadro'],
    ['a formula that does not compile', '$\\frac{1}$', 'frac'],
  ])('%s', (_fault, text, message) => {
    expect(() => compile(text)).toThrow(message);
  });

  test('an unknown field of the front matter', () => {
    expect(() => readFrontMatter('---\norder: 1\ncolour: red\n---\nTesto', 'prova')).toThrow();
  });
});

describe('the text', () => {
  test('becomes sections with their anchors, subsections inside sections', () => {
    const { html, contents } = compile(
      '## 01 — Prima {#s01}\n\nTesto.\n\n### 01.1 — Parte {#s01-1}\n\nAltro.\n\n## Fine {#fine}',
    );
    expect(contents).toEqual([
      { id: 's01', number: '01', title: 'Prima', level: 2 },
      { id: 's01-1', number: '01.1', title: 'Parte', level: 3 },
      { id: 'fine', number: '', title: 'Fine', level: 2 },
    ]);
    expect(html).toMatch(
      /<section id="s01"[^>]*>.*<section id="s01-1"[^>]*>.*<\/section><\/section><section id="fine"/s,
    );
  });

  test('keeps what only looks like a directive', () => {
    expect(compile('Carta 1:20.000, ore 5:13.').html).toContain('Carta 1:20.000, ore 5:13.');
  });

  test('sets formulas as MathML', () => {
    expect(compile('La pressione $p=\\frac{B^2}{2\\mu_0}$.').html).toMatch(
      /<math><mrow><mi>p<\/mi>|<math>.*<mfrac>/,
    );
  });

  test('keeps a formula and its comma on one line', () => {
    expect(compile('Un campo $B$, poi.').html).toMatch(/<\/math>,<\/span> poi\./);
  });

  test('links citations to numbered entries', () => {
    const { html } = compile('Detto [1].\n\n## Bibliografia {#bibliografia}\n\n1. Uno.');
    expect(html).toContain('<a href="#bib-1" class="citation" aria-label="Bibliografia, 1">[1]</a>');
    expect(html).toContain('<li id="bib-1">Uno.</li>');
  });

  test('puts a note beside the paragraph that calls it', () => {
    const { html } = compile('Si dice.[^1]\n\nPoi altro.\n\n[^1]: Una volta sola.');
    expect(html).toMatch(
      /<div class="beside"><p>Si dice\.<sup.*<div id="nota-1".*Una volta sola.*<\/div><\/div>\s*<p>Poi altro/s,
    );
  });
});

describe('tables', () => {
  test('take the paragraph above as caption and give every header a scope', () => {
    const { html } = compile('Tab. 1. – *Prova.*\n\n| Anno | Fatto |\n|---|---|\n| 1946 | Uppsala |');
    expect(html).toContain('<caption>Tab. 1. – <em>Prova.</em></caption>');
    expect(html).toContain('<th scope="col">Anno</th>');
    expect(html).toContain('<th scope="row">1946</th>');
    expect(html).not.toContain('<p>Tab. 1.');
  });

  test('mark the columns of bare numbers, so that units stand under units', () => {
    const { html } = compile(
      '| Anno | Indice | Luogo |\n|---|---|---|\n| 1977 | 100 | Oslo |\n| 1978 | – | Kiruna |',
    );
    expect(html).toContain('<td data-number>100</td>');
    expect(html).toContain('<th scope="col" data-number>Indice</th>');
    expect(html).toContain('<td>Oslo</td>');
  });

  test('of paired columns name no rows', () => {
    expect(compile('| anno | ha | anno | ha |\n|---|---|---|---|\n| 1 | 2 | 3 | 4 |').html).not.toContain(
      'scope="row"',
    );
  });
});

describe('figures', () => {
  test('are numbered unless their caption carries a number', () => {
    const { html, figureCount } = compile('Testo.');
    expect(figureCount).toBe(2);
    expect(html).toContain('<b class="figure-label">Fig. 1</b>. Prima.');
    expect(html).toContain('<b class="figure-label">Tav. 9</b> — Seconda.');
  });

  test('leave plates to be loaded by address, with their description meanwhile', () => {
    const { html } = compile('Testo.');
    expect(html).toContain('data-plate="asset:figures/p-1.svg" role="img" aria-label="Un disegno di prova."');
    expect(html).not.toContain('<svg');
  });

  test('hold their plates where the HTML must be whole', () => {
    expect(compile('Testo.', {}, () => '<svg><text>quota</text></svg>').html).toContain('<text>quota</text>');
  });

  test('tell the browser how wide a photograph stands', () => {
    const { sidebar } = compile('Testo.\n\n' + figures, {
      figures: { numbering: 'Foto', place: 'sidebar', photoWidth: '28rem' },
    });
    expect(sidebar).toContain('sizes="(min-width: 62rem) 28rem, ');
  });

  test('go to the sidebar and leave a call in the text', () => {
    const { html, sidebar } = compile('Testo.\n\n' + figures, {
      figures: { numbering: 'Foto', place: 'sidebar' },
    });
    expect(html).not.toContain('<figure');
    expect(html).toContain('<a href="#p-1" class="figure-call" data-figure="p-1">Foto 1</a>');
    expect(sidebar.match(/<figure /g)).toHaveLength(2);
  });
});

test('an article names its own first and last page, and another’s', () => {
  const { imprint, html } = compile('Si cita pp. {pages}, e {pages of codex}.', { imprint: ['pp. {pages}'] });
  expect(imprint).toEqual(['pp. 7–8']);
  expect(html).toContain('Si cita pp. <span class="code">7–8</span>, e le pagine di codex.');
});
