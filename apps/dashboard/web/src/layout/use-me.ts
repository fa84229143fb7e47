import { useRouteContext } from '@tanstack/react-router';
import type { Me } from '@topup/dashboard-contract';

/** Who has signed in, on any page behind signing in. */
export const useMe = (): Me => useRouteContext({ from: '/shell' }).me;
