import type { Plugin, Rolldown } from 'vite';
import { articleLooks } from '../shared/article.ts';
import { laterFile, notFoundName, offlineFile, pageName, pages } from '../shared/pages.ts';
import { compileBootScript } from './boot-script.ts';

type Bundle = Rolldown.OutputBundle;

function filesOf(module: string, bundle: Bundle): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || scripts.has(file)) return;
    scripts.add(file);
    // Imported chunks come first in the cascade, as in the browser.
    chunk.imports.forEach(visit);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  };
  const entry = Object.values(bundle).find(
    (chunk) => chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith(`/src/client/${module}.tsx`),
  );
  if (!entry) throw new Error(`src/client/${module}.tsx has no chunk: is it imported lazily?`);
  visit(entry.fileName);
  return { scripts, styles };
}

const sheetLink = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g;
const preloadLink = /<link rel="modulepreload"[^>]* href="\/([^"]+)">/g;
const entryScript = /<script type="module"[^>]* src="(\/[^"]+)"><\/script>/;

/**
 * Fonts of a phone's first screen and fonts below it. The first are preloaded with the page, the others after the first
 * paint.
 */
const condensed = ['plex-sans-condensed-400', 'plex-sans-condensed-600'];
const [regular, semibold] = condensed as [string, string];
const mono = ['plex-mono-400', 'plex-mono-600'];
const roman = 'literata-400';
const facesOfPage: Record<string, { first: string[]; later?: string[] }> = {
  // Preloads the bold cut too: a synthetic bold in a fallback font has a different width.
  landing: { first: [semibold, 'plex-mono-400', roman], later: [regular, 'plex-mono-600'] },
  chat: { first: mono },
  'sato-lenz': {
    first: [regular, 'stix-400', 'stix-600', 'stix-400-italic'],
    later: [semibold, 'stix-two-math-subset'],
  },
  codex: { first: [regular, 'garamond-400', 'garamond-600', 'garamond-400-italic'], later: [semibold] },
  'quantum-age': {
    first: [regular, 'bodoni-poster', 'bodoni-text-italic', 'franklin-700'],
    later: ['bodoni-text', 'franklin-400', semibold],
  },
  'w01f-grizzly-warden': { first: [regular, 'courier-400', 'courier-700', 'patrick-400'], later: [semibold] },
  'b03-arctic-seeder': {
    first: [regular, 'franklin-400', 'franklin-700', 'franklin-900'],
    later: ['caveat-400', semibold],
  },
  'l72-ironwind': { first: [regular, 'barlow-400', 'barlow-600'], later: [semibold] },
  [notFoundName]: { first: [semibold, roman] },
};

facesOfPage.enciclopedia = facesOfPage.codex ?? { first: [] };
facesOfPage.rivista = facesOfPage['sato-lenz'] ?? { first: [] };

/** Low priority: text has a metric-compatible fallback font, the hero image has none. */
function typeLinks(name: string, bundle: Bundle): string[] {
  const { first = [], later = [] } = facesOfPage[name] ?? {};
  return [...first, ...later].map((face) => {
    const file = Object.keys(bundle).find(
      (path) => path.startsWith(`assets/${face}-`) && path.endsWith('.woff2'),
    );
    if (!file) throw new Error(`${face} is not in the bundle`);
    const rel = first.includes(face) ? 'preload' : 'later';
    return `<link rel="${rel}" as="font" type="font/woff2" crossorigin href="/${file}" fetchpriority="low" />`;
  });
}

const faceRule = /@font-face\{[^}]*\}/g;

/**
 * Splits a style sheet: the rules of the first screen, and font faces not used there. Phones load the latter after the
 * first paint (boot script); wide windows and browsers without scripts at once. Faces of one family, style and weight
 * stay together, because their order decides which file provides a character.
 */
function divideType(name: string, style: string): { now: string; later: string } {
  const first = facesOfPage[name]?.first ?? [];
  const cutOf = (rule: string) =>
    ['family', 'style', 'weight'].map((part) => new RegExp(`font-${part}:([^;}]+)`).exec(rule)?.[1]).join();
  const rules = style.match(faceRule) ?? [];
  const isFirst = (rule: string) =>
    rule.includes('local(') || first.some((face) => rule.includes(`/${face}-`));
  const cutsNow = new Set(rules.filter(isFirst).map(cutOf));
  const later = rules.filter((rule) => !isFirst(rule) && !cutsNow.has(cutOf(rule)));
  return {
    now: style.replace(faceRule, (rule) => (later.includes(rule) ? '' : rule)),
    later: later.join(''),
  };
}

