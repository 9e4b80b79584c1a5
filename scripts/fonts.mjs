// npm run fonts: the site's type, reduced to what Italian pages need, into src/client/styles/type. A character that is
// not among them is still found: the packages' whole files stand before these faces, for the rest of their range.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const folder = 'src/client/styles/type';
const { resolve } = createRequire(import.meta.url);

/** @param {number} from @param {number} to */
const range = (from, to) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at));
/** ASCII with its line breaks, Latin-1, and the punctuation and signs of the site's texts: U+2010 is what the browser hyphenates with. */
const western = `${range(0x0, 0x7e)}${range(0xa0, 0xff)}ıŒœ\u2009\u200a\u2010\u2011\u202f–—‘’‚“”„†‡•…‹›€−×÷←↑→↓√≤≥⌀`;
/** Names of central and northern Europe. */
const european = 'ĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĠġĦħĪīİĽľŁłŃńŇňŌōŐőŘřŚśŞşŠšŤťŪūŮůŰűŹźŻżŽž';
const greek = `${range(0x391, 0x3a9)}${range(0x3b1, 0x3c9)}`;

const literata = '@fontsource-variable/literata/files/literata';
const regular = { min: 400, max: 600 };
/** @type {{ name: string, from: string, text: string, wght?: { min: number, max: number } }[]} */
const faces = [
  ...['normal', 'italic'].flatMap((style) => [
    { name: `literata-${style}`, from: `${literata}-latin-wght-${style}`, text: western, wght: regular },
    {
      name: `literata-european-${style}`,
      from: `${literata}-latin-ext-wght-${style}`,
      text: european,
      wght: regular,
    },
    { name: `literata-greek-${style}`, from: `${literata}-greek-wght-${style}`, text: greek, wght: regular },
  ]),
  {
    name: 'literata-poster',
    from: `${literata}-latin-wght-normal`,
    text: western,
    wght: { min: 700, max: 900 },
  },
  ...[400, 600].flatMap((weight) =>
    ['mono', 'sans-condensed'].map((cut) => ({
      name: `plex-${cut}-${weight}`,
      from: `@fontsource/ibm-plex-${cut}/files/ibm-plex-${cut}-latin-${weight}-normal`,
      text: western,
    })),
  ),
];

for (const { name, from, text, wght } of faces) {
  const whole = readFileSync(resolve(`${from}.woff2`));
  const reduced = await subsetFont(whole, text, {
    targetFormat: 'woff2',
    keepFeatures: ['ccmp', 'kern', 'liga', 'mark', 'pnum', 'tnum'],
    noHinting: true,
    ...(wght && { variationAxes: { wght } }),
  });
  writeFileSync(`${folder}/${name}.woff2`, reduced);
  console.log(name, whole.length, '→', reduced.length);
}

/** `U+20-7E, U+A0-FF`: the characters of a text as CSS writes them. @param {string} text */
function unicodeRange(text) {
  /** @type {{ from: number, to: number }[]} */
  const runs = [];
  for (const point of [...new Set(text)]
    .map((character) => character.codePointAt(0) ?? 0)
    .sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run.to === point - 1) run.to = point;
    else runs.push({ from: point, to: point });
  }
  /** @param {number} point */
  const hex = (point) => point.toString(16).toUpperCase();
  return runs.map(({ from, to }) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(', ');
}

/** @param {{ family: string, style: string, weight: string | number, url: string, range: string }} rule */
const face = ({ family, style, weight, url, range }) => `@font-face {
  font-family: '${family}';
  font-style: ${style};
  font-weight: ${weight};
  font-display: swap;
  src: url('${url}') format('woff2');
  unicode-range: ${range};
}
`;

/** The package's own faces, for every other character: of the same weights, or they would not be one face with ours. @param {string} style */
function wholeFaces(style) {
  const sheet = resolve(`@fontsource-variable/literata/wght${style === 'italic' ? '-italic' : ''}.css`);
  return (
    readFileSync(sheet, 'utf8')
      .replaceAll('font-weight: 200 900', 'font-weight: 400 600')
      // They have neither ‰ nor the invisible operators of formulas: asked for one, the browser would load them in vain.
      .replaceAll('U+2000-206F', 'U+2000-202F,U+2031-205F')
      .replaceAll('url(./files/', 'url(@fontsource-variable/literata/files/')
  );
}

/** @param {string} style */
const serif = (style) =>
  [
    { script: '', text: western },
    { script: '-european', text: european },
    { script: '-greek', text: greek },
  ].map(({ script, text }) =>
    face({
      family: 'Literata Variable',
      style,
      weight: '400 600',
      url: `./literata${script}-${style}.woff2`,
      range: unicodeRange(text),
    }),
  );

/** The range of the packages' Latin files, as the whole Literata's sheet has it: a rarer sign is another font's. */
const latin =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-202F,U+2031-205F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215';
/** @param {string} family @param {string} name */
const plex = (family, name) =>
  [400, 600].flatMap((weight) => {
    const whole = `@fontsource/ibm-${name}/files/ibm-${name}-latin-${weight}-normal`;
    const common = { family, style: 'normal', weight };
    return [
      face({ ...common, url: `${whole}.woff2`, range: latin }),
      face({ ...common, url: `./${name}-${weight}.woff2`, range: unicodeRange(western) }),
    ];
  });

const sheets = {
  'upright.css': [
    wholeFaces('normal'),
    ...serif('normal'),
    ...plex('IBM Plex Mono', 'plex-mono'),
    ...plex('IBM Plex Sans Condensed', 'plex-sans-condensed'),
  ],
  'italic.css': [wholeFaces('italic'), ...serif('italic')],
  'poster.css': [
    face({
      family: 'Literata Poster',
      style: 'normal',
      weight: '700 900',
      url: './literata-poster.woff2',
      range: unicodeRange(western),
    }),
  ],
};
for (const [name, parts] of Object.entries(sheets))
  writeFileSync(`${folder}/${name}`, `/* Written by scripts/fonts.mjs. */\n${parts.join('\n')}`);
