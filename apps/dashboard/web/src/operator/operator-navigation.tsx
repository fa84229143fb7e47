import { Badge, VisuallyHidden } from '@mantine/core';
import {
  type Icon,
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
import type { ComponentType } from 'react';
import { entry, NavigationSection, SECURITY, type Section } from '../layout/navigation';
import { providerNames } from '../ui/text/names';
import { usePolicy } from './approvals/policy';

type Entry = Section['entries'][number];
type Line = [to: Entry['to'], label: string, icon: Icon, words: string, badge?: ComponentType];

const entriesOf = (lines: Line[]): Entry[] =>
  lines.map(([to, label, icon, words, badge]) => ({ to, label, icon, words, ...(badge && { badge }) }));

const OVERVIEW = entry('/operator', 'Overview', IconLayoutDashboard, 'home, needs attention, sales, success rate', {
  exact: true,
});

const PROVIDERS: Entry = {
  to: '/operator/provider',
  label: 'Providers',
  icon: IconHeartRateMonitor,
  // the names of the providers are learned when somebody signs in
  get words() {
    return ['float, breakers, closed, performance', ...providerNames()].join(', ');
  },
};

const DAILY = entriesOf([
  ['/operator/accounts', 'Accounts', IconBuildingStore, 'clients, customers, wallets, fund, balance, users, limits'],
  ['/operator/purchases', 'Purchases', IconArrowsExchange, 'transactions, orders, review, pending, settle, refund'],
  ['/operator/catalogue', 'Catalogue', IconTag, 'plans, prices, tiers, markup, cost, sync, on hold'],
  ['/operator/approvals', 'Approvals', IconChecklist, 'second operator, requests, approve, decline', ApprovalsToDecide],
  ['/operator/margin', 'Margin', IconReportMoney, 'profit, cost, price, report'],
]);

const OPERATIONS = entriesOf([
  ['/operator/routing', 'Routing', IconRoute, 'rules, failover, order of providers, simulate'],
  ['/operator/queues', 'Queues', IconStack2, 'jobs, backlog, workers'],
  ['/operator/books', 'Books', IconBook2, 'ledger, checks, verification, verify, sound'],
  ['/operator/reconciliation', 'Reconciliation', IconScale, 'statements, findings, closed days, import, overcharged'],
  ['/operator/actions', 'Audit log', IconHistory, 'actions, changes, history, activity'],
  ['/operator/operators', 'Operators', IconUserCog, 'users, limits, approval limit, daily cap'],
]);

export const OPERATOR: Section[] = [
  { title: null, entries: [OVERVIEW, ...DAILY] },
  { title: 'Operations', entries: [PROVIDERS, ...OPERATIONS] },
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
