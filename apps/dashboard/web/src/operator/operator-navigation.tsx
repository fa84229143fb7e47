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
import { NavigationSection, SECURITY, type Section } from '../layout/navigation-section';
import { useRule } from './approvals/use-rule';

const OPERATOR: Section[] = [
  {
    title: null,
    entries: [
      { to: '/operator', label: 'Overview', icon: IconLayoutDashboard, exact: true },
      { to: '/operator/accounts', label: 'Accounts', icon: IconBuildingStore },
      { to: '/operator/purchases', label: 'Purchases', icon: IconArrowsExchange },
      { to: '/operator/catalogue', label: 'Catalogue', icon: IconTag },
      { to: '/operator/approvals', label: 'Approvals', icon: IconChecklist, badge: ApprovalsToDecide },
      { to: '/operator/margin', label: 'Margin', icon: IconReportMoney },
    ],
  },
  {
    title: 'Operations',
    entries: [
      { to: '/operator/provider', label: 'Providers', icon: IconHeartRateMonitor },
      { to: '/operator/routing', label: 'Routing', icon: IconRoute },
      { to: '/operator/queues', label: 'Queues', icon: IconStack2 },
      { to: '/operator/books', label: 'Books', icon: IconBook2 },
      { to: '/operator/reconciliation', label: 'Reconciliation', icon: IconScale },
      { to: '/operator/actions', label: 'Audit log', icon: IconHistory },
      { to: '/operator/operators', label: 'Operators', icon: IconUserCog },
    ],
  },
  { title: 'Account', entries: [SECURITY] },
];

export function OperatorNavigation() {
  return OPERATOR.map((section) => <NavigationSection key={section.title} {...section} />);
}

/** How many approvals wait for the operator's decision. */
function ApprovalsToDecide() {
  const { toDecide = 0 } = useRule() ?? {};
  if (toDecide === 0) return null;
  return (
    <Badge size="sm" variant="default" miw={24}>
      {toDecide}
      <VisuallyHidden> to decide</VisuallyHidden>
    </Badge>
  );
}
