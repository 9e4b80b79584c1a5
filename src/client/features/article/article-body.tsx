import { memo } from 'react';
import type { Article } from '#shared/article.ts';

/**
 * The text, set once as HTML made when the site was built: React never walks it, and never touches it again.
 * It comes from the repository, never from a reader, so it is trusted like the code is.
 */
export const ArticleBody = memo(function ArticleBody({ html, sidebar }: Pick<Article, 'html' | 'sidebar'>) {
  return (
    <div className="columns">
      <div className="text" dangerouslySetInnerHTML={{ __html: html }} />
      {sidebar && (
        <aside className="sidebar" aria-label="Le fotografie e i disegni">
          <div
            className="sidebar-figures"
            tabIndex={0}
            role="group"
            aria-label="Figure, scorrevoli"
            dangerouslySetInnerHTML={{ __html: sidebar }}
          />
        </aside>
      )}
    </div>
  );
});
