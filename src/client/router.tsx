import { createElement, use } from 'react';
import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import type { PublicBook } from '../shared/contracts/book.ts';
import { readAdminSearch } from './admin-search.ts';
import { currentBook } from './current-book.ts';
import { fetchPart } from './ui/missing-part.ts';
import { PageFailed } from './page-failed.tsx';
import { PagePending } from './ui/page-pending.tsx';

/**
 * A page's component, in a chunk of its own. Not the router's own way: that reloads the page where a chunk is missing,
 * network or not.
 */
function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
): RouteComponent {
  let fetched: RouteComponent | undefined;
  let failure: unknown;
  let fetching: Promise<void> | undefined;
  const preload = () =>
    (fetching ??= fetchPart(load)
      .then(
        (module) => void (fetched = module[name]),
        (error: unknown) => void (failure = error),
      )
      .finally(() => (fetching = undefined)));

  const Page: RouteComponent = () => {
    if (!fetched && !failure) use(preload());
    if (fetched) return createElement(fetched);
    throw failure;
  };
  return Object.assign(Page, {
    preload() {
      failure = undefined;
      return fetched ? Promise.resolve() : preload();
    },
  });
}

const rootRoute = createRootRoute({
  notFoundComponent: lazyPage(() => import('./routes/not-found.tsx'), 'NotFoundPage'),
});

/** A page by its path. Its component has its type written out: inferred in place, it would leave every route untyped. */
const page = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => rootRoute, path, component });

const adminPage = lazyPage(() => import('./routes/admin.tsx'), 'AdminPage');

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  component: adminPage,
  validateSearch: readAdminSearch,
  beforeLoad({ location, search }): void {
    // A bookmark from when tabs were named after a `#`.
    const { hash } = location;
    if (hash)
      throw redirect({
        to: '/admin',
        search: { ...search, scheda: search.scheda ?? hash },
        hash: '',
        replace: true,
      });
  },
});

const ownRoutes = [
  page(
    '/',
    lazyPage(() => import('./routes/landing.tsx'), 'LandingPage'),
  ),
  page(
    '/chat',
    lazyPage(() => import('./routes/chat.tsx'), 'ChatPage'),
  ),
  adminRoute,
] as const;

/** The encyclopedia's pages, which not every book has. */
const articleRoutes = [
  page(
    '/sato-lenz',
    lazyPage(() => import('./routes/sato-lenz.tsx'), 'SatoLenzPage'),
  ),
  page(
    '/codex',
    lazyPage(() => import('./routes/codex.tsx'), 'CodexPage'),
  ),
  page(
    '/quantum-age',
    lazyPage(() => import('./routes/quantum-age.tsx'), 'QuantumAgePage'),
  ),
  page(
    '/w01f-grizzly-warden',
    lazyPage(() => import('./routes/w01f-grizzly-warden.tsx'), 'GrizzlyWardenPage'),
  ),
  page(
    '/b03-arctic-seeder',
    lazyPage(() => import('./routes/b03-arctic-seeder.tsx'), 'ArcticSeederPage'),
  ),
  page(
    '/l72-ironwind',
    lazyPage(() => import('./routes/l72-ironwind.tsx'), 'IronwindPage'),
  ),
] as const;

const wholeTree = () => rootRoute.addChildren([...ownRoutes, ...articleRoutes]);

/** The routes of this site: where there is no encyclopedia its addresses are answered with the page that is not found. */
function routeTreeOf({ encyclopedia }: PublicBook): ReturnType<typeof wholeTree> {
  return encyclopedia
    ? wholeTree()
    : (rootRoute.addChildren([...ownRoutes]) as unknown as ReturnType<typeof wholeTree>);
}

/** @param history where the application is; the browser's own address unless another is given */
export function createAppRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree: routeTreeOf(currentBook()),
    history,
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageFailed,
    // On the server it would write a script into the page, which the policy refuses.
    scrollRestoration: !import.meta.env.SSR,
    // Another page opens at its place, it does not glide there.
    scrollRestorationBehavior: 'instant',
    defaultHashScrollIntoView: { behavior: 'instant' },
    // One page dissolves into another; the first one, and anchors within a page, appear at once.
    defaultViewTransition: {
      types: ({ fromLocation, pathChanged }) => (fromLocation && pathChanged ? ['page'] : false),
    },
  });
  if (!import.meta.env.SSR)
    router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (fromLocation && pathChanged) focusHeading();
    });
  return router;
}

/** A screen reader says where its reader has come to: without a document loaded, only the focus tells it. */
function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1');
  // What the page itself has put the focus on, such as the chat's line, is better still.
  if (!heading || (document.activeElement ?? document.body) !== document.body) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
