import './mantine-styles';
import '@mantine/notifications/styles.layer.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client';
import { announceNavigation } from './layout/announce-navigation';
import { LateNotifications } from './layout/late-notifications';
import { createAppRouter } from './router';
import { theme } from './theme';

const queryClient = createQueryClient({
  signed_out: () => void router.navigate({ to: '/sign-in', search: { return: router.state.location.href } }),
  factor_enrolment_needed: () => void router.navigate({ to: '/enrol' }),
});
const router = createAppRouter(queryClient);
announceNavigation(router);
// The code of the page and who is signed in are asked for at the same time. The router itself reports what fails.
for (const { routeId } of router.matchRoutes(router.latestLocation))
  router.loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])?.catch(() => undefined);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <LateNotifications />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
