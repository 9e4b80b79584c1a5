import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { slowConnectionEvent } from '../shared/boot.ts';
import { App } from './app.tsx';
import { announceArrivals } from './arrival.ts';
import { tolerateForeignNodes } from './foreign-nodes.ts';
import { keepOffline } from './offline/register.ts';
import { createAppRouter } from './router.tsx';
import { lacksParts, reloadOnce } from './ui/missing-part.ts';
import { dismissFaults } from './ui/toast-store.ts';
import { savesData } from './ui/use-media-query.ts';

/** Hydrates a prerendered page once its route's chunk has loaded; renders an empty one. */
async function start(root: HTMLElement): Promise<void> {
  // Splits the work into separate tasks: together they would be a long task on a phone.
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
  // Makes the router render the same boundaries as on the server and skip loading.
  router.ssr = { manifest: undefined };
  // The scroll position stays as it is: the reader may have scrolled before the scripts arrived.
  let isTakenUp = false;
  router.options.scrollRestoration = () => {
    if (isTakenUp) return true;
    isTakenUp = true;
    // The router stores positions on scroll events only; without one this position would be lost on Back.
    document.dispatchEvent(new Event('scroll'));
    return false;
  };
  await nextTask();
  await router.load();
  // The prerendered page is readable without scripts, unlike an error page.
  if (lacksParts()) {
    if (!(await reloadOnce())) dispatchEvent(new Event(slowConnectionEvent));
    return;
  }
  await nextTask();
  // A transition lets React yield to input during hydration.
  startTransition(() => void hydrateRoot(root, <App router={router} />));
}

const nextTask = () => new Promise<void>((begin) => setTimeout(begin));

// Leaving a page during its view transition rejects a promise: not an error.
addEventListener('unhandledrejection', (event) => {
  const { reason } = event as { reason: unknown };
  if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault();
});

tolerateForeignNodes();
const root = document.getElementById('root');
if (root) void start(root);
if (import.meta.env.PROD) keepOffline(savesData());
