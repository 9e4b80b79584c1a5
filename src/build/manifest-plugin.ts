import type { Plugin } from 'vite';
import { originMark } from '../shared/pages.ts';
import { book } from '../content/book.ts';

const manifestPath = '/manifest.webmanifest';

/** What a browser needs to put the site among its applications. */
function manifest(): string {
  const icon = (file: string, size: number, purpose?: 'maskable') => ({
    src: `/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    name: book.title,
    short_name: book.title,
    description: book.description,
    lang: 'it',
    start_url: '/',
    display: 'standalone',
    background_color: '#0b1a2c',
    theme_color: '#0b1a2c',
    icons: [
      icon('icon-192.png', 192),
      icon('icon-512.png', 512),
      icon('icon-maskable-512.png', 512, 'maskable'),
    ],
  });
}

/** Writes the book's title into the HTML file and makes the manifest, so that no author has to look for them. */
export function bookFiles(): Plugin {
  return {
    name: 'book-files',
    transformIndexHtml: (html, { server }) => {
      const titled = html.replaceAll('%BOOK_TITLE%', book.title.replaceAll('<', '&lt;'));
      // Built pages learn their origin when the server starts; while developing there is none.
      return server ? titled.replaceAll(originMark, '') : titled;
    },
    configureServer(server) {
      server.middlewares.use(manifestPath, (_request, response) => {
        response.setHeader('Content-Type', 'application/manifest+json');
        response.end(manifest());
      });
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      this.emitFile({ type: 'asset', fileName: manifestPath.slice(1), source: manifest() });
    },
  };
}
