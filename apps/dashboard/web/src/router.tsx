import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { Me } from '@topup/dashboard-contract';
import { readProductsTab } from './account/products/products-tab';
import { readTransactionFilters } from './account/transactions/transaction-filters';
import { readEntryFilters } from './account/wallet/entry-filters';
import { meQuery } from './api/queries';
import { RequestFault } from './api/request';
import { searchTexts } from './api/search-texts';
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
        account.addChildren([...accountRoutes, owners.addChildren(ownerRoutes)]),
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
    stringifySearch: (search) => {
      const said = Object.entries(search).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
      );
      return said.length === 0 ? '' : `?${new URLSearchParams(said)}`;
    },
  });
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet });

/** A page below its parent, with the title of the browser's tab. Its chunk exports it as `name`. */
const page = <Parent, Module extends Record<Name, RouteComponent>, Name extends keyof Module & string>(
  parent: Parent,
  title: string,
  load: () => Promise<Module>,
  name: Name,
) => ({ getParentRoute: () => parent, staticData: { title }, component: lazyRouteComponent(load, name) });

const guestRoutes = [
  createRoute({
    path: '/sign-in',
    ...page(root, 'Sign in', () => import('./auth/sign-in-page'), 'SignInPage'),
    validateSearch: searchTexts('return'),
  }),
  createRoute({
    path: '/forgot',
    ...page(root, 'Reset your password', () => import('./auth/forgot-page'), 'ForgotPage'),
  }),
  createRoute({
    path: '/set-password',
    ...page(root, 'Set your password', () => import('./auth/set-password-page'), 'SetPasswordPage'),
    validateSearch: searchTexts('token'),
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
  path: '/enrol',
  ...page(root, 'Set up two-factor authentication', () => import('./auth/enrol-page'), 'EnrolPage'),
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
  component: lazyRouteComponent(() => import('./layout/shell'), 'Shell'),
  errorComponent: StartFailure,
});

const account = createRoute({
  getParentRoute: () => shell,
  id: 'account',
  beforeLoad: ({ context }) => {
    if (context.me.role === 'operator') throw redirect({ to: '/operator' });
  },
});

const owners = createRoute({
  getParentRoute: () => account,
  id: 'owners',
  beforeLoad: ({ context }) => {
    if (context.me.role !== 'owner') throw redirect({ to: '/' });
  },
});

const operator = createRoute({
  getParentRoute: () => shell,
  id: 'operators',
  beforeLoad: ({ context }) => {
    if (context.me.role !== 'operator') throw redirect({ to: '/' });
  },
});

const security = createRoute({
  path: '/security',
  ...page(shell, 'Security', () => import('./auth/security-page'), 'SecurityPage'),
});

/** Within the frame, so that the navigation leads on. */
const elsewhere = createRoute({
  getParentRoute: () => shell,
  path: '$',
  staticData: { title: 'Page not found' },
  component: NotFound,
});

const accountRoutes = [
  createRoute({
    path: '/',
    ...page(account, 'Overview', () => import('./account/overview/overview-page'), 'OverviewPage'),
  }),
  createRoute({
    path: '/transactions',
    ...page(account, 'Transactions', () => import('./account/transactions/transactions-page'), 'TransactionsPage'),
    validateSearch: readTransactionFilters,
  }),
  createRoute({
    path: '/transactions/$reference',
    ...page(account, 'Purchase', () => import('./account/transactions/transaction-page'), 'TransactionPage'),
  }),
  createRoute({
    path: '/transactions/$reference/receipt',
    ...page(account, 'Receipt', () => import('./account/transactions/receipt-page'), 'ReceiptPage'),
  }),
  createRoute({
    path: '/statements',
    ...page(account, 'Statement', () => import('./account/statements/statement-page'), 'StatementPage'),
    validateSearch: searchTexts('month'),
  }),
  createRoute({
    path: '/wallet',
    ...page(account, 'Wallet', () => import('./account/wallet/wallet-page'), 'WalletPage'),
    validateSearch: readEntryFilters,
  }),
  createRoute({
    path: '/products',
    ...page(account, 'Products', () => import('./account/products/products-page'), 'ProductsPage'),
    validateSearch: readProductsTab,
  }),
  createRoute({
    path: '/developers/keys',
    ...page(account, 'API keys', () => import('./account/developers/keys/keys-page'), 'KeysPage'),
  }),
  createRoute({
    path: '/developers/webhook',
    ...page(account, 'Webhook', () => import('./account/developers/webhook-page'), 'WebhookPage'),
    validateSearch: searchTexts('state', 'event', 'http', 'search', 'from', 'to'),
  }),
  createRoute({
    path: '/developers/deliveries/$id',
    ...page(account, 'Delivery', () => import('./account/developers/delivery-page'), 'DeliveryPage'),
  }),
  createRoute({
    path: '/developers/requests',
    ...page(account, 'Requests', () => import('./account/requests/requests-page'), 'RequestsPage'),
    validateSearch: searchTexts('search', 'status', 'endpoint', 'key', 'from', 'to'),
  }),
  createRoute({
    path: '/developers/requests/rates',
    ...page(account, 'Errors and latency', () => import('./account/requests/rates-page'), 'RatesPage'),
  }),
  createRoute({
    path: '/developers/requests/$id',
    ...page(account, 'Request', () => import('./account/requests/request-page'), 'RequestPage'),
  }),
  createRoute({
    path: '/developers/quick-start',
    ...page(account, 'Quick start', () => import('./account/developers/quick-start-page'), 'QuickStartPage'),
  }),
  createRoute({ path: '/team', ...page(account, 'Team', () => import('./account/team/team-page'), 'TeamPage') }),
  createRoute({
    path: '/settings',
    ...page(account, 'Settings', () => import('./account/settings/settings-page'), 'SettingsPage'),
  }),
];

const ownerRoutes = [
  createRoute({
    path: '/activity',
    ...page(owners, 'Activity', () => import('./account/activity/activity-page'), 'ActivityPage'),
    validateSearch: searchTexts('search', 'action', 'from', 'to'),
  }),
];

const operatorRoutes = [
  createRoute({
    path: '/operator',
    ...page(operator, 'Overview', () => import('./operator/overview/overview-page'), 'OperatorOverviewPage'),
  }),
  createRoute({
    path: '/operator/accounts',
    ...page(operator, 'Accounts', () => import('./operator/accounts/accounts-page'), 'OperatorAccountsPage'),
    validateSearch: searchTexts('search', 'status', 'low', 'webhook'),
  }),
  createRoute({
    path: '/operator/accounts/$id',
    ...page(operator, 'Account', () => import('./operator/accounts/account-page'), 'OperatorAccountPage'),
    validateSearch: searchTexts('kind', 'from', 'to'),
  }),
  createRoute({
    path: '/operator/purchases',
    ...page(operator, 'Purchases', () => import('./operator/purchases/purchases-page'), 'OperatorPurchasesPage'),
    validateSearch: searchTexts(...PURCHASE_FILTERS),
  }),
  createRoute({
    path: '/operator/purchases/$reference',
    ...page(operator, 'Purchase', () => import('./operator/purchases/purchase-page'), 'OperatorPurchasePage'),
    validateSearch: searchTexts('account'),
  }),
  createRoute({
    path: '/operator/approvals',
    ...page(operator, 'Approvals', () => import('./operator/approvals/approvals-page'), 'ApprovalsPage'),
    validateSearch: searchTexts('state', 'kind', 'from', 'to'),
  }),
  createRoute({
    path: '/operator/approvals/$id',
    ...page(operator, 'Approval', () => import('./operator/approvals/approval-page'), 'ApprovalPage'),
  }),
  createRoute({
    path: '/operator/operators',
    ...page(operator, 'Operators', () => import('./operator/operators/operators-page'), 'OperatorsPage'),
  }),
  createRoute({
    path: '/operator/provider',
    ...page(operator, 'Providers', () => import('./operator/provider/provider-page'), 'OperatorProviderPage'),
    validateSearch: searchTexts('provider'),
  }),
  createRoute({
    path: '/operator/routing',
    ...page(operator, 'Routing', () => import('./operator/routing/routing-page'), 'RoutingPage'),
    validateSearch: searchTexts('from', 'to'),
  }),
  createRoute({
    path: '/operator/queues',
    ...page(operator, 'Queues', () => import('./operator/queues/queues-page'), 'OperatorQueuesPage'),
  }),
  createRoute({
    path: '/operator/catalogue',
    ...page(operator, 'Catalogue', () => import('./operator/catalogue/catalogue-page'), 'OperatorCataloguePage'),
    validateSearch: searchTexts('tier', 'network', 'search', 'stopped', 'stale', 'from', 'to'),
  }),
  createRoute({
    path: '/operator/catalogue/mappings',
    ...page(operator, 'Mappings', () => import('./operator/mappings/mappings-page'), 'MappingsPage'),
    validateSearch: searchTexts('provider', 'status', 'search'),
  }),
  createRoute({
    path: '/operator/margin',
    ...page(operator, 'Margin', () => import('./operator/margin/margin-page'), 'OperatorMarginPage'),
    validateSearch: searchTexts('by', 'account', 'product', 'from', 'to'),
  }),
  createRoute({
    path: '/operator/books',
    ...page(operator, 'Books', () => import('./operator/books/books-page'), 'OperatorBooksPage'),
    validateSearch: searchTexts('from', 'to'),
  }),
  createRoute({
    path: '/operator/books/$id',
    ...page(operator, 'Books check', () => import('./operator/books/verification-page'), 'OperatorVerificationPage'),
  }),
  createRoute({
    path: '/operator/reconciliation',
    ...page(
      operator,
      'Reconciliation',
      () => import('./operator/reconciliation/reconciliation-page'),
      'OperatorReconciliationPage',
    ),
    validateSearch: searchTexts('provider', 'kind', 'state', 'from', 'to'),
  }),
  createRoute({
    path: '/operator/actions',
    ...page(operator, 'Audit log', () => import('./operator/actions/actions-page'), 'OperatorActionsPage'),
    validateSearch: searchTexts('search', 'action', 'from', 'to'),
  }),
];
