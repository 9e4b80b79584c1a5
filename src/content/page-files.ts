import type { Plugin, Rolldown } from 'vite';
import { notFoundName, pageName, pages } from '../shared/pages.ts';
import { landing } from './book.ts';

type Bundle = Rolldown.OutputBundle;

/** The chunk of `routes/<name>.tsx` with all that it imports at once: what the browser will ask for next. */
function filesOf(name: string, bundle: Bundle): { scripts: Set<string>; styles: Set<string> } {
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
    (chunk) => chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith(`/src/client/routes/${name}.tsx`),
  );
  if (!entry) throw new Error(`src/client/routes/${name}.tsx has no chunk: is the page's route lazy?`);
  visit(entry.fileName);
  return { scripts, styles };
}

/** The hero's still is the largest paint of the home page: asked for before any script has run. */
function stillLinks(): string[] {
  const sizes = '(max-width: 640px) 640px, max(100vw, 711px)';
  return (landing.hero.still.variants ?? [])
    .filter(({ type }) => type === 'image/avif')
    .map(({ media = '(min-width: 640.02px)', srcSet }) => {
      const image = `as="image" type="image/avif" imagesrcset="${srcSet}" imagesizes="${sizes}"`;
      return `<link rel="preload" ${image} media="${media}" fetchpriority="high" />`;
    });
}

const sheet = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g;
/** What the page shows needs no script: scripts leave the line to type and pictures. */
const script = /<(script type="module"|link rel="modulepreload")/g;

/**
 * Writes `pages/<name>.html` for each page of the site: the application's HTML file with the page's own styles in it
 * and links to its scripts, so that one answer is enough to draw it and nothing waits for anything else.
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const html = bundle['index.html'];
        if (html?.type !== 'asset') return;
        const source = String(html.source);
        const common = [...source.matchAll(sheet)].map(([, file = '']) => file);
        for (const name of [...pages.map(pageName), notFoundName]) {
          const { scripts, styles } = filesOf(name, bundle);
          const links = [
            ...(name === 'landing' ? stillLinks() : []),
            ...[...new Set([...common, ...styles])].map((file) => inlined(file, bundle)),
            ...[...scripts]
              .filter((file) => !source.includes(`"/${file}"`))
              .map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
          ];
          const page = source
            .replace(sheet, '')
            .replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
            .replace(script, '<$1 fetchpriority="low"');
          this.emitFile({ type: 'asset', fileName: `pages/${name}.html`, source: page });
        }
      },
    },
  };
}

/** A style sheet set in the page. The disabled link is never loaded: it tells the bundler's loader that it is here. */
function inlined(file: string, bundle: Bundle): string {
  const asset = bundle[file];
  if (asset?.type !== 'asset') throw new Error(`${file} is not in the bundle`);
  const style = String(asset.source).trim();
  if (/<\/style/i.test(style)) throw new Error(`${file} would close its own style element`);
  return `<style>${style}</style>\n    <link rel="stylesheet" crossorigin disabled href="/${file}" />`;
}
