import article from '#content/articles/l72-ironwind/article.md?article';
import { ArticlePage } from '../features/article/article-page.tsx';
import '../styles/articles/l72-ironwind.css';

export function IronwindPage() {
  return <ArticlePage article={article} />;
}
