import { type Db, type DbOrTransaction, sql } from '../shared/db';

/** In kobo. @throws Error when there is no such account */
export async function getWalletBalance(db: Db, accountId: string): Promise<bigint> {
  const row = await db.wallet.findUniqueOrThrow({ where: { accountId } });
  return row.balanceKobo;
}

/**
 * `funded` false: the reference was used before, nothing was added, and the amounts are those of that earlier funding.
 */
export type Funding = { funded: boolean; amountKobo: bigint; balanceBeforeKobo: bigint; balanceAfterKobo: bigint };

/**
 * Adds money to a wallet, once per account and reference. The caller compares `amountKobo`: a used reference with
 * another amount is a mistake.
 */
export async function fundWallet(
  db: DbOrTransaction,
  accountId: string,
  amountKobo: bigint,
  reference: string,
): Promise<Funding> {
  const [row] = await db.$queryRaw<Funding[]>(sql`
    SELECT funded, amount_kobo AS "amountKobo", balance_before_kobo AS "balanceBeforeKobo",
           balance_after_kobo AS "balanceAfterKobo"
      FROM fund_wallet(${accountId}::uuid, ${amountKobo}::bigint, ${reference})`);
  if (!row) throw new Error('fund_wallet without a row');
  return row;
}
