import { currentArticle } from '../current-article.ts';
import { ArticlePage } from '../features/article/article-page.tsx';
import '../styles/articles/sato-lenz.css';
import '../styles/articles/own.css';

/** An article of the author's in the look of `/sato-lenz`. */
export function JournalPaperPage() {
  const article = currentArticle();
  return article && <ArticlePage article={article} theme="sato-lenz" />;
}
