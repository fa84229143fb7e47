import { takeBatchRows } from '@topup/core/buying';
import type { ProductType } from '@topup/core/product';
import {
  type DuePurchase,
  listExpiredWindows,
  listNeverSent,
  markPending,
  messages,
  placeOf,
  settlePurchase,
  takeDuePurchases,
  toLane,
  traceWork,
  verdictOfNeverSent,
} from '@topup/core/purchase';
import type { Rounds } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';
import { leaseMs } from '@topup/settings';
import type { Deps } from '../deps';
import { startChore } from '../watch/start-chore';

const START_MS = 2_000; // an unsent purchase is left to its job for this long
const LIMIT = 500; // of one round, of each kind

/** Takes due purchases, of the accounts in turn, and has each sent, requeried or given up. Returns how many. */
export async function sweepPurchases(deps: Deps, products: ProductType[]): Promise<number> {
  const counts = await Promise.all([sweepUnsent(deps, products), sweepSent(deps, products)]);
  return counts.reduce((sum, count) => sum + count);
}

async function sweepUnsent(deps: Deps, products: ProductType[]): Promise<number> {
  const due = await takeDuePurchases(deps.db, products, {
    sent: false,
    limit: LIMIT,
    except: deps.sends.busyAccounts(),
    holdMs: START_MS,
  });
  for (const purchase of due) follow(deps, purchase, sendOrGiveUp(deps, purchase));
  return due.length;
}

async function sendOrGiveUp(deps: Deps, purchase: DuePurchase): Promise<void> {
  const { id, ageMs } = purchase;
  if (ageMs < deps.settings.START_DEADLINE_MS) return deps.sends.send({ id, lane: toLane(placeOf(purchase)) });
  await giveUp(deps, purchase);
}

async function giveUp(deps: Deps, purchase: DuePurchase): Promise<void> {
  await traceWork(deps, 'give up', purchase, (traced) =>
    settlePurchase(traced, purchase, verdictOfNeverSent(purchase)),
  );
}

/**
 * Once a minute refunds purchases of every product that nobody could send for START_DEADLINE_MS: perhaps no worker
 * serves their queue.
 */
export function startGivingUp(deps: Deps, everyMs = 60_000): Rounds {
  return startChore({
    everyMs,
    log: deps.log,
    failed: 'purchases that nobody sends could not be looked for; the next round retries',
    run: async () => {
      for (const purchase of await listNeverSent(deps.db, deps.settings.START_DEADLINE_MS, LIMIT))
        follow(deps, purchase, giveUp(deps, purchase));
    },
  });
}

async function sweepSent(deps: Deps, products: ProductType[]): Promise<number> {
  const due = await takeDuePurchases(deps.db, products, {
    sent: true,
    limit: LIMIT,
    except: deps.requeries.busyAccounts(),
    holdMs: leaseMs(deps.settings),
  });
  for (const purchase of due) follow(deps, purchase, deps.requeries.requery(purchase));
  return due.length;
}

function follow({ log }: Deps, { id, requestRef }: DuePurchase, work: Promise<void>): void {
  work.catch((error) =>
    log.warn('a swept purchase failed; a sweeper tries it again', { purchase: id, requestRef, ...errorFields(error) }),
  );
}

const ROWS = 64; // of one round: of each account and source four are on their way at most

/** Takes rows of batches, of the accounts in turn, and has each sold. Returns how many. */
export async function sellBatches({ db, log, rowSales }: Deps): Promise<number> {
  const rows = await takeBatchRows(db, ROWS);
  for (const row of rows)
    rowSales.sell(row).catch((error) =>
      log.warn('a row of a batch could not be sold; a worker tries it again', {
        batch: row.batchId,
        row: row.n,
        ...errorFields(error),
      }),
    );
  return rows.length;
}

const WINDOWS = 200; // of one round

/** Marks purchases pending whose window is over, where their API process has not done so. Returns how many. */
export async function expireWaitingClients(deps: Deps, products: ProductType[]): Promise<number> {
  const expired = await listExpiredWindows(deps.db, products, WINDOWS);
  for (const product of new Set(expired.map(({ productType }) => productType))) {
    const ids = expired.filter(({ productType }) => productType === product).map(({ id }) => id);
    const marked = await markPending(deps.db, ids, 'nobody_answered', messages.pending(product));
    for (const { eventId } of marked) if (eventId !== null) deps.enqueueEvent({ id: eventId });
  }
  return expired.length;
}
