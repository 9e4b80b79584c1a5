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

const systemFonts = {
  serif: ['Times New Roman', 'Liberation Serif', 'Tinos'],
  serifBold: ['Times New Roman Bold', 'Liberation Serif Bold', 'Tinos Bold'],
  sans: ['Arial', 'Liberation Sans', 'Roboto', 'Helvetica'],
  mono: ['Courier New', 'Liberation Mono', 'Cousine', 'Menlo'],
};

/**
 * The types of the six documents, a style sheet each: `pages` imports what it is set in, and nobody else loads it.
 * `from` is a file of the packages. `standIn` holds its place until it arrives: a system's family, in percent of its
 * width (the ratio of a page of the codex set in both, measured in Chromium) and with the face's own heights. `dejaVu`: the
 * same by weight, for a Linux that has none of those families; its letters are wider, and the bold ones wider still.
 * @typedef {{ from: string, style?: string, weight: string | number, axes?: Record<string, { min: number, max: number }>, text?: string }} Cut
 * @typedef {{ local: keyof typeof systemFonts, size: number, ascent: number, descent: number, dejaVu: Record<string, number> }} StandIn
 * @type {Record<string, { family: string, standIn?: StandIn, cuts: Record<string, Cut> }>}
 */
const documentTypes = {
  stix: {
    family: 'STIX Two Text',
    standIn: { local: 'serif', size: 104.9, ascent: 72.4, descent: 22.9, dejaVu: { 400: 82, 600: 78.6 } },
    cuts: {
      'stix-400': { from: '@fontsource/stix-two-text/files/stix-two-text-latin-400-normal', weight: 400 },
      'stix-600': { from: '@fontsource/stix-two-text/files/stix-two-text-latin-600-normal', weight: 600 },
      'stix-400-italic': {
        from: '@fontsource/stix-two-text/files/stix-two-text-latin-400-italic',
        style: 'italic',
        weight: 400,
      },
      'stix-greek-400': {
        from: '@fontsource/stix-two-text/files/stix-two-text-greek-400-normal',
        weight: 400,
        text: greek,
      },
    },
  },
  garamond: {
    family: 'EB Garamond',
    standIn: { local: 'serif', size: 94, ascent: 107.4, descent: 31.9, dejaVu: { 400: 73.3, 600: 71.4 } },
    cuts: {
      'garamond-400': { from: '@fontsource/eb-garamond/files/eb-garamond-latin-400-normal', weight: 400 },
      'garamond-600': { from: '@fontsource/eb-garamond/files/eb-garamond-latin-600-normal', weight: 600 },
      'garamond-400-italic': {
        from: '@fontsource/eb-garamond/files/eb-garamond-latin-400-italic',
        style: 'italic',
        weight: 400,
      },
    },
  },
  bodoni: {
    family: 'Bodoni Moda',
    standIn: { local: 'serif', size: 114.7, ascent: 98.5, descent: 34.9, dejaVu: { 400: 89.5 } },
    cuts: {
      'bodoni-text': {
        from: '@fontsource-variable/bodoni-moda/files/bodoni-moda-latin-standard-normal',
        weight: '400 700',
        axes: { opsz: { min: 8, max: 8 }, wght: { min: 400, max: 700 } },
      },
      'bodoni-text-italic': {
        from: '@fontsource-variable/bodoni-moda/files/bodoni-moda-latin-standard-italic',
        style: 'italic',
        weight: 400,
        axes: { opsz: { min: 8, max: 8 }, wght: { min: 400, max: 400 } },
      },
    },
  },
  'bodoni-poster': {
    family: 'Bodoni Poster',
    standIn: { local: 'serifBold', size: 121.8, ascent: 92.8, descent: 32.9, dejaVu: { '500 900': 87 } },
    cuts: {
      'bodoni-poster': {
        from: '@fontsource-variable/bodoni-moda/files/bodoni-moda-latin-standard-normal',
        weight: '500 900',
        axes: { opsz: { min: 18, max: 18 }, wght: { min: 500, max: 900 } },
      },
    },
  },
  franklin: {
    family: 'Libre Franklin',
    standIn: {
      local: 'sans',
      size: 101.6,
      ascent: 95.5,
      descent: 24.6,
      dejaVu: { 400: 90.1, 700: 82.5, 900: 84.4 },
    },
    cuts: {
      'franklin-400': {
        from: '@fontsource/libre-franklin/files/libre-franklin-latin-400-normal',
        weight: 400,
      },
      'franklin-700': {
        from: '@fontsource/libre-franklin/files/libre-franklin-latin-700-normal',
        weight: 700,
      },
      'franklin-900': {
        from: '@fontsource/libre-franklin/files/libre-franklin-latin-900-normal',
        weight: 900,
      },
    },
  },
  barlow: {
    family: 'Barlow Semi Condensed',
    standIn: { local: 'sans', size: 84.9, ascent: 117.8, descent: 23.6, dejaVu: { 400: 75.2, 600: 68.3 } },
    cuts: {
      'barlow-400': {
        from: '@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-latin-400-normal',
        weight: 400,
      },
      'barlow-600': {
        from: '@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-latin-600-normal',
        weight: 600,
      },
    },
  },
  courier: {
    family: 'Courier Prime',
    standIn: { local: 'mono', size: 100, ascent: 78, descent: 34, dejaVu: { 400: 99.7 } },
    cuts: {
      'courier-400': { from: '@fontsource/courier-prime/files/courier-prime-latin-400-normal', weight: 400 },
      'courier-700': { from: '@fontsource/courier-prime/files/courier-prime-latin-700-normal', weight: 700 },
    },
  },
  'pencil-caveat': {
    family: 'Caveat',
    standIn: { local: 'sans', size: 75.9, ascent: 126.5, descent: 39.5, dejaVu: { 400: 67.3 } },
    cuts: { 'caveat-400': { from: '@fontsource/caveat/files/caveat-latin-400-normal', weight: 400 } },
  },
  'pencil-patrick': {
    family: 'Patrick Hand',
    standIn: { local: 'sans', size: 78.1, ascent: 133.2, descent: 39.7, dejaVu: { 400: 70.7 } },
    cuts: {
      'patrick-400': { from: '@fontsource/patrick-hand/files/patrick-hand-latin-400-normal', weight: 400 },
    },
  },
};

