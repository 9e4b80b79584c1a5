import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileArticle } from './compile-article.ts';
import { readCatalogue } from './figures.ts';
import { readFrontMatter } from './front-matter.ts';
import { pageRange } from './leaves.ts';

const library = join(import.meta.dirname, '../../content/articles');
const pages = readdirSync(library);

type Compiled = ReturnType<typeof compileArticle> & { catalogue: ReturnType<typeof readCatalogue> };

function compiled(slug: string): Compiled {
  const read = (name: string) => readFileSync(join(library, slug, name), 'utf8');
  const article = readFrontMatter(read('article.md'), slug);
  const catalogue = readCatalogue(read('figures.json'));
  return {
    catalogue,
    ...compileArticle({
      ...article,
      figures: catalogue,
      pages,
      pagesOf: (other) => pageRange(compiled(other)),
      readPlate: (id) => read(`figures/${id}.svg`),
    }),
  };
}

/** Visible text: no markup, no soft hyphens, one kind of space. */
function prose(html: string): string {
  return html
    .replaceAll('\u00ad', '')
    .replace(/<span class="code">([^<]*)<\/span>/g, '$1')
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s\u00a0\u202f]+/g, ' ');
}

/* Figures of specification, section 9, in the words and units of the Italian pages. */
const figuresOfTheWorld: Record<string, (string | RegExp)[]> = {
  'w01f-grizzly-warden': [
    /altezza 2,8 m/i,
    /lunghezza 3,5 m/i,
    /massa 650 kg/i,
    /servomotori 28/,
    'autonomia 6–8 mesi',
    /celle solari 12/,
    /batteria d’emergenza 48 kWh/,
    /area di pattugliamento 50–100 km²/,
    'fino a 110 dB',
    'fino a 15.000 V',
    /traino 250 kg/,
    /velocità massima 18 km\/h/,
    /pendenza massima 45 gradi/,
    'W-01F 2.400 unità',
    'W-02: 380',
    'W-03: 620',
    /vita media 28 anni/,
  ],
  'b03-arctic-seeder': [
    /lunghezza 2,80 m/,
    /altezza 1,65 m/,
    /larghezza 1,10 m/,
    '980–1.150 kg',
    /branco fino a 30 unità/,
    /distanza tra le unità 2–5 m/,
    '174–186 kHz',
    /autonomia 280 ore/,
    /tramoggia del seme 35 kg/,
    /serbatoio del concime 50 L/,
    '2,5 ha al giorno',
    /profondità di lavoro 20 cm/,
    /passaggio del comando meno di 60 secondi/,
    '15 minuti ogni 6 ore',
    /ibernazione sotto il 15 % di energia/,
    'ogni 700 ore o 6 mesi',
    'circa 240 unità',
    '12.000 ha',
  ],
  'l72-ironwind': [
    '70–95 km/h',
    '240 t (12 carri)',
    '1.200 km per ciclo di manutenzione',
    '1 pilota, 1 tecnico di campo',
    '14,2 × 2,9 × 3,7 m',
    '38.000 kg',
    '30–40 cm',
    'inferiore a 5 mm',
    '1,2 MW',
    '8,6 × 2,7 × 3,0 m',
    '6.200 kg',
    'fino a 20.000 kg',
    '25–30 cm',
    /piastre 6, inclinate di 45 gradi/,
    '0–10 tesla',
    '32–40 MHz',
    '12 MHz',
    /2\.000 km pulizia delle piastre/,
    /5\.000 km taratura dei sensori/,
    /8\.000 km dissipatori ceramici/,
    /10\.000 km cablaggi esterni/,
    /12 mesi revisione completa del motore lineare/,
    /Risonanza a 80–90 km\/h su via difettosa/,
    /anno di progetto 1974/,
    /conversione analogica 1983–1989/,
    /primo servizio 1990/,
  ],
};

describe.each(Object.entries(figuresOfTheWorld))(
  '%s states every figure of the specification',
  (slug, expected) => {
    const text = prose(compiled(slug).html);
    test.each(expected)('%s', (figure) => {
      expect(text).toMatch(
        typeof figure === 'string' ? new RegExp(figure.replace(/[.()]/g, '\\$&')) : figure,
      );
    });
  },
);

/** The title and the words of a plate. */
function drawnWords(slug: string, name: string): string[] {
  const svg = readFileSync(join(library, slug, 'figures', name), 'utf8');
  return [...svg.matchAll(/<(text|title)\b[^>]*>([\s\S]*?)<\/\1>/g)].map(([, , words = '']) => prose(words));
}

