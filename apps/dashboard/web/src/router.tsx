import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router';
import type { Me } from '@topup/dashboard-contract';
import { readProductsTab } from './account/products/products-tab';
import { readTransactionFilters } from './account/transactions/transaction-filters';
import { readEntryFilters } from './account/wallet/entry-filters';
import { localPath } from './api/local-path';
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

const guestRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    staticData: { title: 'Sign in' },
    validateSearch: (search: { return?: string } & SearchSchemaInput) => optional('return', localPath(search.return)),
    component: lazyRouteComponent(() => import('./auth/sign-in-page'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgot',
    staticData: { title: 'Reset your password' },
    component: lazyRouteComponent(() => import('./auth/forgot-page'), 'ForgotPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/set-password',
    staticData: { title: 'Set your password' },
    validateSearch: (search: { token?: string } & SearchSchemaInput) => optional('token', search.token),
    component: lazyRouteComponent(() => import('./auth/set-password-page'), 'SetPasswordPage'),
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
  beforeLoad: async ({ context, location }) => {
    const me = await whoIsSignedIn(context.queryClient, location.href);
    if (!me.mustEnrol) throw redirect({ to: '/' });
  },
  component: lazyRouteComponent(() => import('./auth/enrol-page'), 'EnrolPage'),
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
  getParentRoute: () => shell,
  path: '/security',
  staticData: { title: 'Security' },
  component: lazyRouteComponent(() => import('./auth/security-page'), 'SecurityPage'),
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
    getParentRoute: () => account,
    path: '/',
    staticData: { title: 'Overview' },
    component: lazyRouteComponent(() => import('./account/overview/overview-page'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/transactions',
    staticData: { title: 'Transactions' },
    validateSearch: readTransactionFilters,
    component: lazyRouteComponent(() => import('./account/transactions/transactions-page'), 'TransactionsPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/transactions/$reference',
    staticData: { title: 'Purchase' },
    component: lazyRouteComponent(() => import('./account/transactions/transaction-page'), 'TransactionPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/transactions/$reference/receipt',
    staticData: { title: 'Receipt' },
    component: lazyRouteComponent(() => import('./account/transactions/receipt-page'), 'ReceiptPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/statements',
    staticData: { title: 'Statement' },
    validateSearch: searchTexts('month'),
    component: lazyRouteComponent(() => import('./account/statements/statement-page'), 'StatementPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/wallet',
    staticData: { title: 'Wallet' },
    validateSearch: readEntryFilters,
    component: lazyRouteComponent(() => import('./account/wallet/wallet-page'), 'WalletPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/products',
    staticData: { title: 'Products' },
    validateSearch: readProductsTab,
    component: lazyRouteComponent(() => import('./account/products/products-page'), 'ProductsPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/developers/keys',
    staticData: { title: 'API keys' },
    component: lazyRouteComponent(() => import('./account/developers/keys/keys-page'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/developers/webhook',
    staticData: { title: 'Webhook' },
    validateSearch: searchTexts('state', 'event', 'http', 'search', 'from', 'to'),
    component: lazyRouteComponent(() => import('./account/developers/webhook-page'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/developers/deliveries/$id',
    staticData: { title: 'Delivery' },
    component: lazyRouteComponent(() => import('./account/developers/delivery-page'), 'DeliveryPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/developers/requests',
    staticData: { title: 'Requests' },
    validateSearch: searchTexts('search', 'status', 'endpoint', 'key', 'from', 'to'),
    component: lazyRouteComponent(() => import('./account/requests/requests-page'), 'RequestsPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/developers/requests/rates',
    staticData: { title: 'Errors and latency' },
    component: lazyRouteComponent(() => import('./account/requests/rates-page'), 'RatesPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/developers/requests/$id',
    staticData: { title: 'Request' },
    component: lazyRouteComponent(() => import('./account/requests/request-page'), 'RequestPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/developers/quick-start',
    staticData: { title: 'Quick start' },
    component: lazyRouteComponent(() => import('./account/developers/quick-start-page'), 'QuickStartPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/team',
    staticData: { title: 'Team' },
    component: lazyRouteComponent(() => import('./account/team/team-page'), 'TeamPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/settings',
    staticData: { title: 'Settings' },
    component: lazyRouteComponent(() => import('./account/settings/settings-page'), 'SettingsPage'),
  }),
];

const ownerRoutes = [
  createRoute({
    getParentRoute: () => owners,
    path: '/activity',
    staticData: { title: 'Activity' },
    validateSearch: searchTexts('search', 'action', 'from', 'to'),
    component: lazyRouteComponent(() => import('./account/activity/activity-page'), 'ActivityPage'),
  }),
];

const operatorRoutes = [
  createRoute({
    getParentRoute: () => operator,
    path: '/operator',
    staticData: { title: 'Overview' },
    component: lazyRouteComponent(() => import('./operator/overview/overview-page'), 'OperatorOverviewPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/operator/accounts',
    staticData: { title: 'Accounts' },
    validateSearch: searchTexts('search', 'status', 'low', 'webhook'),
    component: lazyRouteComponent(() => import('./operator/accounts/accounts-page'), 'OperatorAccountsPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/operator/accounts/$id',
    staticData: { title: 'Account' },
    validateSearch: searchTexts('kind', 'from', 'to'),
    component: lazyRouteComponent(() => import('./operator/accounts/account-page'), 'OperatorAccountPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/operator/purchases',
    staticData: { title: 'Purchases' },
    validateSearch: searchTexts(...PURCHASE_FILTERS),
    component: lazyRouteComponent(() => import('./operator/purchases/purchases-page'), 'OperatorPurchasesPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/operator/purchases/$reference',
    staticData: { title: 'Purchase' },
    validateSearch: searchTexts('account'),
    component: lazyRouteComponent(() => import('./operator/purchases/purchase-page'), 'OperatorPurchasePage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/operator/approvals',
    staticData: { title: 'Approvals' },
    validateSearch: searchTexts('state', 'kind', 'from', 'to'),
    component: lazyRouteComponent(() => import('./operator/approvals/approvals-page'), 'ApprovalsPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/operator/approvals/$id',
    staticData: { title: 'Approval' },
    component: lazyRouteComponent(() => import('./operator/approvals/approval-page'), 'ApprovalPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/operator/operators',
    staticData: { title: 'Operators' },
    component: lazyRouteComponent(() => import('./operator/operators/operators-page'), 'OperatorsPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/operator/provider',
    staticData: { title: 'Providers' },
    validateSearch: searchTexts('provider'),
    component: lazyRouteComponent(() => import('./operator/provider/provider-page'), 'OperatorProviderPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/operator/routing',
    staticData: { title: 'Routing' },
    validateSearch: searchTexts('from', 'to'),
    component: lazyRouteComponent(() => import('./operator/routing/routing-page'), 'RoutingPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/operator/queues',
    staticData: { title: 'Queues' },
    component: lazyRouteComponent(() => import('./operator/queues/queues-page'), 'OperatorQueuesPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/operator/catalogue',
    staticData: { title: 'Catalogue' },
    validateSearch: searchTexts('tier', 'network', 'search', 'stopped', 'stale', 'from', 'to'),
    component: lazyRouteComponent(() => import('./operator/catalogue/catalogue-page'), 'OperatorCataloguePage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/operator/catalogue/mappings',
    staticData: { title: 'Mappings' },
    validateSearch: searchTexts('provider', 'status', 'search'),
    component: lazyRouteComponent(() => import('./operator/mappings/mappings-page'), 'MappingsPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/operator/margin',
    staticData: { title: 'Margin' },
    validateSearch: searchTexts('by', 'account', 'product', 'from', 'to'),
    component: lazyRouteComponent(() => import('./operator/margin/margin-page'), 'OperatorMarginPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/operator/books',
    staticData: { title: 'Books' },
    validateSearch: searchTexts('from', 'to'),
    component: lazyRouteComponent(() => import('./operator/books/books-page'), 'OperatorBooksPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/operator/books/$id',
    staticData: { title: 'Books check' },
    component: lazyRouteComponent(() => import('./operator/books/verification-page'), 'OperatorVerificationPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/operator/reconciliation',
    staticData: { title: 'Reconciliation' },
    validateSearch: searchTexts('provider', 'kind', 'state', 'from', 'to'),
    component: lazyRouteComponent(
      () => import('./operator/reconciliation/reconciliation-page'),
      'OperatorReconciliationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/operator/actions',
    staticData: { title: 'Audit log' },
    validateSearch: searchTexts('search', 'action', 'from', 'to'),
    component: lazyRouteComponent(() => import('./operator/actions/actions-page'), 'OperatorActionsPage'),
  }),
];

function optional<Key extends string>(key: Key, value: unknown): { [key in Key]?: string } {
  return (typeof value === 'string' && value !== '' ? { [key]: value } : {}) as { [key in Key]?: string };
}
