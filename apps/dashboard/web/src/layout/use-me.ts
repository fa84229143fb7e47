import { useRouteContext } from '@tanstack/react-router';
import type { Me } from '@topup/dashboard-contract';

/** The signed-in user, on any page that requires signing in. */
export const useMe = (): Me => useRouteContext({ from: '/shell' }).me;
