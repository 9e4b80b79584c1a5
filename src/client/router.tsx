import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import type { PublicBook } from '../shared/contracts/book.ts';
import { offlinePath } from '../shared/pages.ts';
import { readAdminSearch } from './admin-search.ts';
import { currentBook } from './current-book.ts';
import { PagePending } from './ui/page-pending.tsx';

const rootRoute = createRootRoute({
  notFoundComponent: lazyRouteComponent(() => import('./routes/not-found.tsx'), 'NotFoundPage'),
});

/** A page by its path. Its component has its type written out: inferred in place, it would leave every route untyped. */
const page = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => rootRoute, path, component });

const adminPage: RouteComponent = lazyRouteComponent(() => import('./routes/admin.tsx'), 'AdminPage');

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
    lazyRouteComponent(() => import('./routes/landing.tsx'), 'LandingPage'),
  ),
  page(
    '/chat',
    lazyRouteComponent(() => import('./routes/chat.tsx'), 'ChatPage'),
  ),
  adminRoute,
  page(
    offlinePath,
    lazyRouteComponent(() => import('./routes/senza-rete.tsx'), 'OfflinePage'),
  ),
] as const;

/** The encyclopedia's pages, which not every book has. */
const articleRoutes = [
  page(
    '/sato-lenz',
    lazyRouteComponent(() => import('./routes/sato-lenz.tsx'), 'SatoLenzPage'),
  ),
  page(
    '/codex',
    lazyRouteComponent(() => import('./routes/codex.tsx'), 'CodexPage'),
  ),
  page(
    '/quantum-age',
    lazyRouteComponent(() => import('./routes/quantum-age.tsx'), 'QuantumAgePage'),
  ),
  page(
    '/w01f-grizzly-warden',
    lazyRouteComponent(() => import('./routes/w01f-grizzly-warden.tsx'), 'GrizzlyWardenPage'),
  ),
  page(
    '/b03-arctic-seeder',
    lazyRouteComponent(() => import('./routes/b03-arctic-seeder.tsx'), 'ArcticSeederPage'),
  ),
  page(
    '/l72-ironwind',
    lazyRouteComponent(() => import('./routes/l72-ironwind.tsx'), 'IronwindPage'),
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
  return createRouter({
    routeTree: routeTreeOf(currentBook()),
    history,
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
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
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
