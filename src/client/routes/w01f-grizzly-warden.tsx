import article from '#content/articles/w01f-grizzly-warden/article.md?article';
import { ArticlePage } from '../features/article/article-page.tsx';
import '../styles/articles/w01f-grizzly-warden.css';

export function GrizzlyWardenPage() {
  return <ArticlePage article={article} />;
}
