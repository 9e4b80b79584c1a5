import type { H3Event } from 'h3';
import { FastResponse } from 'srvx';
import type { Opening, PublicBook } from '#shared/contracts/book.ts';
import { pages } from '#shared/pages.ts';
import { policyName, policyOfPlainPage } from './headers.ts';

/** Whether an address is one of the pages for readers, which a site that is not open keeps to itself. */
export function isReadersPage(pathname: string): boolean {
  const path = pathname.replace(/(?<=.)\/$/, '').toLowerCase();
  return path !== '/admin' && pages.some((page) => page === path);
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const style = `html { display: grid; min-height: 100%; background: #0b1a2c; color: #f1e7d3; color-scheme: dark; }
body { margin: auto; padding: 2rem 1.5rem; max-width: 32rem; font: 1.25rem/1.5 Georgia, serif; }
h1 { margin: 0 0 0.5rem; font-size: clamp(2rem, 8vw, 3.5rem); line-height: 1.05; overflow-wrap: anywhere; }
p { margin: 0; }`;

/** What stands in the place of every page for readers of a site that is not open; search engines are asked to pass by. */
export function closedPage(
  { req }: H3Event,
  opening: Exclude<Opening, 'open'>,
  { book }: Pick<PublicBook, 'book'>,
): Response {
  const isComing = opening === 'arriving';
  const title = isComing ? 'In arrivo' : book.title;
  const sentence = isComing ? 'Questo sito apre presto.' : 'Il sito è chiuso per un po’. Torna a trovarci.';
  const html = `<!doctype html>
<html lang="it">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body><main><h1>${escaped(title)}</h1><p>${sentence}</p></main></body>
</html>
`;
  return new FastResponse(req.method === 'HEAD' ? null : html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      [policyName]: policyOfPlainPage,
    },
  });
}
