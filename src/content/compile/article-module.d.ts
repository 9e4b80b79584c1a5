/** An article of the encyclopedia, compiled when the site is built (see article-plugin.ts). */
declare module '*/article.md?article' {
  import type { Article } from './article.ts';

  const article: Article;
  export default article;
}
