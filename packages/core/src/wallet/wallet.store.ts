import { type Db, type DbOrTransaction, sql } from '../shared/db';

export async function getWalletBalance(db: Db, accountId: string): Promise<bigint> {
  const row = await db.wallet.findUniqueOrThrow({ where: { accountId } });
  return row.balanceKobo;
}

export type Funding = { funded: boolean; amountKobo: bigint; balanceBeforeKobo: bigint; balanceAfterKobo: bigint };

/** fund_wallet: adds money once per reference. `funded` false: the reference had been used, nothing changed, and the figures are those of then. */
export async function fundWallet(
  db: DbOrTransaction,
  accountId: string,
  amountKobo: bigint,
  reference: string,
): Promise<Funding> {
  const [row] = await db.$queryRaw<Funding[]>(sql`
    SELECT funded, amount_kobo AS "amountKobo", balance_before_kobo AS "balanceBeforeKobo", balance_after_kobo AS "balanceAfterKobo"
      FROM fund_wallet(${accountId}::uuid, ${amountKobo}::bigint, ${reference})`);
  if (!row) throw new Error('fund_wallet without a row');
  return row;
}
