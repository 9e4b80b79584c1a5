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
import { currentArticle } from './current-article.ts';
import { currentBook } from './current-book.ts';
import { fetchPart } from './ui/missing-part.ts';
import { PageFailed } from './page-failed.tsx';
import { PagePending } from './ui/page-pending.tsx';

/**
 * Lazy component in a chunk of its own. The router's own lazy loading reloads the page whenever a chunk is missing,
 * even offline.
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

/** The explicit component type keeps the routes typed. */
const page = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => rootRoute, path, component });

const adminPage = lazyPage(() => import('./routes/admin.tsx'), 'AdminPage');

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  component: adminPage,
  validateSearch: readAdminSearch,
  beforeLoad({ location, search }): void {
    // Old bookmarks have the tab in the fragment.
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

/** The author's articles, by their looks. */
const ownLooks = {
  enciclopedia: lazyPage(() => import('./routes/enciclopedia.tsx'), 'EncyclopediaEntryPage'),
  rivista: lazyPage(() => import('./routes/rivista.tsx'), 'JournalPaperPage'),
};

/** Without the encyclopedia its addresses lead to the not-found page; of the author's articles there is the page's own. */
function routeTreeOf({ encyclopedia }: PublicBook) {
  const article = currentArticle();
  // On the server the library keeps the first tree of the process, whatever routes come later.
  if (import.meta.env.SSR) globalThis.__TSR_CACHE__ = undefined;
  const own = article?.look ? [page(`/${article.slug}`, ownLooks[article.look])] : [];
  const routes = [...ownRoutes, ...(encyclopedia ? articleRoutes : []), ...own];
  return rootRoute.addChildren(routes);
}

/** @param history by default the browser's */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: routeTreeOf(currentBook()),
    history,
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageFailed,
    // On the server it would emit an inline script, which the CSP blocks.
    scrollRestoration: !import.meta.env.SSR,
    // No smooth scrolling between pages.
    scrollRestorationBehavior: 'instant',
    defaultHashScrollIntoView: { behavior: 'instant' },
    // View transition between pages; the first page and anchors appear at once.
    defaultViewTransition: {
      types: ({ fromLocation, pathChanged }) => (fromLocation && pathChanged ? ['page'] : false),
    },
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
