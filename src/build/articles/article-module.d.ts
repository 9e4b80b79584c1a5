declare module '*/article.md?article' {
  // A module declaration cannot use a relative import statement.
  // eslint-disable-next-line @typescript-eslint/consistent-type-imports
  const article: import('#shared/article.ts').Article;
  export default article;
}
