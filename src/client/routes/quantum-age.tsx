import article from '#content/articles/quantum-age/article.md?article';
import { ArticlePage } from '../features/article/article-page.tsx';
import '../styles/articles/quantum-age.css';

export function QuantumAgePage() {
  return <ArticlePage article={article} />;
}
