import { Alert, AppShell, Box } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlayerPause } from '@tabler/icons-react';
import { Outlet, useRouteContext, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Header } from './header';
import { Navigation } from './navigation';

/** The frame of every page for signed-in users. */
export function Shell() {
  const { me } = useRouteContext({ from: '/shell' });
  const [opened, { toggle, close }] = useDisclosure(false);
  const router = useRouter();
  useEffect(() => router.subscribe('onBeforeNavigate', close), [router, close]);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !opened } }}
        padding={{ base: 'md', md: 'xl' }}
      >
        <AppShell.Header>
          <Header me={me} menuOpened={opened} onMenu={toggle} />
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label="Main" id="navigation">
          <Navigation role={me.role} />
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1}>
          <Box maw={1440}>
            {me.account?.status === 'suspended' && <SuspendedNotice />}
            <Outlet />
          </Box>
        </AppShell.Main>
      </AppShell>
    </>
  );
}

function SuspendedNotice() {
  return (
    <Alert
      color="red"
      variant="outline"
      mb="lg"
      title="This account is suspended"
      styles={{ title: { color: 'inherit' } }}
      icon={<IconPlayerPause aria-hidden />}
    >
      The API turns its purchases down. What was bought before is settled or refunded as always. An operator can tell
      you why, and end it.
    </Alert>
  );
}
