import { ArticleStub } from '../features/article/article-stub.tsx';

export function CodexPage() {
  return <ArticleStub title="Big One" />;
}
