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
  IconShoppingCart,
  IconTag,
  IconUsers,
  IconWallet,
  IconWebhook,
} from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Me, Right } from '@topup/dashboard-contract';
import { type ComponentType, lazy, Suspense } from 'react';
import { zoneText } from '../format/zone';
import { PRODUCTS } from '../generated/vocabulary';

type Entry = {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: Icon;
  exact?: boolean;
  /** The right that its users need. */
  needs?: Right;
  words?: string;
  badge?: ComponentType;
};
export type Section = { title: string | null; entries: Entry[] };

/** `words`: others for the page, by which search finds it. */
export const entry = (to: Entry['to'], label: string, icon: Icon, words: string, more?: Partial<Entry>): Entry => ({
  to,
  label,
  icon,
  words,
  ...more,
});

const SECURITY_WORDS = 'password, two-factor authentication, sessions, sign out, backup codes';
export const SECURITY = entry('/security', 'Security', IconShieldLock, SECURITY_WORDS);

export const ACCOUNT: Section[] = [
  {
    title: null,
    entries: [
      entry('/', 'Overview', IconLayoutDashboard, 'home, sales, success rate', { exact: true }),
      entry('/buy', 'Buy', IconShoppingCart, 'sell, top up, by hand, file, CSV, smartcard, meter, daily cap', {
        needs: 'buy',
      }),
      entry(
        '/transactions',
        'Transactions',
        IconArrowsExchange,
        `purchases, orders, ${Object.values(PRODUCTS).join(', ')}, token`,
      ),
      entry('/wallet', 'Wallet', IconWallet, 'balance, ledger, entries, fund, bank transfer, low balance'),
      entry('/products', 'Products', IconTag, 'plans, prices, catalogue, networks'),
    ],
  },
  {
    title: 'Developers',
    entries: [
      entry('/developers/quick-start', 'Quick start', IconRocket, 'first purchase, test key, examples, curl'),
      entry('/developers/keys', 'API keys', IconKey, 'credentials, secret, revoke, limits'),
      entry('/developers/webhook', 'Webhook', IconWebhook, 'events, deliveries, webhook secret, callback, URL, resend'),
      entry('/developers/requests', 'Requests', IconListSearch, 'API log, calls, errors, request ID'),
    ],
  },
  {
    title: 'Account',
    entries: [
      entry('/team', 'Team', IconUsers, 'users, members, owners, buyers, viewers, invite'),
      entry('/activity', 'Activity', IconHistory, 'audit log, changes, history', { needs: 'activity' }),
      entry('/settings', 'Settings', IconSettings, 'time zone'),
      SECURITY,
    ],
  },
];

/** Of operators alone, so that nobody else loads it. */
const OperatorNavigation = lazy(() =>
  import('../operator/operator-navigation').then((module) => ({ default: module.OperatorNavigation })),
);

export const Navigation = ({ me: { role, rights } }: { me: Me }) => (
  <ScrollArea type="auto">
    {/* around all of it, because the last line would move down when the chunk arrives */}
    <Suspense>
      {role === 'operator' ? (
        <OperatorNavigation />
      ) : (
        ACCOUNT.map(({ title, entries }) => (
          <NavigationSection key={title} title={title} entries={entriesFor(entries, rights)} />
        ))
      )}
      <Text size="xs" c="dimmed" px="sm" pt="md">
        Times are in {zoneText()}.
      </Text>
    </Suspense>
  </ScrollArea>
);

/** Those that a user with these rights can open. */
export const entriesFor = (entries: Entry[], rights: Right[]): Entry[] =>
  entries.filter(({ needs }) => needs === undefined || rights.includes(needs));

export const NavigationSection = ({ title, entries }: Section) => (
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
