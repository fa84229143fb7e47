import { AppShell, Box } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouteContext, useRouter } from '@tanstack/react-router';
import type { Me } from '@topup/dashboard-contract';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { currentMode } from '../api/mode';
import { meQuery } from '../api/queries';
import { ConfirmFactor } from '../auth/confirm-factor';
import { setPageZone } from '../format/zone';
import { focusHeading } from './announce-navigation';
import { Header } from './header';
import { Navigation } from './navigation';
import { Notices } from './notices';

const ApprovalsOff = lazy(() =>
  import('../operator/approvals/policy').then((module) => ({ default: module.ApprovalsOff })),
);

/** The frame of every page for signed-in users. */
export function Shell() {
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
          <Navigation role={me.role} />
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1}>
          <Box maw={1440} key={zone}>
            {me.account !== null && <Notices account={me.account} role={me.role} />}
            {me.role === 'operator' && (
              <Suspense>
                <ApprovalsOff />
              </Suspense>
            )}
            <Outlet />
          </Box>
        </AppShell.Main>
      </AppShell>
      <ConfirmFactor />
    </>
  );
}

/**
 * Sets the time zone of the pages before they are drawn, and returns it: when it changes, they are drawn anew, because
 * every time on them does.
 */
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
