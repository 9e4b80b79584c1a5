import article from '#content/articles/codex/article.md?article';
import { ArticlePage } from '../features/article/article-page.tsx';
import '../styles/articles/codex.css';
import '../styles/articles/paper/codex.css';

export function CodexPage() {
  return <ArticlePage article={article} />;
}
