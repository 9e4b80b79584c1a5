import { currentArticle } from '../current-article.ts';
import { ArticlePage } from '../features/article/article-page.tsx';
import '../styles/articles/codex.css';
import '../styles/articles/own.css';

/** An article of the author's in the look of `/codex`. */
export function EncyclopediaEntryPage() {
  const article = currentArticle();
  return article && <ArticlePage article={article} theme="codex" />;
}
