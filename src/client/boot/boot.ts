/* The boot script: inlined into every prerendered page (src/build/pages-plugin.ts) and allowed by its CSP hash. */
import {
  comfortAttribute,
  comfortKey,
  knownReaderAttribute,
  knownReaderKey,
  takenUpEvent,
  slowConnectionEvent,
} from '#shared/boot.ts';
import { isComposing } from '#shared/is-composing.ts';
import { layOutInParts } from './in-parts.ts';
import { warnOfSlowConnection } from './slow-connection.ts';

/** Maximum wait for pictures and first paint, in milliseconds: a background tab never paints. */
const startLimit = 1000;

const earlyEvents = ['click', 'submit', 'keydown', 'input'] as const;

markKnownReader();
layOutInParts();
startAfterPaint(document.currentScript?.dataset.entry ?? '');
replayEarlyAction();
addEventListener(slowConnectionEvent, warnOfSlowConnection);

function markKnownReader(): void {
  const root = document.documentElement;
  try {
    if (localStorage.getItem(knownReaderKey)) root.setAttribute(knownReaderAttribute, '');
    const comfort = localStorage.getItem(comfortKey);
    if (comfort) root.setAttribute(comfortAttribute, comfort);
  } catch {
    // Storage may be blocked.
  }
}

/** Loads the application after the first paint: on a slow line scripts would compete with fonts and pictures. */
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
  // The second animation frame starts after the first has been painted.
  const startOnceDrawn = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
  if (document.readyState === 'complete') startOnceDrawn();
  else addEventListener('load', startOnceDrawn);
  setTimeout(start, startLimit);
}

/** Stores the last button press or unedited form submission and replays it after hydration. */
function replayEarlyAction(): void {
  let earlyTarget: HTMLElement | undefined;
  const storeAction = (event: Event) => {
    const target = event.target as HTMLElement & { form?: HTMLFormElement | null };
    if (event.type === 'input') {
      if (earlyTarget === target.form) earlyTarget = undefined;
      return;
    }
    if (event.type === 'keydown' && !isSubmit(event as KeyboardEvent, target)) return;
    const action =
      event.type === 'click'
        ? target.closest<HTMLElement>('button:not([type=submit])')
        : (target.form ?? target);
    if (!action) return;
    event.preventDefault();
    // Or an already hydrated part would handle it a second time.
    event.stopImmediatePropagation();
    earlyTarget = action;
  };
  for (const type of earlyEvents) addEventListener(type, storeAction, true);
  addEventListener(
    takenUpEvent,
    () => {
      for (const type of earlyEvents) removeEventListener(type, storeAction, true);
      if (earlyTarget instanceof HTMLFormElement) earlyTarget.requestSubmit();
      else earlyTarget?.click();
    },
    { once: true },
  );
}

function isSubmit(event: KeyboardEvent, target: HTMLElement & { form?: HTMLFormElement | null }): boolean {
  const isEnter = event.key === 'Enter' && !event.shiftKey && !isComposing(event);
  return isEnter && Boolean(target.form) && target.matches('textarea, input');
}
