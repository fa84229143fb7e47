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
import { entriesFor, NavigationSection, SECURITY, type Section } from './navigation-section';

export const ACCOUNT: Section[] = [
  {
    title: null,
    entries: [
      { to: '/', label: 'Overview', icon: IconLayoutDashboard, exact: true, words: 'home, sales, success rate' },
      {
        to: '/transactions',
        label: 'Transactions',
        icon: IconArrowsExchange,
        words: 'purchases, orders, airtime, data, electricity, cable TV, token',
      },
      {
        to: '/wallet',
        label: 'Wallet',
        icon: IconWallet,
        words: 'balance, ledger, entries, fund, bank transfer, low balance',
      },
      { to: '/products', label: 'Products', icon: IconTag, words: 'plans, prices, catalogue, networks' },
    ],
  },
  {
    title: 'Developers',
    entries: [
      {
        to: '/developers/quick-start',
        label: 'Quick start',
        icon: IconRocket,
        words: 'first purchase, test key, examples, curl',
      },
      { to: '/developers/keys', label: 'API keys', icon: IconKey, words: 'credentials, secret, revoke, limits' },
      {
        to: '/developers/webhook',
        label: 'Webhook',
        icon: IconWebhook,
        words: 'events, deliveries, signing secret, callback, URL, resend',
      },
      {
        to: '/developers/requests',
        label: 'Requests',
        icon: IconListSearch,
        words: 'API log, calls, errors, request ID',
      },
    ],
  },
  {
    title: 'Account',
    entries: [
      { to: '/team', label: 'Team', icon: IconUsers, words: 'users, members, owners, invite' },
      { to: '/activity', label: 'Activity', icon: IconHistory, ownersOnly: true, words: 'audit log, changes, history' },
      { to: '/settings', label: 'Settings', icon: IconSettings, words: 'time zone' },
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
          <NavigationSection key={title} title={title} entries={entriesFor(entries, role)} />
        ))
      )}
      <Text size="xs" c="dimmed" px="sm" pt="md">
        Times are in {zoneText()}.
      </Text>
    </ScrollArea>
  );
}
