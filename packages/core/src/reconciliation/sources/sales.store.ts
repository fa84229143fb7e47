import { type Db, sql } from '../../shared/db';

/** A sale as a statement of a provider has it. */
type ListedSale = {
  provider: string;
  at: Date;
  amountKobo: bigint;
  providerRef: string;
  providerTransactionId: string | null;
};

/** The sales with a reference that statements list from `since` on, the oldest first. */
export function listSales(db: Db, since: Date, provider: string | undefined): Promise<ListedSale[]> {
  return db.$queryRaw<ListedSale[]>(sql`
    SELECT provider, at, amount_kobo AS "amountKobo", provider_ref AS "providerRef",
           provider_transaction_id AS "providerTransactionId"
      FROM statement_row
     WHERE at >= ${since} AND kind = 'sale' AND provider_ref IS NOT NULL
       AND (${provider ?? null}::text IS NULL OR provider = ${provider ?? null})
     ORDER BY at, id`);
}

/** Those of the ids that no purchase has. */
export async function findUnknownPurchases(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT id FROM unnest(${ids}::uuid[]) AS asked (id) WHERE NOT EXISTS (SELECT FROM purchase p WHERE p.id = asked.id)`);
  return new Set(rows.map(({ id }) => id));
}
