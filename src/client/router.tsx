import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import { offlinePath } from '../shared/pages.ts';
import { readAdminSearch, tabOfHash } from './features/admin/panel-address.ts';
import { PagePending } from './ui/page-pending.tsx';

const rootRoute = createRootRoute({
  notFoundComponent: lazyRouteComponent(() => import('./routes/not-found.tsx'), 'NotFoundPage'),
});

const page = { getParentRoute: () => rootRoute } as const;

const routeTree = rootRoute.addChildren([
  createRoute({
    ...page,
    path: '/',
    component: lazyRouteComponent(() => import('./routes/landing.tsx'), 'LandingPage'),
  }),
  createRoute({
    ...page,
    path: '/chat',
    component: lazyRouteComponent(() => import('./routes/chat.tsx'), 'ChatPage'),
  }),
  createRoute({
    ...page,
    path: '/admin',
    validateSearch: readAdminSearch,
    beforeLoad({ location, search }) {
      // A bookmark from when tabs were named after a `#`.
      const scheda = search.scheda ? undefined : tabOfHash(location.hash);
      if (scheda) throw redirect({ to: '/admin', search: { ...search, scheda }, hash: '', replace: true });
    },
    component: lazyRouteComponent(() => import('./routes/admin.tsx'), 'AdminPage'),
  }),
  createRoute({
    ...page,
    path: '/sato-lenz',
    component: lazyRouteComponent(() => import('./routes/sato-lenz.tsx'), 'SatoLenzPage'),
  }),
  createRoute({
    ...page,
    path: '/codex',
    component: lazyRouteComponent(() => import('./routes/codex.tsx'), 'CodexPage'),
  }),
  createRoute({
    ...page,
    path: '/quantum-age',
    component: lazyRouteComponent(() => import('./routes/quantum-age.tsx'), 'QuantumAgePage'),
  }),
  createRoute({
    ...page,
    path: '/w01f-grizzly-warden',
    component: lazyRouteComponent(() => import('./routes/w01f-grizzly-warden.tsx'), 'GrizzlyWardenPage'),
  }),
  createRoute({
    ...page,
    path: '/b03-arctic-seeder',
    component: lazyRouteComponent(() => import('./routes/b03-arctic-seeder.tsx'), 'ArcticSeederPage'),
  }),
  createRoute({
    ...page,
    path: '/l72-ironwind',
    component: lazyRouteComponent(() => import('./routes/l72-ironwind.tsx'), 'IronwindPage'),
  }),
  createRoute({
    ...page,
    path: offlinePath,
    component: lazyRouteComponent(() => import('./routes/senza-rete.tsx'), 'OfflinePage'),
  }),
]);

/** @param history where the application is; the browser's own address unless another is given */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
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
