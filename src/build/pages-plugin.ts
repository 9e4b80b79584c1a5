import type { Plugin, Rolldown } from 'vite';
import { laterFile, notFoundName, offlineFile, pageName, pages } from '../shared/pages.ts';
import { compileBootScript } from './boot-script.ts';

type Bundle = Rolldown.OutputBundle;

/** The chunk of a module of the client with all that it imports at once: what the browser will ask for next. */
function filesOf(module: string, bundle: Bundle): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || scripts.has(file)) return;
    scripts.add(file);
    // What a chunk imports comes before it in the cascade, as where the browser finds it by itself.
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

/** The files of type that each page is set in. Asked for with it, they are not found out about one after the other. */
const condensed = ['plex-sans-condensed-400', 'plex-sans-condensed-600'];
const mono = ['plex-mono-400', 'plex-mono-600'];
const roman = 'literata-normal';
const facesOfPage: Record<string, string[]> = {
  landing: [...condensed, ...mono, roman],
  chat: mono,
  'sato-lenz': ['stix-400', 'stix-600', 'stix-400-italic', 'stix-two-math-subset'],
  codex: ['garamond-400', 'garamond-600', 'garamond-400-italic'],
  'quantum-age': ['bodoni-poster', 'bodoni-text', 'bodoni-text-italic', 'franklin-700'],
  'w01f-grizzly-warden': ['courier-400', 'courier-700'],
  'b03-arctic-seeder': ['franklin-400', 'franklin-700', 'franklin-900'],
  'l72-ironwind': ['barlow-400', 'barlow-600'],
  [notFoundName]: [condensed[1] ?? '', roman],
};

/** At low priority: the words are there in a stand-in of the same measure, the hero's still has nothing instead. */
function typeLinks(name: string, bundle: Bundle): string[] {
  return (facesOfPage[name] ?? []).map((face) => {
    const file = Object.keys(bundle).find(
      (path) => path.startsWith(`assets/${face}-`) && path.endsWith('.woff2'),
    );
    if (!file) throw new Error(`${face} is not in the bundle`);
    return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}" fetchpriority="low" />`;
  });
}

/** One page: the application's HTML with the page's styles in it, links to its scripts, and the boot script to start them. */
function pageHtml(name: string, source: string, bundle: Bundle, bootScript: string): string {
  const common = [...source.matchAll(sheetLink)].map(([, file = '']) => file);
  const preloaded = [...source.matchAll(preloadLink)].map(([, file = '']) => file);
  const { scripts, styles } = filesOf(`routes/${name}`, bundle);
  // The panel is drawn by its script, and wants it at once; every other page is there without.
  const isPanel = name === 'admin';
  const rel = isPanel ? 'modulepreload' : 'later';
  const links = [
    ...[...new Set([...common, ...styles])].map((file) => inlined(file, bundle)),
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

/** The page for want of a network, before its words: the common styles and their type, and no script. */
function offlineHtml(source: string, bundle: Bundle): string {
  const styles = [...source.matchAll(sheetLink)].map(([, file = '']) => inlined(file, bundle, ''));
  return source
    .replace(sheetLink, '')
    .replace(preloadLink, '')
    .replace(entryScript, '')
    .replace('</head>', () => `  ${styles.join('\n    ')}\n  </head>`);
}

/**
 * Writes `pages/<name>.html` for each page of the site: one answer is enough to draw it, and nothing waits for anything
 * else.
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      if (this.environment.name !== 'client') return;
      // At the root, or it would answer for `/assets` alone.
      this.emitFile({ type: 'chunk', id: 'src/client/offline/worker.ts', fileName: 'sw.js' });
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const html = bundle['index.html'];
        if (html?.type !== 'asset') return;
        // What a page of the encyclopedia comes to need later: kept with it for when there is no network.
        const later = ['ui/toast-region', 'features/article/zoom/zoom-view'].map((module) =>
          filesOf(module, bundle),
        );
        const files = later.flatMap(({ scripts, styles }) => [...scripts, ...styles]);
        this.emitFile({ type: 'asset', fileName: laterFile, source: JSON.stringify(files) });
        const bootScript = await compileBootScript(this.environment.config.root);
        for (const name of [...pages.map(pageName), notFoundName]) {
          const page = pageHtml(name, String(html.source), bundle, bootScript);
          this.emitFile({ type: 'asset', fileName: `pages/${name}.html`, source: page });
        }
        const offline = offlineHtml(String(html.source), bundle);
        this.emitFile({ type: 'asset', fileName: offlineFile, source: offline });
      },
    },
  };
}

/** A style sheet set in the page. The disabled link is never loaded: it tells the bundler's loader that it is here. */
function inlined(
  file: string,
  bundle: Bundle,
  link = `<link rel="stylesheet" crossorigin disabled href="/${file}" />`,
) {
  const asset = bundle[file];
  if (asset?.type !== 'asset') throw new Error(`${file} is not in the bundle`);
  const style = String(asset.source).trim();
  if (/<\/style/i.test(style)) throw new Error(`${file} would close its own style element`);
  return `<style>${style}</style>\n    ${link}`;
}
