import type { Plugin } from 'vite';
import { manifestOf, manifestPath } from '../shared/manifest.ts';
import { originMark } from '../shared/pages.ts';
import { book } from '../content/book.ts';

export function bookFiles(): Plugin {
  return {
    name: 'book-files',
    transformIndexHtml: (html, { server }) => {
      const titled = html.replaceAll('%BOOK_TITLE%', book.title.replaceAll('<', '&lt;'));
      // Built pages get their origin at server start; in development there is none.
      return server ? titled.replaceAll(originMark, '') : titled;
    },
    configureServer(server) {
      server.middlewares.use(manifestPath, (_request, response) => {
        response.setHeader('Content-Type', 'application/manifest+json');
        response.end(manifestOf(book));
      });
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      this.emitFile({ type: 'asset', fileName: manifestPath.slice(1), source: manifestOf(book) });
    },
  };
}
