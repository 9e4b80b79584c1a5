import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { prefersStillness } from './reading.ts';

/** From this width the captioned figures stand in a sidebar; below it each stands after the paragraph that calls it. */
const wide = '(min-width: 62rem)';

/**
 * Where a figure stands on paper: a paragraph after its call, so that words fill what is left of a column too short for it. The first
 * is cropped to what its own column has left.
 */
function paragraphAfter(call: Element | null | undefined): Element | null | undefined {
  let next = call?.nextElementSibling;
  while (next && next.tagName !== 'P') next = next.nextElementSibling;
  return next ?? call;
}

/** Moves the sidebar's figures to where they can be seen: with the text on small screens, along with it on wide ones. */
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
    // Moved while the pages are counted already, they would leave as many blank ones at the end.
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
