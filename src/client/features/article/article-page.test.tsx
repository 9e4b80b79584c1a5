import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import ironwind from '#content/articles/l72-ironwind/article.md?article';
import { setCurrentBook } from '#client/current-book.ts';
import { builtInBook } from '#content/built-in-book.ts';
import { publicBookOf } from '#shared/public-book.ts';
import { ArticlePage } from './article-page.tsx';

setCurrentBook(publicBookOf(builtInBook));

async function onServer(): Promise<string> {
  const routeTree = createRootRoute({ component: () => <ArticlePage article={ironwind} /> });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree, history, isServer: true });
  await router.load();
  return renderToString(<RouterProvider router={router} />);
}

test('a page renders on a server, whole: text, plates, contents, neighbours', async () => {
  const html = await onServer();
  expect(html).toContain('<h1 id="titolo">L-72 «Ironwind»</h1>');
  expect(html).toContain('RITORNA');
  expect(html.match(/<figure /g)).toHaveLength(14);
  expect(html.match(/<div class="plate"><svg /g)).toHaveLength(13);
  expect(html).toContain('aria-label="Indice"');
  expect(html).toContain('href="/b03-arctic-seeder"');
  expect(html).not.toContain('asset:');
});
