/** What is wrong with an article, in Italian: its author reads it when she saves, whoever builds the site when it is built. */
export class ArticleFault extends Error {
  override name = 'ArticleFault';
}
