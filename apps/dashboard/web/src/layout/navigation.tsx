import { NavLink, ScrollArea, Text } from '@mantine/core';
import {
  type Icon,
  IconArrowsExchange,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListSearch,
  IconRocket,
  IconSettings,
  IconShieldLock,
  IconTag,
  IconUsers,
  IconWallet,
  IconWebhook,
} from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Role } from '@topup/dashboard-contract';
import { type ComponentType, lazy, Suspense } from 'react';
import { zoneText } from '../format/zone';

type Entry = {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: Icon;
  exact?: boolean;
  ownersOnly?: boolean;
  /** Other words for the page, by which search finds it. */
  words?: string;
  badge?: ComponentType;
};
export type Section = { title: string | null; entries: Entry[] };

export const SECURITY: Entry = {
  to: '/security',
  label: 'Security',
  icon: IconShieldLock,
  words: 'password, two-factor authentication, sessions, sign out, backup codes',
};

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

/** Those that a user of this role can open. */
export const entriesFor = (entries: Entry[], role: Role): Entry[] =>
  entries.filter(({ ownersOnly }) => role === 'owner' || !ownersOnly);

/** A part of the navigation. */
export function NavigationSection({ title, entries }: Section) {
  return (
    <>
      {title !== null && (
        <Text size="xs" c="dimmed" fw={600} px="sm" pt="md" pb={4}>
          {title}
        </Text>
      )}
      {entries.map(({ to, label, icon: EntryIcon, exact = false, badge: EntryBadge }) => (
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
              rightSection={EntryBadge && <EntryBadge />}
              // under the pointer the present entry stays as it is: Mantine's shade there has a contrast of only 4.1:1
              vars={() => ({ root: { '--nl-hover': 'var(--mantine-primary-color-light)' }, children: {} })}
              style={{ borderRadius: 8 }}
            />
          )}
        </Link>
      ))}
    </>
  );
}
