import type { DataNetwork } from '@topup/dashboard-contract';

/** The networks of data plans, by our codes, as they write their own names. */
export const NETWORKS: Record<DataNetwork, string> = { MTN: 'MTN', GLO: 'Glo', AIRTEL: 'Airtel', '9MOBILE': '9mobile' };
