import type { FundingBank } from '../provider/collector.port';
import { type Db, type DbOrTransaction, sql } from '../shared/db';

/** `readAt`: when the collector last said which `banks` it has; null: it has not yet, or it has none. */
export type FundingAccount = {
  accountId: string;
  collector: string;
  askedAt: Date;
  readAt: Date | null;
  banks: FundingBank[];
};

/** Null when nobody has asked for one. */
export async function findFundingAccount(db: DbOrTransaction, accountId: string): Promise<FundingAccount | null> {
  const row = await db.fundingAccount.findUnique({
    where: { accountId },
    select: { accountId: true, collector: true, askedAt: true, readAt: true, banks: true },
  });
  return row && { ...row, banks: row.banks as FundingBank[] };
}

/** All of them, with the names of their accounts, by name. */
export function listFundingAccounts(db: Db): Promise<(FundingAccount & { accountName: string })[]> {
  return db.$queryRaw(sql`
    SELECT f.account_id AS "accountId", a.name AS "accountName", f.collector, f.asked_at AS "askedAt",
           f.read_at AS "readAt", f.banks
      FROM funding_account f JOIN account a ON a.id = f.account_id ORDER BY a.name`);
}

/** Writes the reference under which the collector is asked next. False: it was written before. */
export async function insertFundingAccount(
  tx: DbOrTransaction,
  accountId: string,
  collector: string,
): Promise<boolean> {
  const added = await tx.$executeRaw(sql`
    INSERT INTO funding_account (account_id, collector) VALUES (${accountId}::uuid, ${collector})
    ON CONFLICT (account_id) DO NOTHING`);
  return added === 1;
}

/** Keeps which banks an account has today. @returns whether they are others than before */
export async function setBanks(db: DbOrTransaction, accountId: string, banks: FundingBank[]): Promise<boolean> {
  const rows = await db.$queryRaw<{ before: FundingBank[] }[]>(sql`
    WITH before AS (SELECT account_id, banks FROM funding_account WHERE account_id = ${accountId}::uuid FOR UPDATE)
    UPDATE funding_account f SET banks = ${JSON.stringify(banks)}::jsonb, read_at = clock_timestamp()
      FROM before WHERE f.account_id = before.account_id
    RETURNING before.banks AS before`);
  const numbers = (of: FundingBank[]) => of.map(({ bankCode, accountNumber }) => `${bankCode}/${accountNumber}`).join();
  return rows[0] !== undefined && numbers(rows[0].before) !== numbers(banks);
}

/** The first owner of the account, to whom the collector writes; null: nobody can sign in for it yet. */
export async function findFirstOwner(db: DbOrTransaction, accountId: string): Promise<{ email: string } | null> {
  return db.dashboardUser.findFirst({
    where: { accountId, role: 'owner', disabledAt: null },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { email: true },
  });
}

/** How often the transfers of the account `due` are listed. */
const SWEPT_EVERY = sql`
  CASE WHEN greatest(due.paid_at, due.asked_at) > clock_timestamp() - interval '7 days'
       THEN interval '10 minutes' ELSE interval '1 day' END`;

/**
 * Takes an account whose transfers are to be listed: every ten minutes while it was opened or paid into in the last
 * seven days, daily otherwise. Of all workers one does it. Null: none is due.
 */
export async function takeAccountToSweep(db: Db, collector: string): Promise<FundingAccount | null> {
  const [row] = await db.$queryRaw<FundingAccount[]>(sql`
    UPDATE funding_account f SET swept_at = clock_timestamp()
     WHERE f.account_id = (
             SELECT due.account_id FROM funding_account due
              WHERE due.collector = ${collector}
                AND (due.swept_at IS NULL OR due.swept_at < clock_timestamp() - ${SWEPT_EVERY})
              ORDER BY due.swept_at NULLS FIRST LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING f.account_id AS "accountId", f.collector, f.asked_at AS "askedAt", f.read_at AS "readAt", f.banks`);
  return row ?? null;
}

/** Makes all accounts due, for a person who does not want to wait. */
export async function askForSweep(db: Db): Promise<void> {
  await db.fundingAccount.updateMany({ data: { sweptAt: null } });
}

/** Makes one whose list could not be read due again in a minute, and keeps since when it cannot. */
export async function giveSweepBack(db: Db, accountId: string): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE funding_account due
       SET swept_at = clock_timestamp() - ${SWEPT_EVERY} + interval '1 minute',
           unread_since = coalesce(due.unread_since, clock_timestamp())
     WHERE due.account_id = ${accountId}::uuid`);
}

/** Keeps that the list of an account could be read. */
export async function noteRead(db: Db, accountId: string): Promise<void> {
  await db.fundingAccount.updateMany({ where: { accountId, unreadSince: { not: null } }, data: { unreadSince: null } });
}

/** The references of these that are recorded already, in whatever spelling. */
export async function findRecorded(db: Db, references: readonly string[]): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ reference: string }[]>(sql`
    SELECT listed.reference FROM unnest(${[...references]}::text[]) AS listed (reference)
      JOIN collection c ON c.key = funding_key(listed.reference)`);
  return new Set(rows.map(({ reference }) => reference));
}