/** @type {{ name: string, from: string, text: string, axes?: Cut['axes'] }[]} */
const faces = [
  // Most pages are set in one weight of the upright: both in one file would weigh as much as both.
  ...[400, 600].map((weight) => ({
    name: `literata-${weight}`,
    from: `${literata}-latin-wght-normal`,
    text: western,
    axes: { wght: { min: weight, max: weight } },
  })),
  {
    name: 'literata-italic',
    from: `${literata}-latin-wght-italic`,
    text: western,
    axes: { wght: regular },
  },
  ...['normal', 'italic'].flatMap((style) => [
    {
      name: `literata-european-${style}`,
      from: `${literata}-latin-ext-wght-${style}`,
      text: european,
      axes: { wght: regular },
    },
    {
      name: `literata-greek-${style}`,
      from: `${literata}-greek-wght-${style}`,
      text: greek,
      axes: { wght: regular },
    },
  ]),
  {
    name: 'literata-poster',
    from: `${literata}-latin-wght-normal`,
    text: western,
    axes: { wght: { min: 700, max: 900 } },
  },
  ...[400, 600].flatMap((weight) =>
    ['mono', 'sans-condensed'].map((cut) => ({
      name: `plex-${cut}-${weight}`,
      from: `@fontsource/ibm-plex-${cut}/files/ibm-plex-${cut}-latin-${weight}-normal`,
      text: western,
    })),
  ),
  ...Object.values(documentTypes).flatMap(({ cuts }) =>
    Object.entries(cuts).map(([name, { from, axes, text = western }]) => ({ name, from, text, axes })),
  ),
];

