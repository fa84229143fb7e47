import { Badge, VisuallyHidden } from '@mantine/core';
import {
  IconArrowsExchange,
  IconBook2,
  IconBuildingStore,
  IconChecklist,
  IconHeartRateMonitor,
  IconHistory,
  IconLayoutDashboard,
  IconReportMoney,
  IconRoute,
  IconScale,
  IconStack2,
  IconTag,
  IconUserCog,
} from '@tabler/icons-react';
import { NavigationSection, SECURITY, type Section } from '../layout/navigation';
import { providerNames } from '../ui/text/names';
import { usePolicy } from './approvals/policy';

export const OPERATOR: Section[] = [
  {
    title: null,
    entries: [
      {
        to: '/operator',
        label: 'Overview',
        icon: IconLayoutDashboard,
        exact: true,
        words: 'home, needs attention, sales, success rate',
      },
      {
        to: '/operator/accounts',
        label: 'Accounts',
        icon: IconBuildingStore,
        words: 'clients, customers, wallets, fund, balance, users, limits',
      },
      {
        to: '/operator/purchases',
        label: 'Purchases',
        icon: IconArrowsExchange,
        words: 'transactions, orders, review, pending, settle, refund',
      },
      {
        to: '/operator/catalogue',
        label: 'Catalogue',
        icon: IconTag,
        words: 'plans, prices, tiers, markup, cost, sync, stopped',
      },
      {
        to: '/operator/approvals',
        label: 'Approvals',
        icon: IconChecklist,
        badge: ApprovalsToDecide,
        words: 'second operator, requests, approve, decline',
      },
      { to: '/operator/margin', label: 'Margin', icon: IconReportMoney, words: 'profit, cost, price, report' },
    ],
  },
  {
    title: 'Operations',
    entries: [
      {
        to: '/operator/provider',
        label: 'Providers',
        icon: IconHeartRateMonitor,
        get words() {
          return ['float, breakers, closed, performance', ...providerNames()].join(', ');
        },
      },
      {
        to: '/operator/routing',
        label: 'Routing',
        icon: IconRoute,
        words: 'rules, failover, order of providers, simulate',
      },
      { to: '/operator/queues', label: 'Queues', icon: IconStack2, words: 'jobs, backlog, workers' },
      { to: '/operator/books', label: 'Books', icon: IconBook2, words: 'ledger, checks, verify, balanced' },
      {
        to: '/operator/reconciliation',
        label: 'Reconciliation',
        icon: IconScale,
        words: 'statements, findings, closed days, import, overcharged',
      },
      { to: '/operator/actions', label: 'Audit log', icon: IconHistory, words: 'actions, changes, history, activity' },
      {
        to: '/operator/operators',
        label: 'Operators',
        icon: IconUserCog,
        words: 'users, limits, approval limit, daily cap',
      },
    ],
  },
  { title: 'Account', entries: [SECURITY] },
];

export function OperatorNavigation() {
  return OPERATOR.map((section) => <NavigationSection key={section.title} {...section} />);
}

/** How many approvals wait for the operator's decision. */
function ApprovalsToDecide() {
  const { toDecide = 0 } = usePolicy() ?? {};
  if (toDecide === 0) return null;
  return (
    <Badge size="sm" variant="default" miw={24}>
      {toDecide}
      <VisuallyHidden> to decide</VisuallyHidden>
    </Badge>
  );
}
