import { ACCEPT_CONNECTIONS } from '@topup/core/purchase';

/**
 * The most connections to PostgreSQL that each process opens, by pool. The name of a pool is its `application_name`.
 * Queues on PostgreSQL have connections of their own.
 */
export const pools = {
  // apart from each other: neither reading, sending nor the request log may delay a debit
  api: {
    'topup-api': 10,
    'topup-api-money': ACCEPT_CONNECTIONS,
    'topup-api-send': 4,
    'topup-api-requests': 1,
  },
  // apart from each other: reading must not delay claims and settles
  worker: { 'topup-worker': 10, 'topup-worker-money': 4 },
  dashboard: { 'topup-dashboard': 10, 'topup-dashboard-audit': 1 },
  ops: { 'topup-ops': 2 },
};
