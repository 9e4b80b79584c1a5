import { ArticleStub } from '../features/article/article-stub.tsx';

export function SatoLenzPage() {
  return <ArticleStub title="La levitazione Sato-Lenz" />;
}
