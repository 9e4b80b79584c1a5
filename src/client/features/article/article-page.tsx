import { useCallback, useMemo, useRef, useState } from 'react';
import type { Article } from '#shared/article.ts';
import { currentBook } from '#client/current-book.ts';
import { PageHead } from '#client/page-head.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { useOpenDialog } from '#client/ui/open-dialogs.ts';
import './article.css';
import { ArticleBody } from './article-body.tsx';
import { ArticleEnd } from './article-end.tsx';
import { Contents } from './contents.tsx';
import { Masthead } from './masthead.tsx';
import { PageEdge } from './page-edge.tsx';
import { Preview } from './preview.tsx';
import { TopBar } from './top-bar.tsx';
import { useBoundPlates } from './use-bound-plates.ts';
import { useDeepLink } from './use-deep-link.ts';
import { useLinks } from './use-links.ts';
import { usePaper } from './use-paper.ts';
import { usePlates } from './use-plates.ts';
import { useReading } from './use-reading.ts';
import { useScrollingFrames } from './use-scrolling-frames.ts';
import { useSidebar } from './use-sidebar.ts';
import { useZoomRequest } from './zoom/use-zoom-request.ts';

const ZoomView = lazyPart(async () => (await import('./zoom/zoom-view.tsx')).ZoomView);

export function ArticlePage({ article }: { article: Article }) {
  const page = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const [contentsOpen, setContentsOpen] = useState(false);
  const ids = useMemo(() => article.contents.map(({ id }) => id), [article]);
  const active = useReading(ids, line);
  const [zoomed, setZoomed] = useZoomRequest(page);
  const closeContents = useCallback(() => setContentsOpen(false), []);
  useOpenDialog(contentsOpen, true, closeContents);
  useDeepLink(active);
  useLinks(page);
  useSidebar(page);
  usePlates(page);
  useBoundPlates(page, article.figures.bound ?? false);
  usePaper(article.slug);
  useScrollingFrames(page);

  return (
    <div className="article" data-article={article.slug} ref={page}>
      <PageHead
        title={`${article.title} · ${currentBook().book.title}`}
        description={article.description}
        path={`/${article.slug}`}
        type="article"
      />
      <TopBar
        title={article.title}
        backLabel={article.backLabel}
        reading={article.contents.find(({ id }) => id === active)?.title}
        minutes={article.minutes}
        contentsOpen={contentsOpen}
        onToggleContents={() => setContentsOpen((open) => !open)}
        progress={line}
      />
      <div className="desk">
        <Contents entries={article.contents} active={active} open={contentsOpen} onFollow={closeContents} />
        <main className="sheet" id="testo">
          <article aria-labelledby="titolo">
            <Masthead article={article} />
            <ArticleBody html={article.html} sidebar={article.sidebar} />
            {article.signature && <p className="initials">{article.signature}</p>}
            {article.neighbours && (
              <p
                className="neighbour-entry"
                aria-hidden="true"
                data-headword={article.neighbours.headword}
                data-words={article.neighbours.after}
              />
            )}
            <footer className="document-footer">
              <p dangerouslySetInnerHTML={{ __html: article.footer }} />
              {article.colophon && <p className="colophon">{article.colophon}</p>}
            </footer>
            <PageEdge foot={article.lastFoot} />
          </article>
        </main>
      </div>
      <ArticleEnd backLabel={article.backLabel} previous={article.previous} next={article.next} />
      <Preview page={page} pages={article.pages} />
      {zoomed && <ZoomView figure={zoomed} onClose={() => setZoomed(null)} />}
    </div>
  );
}
