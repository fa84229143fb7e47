import type { QueryClient } from '@tanstack/react-query';
import {
  type AnyRoute,
  type AnyValidator,
  type Constrain,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type DefaultValidator,
  lazyRouteComponent,
  Outlet,
  type ResolveFullPath,
  type ResolveId,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { Me } from '@topup/dashboard-contract';
import { readProductsTab } from './account/products/products-tab';
import { readTransactionFilters } from './account/transactions/transaction-filters';
import { readEntryFilters } from './account/wallet/entries';
import { keyOf, searchOf, searchTexts } from './api/address';
import { meQuery } from './api/queries';
import { RequestFault, withQuery } from './api/request';
import { PRODUCTS } from './generated/vocabulary';
import { NotFound, PageFailure, PagePending, StartFailure } from './layout/page-states';
import { PURCHASE_FILTERS } from './operator/purchases/purchase-filters';

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /** The title of the browser's tab. */
    title?: string;
  }
}

/** Each page is a chunk of its own, loaded when it is opened or when the pointer is over its link. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([
      ...guestRoutes,
      enrol,
      shell.addChildren([
        account.addChildren([...accountRoutes, activity.addChildren(activityRoutes)]),
        operator.addChildren(operatorRoutes),
        security,
        elsewhere,
      ]),
    ]),
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: PagePending,
    scrollRestoration: true,
    // An address keeps only what the page takes of it, such as the filters of a list.
    search: { strict: true },
    // Plain text in both directions: the router's own parser would turn a phone number into a number.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => withQuery('', search),
  });
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet });

/** A page below its parent: its address, the title of its tab, its chunk, and what it reads of the address. */
const page = <Parent extends AnyRoute, const Path extends string, Search = undefined>(
  parent: Parent,
  path: Path,
  title: string,
  load: () => Promise<{ default: RouteComponent }>,
  { search }: { search?: Constrain<Search, AnyValidator, DefaultValidator> } = {},
) =>
  createRoute<unknown, Parent, Path, ResolveFullPath<Parent, Path>, string, ResolveId<Parent, string, Path>, Search>({
    getParentRoute: () => parent,
    path,
    staticData: { title },
    component: lazyRouteComponent(load),
    ...(search !== undefined && { validateSearch: search }),
  });

const guestRoutes = [
  page(root, '/sign-in', 'Sign in', () => import('./auth/sign-in-page'), { search: searchTexts('return') }),
  page(root, '/forgot', 'Reset your password', () => import('./auth/forgot-page')),
  page(root, '/set-password', 'Set your password', () => import('./auth/set-password-page'), {
    search: searchTexts('token'),
  }),
];

/** Who is signed in. @throws a redirect to the sign-in page when nobody is */
const whoIsSignedIn = (queryClient: QueryClient, href: string): Promise<Me> =>
  queryClient.ensureQueryData(meQuery).catch((error: unknown) => {
    if (error instanceof RequestFault && error.status === 401)
      throw redirect({ to: '/sign-in', search: { return: href } });
    throw error;
  });

/** The only page for a user who must set up a second factor first. */
const enrol = createRoute({
  getParentRoute: () => root,
  path: '/enrol',
  staticData: { title: 'Set up two-factor authentication' },
  component: lazyRouteComponent(() => import('./auth/enrol-page')),
  beforeLoad: async ({ context, location }) => {
    const me = await whoIsSignedIn(context.queryClient, location.href);
    if (!me.mustEnrol) throw redirect({ to: '/' });
  },
  errorComponent: StartFailure,
});

/** The parent of all pages for signed-in users. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ context, location }) => {
    const me = await whoIsSignedIn(context.queryClient, location.href);
    if (me.mustEnrol) throw redirect({ to: '/enrol' });
    return { me };
  },
  component: lazyRouteComponent(() => import('./layout/shell')),
  errorComponent: StartFailure,
});

const account = createRoute({
  getParentRoute: () => shell,
  id: 'account',
  beforeLoad: ({ context }) => {
    if (context.me.role === 'operator') throw redirect({ to: '/operator' });
  },
});

const activity = createRoute({
  getParentRoute: () => account,
  id: 'activity',
  beforeLoad: ({ context }) => {
    if (!context.me.rights.includes('activity')) throw redirect({ to: '/' });
  },
});

const operator = createRoute({
  getParentRoute: () => shell,
  id: 'operators',
  beforeLoad: ({ context }) => {
    if (context.me.role !== 'operator') throw redirect({ to: '/' });
  },
});

const security = page(shell, '/security', 'Security', () => import('./auth/security-page'));

/** Within the frame, so that the navigation leads on. */
const elsewhere = createRoute({
  getParentRoute: () => shell,
  path: '$',
  staticData: { title: 'Page not found' },
  component: NotFound,
});

