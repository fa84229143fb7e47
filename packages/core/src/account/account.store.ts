import { type Db, type DbOrTransaction, sql } from '../shared/db';
import { newId } from '../shared/ids';

export type AccountSummary = {
  id: string;
  name: string;
  tier: string;
  status: 'active' | 'suspended';
  balanceKobo: bigint;
  webhookUrl: string | null;
  createdAt: Date;
};

const summary = { tier: { select: { name: true } }, wallet: { select: { balanceKobo: true } } } as const;

type Row = {
  id: string;
  name: string;
  status: string;
  webhookUrl: string | null;
  createdAt: Date;
  tier: { name: string };
  wallet: { balanceKobo: bigint } | null;
};

const toSummary = ({ tier, wallet, status, id, name, webhookUrl, createdAt }: Row): AccountSummary => ({
  id,
  name,
  tier: tier.name,
  status: status as AccountSummary['status'],
  balanceKobo: wallet?.balanceKobo ?? 0n,
  webhookUrl,
  createdAt,
});

/** Null when the tier does not exist, or the name is taken. The wallet is opened by the database itself. */
export async function createAccount(
  db: DbOrTransaction,
  account: { name: string; tier: string },
): Promise<AccountSummary | 'no_such_tier' | 'name_taken'> {
  const tier = await db.tier.findUnique({ where: { name: account.tier } });
  if (!tier) return 'no_such_tier';
  const inserted = await db.account.createManyAndReturn({
    data: { id: newId(), name: account.name, tierId: tier.id },
    skipDuplicates: true,
  });
  const [row] = inserted;
  return row ? { ...toSummary({ ...row, tier, wallet: null }) } : 'name_taken';
}

export async function listAccounts(db: Db): Promise<AccountSummary[]> {
  const rows = await db.account.findMany({ include: summary, orderBy: { createdAt: 'asc' } });
  return rows.map(toSummary);
}

/** By id or by name. */
export async function findAccount(db: DbOrTransaction, idOrName: string): Promise<AccountSummary | null> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(idOrName);
  const row = await db.account.findFirst({ where: isId ? { id: idOrName } : { name: idOrName }, include: summary });
  return row && toSummary(row);
}

export type LowAccount = Pick<AccountSummary, 'id' | 'name' | 'balanceKobo'> & {
  /** What its purchases took from its wallet in the last 24 hours, less what was refunded meanwhile. */
  spentKobo: bigint;
};

/**
 * Active accounts whose balance would not last another day like the last: it is below what they spent in 24 hours. The emptiest first.
 *
 * The ledger has running balances, so a day's spending is where the wallet stood before the first purchase of the day, and what was paid in since, less
 * where it stands now: a few index look-ups for each account, however much it buys. (Summing half a million purchases took 3 s.)
 */
export function listLowAccounts(db: Db): Promise<LowAccount[]> {
  return db.$queryRaw<LowAccount[]>(sql`
    SELECT * FROM (
      SELECT a.id, a.name, w.balance_kobo AS "balanceKobo", (debit.balance_before_kobo + coalesce(paid_in.total, 0) - w.balance_kobo)::bigint AS "spentKobo"
        FROM account a JOIN wallet w ON w.account_id = a.id
       CROSS JOIN LATERAL (SELECT p.created_at FROM purchase p WHERE p.account_id = a.id AND p.created_at > clock_timestamp() - interval '24 hours'
                            ORDER BY p.created_at LIMIT 1) first
       -- of those debited at the same moment, together in one batch, the first
       CROSS JOIN LATERAL (SELECT d.id, d.balance_before_kobo FROM purchase p JOIN ledger_entry d ON d.purchase_id = p.id AND d.kind = 'debit'
                            WHERE p.account_id = a.id AND p.created_at = first.created_at ORDER BY d.id LIMIT 1) debit
       CROSS JOIN LATERAL (SELECT sum(e.amount_kobo) AS total FROM ledger_entry e
                            WHERE e.account_id = a.id AND e.purchase_id IS NULL AND e.id > debit.id) paid_in
       WHERE a.status = 'active') lately
     WHERE "balanceKobo" < "spentKobo" ORDER BY "balanceKobo"::float8 / "spentKobo", name`);
}

/** False when it was that already, or there is no such account. */
export async function setAccountStatus(
  db: DbOrTransaction,
  id: string,
  status: AccountSummary['status'],
): Promise<boolean> {
  const { count } = await db.account.updateMany({ where: { id, status: { not: status } }, data: { status } });
  return count === 1;
}

/** Its next list of data plans, and its next purchase, are at the prices of that tier. False when there is no such tier. */
export async function setAccountTier(db: DbOrTransaction, id: string, tier: string): Promise<boolean> {
  const found = await db.tier.findUnique({ where: { name: tier }, select: { id: true } });
  if (found !== null) await db.account.update({ where: { id }, data: { tierId: found.id } });
  return found !== null;
}

export async function getWebhookUrl(db: Db, accountId: string): Promise<string | null> {
  const row = await db.account.findUniqueOrThrow({ where: { id: accountId }, select: { webhookUrl: true } });
  return row.webhookUrl;
}

/** Null removes it: from then on no event is written, and those that wait stay until there is one again. */
export async function setWebhookUrl(db: Db, accountId: string, webhookUrl: string | null): Promise<void> {
  await db.account.update({ where: { id: accountId }, data: { webhookUrl } });
}

// ---- tiers

export type TierSummary = { id: number; name: string; markupBps: number };

export async function createTier(
  db: DbOrTransaction,
  tier: { name: string; markupBps: number },
): Promise<TierSummary | 'name_taken'> {
  const [row] = await db.tier.createManyAndReturn({ data: tier, skipDuplicates: true });
  return row ?? 'name_taken';
}

/** Null when there is no such tier. */
export async function setTierMarkup(
  db: DbOrTransaction,
  tier: { name: string; markupBps: number },
): Promise<TierSummary | null> {
  const [row] = await db.tier.updateManyAndReturn({ where: { name: tier.name }, data: { markupBps: tier.markupBps } });
  return row ?? null;
}

export function listTiers(db: DbOrTransaction): Promise<TierSummary[]> {
  return db.tier.findMany({ orderBy: { id: 'asc' }, select: { id: true, name: true, markupBps: true } });
}

// ---- wallets

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
