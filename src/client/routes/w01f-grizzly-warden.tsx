import { ArticleStub } from '../features/article/article-stub.tsx';

export function GrizzlyWardenPage() {
  return <ArticleStub title="W-01F «Grizzly Warden»" />;
}
