/**
 * GET /api/operator/backlog: what is still to be done, read from the tables, which alone decide. Jobs in the queues can
 * be lost without harm. Ages are in seconds, 0 when there is nothing of the kind.
 */
export type Backlog = {
  /** Purchases that are not final. */
  open: number;
  underReview: number;
  /** Of the purchases that were never sent. */
  oldestUnclaimedS: number;
  oldestPendingS: number;
  /** How long the most overdue purchase has waited for a sweeper. */
  overdueS: number;
  webhooksWaiting: number;
  oldestWebhookS: number;
};

/** The jobs of one queue. */
export type QueueCount = {
  name: string;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  oldestSeconds: number | null;
};

/** GET /api/operator/queues. `board`: whether Bull Board is at /queues/. */
export type QueueCounts = { board: boolean; queues: QueueCount[] };
