import { NavLink, Text } from '@mantine/core';
import { type Icon, IconShieldLock } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Role } from '@topup/dashboard-contract';
import type { ComponentType } from 'react';

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
