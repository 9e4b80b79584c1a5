import type { Locator, Page } from 'playwright/test';

interface ArticlePage {
  slug: string;
  title: string;
  /** Anchors of the sections, in the order of the specification; further ones may stand between them. */
  sections: string[];
  figures: number;
  back: string;
}

/** Specification, section 2, «Static article pages». */
export const pages: ArticlePage[] = [
  {
    slug: 'sato-lenz',
    title: 'La levitazione Sato-Lenz',
    sections:
      'abstract timeline theory research lenz sato vector innovations cold applications safety conclusions bibliography'.split(
        ' ',
      ),
    figures: 5,
    back: 'Torna alla Home',
  },
  {
    slug: 'codex',
    title: 'Big One',
    sections: 'origine impatto breve-termine medio-termine lungo-termine analisi eredita bibliografia'.split(
      ' ',
    ),
    figures: 6,
    back: 'Torna alla Home',
  },
  {
    slug: 'quantum-age',
    title: 'L’Era della Coerenza Quantistica',
    sections:
      'origini-scientifiche primi-calcolatori rete-q-link intelligenze-generative androidi-senzienti big-one eredita-culturale cronologia bibliografia'.split(
        ' ',
      ),
    figures: 9,
    back: 'Torna alla Home',
  },
  {
    slug: 'w01f-grizzly-warden',
    title: 'W-01F «Grizzly Warden»',
    sections: 's01 s02 s03 s04 s05 s06 s07 s08 s08-1 s08-2 s08-3 bibliografia'.split(' '),
    figures: 8,
    back: 'Torna alla Home',
  },
  {
    slug: 'b03-arctic-seeder',
    title: 'B-03 «Arctic Seeder»',
    sections: 's01 s02 s03 s04 s05 s06 s07 s08 s09 bibliografia'.split(' '),
    figures: 8,
    back: 'Torna alla Home',
  },
  {
    slug: 'l72-ironwind',
    title: 'L-72 «Ironwind»',
    sections:
      'dati s01 s01-1 s01-2 s02 s03 s03-1 s03-2 s03-3 s04 s04-1 s04-2 s04-3 s05 s05-1 s05-2 s05-3 s06 s06-1 s06-2 s06-3 s06-4 s07 s07-1 s07-2 s08 bibliografia avviso'.split(
        ' ',
      ),
    figures: 14,
    back: 'RITORNA',
  },
];

export const text = (page: Page) => page.locator('main');
export const rows = (section: Locator) => section.locator('tbody tr');
export const headers = (section: Locator) => section.locator('thead').first().locator('th, td');
export const topOf = (section: Locator) => section.evaluate((element) => element.getBoundingClientRect().top);
