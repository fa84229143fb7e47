export type { Backlog } from '@topup/core/records';

/**
 * The jobs of one queue. GET /api/operator/backlog is a Backlog: what is still to be done, read from the tables, which
 * alone decide. Jobs in the queues can be lost without harm.
 */
export type QueueCount = {
  name: string;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  oldestSeconds: number | null;
};

/** GET /api/operator/queues */
export type QueueCounts = { queues: QueueCount[] };
