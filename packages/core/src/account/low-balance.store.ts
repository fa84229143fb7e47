import { bySystem } from '../audit/actor';
import { withAuditLog } from '../audit/with-audit-log';
import { mailLowBalance } from '../mail/letters';
import { type Db, type DbOrTransaction, onlyRow, sql } from '../shared/db';
import { type AccountSummary, lockAccount } from './account.store';
import { accountActions } from './account-actions';

/** Sets the threshold below which a balance is low, in kobo; null: none. @throws Error when there is no such account */
export async function setLowBalance(db: DbOrTransaction, id: string, lowBalanceKobo: bigint | null): Promise<void> {
  await db.account.update({ where: { id }, data: { lowBalanceKobo }, select: { id: true } });
}

const IS_LOW = sql`coalesce(w.balance_kobo < a.low_balance_kobo, false)`;

/**
 * Mails the owners of at most `limit` active live accounts whose balance has passed below its threshold, once for each
 * time: again only after a call that saw it at the threshold or above, or without one. Returns how many accounts were
 * looked at more closely; less than `limit`: there are no more.
 */
export async function mailLowBalances(db: Db, limit: number): Promise<number> {
  const moved = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT a.id FROM account a JOIN wallet w ON w.account_id = a.id
     WHERE (a.low_balance_mailed_at IS NULL AND ${IS_LOW} AND a.status = 'active' AND a.mode = 'live')
        OR (a.low_balance_mailed_at IS NOT NULL AND NOT ${IS_LOW})
     ORDER BY a.id LIMIT ${limit}`);
  for (const { id } of moved) await mailIfPassed(db, id);
  return moved.length;
}

function mailIfPassed(db: Db, id: string): Promise<void> {
  return withAuditLog(db, bySystem('worker'), async (tx) => {
    // the next statement must see what is now: another worker may have mailed while this one waited for the lock
    const account = await lockAccount(tx, id);
    const [passed] = await tx.$queryRaw<{ balanceKobo: bigint; lowBalanceKobo: bigint | null; low: boolean }[]>(sql`
      UPDATE account a SET low_balance_mailed_at = CASE WHEN ${IS_LOW} THEN clock_timestamp() END
        FROM wallet w
       WHERE a.id = ${id}::uuid AND w.account_id = a.id AND (a.low_balance_mailed_at IS NULL) = ${IS_LOW}
      RETURNING w.balance_kobo AS "balanceKobo", a.low_balance_kobo AS "lowBalanceKobo", ${IS_LOW} AS low`);
    if (account === null || !passed?.low || passed.lowBalanceKobo === null) return { result: undefined, action: null };
    const [balanceKobo, thresholdKobo] = [passed.balanceKobo, passed.lowBalanceKobo];
    const more = { banks: await readFundingBanks(tx, id), spending: await readSpending(tx, account) };
    await mailLowBalance(tx, account, { balanceKobo, thresholdKobo, ...more });
    return { result: undefined, action: accountActions.lowBalancePassed(account, { balanceKobo, thresholdKobo }) };
  });
}

/** The numbers into which the account transfers; none without a collector. */
async function readFundingBanks(
  tx: DbOrTransaction,
  accountId: string,
): Promise<{ bankName: string; accountNumber: string }[]> {
  const found = await tx.fundingAccount.findUnique({ where: { accountId }, select: { banks: true } });
  return (found?.banks ?? []) as { bankName: string; accountNumber: string }[];
}

const DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * What an account spent in its last days, refunds given back: the balance before the first entry since then, plus what
 * was added since, minus the balance now. So it reads few entries, however many purchases there were.
 */
async function readSpending(
  tx: DbOrTransaction,
  { id, createdAt }: AccountSummary,
): Promise<{ days: number; spentKobo: bigint }> {
  const rows = await tx.$queryRaw<{ now: Date; spentKobo: bigint }[]>(sql`
    WITH bound AS MATERIALIZED (
      SELECT first_entry_since(${id}::uuid, clock_timestamp() - make_interval(days => ${DAYS}::integer)) AS id)
    SELECT clock_timestamp() AS now,
           coalesce((SELECT e.balance_before_kobo FROM ledger_entry e, bound
                      WHERE (e.account_id, e.id) >= (${id}::uuid, bound.id) AND e.account_id <= ${id}::uuid
                      ORDER BY e.account_id, e.id LIMIT 1)
                    + (SELECT coalesce(sum(e.amount_kobo), 0) FROM ledger_entry e, bound
                        WHERE e.account_id = ${id}::uuid AND e.kind IN ('funding', 'adjustment') AND e.id >= bound.id)
                    - (SELECT w.balance_kobo FROM wallet w WHERE w.account_id = ${id}::uuid), 0)::bigint AS "spentKobo"`);
  const { now, spentKobo } = onlyRow(rows);
  const age = Math.ceil((now.getTime() - createdAt.getTime()) / DAY_MS);
  return { days: Math.min(DAYS, Math.max(1, age)), spentKobo };
}
