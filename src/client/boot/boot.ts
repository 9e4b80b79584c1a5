/*
 * The boot script: stands in every page that came as HTML, compiled and inlined by src/build/pages-plugin.ts, and runs
 * before anything else. The security policy knows it by its hash.
 */
import {
  comfortAttribute,
  comfortKey,
  knownReaderAttribute,
  knownReaderKey,
  takenUpEvent,
  slowConnectionEvent,
} from '#shared/boot.ts';
import { layOutInParts } from './in-parts.ts';
import { warnOfSlowConnection } from './slow-connection.ts';

/** How long the application may wait for the page's pictures and paint, in milliseconds: a background tab never paints. */
const startLimit = 1000;

const earlyEvents = ['click', 'submit', 'keydown', 'input'] as const;

markKnownReader();
layOutInParts();
startAfterPaint(document.currentScript?.dataset.entry ?? '');
replayEarlyAction();
addEventListener(slowConnectionEvent, warnOfSlowConnection);

/** The style sheet then hides the greeting from a reader who has talked before, and shows the screen as they want it. */
function markKnownReader(): void {
  const root = document.documentElement;
  try {
    if (localStorage.getItem(knownReaderKey)) root.setAttribute(knownReaderAttribute, '');
    const comfort = localStorage.getItem(comfortKey);
    if (comfort) root.setAttribute(comfortAttribute, comfort);
  } catch {
    // Storage may be forbidden: then every reader is a new one.
  }
}

/** Loads the application once the page has arrived and is painted: on a slow line scripts would compete with type and pictures. */
function startAfterPaint(entry: string): void {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]'))
      link.rel = link.hasAttribute('disabled') ? 'stylesheet' : link.as ? 'preload' : 'modulepreload';
    for (const style of document.querySelectorAll<HTMLStyleElement>('style[data-later]')) style.media = 'all';
    const script = document.createElement('script');
    script.type = 'module';
    script.src = entry;
    script.onerror = warnOfSlowConnection;
    document.head.append(script);
  };
  // The first frame is on the screen when the second is drawn.
  const startOnceDrawn = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
  if (document.readyState === 'complete') startOnceDrawn();
  else addEventListener('load', startOnceDrawn);
  setTimeout(start, startLimit);
}

/** Keeps the last button pressed, or form sent and not written in since, until the application is there to act on it. */
function replayEarlyAction(): void {
  let early: HTMLElement | undefined;
  const keep = (event: Event) => {
    const target = event.target as HTMLElement & { form?: HTMLFormElement | null };
    if (event.type === 'input') {
      // Who goes on writing has not sent it yet.
      if (early === target.form) early = undefined;
      return;
    }
    if (event.type === 'keydown' && !isSubmit(event as KeyboardEvent, target)) return;
    const action =
      event.type === 'click'
        ? target.closest<HTMLElement>('button:not([type=submit])')
        : (target.form ?? target);
    if (!action) return;
    event.preventDefault();
    // Or the part that is taken up already would act on it, and then once more.
    event.stopImmediatePropagation();
    early = action;
  };
  for (const type of earlyEvents) addEventListener(type, keep, true);
  addEventListener(
    takenUpEvent,
    () => {
      for (const type of earlyEvents) removeEventListener(type, keep, true);
      if (early instanceof HTMLFormElement) early.requestSubmit();
      else early?.click();
    },
    { once: true },
  );
}

function isSubmit(event: KeyboardEvent, target: HTMLElement & { form?: HTMLFormElement | null }): boolean {
  const isEnter = event.key === 'Enter' && !event.shiftKey && !event.isComposing;
  return isEnter && Boolean(target.form) && target.matches('textarea, input');
}
