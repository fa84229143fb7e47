import { useRouteContext } from '@tanstack/react-router';
import type { Me, Right } from '@topup/dashboard-contract';

/** The signed-in user, on any page that requires signing in. */
export const useMe = (): Me => useRouteContext({ from: '/shell' }).me;

/** Whether they have this right in their account. The server decides: pages only hide what it would refuse. */
export const useMay = (right: Right): boolean => useMe().rights.includes(right);
