import type { ArticleCard } from '#shared/article.ts';

interface PreviewContent {
  title: string;
  text: string;
  image: string;
}

const maxLength = 260;

/** Preview of a link's target; null when it needs none. */
export function previewOf(link: HTMLElement, pages: readonly ArticleCard[]): PreviewContent | null {
  const address = link.getAttribute('href') ?? '';
  if (address.startsWith('/')) {
    const card = pages.find(({ slug }) => slug === address.slice(1));
    return card ? { title: card.title, text: card.subtitle, image: '' } : null;
  }
  const target = document.getElementById(address.slice(1));
  if (!target) return null;
  if (target.tagName === 'FIGURE') {
    const plate = target.querySelector<HTMLElement>('.plate')?.dataset.plate;
    const image = plate ?? target.querySelector('img')?.currentSrc ?? '';
    return { title: '', text: textOf(target.querySelector('figcaption')), image };
  }
  if (target.tagName === 'SECTION') {
    return {
      title: textOf(target.querySelector('h2, h3')),
      text: textOf(target.querySelector('p')),
      image: '',
    };
  }
  return { title: '', text: textOf(target), image: '' };
}

function textOf(element: Element | null): string {
  const text = element?.textContent?.trim().replace(/\s+/g, ' ') ?? '';
  if (text.length <= maxLength) return text;
  return `${text.slice(0, text.lastIndexOf(' ', maxLength))} …`;
}