function pageHtml(name: string, source: string, bundle: Bundle, bootScript: string): string {
  const common = [...source.matchAll(sheetLink)].map(([, file = '']) => file);
  const preloaded = [...source.matchAll(preloadLink)].map(([, file = '']) => file);
  const { scripts, styles } = filesOf(`routes/${name}`, bundle);
  // The admin panel is rendered by its script; other pages are prerendered.
  const isPanel = name === 'admin';
  const rel = isPanel ? 'modulepreload' : 'later';
  const sheets = [...new Set([...common, ...styles])].map((file) => {
    const { now, later } = isPanel
      ? { now: styleOf(file, bundle), later: '' }
      : divideType(name, styleOf(file, bundle));
    return { file, now, later };
  });
  const laterType = sheets.map(({ later }) => later).join('');
  const links = [
    ...sheets.map(({ file, now }) => `${inlined(now)}\n    ${linkTo(file, isPanel ? 'stylesheet' : rel)}`),
    ...(laterType ? [`<style data-later media="${atOnce}">${laterType}</style>`] : []),
    ...typeLinks(name, bundle),
    ...[...new Set([...preloaded, ...scripts])].map(
      (file) => `<link rel="${rel}" crossorigin href="/${file}" />`,
    ),
  ];
  return (isPanel ? source.replace('<title>', '<title>Admin Panel · ') : source)
    .replace(sheetLink, '')
    .replace(preloadLink, '')
    .replace(entryScript, (tag, address) =>
      isPanel ? tag : `<script data-entry="${address}">${bootScript}</script>`,
    )
    .replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`);
}

function offlineHtml(source: string, bundle: Bundle): string {
  const styles = [...source.matchAll(sheetLink)].map(([, file = '']) => inlined(styleOf(file, bundle)));
  return source
    .replace(sheetLink, '')
    .replace(preloadLink, '')
    .replace(entryScript, '')
    .replace('</head>', () => `  ${styles.join('\n    ')}\n  </head>`);
}

/** Writes `pages/<name>.html` for each page of the site, complete in one response. */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      if (this.environment.name !== 'client') return;
      // At the root, because a service worker's scope is its own folder.
      this.emitFile({ type: 'chunk', id: 'src/client/offline/worker.ts', fileName: 'sw.js' });
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const html = bundle['index.html'];
        if (html?.type !== 'asset') return;
        // Parts that an encyclopedia page loads later: cached with it for offline use.
        const later = ['ui/toast-region', 'features/article/zoom/zoom-view'].map((module) =>
          filesOf(module, bundle),
        );
        const files = later.flatMap(({ scripts, styles }) => [...scripts, ...styles]);
        this.emitFile({ type: 'asset', fileName: laterFile, source: JSON.stringify(files) });
        const bootScript = await compileBootScript(this.environment.config.root);
        for (const name of [...pages.map(pageName), ...articleLooks, notFoundName]) {
          const page = pageHtml(name, String(html.source), bundle, bootScript);
          this.emitFile({ type: 'asset', fileName: `pages/${name}.html`, source: page });
        }
        const offline = offlineHtml(String(html.source), bundle);
        this.emitFile({ type: 'asset', fileName: offlineFile, source: offline });
      },
    },
  };
}

/** Media query for loading deferred styles at once: a wide window shows more and usually has a faster connection. */
const atOnce = '(min-width: 48rem), (scripting: none)';

function styleOf(file: string, bundle: Bundle): string {
  const asset = bundle[file];
  if (asset?.type !== 'asset') throw new Error(`${file} is not in the bundle`);
  const style = String(asset.source).trim();
  if (/<\/style/i.test(style)) throw new Error(`${file} would close its own style element`);
  return style;
}

const inlined = (style: string) => `<style>${style}</style>`;

/**
 * Not a style sheet until the boot script makes it one, because preload scanners request disabled style sheets before
 * fonts and pictures. The link tells the bundler's loader that the sheet is present.
 */
const linkTo = (file: string, rel: string) => `<link rel="${rel}" crossorigin disabled href="/${file}" />`;
