import { Badge, VisuallyHidden } from '@mantine/core';
import {
  IconArrowsExchange,
  IconBook2,
  IconBuildingBank,
  IconBuildingStore,
  IconChecklist,
  IconCoins,
  IconGauge,
  IconHeartRateMonitor,
  IconHistory,
  IconLayoutDashboard,
  IconMessageReport,
  IconReportMoney,
  IconRoute,
  IconScale,
  IconStack2,
  IconTag,
  IconUserCog,
} from '@tabler/icons-react';
import { entry, NavigationSection, SECURITY, type Section } from '../layout/navigation';
import { providerNames } from '../ui/text/names';
import { usePolicy } from './approvals/policy';

type Entry = Section['entries'][number];

const PROVIDERS: Entry = {
  to: '/operator/provider',
  label: 'Providers',
  icon: IconHeartRateMonitor,
  // the names of the providers are learned when somebody signs in
  get words() {
    return ['float, breakers, closed, performance', ...providerNames()].join(', ');
  },
};

export const OPERATOR: Section[] = [
  {
    title: null,
    entries: [
      entry('/operator', 'Overview', IconLayoutDashboard, 'home, needs attention, sales, success rate', {
        exact: true,
      }),
      entry(
        '/operator/accounts',
        'Accounts',
        IconBuildingStore,
        'clients, customers, wallets, fund, balance, users, limits',
      ),
      entry(
        '/operator/purchases',
        'Purchases',
        IconArrowsExchange,
        'transactions, orders, review, pending, settle, refund',
      ),
      entry('/operator/claims', 'Claims', IconMessageReport, 'not received, complaints, delivery, proof'),
      entry(
        '/operator/catalogue',
        'Catalogue',
        IconTag,
        'plans, prices, tiers, markup, discounts, cost, sync, on hold',
      ),
      entry('/operator/approvals', 'Approvals', IconChecklist, 'second operator, requests, approve, decline', {
        badge: ApprovalsToDecide,
      }),
      entry('/operator/margin', 'Margin', IconReportMoney, 'profit, cost, price, report'),
      entry('/operator/earnings', 'Earnings', IconCoins, 'how you earn, commission, discounts, margin, services'),
    ],
  },
  {
    title: 'Operations',
    entries: [
      PROVIDERS,
      entry('/operator/routing', 'Routing', IconRoute, 'rules, failover, order of providers, simulate'),
      entry('/operator/service-report', 'Service report', IconGauge, 'failed sales, refund times, regulator, 24 hours'),
      entry('/operator/queues', 'Queues', IconStack2, 'jobs, backlog, workers'),
      entry('/operator/books', 'Books', IconBook2, 'ledger, checks, verification, verify, sound'),
      entry(
        '/operator/reconciliation',
        'Reconciliation',
        IconScale,
        'statements, findings, closed days, import, overcharged',
      ),
      entry(
        '/operator/collections',
        'Collections',
        IconBuildingBank,
        'transfers, money in, unassigned, account numbers, bank file, collector',
      ),
      entry('/operator/actions', 'Audit log', IconHistory, 'actions, changes, history, activity'),
      entry('/operator/operators', 'Operators', IconUserCog, 'users, limits, approval limit, daily cap'),
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
