import article from '#content/articles/sato-lenz/article.md?article';
import { ArticlePage } from '../features/article/article-page.tsx';
import '../styles/articles/sato-lenz.css';
import '../styles/articles/paper/sato-lenz.css';

export function SatoLenzPage() {
  return <ArticlePage article={article} />;
}
