import type { TierRow } from '../../../../src/contract';
import { thingQuery } from '../../api/queries';

export const tiersQuery = thingQuery<TierRow[]>('/api/operator/tiers');
