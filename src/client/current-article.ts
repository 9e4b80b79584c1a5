import type { Article } from '#shared/article.ts';
import { articleElementId } from '#shared/pages.ts';

let current: Article | undefined;
let isRead = import.meta.env.SSR;

/** The author's article that this page came with; its text is taken from the page where it stands there. */
export function currentArticle(): Article | undefined {
  if (!isRead) {
    isRead = true;
    const block = document.getElementById(articleElementId)?.textContent;
    const text = () => document.querySelector('[data-article] .text')?.innerHTML ?? '';
    if (block) {
      const article = JSON.parse(block) as Article;
      current = { ...article, html: article.html ?? text() };
    }
  }
  return current;
}

export function setCurrentArticle(article: Article | undefined): void {
  current = article;
}
