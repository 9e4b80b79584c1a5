import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { slowConnectionEvent } from '../shared/boot.ts';
import { App } from './app.tsx';
import { announceArrivals } from './arrival.ts';
import { keepOffline } from './offline/register.ts';
import { createAppRouter } from './router.tsx';
import { lacksParts, reloadOnce } from './ui/missing-part.ts';
import { dismissFaults } from './ui/toast-store.ts';
import { savesData } from './ui/use-media-query.ts';

/** Takes up the page that came as HTML, once the chunk of its route is here; draws it where it came empty. */
async function start(root: HTMLElement): Promise<void> {
  // Each of what follows, at once with what stands before, would be a long task on a phone.
  await nextTask();
  const router = createAppRouter();
  announceArrivals(router);
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) dismissFaults();
  });
  if (!root.hasChildNodes()) {
    createRoot(root).render(<App router={router} />);
    return;
  }
  // The router then draws the boundaries that its server side draws, and there is nothing to load again.
  router.ssr = { manifest: undefined };
  // Where the page stands is the browser's doing and the reader's: who scrolled before the scripts came stays there.
  let isTakenUp = false;
  router.options.scrollRestoration = () => {
    if (isTakenUp) return true;
    isTakenUp = true;
    // The router keeps the place of what it has seen scroll: who leaves without scrolling again is to find it too.
    document.dispatchEvent(new Event('scroll'));
    return false;
  };
  await nextTask();
  await router.load();
  // What came as HTML can be read without its scripts: better than a screen that says it cannot.
  if (lacksParts()) {
    if (!(await reloadOnce())) dispatchEvent(new Event(slowConnectionEvent));
    return;
  }
  await nextTask();
  // In a transition React gives way to the reader between one piece and the next.
  startTransition(() => void hydrateRoot(root, <App router={router} />));
}

const nextTask = () => new Promise<void>((begin) => setTimeout(begin));

// A page left while it dissolves ends its dissolve: that is no fault.
addEventListener('unhandledrejection', (event) => {
  const { reason } = event as { reason: unknown };
  if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault();
});

const root = document.getElementById('root');
if (root) void start(root);
if (import.meta.env.PROD) keepOffline(savesData());
