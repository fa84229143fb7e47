import { type Db, type DbOrTransaction, sql } from '../shared/db';
import type { AccountSummary } from './account.store';

/**
 * Accounts by name, from the one after `after` on. `search`: a part of the name in whatever case, or an id. It looks at every name that follows, so its cost
 * grows with the accounts, not with what they buy.
 */
export function searchAccounts(
  db: Db,
  { search = null, after = null, limit }: { search?: string | null; after?: string | null; limit: number },
): Promise<AccountSummary[]> {
  return db.$queryRaw<AccountSummary[]>(sql`
    SELECT ${COLUMNS} FROM account a JOIN tier t ON t.id = a.tier_id JOIN wallet w ON w.account_id = a.id
     WHERE (${after}::text IS NULL OR a.name > ${after}::text)
       AND (${search}::text IS NULL OR position(lower(${search}::text) IN lower(a.name)) > 0 OR a.id::text = lower(${search}::text))
     ORDER BY a.name LIMIT ${limit}`);
}

/** As it is and stays until the transaction ends: others who change it wait. Those who buy for it do not. */
export async function lockAccount(tx: DbOrTransaction, id: string): Promise<AccountSummary | null> {
  const [row] = await tx.$queryRaw<AccountSummary[]>(sql`
    SELECT ${COLUMNS} FROM account a JOIN tier t ON t.id = a.tier_id JOIN wallet w ON w.account_id = a.id WHERE a.id = ${id}::uuid FOR NO KEY UPDATE OF a`);
  return row ?? null;
}

const COLUMNS = sql`a.id, a.name, t.name AS tier, a.status, w.balance_kobo AS "balanceKobo", a.webhook_url AS "webhookUrl", a.created_at AS "createdAt"`;

/** How many accounts there are in each state, and what is in their wallets together. */
export async function sumAccounts(db: Db): Promise<{ active: number; suspended: number; balancesKobo: bigint }> {
  const [row] = await db.$queryRaw<{ active: number; suspended: number; balancesKobo: bigint }[]>(sql`
    SELECT count(*) FILTER (WHERE a.status = 'active')::integer AS active, count(*) FILTER (WHERE a.status = 'suspended')::integer AS suspended,
           coalesce(sum(w.balance_kobo), 0)::bigint AS "balancesKobo"
      FROM account a JOIN wallet w ON w.account_id = a.id`);
  if (!row) throw new Error('SELECT without a row');
  return row;
}
