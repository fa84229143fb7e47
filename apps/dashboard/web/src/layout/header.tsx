import { Box, Burger, Group, Switch, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Me } from '@topup/dashboard-contract';
import { currentMode, switchMode } from '../api/mode';
import { walletQuery } from '../api/queries';
import { formatNaira } from '../format/naira';
import { Search } from '../search/search';
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

function HeaderBalance() {
  const { data } = useQuery(walletQuery);
  if (data === undefined) return null;
  return (
    <Link to="/wallet" style={{ color: 'inherit', textDecoration: 'none' }}>
      <VisuallyHidden>Balance </VisuallyHidden>
      <Text span className="numbers" fw={600} size="sm">
        {formatNaira(data.balance)}
      </Text>
    </Link>
  );
}

/** Shows the test account in place of the live one. */
function ModeSwitch() {
  const inTest = currentMode() === 'test';
  return (
    <Switch
      label={
        <>
          Test
          <Box component="span" visibleFrom="sm">
            {' mode'}
          </Box>
          <VisuallyHidden component="span" hiddenFrom="sm">
            {' mode'}
          </VisuallyHidden>
        </>
      }
      size="sm"
      color="orange.8"
      checked={inTest}
      onChange={() => switchMode(inTest ? 'live' : 'test')}
      styles={{ body: { alignItems: 'center' }, label: { whiteSpace: 'nowrap' } }}
    />
  );
}
