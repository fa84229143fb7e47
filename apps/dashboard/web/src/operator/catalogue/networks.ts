import type { DataNetwork } from '@topup/dashboard-contract';

const NAMES: Record<DataNetwork, string> = { MTN: 'MTN', GLO: 'GLO', AIRTEL: 'AIRTEL', '9MOBILE': '9MOBILE' };

/** The networks of data plans. */
export const NETWORKS = Object.values(NAMES);
