import { fundedAccount, insertSold, useDatabase } from '@topup/testkit';
import { type Sql, sql } from '../shared/db';
import type { PurchaseCursor } from './account-purchases.store';
import { type PurchaseSearch, searchPurchases } from './purchase-search.store';

const database = useDatabase();
const MINUTE_MS = 60_000;
const NOW = Date.now();
const ago = (minutes: number) => new Date(NOW - minutes * MINUTE_MS);
let accountId: string;

/** 120 final purchases, one each minute; each fifth is open; each sixth was refused at monnify first. */
beforeAll(async () => {
  accountId = await fundedAccount(database.db, 0n);
  const other = await fundedAccount(database.db, 0n);
  await insertSold(
    database.db,
    Array.from({ length: 120 }, (_, n) => ({
      accountId: n % 4 === 0 ? other : accountId,
      at: ago(n),
      ...(n % 2 === 0 ? { product: 'AIRTIME' as const, service: 'mtn', code: null } : { service: 'glo-sme-data' }),
      provider: n % 3 === 0 ? 'reloadly' : 'vtpass',
      status: (['success', 'failed', 'refunded'] as const)[n % 7 === 0 ? 1 : n % 11 === 0 ? 2 : 0],
    })),
  );
  await database.db.$transaction([
    database.db.$executeRaw`SET LOCAL session_replication_role = replica`,
    database.db.$executeRaw`
      UPDATE purchase SET status = CASE WHEN product_type = 'DATA' THEN 'initiated' ELSE 'pending' END, final_at = NULL,
                          next_check_at = now(), window_ends_at = CASE WHEN product_type = 'DATA' THEN now() END
       WHERE (extract(epoch FROM ${ago(0)} - created_at) / 60)::integer % 5 = 0`,
    database.db.$executeRaw`
      INSERT INTO closed_attempt (purchase_id, number, provider, provider_order, provider_ref, sends, sent_at, outcome,
                                  evidence)
      SELECT id, 1, 'monnify', '{}', 'm-' || id, CASE WHEN n % 12 = 0 THEN 0 ELSE 1 END,
             CASE WHEN n % 12 <> 0 THEN created_at END, CASE WHEN n % 12 = 0 THEN 'not_sent' ELSE 'refused' END, '{}'
        FROM (SELECT p.*, (extract(epoch FROM ${ago(0)} - created_at) / 60)::integer AS n FROM purchase p) p
       WHERE n % 6 = 0`,
  ]);
});

/** The ids of the list, newest first, read in pages of 7. */
async function listed(filter: PurchaseSearch): Promise<string[]> {
  const found: string[] = [];
  let after: PurchaseCursor | null = null;
  do {
    const page: Awaited<ReturnType<typeof searchPurchases>> = await searchPurchases(database.db, filter, {
      after,
      limit: 7,
    });
    found.push(...page.rows.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  return found;
}

const FAILED_AT_MONNIFY = sql`EXISTS (
  SELECT FROM closed_attempt c WHERE c.purchase_id = p.id AND c.provider = 'monnify' AND c.outcome <> 'not_sent')`;

const CASES: [PurchaseSearch, Sql][] = [
  [{ status: 'open' }, sql`final_at IS NULL`],
  [{ status: 'unsuccessful' }, sql`status IN ('failed', 'refunded')`],
  [{ status: 'open', olderThanMinutes: 60 }, sql`final_at IS NULL AND created_at < now() - interval '60 minutes'`],
  [{ from: ago(90), to: ago(30) }, sql`created_at >= ${ago(90)} AND created_at < ${ago(30)}`],
  [{ provider: 'reloadly', product: 'DATA' }, sql`provider = 'reloadly' AND product_type = 'DATA'`],
  [{ network: 'glo' }, sql`product_type = 'DATA'`],
  [{ network: 'mtn', status: 'success' }, sql`product_type = 'AIRTIME' AND status = 'success'`],
  [{ failedAt: 'vtpass' }, sql`provider = 'vtpass' AND status IN ('failed', 'refunded')`],
  [{ failedAt: 'monnify' }, FAILED_AT_MONNIFY],
  [{ failedAt: 'monnify', from: ago(50), product: 'AIRTIME' }, sql`${FAILED_AT_MONNIFY} AND created_at >= ${ago(50)}`],
];

describe('a filter of purchases hides some, or shows others', () => {
  test.each(CASES)('the list has each purchase that SQL finds, once: %j', async (filter, condition) => {
    for (const whose of [{}, { accountId }]) {
      const own = 'accountId' in whose ? sql`p.account_id = ${accountId}::uuid` : sql`true`;
      const expected = await database.db.$queryRaw<{ id: string }[]>(sql`
        SELECT id FROM purchase p WHERE ${condition} AND ${own} ORDER BY id DESC`);
      expect(expected.length).toBeGreaterThan(0);
      expect((await listed({ ...filter, ...whose })).sort()).toEqual(expected.map(({ id }) => id).sort());
    }
  });
});
