import { ArticleStub } from '../features/article/article-stub.tsx';

export function ArcticSeederPage() {
  return <ArticleStub title="B-03 «Arctic Seeder»" />;
}
