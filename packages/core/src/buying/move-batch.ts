import type { By } from '../audit/actor';
import { unchanged, withAuditLog } from '../audit/with-audit-log';
import { findBuyablePlan } from '../catalogue/catalogue.store';
import { readDiscountsOf } from '../catalogue/discount.store';
import { isRefused, type Refused } from '../errors/refusal-catalog';
import type { Db, DbOrTransaction } from '../shared/db';
import {
  type BatchMove,
  findBatch,
  lockDraft,
  moveBatch,
  type NewRow,
  readDraftRows,
  repriceDraft,
} from './batch.store';
import { buyingActions } from './buying-actions';
import { chargeFor } from './check-form';
import { type BuyingRefusal, mayBuy } from './may-buy';
import type { Batch } from './records';

export type Moved =
  | { kind: 'moved'; batch: Batch }
  | BuyingRefusal
  | Refused<'no_such_batch' | 'total_changed' | 'batch_move_not_possible'>;

type OfPerson = { accountId: string; id: string; userId: string; isLive: boolean };

/**
 * A person confirms a file with the total that they have seen. When a price has changed since the upload, the draft is
 * priced anew and not confirmed. A plan that is out of sale stays: its rows are refused when their turn comes.
 */
export const confirmBatch = (db: Db, by: By, of: OfPerson, totalKobo: bigint): Promise<Moved> =>
  withAuditLog<Moved>(
    db,
    by,
    async (tx) => {
      const may = await mayBuy(tx, of.accountId, of.userId);
      if (isRefused(may)) return unchanged(may);
      if (await lockDraft(tx, of)) await priceAnew(tx, of);
      return move(tx, of, 'confirm', totalKobo);
    },
    { fresh: of.isLive, timeoutMs: 20_000 },
  );

/** Lets a paused file go on, which buys: so with the same rights as a confirmation. */
export const resumeBatch = (db: Db, by: By, of: OfPerson): Promise<Moved> =>
  withAuditLog<Moved>(
    db,
    by,
    async (tx) => {
      const may = await mayBuy(tx, of.accountId, of.userId);
      return isRefused(may) ? unchanged(may) : move(tx, of, 'resume');
    },
    { fresh: of.isLive },
  );

/** Nothing more of the file is accepted until it is resumed, or ever. */
export const stopBatch = (db: Db, by: By, of: OfPerson, how: 'pause' | 'cancel'): Promise<Moved> =>
  withAuditLog<Moved>(db, by, (tx) => move(tx, of, how), { evenSuspended: true });

async function move(tx: DbOrTransaction, { accountId, id, userId }: OfPerson, how: BatchMove, totalKobo?: bigint) {
  const confirmed = how === 'confirm' && totalKobo !== undefined ? { totalKobo, userId } : {};
  const outcome = await moveBatch(tx, { accountId, id }, how, confirmed);
  const batch = await findBatch(tx, accountId, id);
  if (outcome === 'no_such_batch' || batch === null) return unchanged<Moved>({ kind: 'no_such_batch' });
  if (outcome === 'total_changed') return unchanged<Moved>({ kind: outcome, totalKobo: batch.totalKobo });
  if (outcome === 'not_possible') return unchanged<Moved>({ kind: 'batch_move_not_possible', state: batch.state });
  const action = outcome === 'moved' ? buyingActions.moved(accountId, batch, how) : null;
  return { result: { kind: 'moved', batch } satisfies Moved, action };
}

async function priceAnew(tx: DbOrTransaction, { accountId, id }: OfPerson): Promise<void> {
  const rows = await readDraftRows(tx, id);
  const discounts = await readDiscountsOf(tx, accountId);
  const prices = new Map<string, bigint | null>();
  const changed: NewRow[] = [];
  for (const row of rows) {
    const order = row.planId === null ? row.order : await withPrice(tx, accountId, row, prices);
    const chargeKobo = chargeFor(discounts, order);
    if (chargeKobo !== row.chargeKobo) changed.push({ ...row, order, chargeKobo });
  }
  if (changed.length > 0) await repriceDraft(tx, id, changed);
}

/** The order of a data plan at its price now. Each plan is read once. */
async function withPrice(
  tx: DbOrTransaction,
  accountId: string,
  { order, planId }: NewRow,
  prices: Map<string, bigint | null>,
) {
  const plan = planId ?? '';
  if (!prices.has(plan)) prices.set(plan, (await findBuyablePlan(tx, accountId, plan))?.priceKobo ?? null);
  return { ...order, amountKobo: prices.get(plan) ?? order.amountKobo };
}
