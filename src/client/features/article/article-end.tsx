import type { Article } from '#shared/article.ts';

export function ArticleEnd({ backLabel, previous, next }: Pick<Article, 'backLabel' | 'previous' | 'next'>) {
  return (
    <nav className="article-end" aria-label="Altre pagine del mondo">
      {previous && (
        <a href={`/${previous.slug}`} rel="prev" className="neighbour">
          <span className="neighbour-place">← Pagina precedente</span>
          <span className="neighbour-title">{previous.title}</span>
        </a>
      )}
      <a href="/" className="end-home" data-testid="button-back">
        {backLabel}
      </a>
      {next && (
        <a href={`/${next.slug}`} rel="next" className="neighbour neighbour-next">
          <span className="neighbour-place">Pagina seguente →</span>
          <span className="neighbour-title">{next.title}</span>
        </a>
      )}
    </nav>
  );
}
