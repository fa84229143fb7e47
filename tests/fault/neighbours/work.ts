import { numberOf } from '../../journey/support/products';
import { announce, eventBacklog, purchaseBacklog } from './backlog';
import type { Rows } from './siege';

const HOUR_MS = 3_600_000;
const DELIVERED = numberOf('00');
/** Delivered after a second, so that a backlog keeps permits busy and not the processors. */
const SLOW = numberOf('00', 1);

/** A kind of work that waits in the thousands while no worker runs. */
export type Work = {
  work: string;
  /** Whether jobs announce it. */
  announced: boolean;
  /** Writes `count` pieces of work of these accounts. */
  write(rows: Rows, count: number): Promise<unknown>;
  table: 'purchase' | 'webhook_event';
  /** A row whose work was done. */
  done: string;
};

const writeEvents = async (rows: Rows, count: number) =>
  eventBacklog(rows, await purchaseBacklog(rows, count, DELIVERED, { windowMs: HOUR_MS, leaseMs: HOUR_MS }));

const purchases = { table: 'purchase', done: 'final_at IS NOT NULL' } as const;
const events = { table: 'webhook_event', done: "state NOT IN ('queued', 'sending')" } as const;

export const WORK: readonly Work[] = [
  {
    work: 'orders in the database alone',
    announced: false,
    write: (rows, count) => purchaseBacklog(rows, count, SLOW),
    ...purchases,
  },
  {
    work: 'orders in jobs',
    announced: true,
    write: async (rows, count) => announce(rows, 'airtime', await purchaseBacklog(rows, count, SLOW)),
    ...purchases,
  },
  {
    work: 'requeries that are due',
    announced: false,
    // nobody has sent them: the provider answers that it knows no such order
    write: (rows, count) => purchaseBacklog(rows, count, DELIVERED, { windowMs: HOUR_MS, leaseMs: 1 }),
    table: 'purchase',
    done: 'checks > 0',
  },
  { work: 'events in the database alone', announced: false, write: writeEvents, ...events },
  {
    work: 'events in jobs',
    announced: true,
    write: async (rows, count) => announce(rows, 'webhooks', await writeEvents(rows, count)),
    ...events,
  },
];