test('there are fifty figures, and each has a number, a place and a caption', () => {
  const figures = pages.flatMap((slug) => [...compiled(slug).catalogue.keys()]);
  expect(figures).toHaveLength(50);
});

test('each plate of the L-72 bears the year of the revision that last touched it', () => {
  const gloss = readFileSync(join(library, 'l72-ironwind/article.md'), 'utf8');
  const revisions = [...gloss.matchAll(/^- \*\*[ABC]\*\* (\d{4}), (?:.*tavole ([\d, e]+))?/gm)];
  expect(revisions).toHaveLength(3);
  for (let plate = 1; plate <= 13; plate += 1) {
    const touched = revisions.findLast(([, , plates = '']) => plates.split(/, | e /).includes(String(plate)));
    const year = (touched ?? revisions[0])?.[1];
    for (const name of [`l-${plate}.svg`, `l-${plate}.narrow.svg`]) {
      const years = drawnWords('l72-ironwind', name).flatMap(
        (words) => /REV\. (\d{4})/i.exec(words)?.[1] ?? [],
      );
      expect(years, name).toEqual([year]);
    }
  }
});

describe.each(pages)('%s', (slug) => {
  const article = compiled(slug);

  test('has every figure on disk, photographs in two sizes', () => {
    const files = [...article.catalogue.values()].flatMap(({ id, kind }) =>
      kind === 'plate' ? [`figures/${id}.svg`] : [`photos/${id}.webp`, `photos/${id}-700.webp`],
    );
    expect(files.filter((file) => !existsSync(join(library, slug, file)))).toEqual([]);
  });

  test('draws its plates as text with a title and a description, and no script', () => {
    for (const { id, kind } of article.catalogue.values()) {
      if (kind !== 'plate') continue;
      const svg = readFileSync(join(library, slug, 'figures', `${id}.svg`), 'utf8');
      expect(svg).toMatch(/^<svg [^>]*role="img"/);
      expect(svg).toMatch(/<title id="[^"]+">[^<]+<\/title>\s*<desc id="[^"]+">[^<]+<\/desc>/);
      expect(svg).not.toMatch(/<script|\son\w+=|href="(?!#)|<foreignObject/);
    }
  });

  test('numbers its figures in the order in which they are met, and its plates as their captions do', () => {
    const labels = [
      ...(article.html + article.sidebar).matchAll(/<figure id="([^"]+)"[\s\S]*?<\/figure>/g),
    ].map(
      ([figure, id = '']) =>
        [id, Number(/"figure-label">(?:Fig|Tav)\. (\d+)</.exec(figure)?.[1] ?? 0)] as const,
    );
    expect(labels.map(([id]) => id)).toEqual([...article.catalogue.keys()]);
    const numbers = labels.map(([, number]) => number).filter((number) => number > 0);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    const isMarked = ['codex', 'w01f-grizzly-warden', 'b03-arctic-seeder', 'l72-ironwind'].includes(slug);
    for (const [id, number] of labels.filter(([id]) => article.catalogue.get(id)?.kind === 'plate'))
      for (const name of [`${id}.svg`, `${id}.narrow.svg`]) {
        const drawn = drawnWords(slug, name).flatMap((words) => [
          ...words.matchAll(/(?:FIG\.|TAV\.|^Tavola|^B·) ?(\d+)/g),
        ]);
        expect(new Set(drawn.map((match) => Number(match[1]))), name).toEqual(
          new Set(isMarked ? [number] : []),
        );
      }
  });

  test('uses every id once, plates included', () => {
    const ids = [...(article.html + article.sidebar).matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  });

  test('cites nothing printed after its own year', () => {
    const own = {
      'sato-lenz': 1998,
      codex: 2002,
      'quantum-age': 2001,
      'w01f-grizzly-warden': 1998,
      'b03-arctic-seeder': 2002,
      'l72-ironwind': 1999,
    }[slug];
    const bibliography = article.html.slice(article.html.search(/<section id="bibliogra/));
    const years = [...prose(bibliography).matchAll(/\b(?:18|19|20)\d\d\b/g)].map(Number);
    expect(years.length).toBeGreaterThan(0);
    expect(Math.max(...years)).toBeLessThanOrEqual(own ?? 0);
  });
});
