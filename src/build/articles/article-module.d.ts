/** An article of the encyclopedia, compiled when the site is built (see article-plugin.ts). */
declare module '*/article.md?article' {
  // An ambient module cannot import by a relative path in any other way.
  // eslint-disable-next-line @typescript-eslint/consistent-type-imports
  const article: import('#shared/article.ts').Article;
  export default article;
}
