import article from '#content/articles/b03-arctic-seeder/article.md?article';
import { ArticlePage } from '../features/article/article-page.tsx';
import '../styles/articles/b03-arctic-seeder.css';

export function ArcticSeederPage() {
  return <ArticlePage article={article} />;
}
