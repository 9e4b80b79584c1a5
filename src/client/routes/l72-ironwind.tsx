import { ArticleStub } from '../features/article/article-stub.tsx';

export function IronwindPage() {
  return <ArticleStub title="L-72 «Ironwind»" />;
}
