import { ArticleStub } from '../features/article/article-stub.tsx';

export function QuantumAgePage() {
  return <ArticleStub title="L’Era della Coerenza Quantistica" />;
}
