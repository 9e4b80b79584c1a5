import { ArticleFault } from './article-fault.ts';
import type { OwnText } from './own-article.ts';

/** The compiler is loaded when the first article is: most starts do without it. */
export const loadCompiler = () => import('./own-article.ts');

/** What in an article cannot be shown, in Italian. @param hasPage whether a link may lead to a path of this site */
export async function articleFault(
  own: OwnText,
  hasPage: (path: string) => boolean = () => true,
): Promise<string | undefined> {
  const { compileOwnArticle } = await loadCompiler();
  try {
    compileOwnArticle(own, { hasPage, variantsOf: () => [] });
    return undefined;
  } catch (error) {
    if (error instanceof ArticleFault) return error.message;
    throw error;
  }
}

/** What in these articles cannot be shown: `articolo «Le torri»: Riga 3: …`. */
export async function articleFaults(articles: readonly OwnText[]): Promise<string[]> {
  const faults: string[] = [];
  for (const article of articles) {
    const fault = await articleFault(article);
    if (fault !== undefined) faults.push(`articolo «${article.title.slice(0, 60)}»: ${fault}`);
  }
  return faults;
}
