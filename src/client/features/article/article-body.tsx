import { memo } from 'react';
import type { Article } from '#shared/article.ts';

/** Static HTML of the repository (trusted), set once: React neither hydrates nor updates it. */
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
