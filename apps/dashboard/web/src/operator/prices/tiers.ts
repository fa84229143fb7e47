import type { TierRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';

export const tiersQuery = thingQuery<TierRow[]>('/api/operator/tiers');
