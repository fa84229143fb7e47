import { Box, Burger, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Me } from '@topup/dashboard-contract';
import { Search } from '../search/search';
import { HeaderBalance } from './header-balance';
import { ModeSwitch } from './mode-switch';
import { SchemeSwitch } from './scheme-switch';
import { UserMenu } from './user-menu';

export function Header({ me, menuOpened, onMenu }: { me: Me; menuOpened: boolean; onMenu: () => void }) {
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="sm">
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Burger
          opened={menuOpened}
          onClick={onMenu}
          hiddenFrom="sm"
          size="sm"
          aria-expanded={menuOpened}
          aria-controls="navigation"
          aria-label="Navigation"
          style={{ flexShrink: 0 }}
        />
        <Box
          component={Link}
          to={me.role === 'operator' ? '/operator' : '/'}
          aria-label="Top-Up, go to overview"
          visibleFrom="sm"
          lh={0}
        >
          <img src="/icon.svg" alt="" width={26} height={26} />
        </Box>
        <Text fw={650} truncate>
          {me.account?.name ?? 'Operators’ console'}
        </Text>
      </Group>
      <Group gap={8} wrap="nowrap" style={{ flexShrink: 0 }}>
        <Search role={me.role} />
        {me.account !== null && <ModeSwitch />}
        {me.account !== null && <HeaderBalance />}
        <SchemeSwitch />
        <UserMenu me={me} />
      </Group>
    </Group>
  );
}
