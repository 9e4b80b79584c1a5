import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { prefersStillness } from './reading.ts';

/** From this width figures are in a sidebar; below it each follows the paragraph that refers to it. */
const wide = '(min-width: 62rem)';

/**
 * Print position of a figure: one paragraph after its reference, so that text fills a column too short for it. The
 * first figure is cropped to its column.
 */
function paragraphAfter(call: Element | null | undefined): Element | null | undefined {
  let next = call?.nextElementSibling;
  while (next && next.tagName !== 'P') next = next.nextElementSibling;
  return next ?? call;
}

/** Moves the sidebar's figures: into the text on small screens, scrolling along on wide ones. */
export function useSidebar(root: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const sidebar = root.current?.querySelector('.sidebar-figures');
    if (!root.current || !sidebar) return undefined;
    const figures = [...sidebar.querySelectorAll('figure')];
    const callOf = (id: string) => root.current?.querySelector(`[data-figure="${id}"]`);
    const media = window.matchMedia(wide);
    let isPrinting = false;
    const setInText = () => {
      for (const figure of figures) {
        const call = callOf(figure.id)?.closest('p');
        (isPrinting && figure !== figures[0] ? paragraphAfter(call) : call)?.after(figure);
      }
    };
    const arrange = () => {
      if (media.matches && !isPrinting) sidebar.append(...figures);
      else setInText();
    };
    arrange();
    media.addEventListener('change', arrange);
    // Moving them during pagination would add blank pages at the end.
    const setOnPaper = () => {
      isPrinting = true;
      arrange();
    };
    const setOnScreen = () => {
      isPrinting = false;
      arrange();
    };
    addEventListener('beforeprint', setOnPaper);
    addEventListener('afterprint', setOnScreen);
    return () => {
      media.removeEventListener('change', arrange);
      removeEventListener('beforeprint', setOnPaper);
      removeEventListener('afterprint', setOnScreen);
      sidebar.append(...figures);
    };
  }, [root]);

  useEffect(() => {
    const sidebar = root.current?.querySelector('.sidebar-figures');
    const calls = [...(root.current?.querySelectorAll<HTMLElement>('.figure-call') ?? [])];
    if (!sidebar || calls.length === 0) return undefined;
    let shownId = '';
    const follow = () => {
      if (!window.matchMedia(wide).matches || sidebar.matches(':hover, :focus-within')) return;
      const reached =
        calls.filter((call) => call.getBoundingClientRect().top < innerHeight * 0.6).at(-1) ?? calls[0];
      const id = reached?.dataset.figure ?? '';
      if (id === shownId) return;
      shownId = id;
      const figure = document.getElementById(id);
      for (const other of sidebar.children) other.toggleAttribute('data-current', other === figure);
      const middle = (figure?.offsetTop ?? 0) + (figure?.offsetHeight ?? 0) / 2 - sidebar.clientHeight / 2;
      sidebar.scrollTo({ top: middle, behavior: prefersStillness() ? 'instant' : 'smooth' });
    };
    follow();
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, [root]);
}
