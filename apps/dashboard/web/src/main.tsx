import './mantine-styles';
import '@mantine/notifications/styles.layer.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { worthAnotherTry } from './api/queries';
import { RequestFault } from './api/request';
import { announceNavigation } from './layout/announce-navigation';
import { LateNotifications } from './layout/late-notifications';
import { createAppRouter } from './router';
import { theme } from './theme';

/** Reactions of a page when any request is refused for one of these reasons, after all data was dropped. */
const ENDS: Record<string, () => void> = {
  signed_out: () => void router.navigate({ to: '/sign-in', search: { return: router.state.location.href } }),
  factor_enrolment_needed: () => void router.navigate({ to: '/enrol' }),
};

function onError(error: Error): void {
  const end = error instanceof RequestFault ? ENDS[error.code] : undefined;
  if (end === undefined) return;
  queryClient.clear();
  end();
}

const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: { queries: { retry: worthAnotherTry, staleTime: 5000 }, mutations: { retry: false } },
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
