import { AppShell, Box, Burger, Group, Switch, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouteContext, useRouter } from '@tanstack/react-router';
import type { Me } from '@topup/dashboard-contract';
import { useEffect, useRef } from 'react';
import { currentMode, switchMode } from '../api/mode';
import { meQuery, walletQuery } from '../api/queries';
import { ConfirmFactor } from '../auth/confirm-factor';
import { formatNaira } from '../format/naira';
import { setPageZone } from '../format/zone';
import { ApprovalsOff } from '../operator/approvals/policy';
import { Search } from '../search/search';
import { focusHeading } from './announce-navigation';
import { Navigation } from './navigation';
import { Notices } from './notices';
import { SchemeSwitch } from './scheme-switch';
import { SERVICE } from './service';
import { UserMenu } from './user-menu';

/** The frame of every page for signed-in users. */
export default function Shell() {
  const { me } = useRouteContext({ from: '/shell' });
  const [opened, { toggle, close }] = useDisclosure(false);
  const inTest = me.account !== null && currentMode() === 'test';
  const router = useRouter();
  useEffect(() => router.subscribe('onBeforeNavigate', close), [router, close]);
  const zone = useZone(me);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !opened } }}
        padding={{ base: 'md', md: 'xl' }}
      >
        <AppShell.Header className={inTest ? 'test-mode' : ''}>
          <Header me={me} menuOpened={opened} onMenu={toggle} />
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label="Main" id="navigation">
          <Navigation me={me} />
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1}>
          <Box maw={1440} key={zone}>
            {me.account !== null && <Notices account={me.account} rights={me.rights} />}
            {me.role === 'operator' && <ApprovalsOff me={me} />}
            <Outlet />
          </Box>
        </AppShell.Main>
      </AppShell>
      <ConfirmFactor />
    </>
  );
}

/** Sets the time zone before the pages are drawn. They are drawn anew when it changes, as every time on them does. */
function useZone(me: Me): string {
  const { timeZone } = useQuery(meQuery).data ?? me;
  setPageZone(timeZone);
  const drawn = useRef(timeZone);
  useEffect(() => {
    if (drawn.current === timeZone) return;
    drawn.current = timeZone;
    focusHeading();
  }, [timeZone]);
  return timeZone;
}

function Header({ me, menuOpened, onMenu }: { me: Me; menuOpened: boolean; onMenu: () => void }) {
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
          aria-label={`${SERVICE.name}, go to overview`}
          visibleFrom="sm"
          lh={0}
        >
          <img src="/icon.svg" alt="" width={26} height={26} />
        </Box>
        {/* a phone whose typeface is wide has 60 px for it */}
        <Text fw={650} fz={{ base: 'sm', sm: 'md' }} lh={1.2} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {me.account?.name ?? 'Operators’ console'}
        </Text>
      </Group>
      <Group gap={8} wrap="nowrap" style={{ flexShrink: 0 }}>
        <Search me={me} />
        {me.account !== null && <ModeSwitch />}
        {me.account !== null && <HeaderBalance />}
        <SchemeSwitch />
        <UserMenu me={me} />
      </Group>
    </Group>
  );
}

/** A phone has no room for it: ₦1,000,000.00 covered the menu. The overview shows it there. */
function HeaderBalance() {
  const { data } = useQuery(walletQuery);
  if (data === undefined) return null;
  return (
    <Box component={Link} to="/wallet" c="inherit" td="none" visibleFrom="sm">
      <VisuallyHidden>Balance </VisuallyHidden>
      <Text span className="numbers" fw={600} size="sm">
        {formatNaira(data.balance)}
      </Text>
    </Box>
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
