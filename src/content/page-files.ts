import type { Plugin, Rolldown } from 'vite';
import { pages } from '../shared/pages.ts';
import { landing } from './book.ts';

type Bundle = Rolldown.OutputBundle;

/** The name of a page's files: its path, and `landing` for the home page. */
const nameOf = (path: string) => (path === '/' ? 'landing' : path.slice(1));

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

/**
 * Writes `pages/<name>.html` for each page of the site: the application's HTML file, with links to the page's
 * own scripts and styles, so that the browser asks for them together and not one after the other.
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
        for (const path of pages) {
          const { scripts, styles } = filesOf(nameOf(path), bundle);
          const isNew = (file: string) => !source.includes(`"/${file}"`);
          const links = [
            ...(path === '/' ? stillLinks() : []),
            ...[...styles]
              .filter(isNew)
              .map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`),
            ...[...scripts]
              .filter(isNew)
              .map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
          ];
          this.emitFile({
            type: 'asset',
            fileName: `pages/${nameOf(path)}.html`,
            source: source.replace('</head>', `  ${links.join('\n    ')}\n  </head>`),
          });
        }
      },
    },
  };
}
