import { ScrollArea, Text } from '@mantine/core';
import {
  IconArrowsExchange,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListSearch,
  IconRocket,
  IconSettings,
  IconTag,
  IconUsers,
  IconWallet,
  IconWebhook,
} from '@tabler/icons-react';
import type { Role } from '@topup/dashboard-contract';
import { lazy, Suspense } from 'react';
import { zoneText } from '../format/zone';
import { NavigationSection, SECURITY, type Section } from './navigation-section';

const ACCOUNT: Section[] = [
  {
    title: null,
    entries: [
      { to: '/', label: 'Overview', icon: IconLayoutDashboard, exact: true },
      { to: '/transactions', label: 'Transactions', icon: IconArrowsExchange },
      { to: '/wallet', label: 'Wallet', icon: IconWallet },
      { to: '/products', label: 'Products', icon: IconTag },
    ],
  },
  {
    title: 'Developers',
    entries: [
      { to: '/developers/quick-start', label: 'Quick start', icon: IconRocket },
      { to: '/developers/keys', label: 'API keys', icon: IconKey },
      { to: '/developers/webhook', label: 'Webhook', icon: IconWebhook },
      { to: '/developers/requests', label: 'Requests', icon: IconListSearch },
    ],
  },
  {
    title: 'Account',
    entries: [
      { to: '/team', label: 'Team', icon: IconUsers },
      { to: '/activity', label: 'Activity', icon: IconHistory, ownersOnly: true },
      { to: '/settings', label: 'Settings', icon: IconSettings },
      SECURITY,
    ],
  },
];

/** Of operators alone, so that nobody else loads it. */
const OperatorNavigation = lazy(() =>
  import('../operator/operator-navigation').then((module) => ({ default: module.OperatorNavigation })),
);

export function Navigation({ role }: { role: Role }) {
  return (
    <ScrollArea type="auto">
      {role === 'operator' ? (
        <Suspense>
          <OperatorNavigation />
        </Suspense>
      ) : (
        ACCOUNT.map(({ title, entries }) => (
          <NavigationSection
            key={title}
            title={title}
            entries={entries.filter(({ ownersOnly }) => role === 'owner' || !ownersOnly)}
          />
        ))
      )}
      <Text size="xs" c="dimmed" px="sm" pt="md">
        Times are in {zoneText()}.
      </Text>
    </ScrollArea>
  );
}
