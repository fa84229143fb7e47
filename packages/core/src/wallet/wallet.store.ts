import type { Refused } from '../errors/refusal-catalog';
import {
  type GuardActor,
  type GuardRefusal,
  type NewAdjustment,
  type NewFunding,
  requireRefusal,
} from '../operator-guard/guarded-action';
import { type Db, type DbOrTransaction, onlyRow, sql } from '../shared/db';

/** In kobo. @throws Error when there is no such account */
export async function getWalletBalance(db: Db, accountId: string): Promise<bigint> {
  const row = await db.wallet.findUniqueOrThrow({ where: { accountId } });
  return row.balanceKobo;
}

/** In kobo. Never `low` without a threshold. @throws Error when there is no such account */
export async function getWallet(
  db: Db,
  accountId: string,
): Promise<{ balanceKobo: bigint; low: boolean; lowBalanceKobo: bigint | null; paymentReference: string }> {
  const { balanceKobo, account } = await db.wallet.findUniqueOrThrow({
    where: { accountId },
    select: { balanceKobo: true, account: { select: { lowBalanceKobo: true, paymentReference: true } } },
  });
  const { lowBalanceKobo } = account;
  return { balanceKobo, low: lowBalanceKobo !== null && balanceKobo < lowBalanceKobo, ...account };
}

/** An entry that was added to a ledger. In kobo; the amount of an adjustment can be minus. */
export type WrittenEntry = { amountKobo: bigint; balanceBeforeKobo: bigint; balanceAfterKobo: bigint };

/** `funded_before`: nothing was added, because the same was funded before. The amounts are those of that time. */
export type AccountFunding =
  | ({ kind: 'funded' | 'funded_before' } & WrittenEntry)
  | Refused<'no_such_account' | 'reference_used' | 'transfer_told_otherwise'>;

/** Adds money once per reference of the whole service (`fundingReferenceFault`). It counts on the daily cap. */
export async function fundWallet(
  tx: DbOrTransaction,
  { accountId, amountKobo, reference }: NewFunding,
  actor: GuardActor,
): Promise<AccountFunding | GuardRefusal> {
  const rows = await tx.$queryRaw<WrittenRow[]>(sql`
    SELECT ${WRITTEN} FROM fund_wallet(${accountId}::uuid, ${amountKobo}::bigint, ${reference}, ${actor.id}, NULL)`);
  const { outcome, boundKobo, ...entry } = onlyRow(rows, 'fund_wallet');
  if (outcome === 'funded' || outcome === 'funded_before') return { kind: outcome, ...entry };
  if (outcome === 'reference_used') return { kind: outcome, ...(await findFunding(tx, accountId, reference)) };
  if (outcome === 'told_otherwise') return { kind: 'transfer_told_otherwise', reference, amountKobo: entry.amountKobo };
  if (outcome === 'no_such_account') return { kind: outcome, account: accountId };
  return requireRefusal(outcome, boundKobo);
}

/** The earlier funding under this reference, of any account: `account` is its name. @throws Error when there is none */
async function findFunding(db: DbOrTransaction, accountId: string, reference: string) {
  const [funding] = await db.$queryRaw<{ reference: string; account: string; at: Date; amountKobo: bigint }[]>(sql`
    SELECT e.reference, a.name AS account, e.created_at AS at, e.amount_kobo AS "amountKobo"
      FROM ledger_entry e JOIN account a ON a.id = e.account_id
     WHERE e.id = coalesce(
             (SELECT own.id FROM ledger_entry own
               WHERE own.account_id = ${accountId}::uuid AND own.kind = 'funding' AND own.reference = ${reference}
                 AND own.purchase_id IS NULL),
             (SELECT used.entry_id FROM funding_reference used WHERE used.key = funding_key(${reference})))`);
  if (funding === undefined) throw new Error('a funding is never deleted');
  return funding;
}

/** `adjusted_before`: nothing was changed, because the same was adjusted before. The amounts are those of that time. */
export type AccountAdjustment =
  | ({ kind: 'adjusted' | 'adjusted_before' } & WrittenEntry)
  | Refused<'no_such_account' | 'no_such_entry' | 'below_zero' | 'adjustment_used'>;

/** Corrects a wallet once per account and reference, in any case and white space. A plus counts on the daily cap. */
export async function adjustWallet(
  tx: DbOrTransaction,
  { accountId, amountKobo, reference, entryId, reason, belowZero }: NewAdjustment,
  actor: GuardActor,
): Promise<AccountAdjustment | GuardRefusal> {
  const rows = await tx.$queryRaw<WrittenRow[]>(sql`
    SELECT ${WRITTEN} FROM adjust_wallet(${accountId}::uuid, ${amountKobo}::bigint, ${reference}, ${entryId}::bigint,
                                        ${reason}, ${belowZero}, ${actor.id}, NULL)`);
  const { outcome, boundKobo, ...entry } = onlyRow(rows, 'adjust_wallet');
  if (outcome === 'adjusted_before' && entry.amountKobo !== amountKobo)
    return { kind: 'adjustment_used', ...entry, reference };
  if (outcome === 'adjusted' || outcome === 'adjusted_before') return { kind: outcome, ...entry };
  if (outcome === 'no_such_account') return { kind: outcome, account: accountId };
  if (outcome === 'no_such_entry') return { kind: outcome, entryId: entryId ?? 0n };
  if (outcome === 'below_zero') return { kind: outcome, balanceKobo: entry.balanceBeforeKobo };
  return requireRefusal(outcome, boundKobo);
}

type WrittenRow = { outcome: string; boundKobo: bigint | null } & WrittenEntry;

const WRITTEN = sql`
  outcome, amount_kobo AS "amountKobo", balance_before_kobo AS "balanceBeforeKobo",
  balance_after_kobo AS "balanceAfterKobo", bound_kobo AS "boundKobo"`;
