import type { GuardActor } from '../operator-guard/guard-actor';
import {
  type GuardRefusal,
  type NewAdjustment,
  type NewFunding,
  requireRefusal,
} from '../operator-guard/guarded-action';
import { type Db, type DbOrTransaction, sql } from '../shared/db';
import { type EarlierFunding, findFunding } from './funding-reference';

/** In kobo. @throws Error when there is no such account */
export async function getWalletBalance(db: Db, accountId: string): Promise<bigint> {
  const row = await db.wallet.findUniqueOrThrow({ where: { accountId } });
  return row.balanceKobo;
}

/**
 * The balance, and below which balance it is `low`: never without a threshold. In kobo.
 * @throws Error when there is no such account
 */
export async function getWallet(
  db: Db,
  accountId: string,
): Promise<{ balanceKobo: bigint; low: boolean; lowBalanceKobo: bigint | null; paymentReference: string }> {
  const { balanceKobo, account } = await db.wallet.findUniqueOrThrow({
    where: { accountId },
    select: { balanceKobo: true, account: { select: { lowBalanceKobo: true, paymentReference: true } } },
  });
  const { lowBalanceKobo, paymentReference } = account;
  return {
    balanceKobo,
    low: lowBalanceKobo !== null && balanceKobo < lowBalanceKobo,
    lowBalanceKobo,
    paymentReference,
  };
}

/** An entry that was added to a ledger. In kobo; the amount of an adjustment can be minus. */
export type WrittenEntry = { amountKobo: bigint; balanceBeforeKobo: bigint; balanceAfterKobo: bigint };

/**
 * - `funded`: done
 * - `funded_before`: the same was funded before, nothing was added, and the balances are those of that time
 * - `reference_used`: the reference belongs to the funding `earlier`, of another account or amount
 */
type FundingOutcome =
  | ({ kind: 'funded' | 'funded_before' } & WrittenEntry)
  | { kind: 'reference_used'; earlier: EarlierFunding }
  | { kind: 'no_such_account' }
  | GuardRefusal;

/**
 * Adds money to a wallet, once per reference, which is unique in the whole service, in whatever case and white space.
 * The caller has checked it (`fundingReferenceFault`). It counts on the actor's daily cap.
 */
export async function fundWallet(
  tx: DbOrTransaction,
  { accountId, amountKobo, reference }: NewFunding,
  actor: GuardActor,
): Promise<FundingOutcome> {
  const [row] = await tx.$queryRaw<WrittenRow[]>(sql`
    SELECT ${WRITTEN} FROM fund_wallet(${accountId}::uuid, ${amountKobo}::bigint, ${reference}, ${actor.id}, NULL)`);
  if (!row) throw new Error('fund_wallet without a row');
  const { outcome, boundKobo, ...entry } = row;
  if (outcome === 'funded' || outcome === 'funded_before') return { kind: outcome, ...entry };
  if (outcome === 'reference_used') return { kind: outcome, earlier: await findFunding(tx, { accountId, reference }) };
  if (outcome === 'no_such_account') return { kind: outcome };
  return requireRefusal(outcome, boundKobo);
}

/**
 * - `adjusted`: done
 * - `adjusted_before`: the reference was used before, nothing was changed, and the amounts are those of that adjustment
 * - `no_such_entry`: the account has no such ledger entry
 * - `below_zero`: the balance would end below zero, and that was not asked for
 */
type AdjustmentOutcome =
  | ({ kind: 'adjusted' | 'adjusted_before' } & WrittenEntry)
  | { kind: 'no_such_account' | 'no_such_entry' }
  | { kind: 'below_zero'; balanceKobo: bigint }
  | GuardRefusal;

/**
 * Corrects a wallet, plus or minus, once per account and reference, in whatever case and white space. A plus counts on
 * the actor's daily cap.
 */
export async function adjustWallet(
  tx: DbOrTransaction,
  { accountId, amountKobo, reference, entryId, reason, belowZero }: NewAdjustment,
  actor: GuardActor,
): Promise<AdjustmentOutcome> {
  const [row] = await tx.$queryRaw<WrittenRow[]>(sql`
    SELECT ${WRITTEN} FROM adjust_wallet(${accountId}::uuid, ${amountKobo}::bigint, ${reference}, ${entryId}::bigint,
                                        ${reason}, ${belowZero}, ${actor.id}, NULL)`);
  if (!row) throw new Error('adjust_wallet without a row');
  const { outcome, boundKobo, ...entry } = row;
  if (outcome === 'adjusted' || outcome === 'adjusted_before') return { kind: outcome, ...entry };
  if (outcome === 'no_such_account' || outcome === 'no_such_entry') return { kind: outcome };
  if (outcome === 'below_zero') return { kind: outcome, balanceKobo: entry.balanceBeforeKobo };
  return requireRefusal(outcome, boundKobo);
}

type WrittenRow = { outcome: string; boundKobo: bigint | null } & WrittenEntry;

const WRITTEN = sql`
  outcome, amount_kobo AS "amountKobo", balance_before_kobo AS "balanceBeforeKobo",
  balance_after_kobo AS "balanceAfterKobo", bound_kobo AS "boundKobo"`;