for (const { name, from, text, axes } of faces) {
  const font = readFileSync(resolve(`${from}.woff2`));
  const reduced = await subsetFont(font, text, {
    targetFormat: 'woff2',
    keepFeatures: ['ccmp', 'kern', 'liga', 'lnum', 'mark', 'onum', 'pnum', 'smcp', 'tnum'],
    noHinting: true,
    ...(axes && { variationAxes: axes }),
  });
  writeFileSync(`${folder}/${name}.woff2`, reduced);
  console.log(name, font.length, '→', reduced.length);
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

/** The package's own faces, for every other character: of the same weight, or they would not be one face with ours. @param {string} style @param {string | number} weight */
function wholeFaces(style, weight) {
  const sheet = resolve(`@fontsource-variable/literata/wght${style === 'italic' ? '-italic' : ''}.css`);
  return (
    readFileSync(sheet, 'utf8')
      .replaceAll('font-weight: 200 900', `font-weight: ${weight}`)
      // They have neither ‰ nor the invisible operators of formulas: asked for one, the browser would load them in vain.
      .replaceAll('U+2000-206F', 'U+2000-202F,U+2031-205F')
      .replaceAll('url(./files/', 'url(@fontsource-variable/literata/files/')
  );
}

/** @param {string} style @param {string | number} weight @param {string} file of what is written in the west */
const serif = (style, weight, file) => [
  wholeFaces(style, weight),
  ...[
    { name: file, text: western },
    { name: `european-${style}`, text: european },
    { name: `greek-${style}`, text: greek },
  ].map(({ name, text }) =>
    face({
      family: 'Literata Variable',
      style,
      weight,
      url: `./literata-${name}.woff2`,
      range: unicodeRange(text),
    }),
  ),
];

/** The range of the packages' Latin files, as the whole Literata's sheet has it: a rarer sign is another font's. */
const latin =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-202F,U+2031-205F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215';
/** Without what the reduced file has, which Firefox would ask of both while it arrives. */
const beyondWestern = unicodeRange(
  [...latin.matchAll(/U\+(\w+)(?:-(\w+))?/g)]
    .flatMap(([, from = '', to = from]) => {
      const first = Number.parseInt(from, 16);
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, at) => first + at);
    })
    .map((point) => String.fromCodePoint(point))
    .filter((character) => !western.includes(character))
    .join(''),
);
/** @param {string} family @param {string} name */
const plex = (family, name) =>
  [400, 600].flatMap((weight) => {
    const path = `@fontsource/ibm-${name}/files/ibm-${name}-latin-${weight}-normal`;
    const common = { family, style: 'normal', weight };
    return [
      face({ ...common, url: `${path}.woff2`, range: beyondWestern }),
      face({ ...common, url: `./${name}-${weight}.woff2`, range: unicodeRange(western) }),
    ];
  });

/**
 * For the screen alone: a face that Firefox asks for while it lays out the printed copy costs the copy's drawings their lettering.
 *
 * @param {string} family @param {StandIn} standIn
 */
function standInFaces(family, { local, size, ascent, descent, dejaVu }) {
  const faces = [
    standInFace(`${family} Stand-in`, systemFonts[local], size, { ascent, descent }),
    ...Object.entries(dejaVu).map(([weight, narrower]) => {
      const cut = Number.parseInt(weight, 10) > 400 ? ' Bold' : '';
      const heights = { ascent: (ascent * size) / narrower, descent: (descent * size) / narrower };
      const names = [`${dejaVuNames[local]}${cut}`];
      return standInFace(`${family} DejaVu`, names, narrower, heights, weight);
    }),
  ];
  return `@media screen {\n${faces.join('\n').replaceAll(/^(?=.)/gm, '  ')}}\n`;
}

const dejaVuNames = {
  serif: 'DejaVu Serif',
  serifBold: 'DejaVu Serif',
  sans: 'DejaVu Sans',
  mono: 'DejaVu Sans Mono',
};

/**
 * @param {string} family @param {string[]} names @param {number} size @param {{ ascent: number, descent: number }} heights
 * @param {string} [weight]
 */
const standInFace = (family, names, size, { ascent, descent }, weight) => `@font-face {
  font-family: '${family}';${weight ? `\n  font-weight: ${weight};` : ''}
  src: ${names.map((name) => `local('${name}')`).join(', ')};
  size-adjust: ${size}%;
  ascent-override: ${ascent.toFixed(1)}%;
  descent-override: ${descent.toFixed(1)}%;
  line-gap-override: 0%;
}
`;

const sheets = {
  'upright.css': [
    ...[400, 600].flatMap((weight) => serif('normal', weight, String(weight))),
    ...plex('IBM Plex Mono', 'plex-mono'),
    ...plex('IBM Plex Sans Condensed', 'plex-sans-condensed'),
  ],
  'italic.css': serif('italic', '400 600', 'italic'),
  'poster.css': [
    face({
      family: 'Literata Poster',
      style: 'normal',
      weight: '700 900',
      url: './literata-poster.woff2',
      range: unicodeRange(western),
    }),
  ],
  ...Object.fromEntries(
    Object.entries(documentTypes).map(([sheet, { family, standIn, cuts }]) => [
      `${sheet}.css`,
      Object.entries(cuts)
        .map(([name, { style = 'normal', weight, text = western }]) =>
          face({ family, style, weight, url: `./${name}.woff2`, range: unicodeRange(text) }),
        )
        .concat(standIn ? standInFaces(family, standIn) : []),
    ]),
  ),
};
for (const [name, parts] of Object.entries(sheets))
  writeFileSync(`${folder}/${name}`, `/* Written by scripts/fonts.mjs. */\n${parts.join('\n')}`);
