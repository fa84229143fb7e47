import { findBuyablePlan } from '../catalogue/catalogue.store';
import { AppError } from '../errors/error-catalog';
import type { FailoverFence } from '../fence';
import { createFairQuota, createFairQuotaByName } from '../flow/fair-quota';
import { createScheduler, type Scheduler, type Work } from '../flow/scheduler';
import type { Accepter } from '../purchase/accept/accept-batcher';
import { type AcceptedPurchase, acceptPurchase } from '../purchase/accept/accept-purchase';
import { START_MS } from '../purchase/accept/accept-runner';
import { requirePrice } from '../purchase/order/require-price';
import { routeOrder } from '../purchase/order/route-order';
import { placeOf, type SendScheduler, toLane } from '../purchase/send/send-scheduler';
import type { Router } from '../routing/router.port';
import type { Clock } from '../shared/clock';
import { type Db, sqlStateOf } from '../shared/db';
import { type Log, reasonOf } from '../shared/log.port';
import { acceptBatchRow, endBatchRow, noteBatchRow, type RowOutcome, type RowToSell } from './sale.store';

type SellDeps = {
  db: Db;
  clock: Clock;
  log: Log;
  router: Router;
  sends: Pick<SendScheduler, 'send'>;
  saw?: FailoverFence['saw'] | undefined;
};

/** Within this another provider may be tried, and then the purchase is pending: as for a client of the API. */
const WAIT_MS = 15_000;

/** Errors after which the row can be bought later, with why its file is paused until a person resumes it. */
const PAUSES: Readonly<Record<string, string>> = {
  insufficient_balance: 'insufficient_balance',
  unauthorized: 'account_suspended',
  buying_off: 'buying_off',
  cap_reached: 'cap_reached',
};

/** Errors after which the row is never bought. After any other it is tried again in some seconds. */
const REFUSALS: readonly string[] = [
  'duplicate_reference',
  'unknown_plan',
  'price_changed',
  'discount_paused',
  'rejected_by_database',
];

/** Not accepted, because of what only rows of batches are judged by. */
class NotAccepted extends Error {
  constructor(readonly code: RowOutcome) {
    super(code);
  }
}

/**
 * Accepts a row as a request of the API is accepted, and has its purchase sent. Nothing is debited before the row knows
 * it: a process may die anywhere, and another worker goes on. The sweeper sends what was accepted and not sent.
 */
export async function sellRow(deps: SellDeps, row: RowToSell): Promise<void> {
  const { log, sends } = deps;
  const at = { batch: row.batchId, row: row.n };
  try {
    const placed = await accept(deps, row);
    log.info('accepted', { ...at, purchase: placed.id, requestRef: placed.requestRef, product: placed.productType });
    const lane = toLane(placeOf({ ...row, ...placed }));
    sends.send({ id: placed.id, lane }).catch((error) => {
      log.warn('a purchase could not be sent; a sweeper will send it', {
        purchase: placed.id,
        reason: reasonOf(error),
      });
    });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'gone') return;
    const pause = PAUSES[code];
    if (pause !== undefined) await endBatchRow(deps.db, row, pause, true);
    else if (REFUSALS.includes(code)) await endBatchRow(deps.db, row, code, false);
    else {
      if (code !== '') await noteBatchRow(deps.db, row, code);
      throw error;
    }
  }
}

/** A statement that the database would never accept is refused, because it would be tried forever. */
function codeOf(error: unknown): string {
  if (error instanceof NotAccepted || error instanceof AppError) return error.code;
  return /^2[23]/.test(sqlStateOf(error)) ? 'rejected_by_database' : '';
}

async function accept(deps: SellDeps, row: RowToSell): Promise<AcceptedPurchase> {
  const { accountId, order, planId } = row;
  if (planId !== null) {
    const plan = await findBuyablePlan(deps.db, accountId, planId);
    if (plan === null) throw new AppError('unknown_plan');
    requirePrice(order.amountKobo, plan.priceKobo);
  }
  // a file has time: its orders are not debited while nobody can serve them
  const { provider, ...routed } = await routeOrder(deps, row, order, false);
  const buyer = { accountId, keyId: null };
  return acceptPurchase({ accepter: accepterOf(deps, row), provider }, buyer, { ...order, ...routed }, WAIT_MS);
}

/** Accepts the purchase and notes it in its row, in one statement. */
const accepterOf = ({ db, saw }: SellDeps, row: RowToSell): Accepter => ({
  async accept(item) {
    const { outcome, ...decided } = await acceptBatchRow(db, row, item, START_MS);
    if (isOfRow(outcome)) throw new NotAccepted(outcome);
    if (outcome === 'accepted') saw?.({ kind: 'accepted', id: item.id, attempt: 1 });
    return { outcome, ...decided };
  },
  idle: async () => undefined,
});

const OF_ROWS: readonly string[] = ['gone', 'price_changed', 'buying_off', 'cap_reached'] satisfies RowOutcome[];
const isOfRow = (outcome: string): outcome is RowOutcome => OF_ROWS.includes(outcome);

export type RowSales = Pick<Scheduler<Work>, 'drain'> & {
  /** Sells the row when its account's turn comes. Resolves when that is done; at once when it has to wait. */
  sell(row: RowToSell): Promise<void>;
};

/**
 * Sells at most `atOnce` rows of all accounts at a time, and of an account one: more would wait for the same wallet. A
 * row that is left out is taken again.
 */
export function createRowSales(deps: SellDeps, atOnce: number): RowSales {
  const ofAccount = createFairQuotaByName(1);
  const scheduler = createScheduler<Work & { row: RowToSell }>({
    quota: createFairQuota(atOnce),
    alsoOf: ({ accountId }) => [ofAccount(accountId)],
    run: ({ row }) => sellRow(deps, row),
    failedLater({ row: { batchId, n } }, error) {
      const fields = { batch: batchId, row: n, reason: reasonOf(error) };
      deps.log.warn('a row of a batch could not be sold; a worker tries it again', fields);
    },
    maxWaiting: 16,
  });
  return {
    drain: scheduler.drain,
    sell: (row) =>
      scheduler.submit({ id: `${row.batchId}/${row.n}`, accountId: row.accountId, lane: row.accountId, row }),
  };
}