const accountRoutes = [
  page(account, '/', 'Overview', () => import('./account/overview/overview-page')),
  page(account, '/buy', 'Buy', () => import('./account/buying/buy-page'), {
    search: searchOf({ product: keyOf(PRODUCTS) }),
  }),
  page(account, '/buy/files', 'Buy from a file', () => import('./account/buying/files-page')),
  page(account, '/buy/batches/$id', 'Bought in the dashboard', () => import('./account/buying/batch-page'), {
    search: searchTexts('status'),
  }),
  page(account, '/transactions', 'Transactions', () => import('./account/transactions/transactions-page'), {
    search: readTransactionFilters,
  }),
  page(account, '/transactions/$reference', 'Purchase', () => import('./account/transactions/transaction-page')),
  page(account, '/transactions/$reference/receipt', 'Receipt', () => import('./account/transactions/receipt-page')),
  page(account, '/statements', 'Statement', () => import('./account/statements/statement-page'), {
    search: searchTexts('month'),
  }),
  page(account, '/wallet', 'Wallet', () => import('./account/wallet/wallet-page'), { search: readEntryFilters }),
  page(account, '/products', 'Products', () => import('./account/products/products-page'), { search: readProductsTab }),
  page(account, '/developers/keys', 'API keys', () => import('./account/developers/keys/keys-page')),
  page(account, '/developers/webhook', 'Webhook', () => import('./account/developers/webhook-page'), {
    search: searchTexts('state', 'event', 'http', 'search', 'from', 'to'),
  }),
  page(account, '/developers/deliveries/$id', 'Delivery', () => import('./account/developers/delivery-page')),
  page(account, '/developers/requests', 'Requests', () => import('./account/requests/requests-page'), {
    search: searchTexts('search', 'status', 'endpoint', 'key', 'from', 'to'),
  }),
  page(account, '/developers/requests/rates', 'Errors and latency', () => import('./account/requests/rates-page')),
  page(account, '/developers/requests/$id', 'Request', () => import('./account/requests/request-page')),
  page(account, '/developers/quick-start', 'Quick start', () => import('./account/developers/quick-start-page')),
  page(account, '/team', 'Team', () => import('./account/team/team-page')),
  page(account, '/settings', 'Settings', () => import('./account/settings/settings-page')),
];

const activityRoutes = [
  page(activity, '/activity', 'Activity', () => import('./account/activity/activity-page'), {
    search: searchTexts('search', 'action', 'from', 'to'),
  }),
];

const operatorRoutes = [
  page(operator, '/operator', 'Overview', () => import('./operator/overview/overview-page')),
  page(operator, '/operator/accounts', 'Accounts', () => import('./operator/accounts/accounts-page'), {
    search: searchTexts('search', 'status', 'low', 'webhook'),
  }),
  page(operator, '/operator/accounts/$id', 'Account', () => import('./operator/accounts/account-page'), {
    search: searchTexts('kind', 'from', 'to'),
  }),
  page(operator, '/operator/purchases', 'Purchases', () => import('./operator/purchases/purchases-page'), {
    search: searchTexts(...PURCHASE_FILTERS),
  }),
  page(operator, '/operator/purchases/$reference', 'Purchase', () => import('./operator/purchases/purchase-page'), {
    search: searchTexts('account'),
  }),
  page(operator, '/operator/claims', 'Claims', () => import('./operator/claims/claims-page'), {
    search: searchTexts('state', 'from', 'to'),
  }),
  page(operator, '/operator/approvals', 'Approvals', () => import('./operator/approvals/approvals-page'), {
    search: searchTexts('state', 'kind', 'from', 'to'),
  }),
  page(operator, '/operator/approvals/$id', 'Approval', () => import('./operator/approvals/approval-page')),
  page(operator, '/operator/operators', 'Operators', () => import('./operator/operators/operators-page')),
  page(operator, '/operator/provider', 'Providers', () => import('./operator/provider/provider-page'), {
    search: searchTexts('provider'),
  }),
  page(operator, '/operator/routing', 'Routing', () => import('./operator/routing/routing-page'), {
    search: searchTexts('from', 'to'),
  }),
  page(operator, '/operator/queues', 'Queues', () => import('./operator/queues/queues-page')),
  page(operator, '/operator/catalogue', 'Catalogue', () => import('./operator/catalogue/catalogue-page'), {
    search: searchTexts('tier', 'network', 'search', 'onHold', 'stale', 'from', 'to'),
  }),
  page(operator, '/operator/catalogue/mappings', 'Mappings', () => import('./operator/mappings/mappings-page'), {
    search: searchTexts('provider', 'status', 'search'),
  }),
  page(operator, '/operator/margin', 'Margin', () => import('./operator/margin/margin-page'), {
    search: searchTexts('by', 'account', 'product', 'from', 'to'),
  }),
  page(operator, '/operator/earnings', 'Earnings', () => import('./operator/margin/earnings-page')),
  page(
    operator,
    '/operator/service-report',
    'Service report',
    () => import('./operator/service-report/service-report-page'),
    { search: searchTexts('day', 'month') },
  ),
  page(operator, '/operator/books', 'Books', () => import('./operator/books/books-page'), {
    search: searchTexts('from', 'to'),
  }),
  page(operator, '/operator/books/$id', 'Verification', () => import('./operator/books/verification-page')),
  page(
    operator,
    '/operator/reconciliation',
    'Reconciliation',
    () => import('./operator/reconciliation/reconciliation-page'),
    {
      search: searchTexts('provider', 'kind', 'state', 'from', 'to'),
    },
  ),
  page(operator, '/operator/collections', 'Collections', () => import('./operator/collections/collections-page'), {
    search: searchTexts('state', 'from', 'to'),
  }),
  page(operator, '/operator/actions', 'Audit log', () => import('./operator/actions/actions-page'), {
    search: searchTexts('search', 'action', 'from', 'to'),
  }),
];
