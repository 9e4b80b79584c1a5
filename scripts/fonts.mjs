// npm run fonts: reduces each typeface to the characters that its style sheet in src/client/styles/type names (`unicode-range`).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
// @ts-expect-error: it has no types.
import subsetFont from 'subset-font';

const folder = 'src/client/styles/type';
const { resolve } = createRequire(import.meta.url);

/** @param {number} min @param {number} [max] */
const weights = (min, max = min) => ({ wght: { min, max } });

const literata = '@fontsource-variable/literata/files/literata';
const bodoni = '@fontsource-variable/bodoni-moda/files/bodoni-moda-latin-standard';
/** The packages' latin file of one weight of a family. @param {string} family @param {number} weight */
const latin = (family, weight, style = 'normal') =>
  `@fontsource/${family}/files/${family}-latin-${weight}-${style}`;

/** For each reduced file the packages' file, and what stays of a variable one's axes. @type {Record<string, [string, object?]>} */
const faces = {
  // Most pages are set in one weight of the upright: both in one file would weigh as much as both.
  'literata-400': [`${literata}-latin-wght-normal`, weights(400)],
  'literata-600': [`${literata}-latin-wght-normal`, weights(600)],
  'literata-italic': [`${literata}-latin-wght-italic`, weights(400, 600)],
  'literata-european-normal': [`${literata}-latin-ext-wght-normal`, weights(400, 600)],
  'literata-european-italic': [`${literata}-latin-ext-wght-italic`, weights(400, 600)],
  'literata-greek-normal': [`${literata}-greek-wght-normal`, weights(400, 600)],
  'literata-greek-italic': [`${literata}-greek-wght-italic`, weights(400, 600)],
  'literata-poster': [`${literata}-latin-wght-normal`, weights(700, 900)],
  'plex-mono-400': [latin('ibm-plex-mono', 400)],
  'plex-mono-600': [latin('ibm-plex-mono', 600)],
  'plex-sans-condensed-400': [latin('ibm-plex-sans-condensed', 400)],
  'plex-sans-condensed-600': [latin('ibm-plex-sans-condensed', 600)],
  'stix-400': [latin('stix-two-text', 400)],
  'stix-600': [latin('stix-two-text', 600)],
  'stix-400-italic': [latin('stix-two-text', 400, 'italic')],
  'stix-greek-400': ['@fontsource/stix-two-text/files/stix-two-text-greek-400-normal'],
  'garamond-400': [latin('eb-garamond', 400)],
  'garamond-600': [latin('eb-garamond', 600)],
  'garamond-400-italic': [latin('eb-garamond', 400, 'italic')],
  'bodoni-text': [`${bodoni}-normal`, { opsz: { min: 8, max: 8 }, ...weights(400, 700) }],
  'bodoni-text-italic': [`${bodoni}-italic`, { opsz: { min: 8, max: 8 }, ...weights(400) }],
  'bodoni-poster': [`${bodoni}-normal`, { opsz: { min: 18, max: 18 }, ...weights(500, 900) }],
  'franklin-400': [latin('libre-franklin', 400)],
  'franklin-700': [latin('libre-franklin', 700)],
  'franklin-900': [latin('libre-franklin', 900)],
  'barlow-400': [latin('barlow-semi-condensed', 400)],
  'barlow-600': [latin('barlow-semi-condensed', 600)],
  'courier-400': [latin('courier-prime', 400)],
  'courier-700': [latin('courier-prime', 700)],
  'caveat-400': [latin('caveat', 400)],
  'patrick-400': [latin('patrick-hand', 400)],
};

/** The characters of a `unicode-range`. @param {string} range */
function charactersOf(range) {
  return [...range.matchAll(/U\+(\w+)(?:-(\w+))?/g)]
    .flatMap(([, from = '', to = from]) => {
      const first = Number.parseInt(from, 16);
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, at) => first + at);
    })
    .map((point) => String.fromCodePoint(point))
    .join('');
}

for (const sheet of readdirSync(folder).filter((file) => file.endsWith('.css'))) {
  const css = readFileSync(`${folder}/${sheet}`, 'utf8');
  for (const [, name = '', range = ''] of css.matchAll(
    /url\('\.\/([\w-]+)\.woff2'\)[^;]*;\s*unicode-range: ([^;]*);/g,
  )) {
    const [file = '', variationAxes] = faces[name] ?? [];
    const reduced = await subsetFont(readFileSync(resolve(`${file}.woff2`)), charactersOf(range), {
      targetFormat: 'woff2',
      keepFeatures: ['ccmp', 'kern', 'liga', 'lnum', 'mark', 'onum', 'pnum', 'smcp', 'tnum'],
      noHinting: true,
      ...(variationAxes && { variationAxes }),
    });
    writeFileSync(`${folder}/${name}.woff2`, reduced);
    console.log(name, reduced.length);
  }
}
