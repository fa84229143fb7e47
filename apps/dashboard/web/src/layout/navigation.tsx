import { NavLink, ScrollArea, Text } from '@mantine/core';
import {
  type Icon,
  IconArrowsExchange,
  IconBook2,
  IconBuildingStore,
  IconHeartRateMonitor,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconRocket,
  IconShieldLock,
  IconStack2,
  IconTag,
  IconUsers,
  IconWallet,
  IconWebhook,
} from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Role } from '@topup/dashboard-contract';

type Entry = { to: NonNullable<LinkProps['to']>; label: string; icon: Icon; exact?: boolean; ownersOnly?: boolean };
type Section = { title: string | null; entries: Entry[] };

const SECURITY: Entry = { to: '/security', label: 'Security', icon: IconShieldLock };

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
    ],
  },
  {
    title: 'Account',
    entries: [
      { to: '/team', label: 'Team', icon: IconUsers },
      { to: '/activity', label: 'Activity', icon: IconHistory, ownersOnly: true },
      SECURITY,
    ],
  },
];

const OPERATOR: Section[] = [
  {
    title: null,
    entries: [
      { to: '/operator', label: 'Overview', icon: IconLayoutDashboard, exact: true },
      { to: '/operator/accounts', label: 'Accounts', icon: IconBuildingStore },
      { to: '/operator/purchases', label: 'Purchases', icon: IconArrowsExchange },
      { to: '/operator/catalogue', label: 'Catalogue', icon: IconTag },
    ],
  },
  {
    title: 'Running',
    entries: [
      { to: '/operator/provider', label: 'Provider', icon: IconHeartRateMonitor },
      { to: '/operator/queues', label: 'Queues', icon: IconStack2 },
      { to: '/operator/books', label: 'Books', icon: IconBook2 },
      { to: '/operator/actions', label: 'Audit log', icon: IconHistory },
    ],
  },
  { title: 'You', entries: [SECURITY] },
];

export function Navigation({ role }: { role: Role }) {
  return (
    <ScrollArea type="auto">
      {(role === 'operator' ? OPERATOR : ACCOUNT).map(({ title, entries }) => (
        <NavigationSection
          key={title}
          title={title}
          entries={entries.filter(({ ownersOnly }) => role === 'owner' || !ownersOnly)}
        />
      ))}
    </ScrollArea>
  );
}

function NavigationSection({ title, entries }: Section) {
  return (
    <>
      {title !== null && (
        <Text size="xs" c="dimmed" fw={600} px="sm" pt="md" pb={4}>
          {title}
        </Text>
      )}
      {entries.map(({ to, label, icon: EntryIcon, exact = false }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact, includeSearch: false }}
          style={{ textDecoration: 'none', color: 'inherit' }}
        >
          {({ isActive }) => (
            <NavLink
              component="span"
              active={isActive}
              label={label}
              leftSection={<EntryIcon size={18} stroke={1.6} aria-hidden />}
              style={{ borderRadius: 8 }}
            />
          )}
        </Link>
      ))}
    </>
  );
}
