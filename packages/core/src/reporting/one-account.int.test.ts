import { testPool, useDatabase } from '@topup/testkit';
import { isReferenceOfAnother, isReferenceUsed } from '../purchase/purchase.store';
import { type Db, openDatabase } from '../shared/db';
import { tableStatistics } from '../testing/table-statistics';
import type { TimeSpan } from '../time/zoned-time';
import type { PurchaseCursor } from './account-purchases.store';
import { listAccountPurchases } from './account-purchases.store';
import { countAccountOpenPurchases, sumAccountPurchases, sumAccountSales } from './account-totals.store';
import { listMargins, sumMargins } from './margin.store';
import { listPurchaseCandidates } from './purchase-record.store';
import { type PurchaseSearch, searchPurchases, statusesOf } from './purchase-search.store';

// On a contracted schema no index is of an account and a time alone. The purchases of an account lie apart on disk.

const ACCOUNTS = 200;
const PURCHASES = 20_000;
const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-10T00:00:00Z');
const DAY: TimeSpan = { since: new Date(START + 24 * HOUR_MS), until: new Date(START + 48 * HOUR_MS) };
const ALL: TimeSpan = { since: new Date(START), until: new Date(START + 240 * HOUR_MS) };

const database = useDatabase();
let one: Db;
let accountId: string;
/** The 60th of the account's purchases, newest first, and the 60th of those that show a margin. */
let deep: PurchaseCursor;
let deepSold: PurchaseCursor;

beforeAll(async () => {
  await fillTables(database.url);
  one = testPool(database.url, 1);
  accountId = (await database.db.account.findFirstOrThrow({ where: { name: 'account 77' } })).id;
  deep = await purchaseAt(60);
  deepSold = await purchaseAt(60, 'success');
});
afterAll(() => one.$disconnect());

describe('an operator waits for the purchases or the margins of one account', () => {
  const filters: Omit<PurchaseSearch, 'accountId'>[] = [
    {},
    { product: 'CABLE_TV' },
    { status: 'success' },
    { status: 'refunded' },
    { status: 'pending' },
    { status: 'initiated' },
    { product: 'DATA', status: 'failed' },
    { search: 'ref-77' },
    { review: true },
  ];

  test.each(filters)('the search reads few blocks, at the top and below (%j)', async (filter) => {
    // a part of a text is looked for in all purchases of the account, and each lies in a block of its own
    const most = filter.search === undefined ? FEW : FEW + PURCHASES / ACCOUNTS;
    for (const after of [null, deep]) {
      const search = () => searchPurchases(one, { ...filter, accountId }, { after, limit: 50 });
      expect(await blocksOf(search)).toBeLessThan(most);
    }
  });

  test.each(filters)('the search has each purchase once, in order (%j)', async (filter) => {
    const { search, review, product, status } = filter;
    const expected = await database.db.purchase.findMany({
      where: {
        accountId,
        ...(search && { requestRef: search }),
        ...(review && { needsReview: true }),
        ...(product && { productType: product }),
        ...(status && { status: { in: [...(statusesOf(status) ?? [])] } }),
      },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
    expect(expected.length).toBeGreaterThan(0);
    const found: string[] = [];
    let after: PurchaseCursor | null = null;
    do {
      const page = await searchPurchases(one, { ...filter, accountId }, { after, limit: 7 });
      if (page.next !== null) expect(page.rows).toHaveLength(7);
      found.push(...page.rows.map(({ id }) => id));
      after = page.next;
    } while (after !== null);
    expect(found).toEqual(expected.map(({ id }) => id));
  });

  test.each([{}, { product: 'DATA' } as const])('margins read few blocks (%j)', async (filter) => {
    const ofAccount = { ...filter, accountId };
    for (const by of ['plan', 'product', 'account', 'day'] as const)
      expect(await blocksOf(() => sumMargins(one, by, DAY, ofAccount))).toBeLessThan(FEW);
    for (const after of [null, deepSold])
      for (const span of [DAY, ALL])
        expect(await blocksOf(() => listMargins(one, span, ofAccount, { after, limit: 50 }))).toBeLessThan(FEW);
  });

  test('so does all else that is read of the purchases of one account', async () => {
    const reads = [
      () => listAccountPurchases(one, accountId, {}, { after: deep, limit: 50 }),
      () => sumAccountPurchases(one, accountId, [DAY]),
      () => sumAccountSales(one, accountId, [DAY]),
      () => countAccountOpenPurchases(one, accountId),
      () => listPurchaseCandidates(one, 'ref-77', { accountId, limit: 10 }),
      () => isReferenceUsed(one, accountId, 'ref-77'),
      () => isReferenceOfAnother(one, accountId, 'ref-76'),
    ];
    for (const read of reads) expect(await blocksOf(read)).toBeLessThan(FEW);
  });

  test('the count of blocks notices a walk through all purchases', async () => {
    const walk = () => one.purchase.findMany({ where: { accountId }, orderBy: { createdAt: 'desc' }, take: 50 });
    expect(await blocksOf(walk)).toBeGreaterThan(2 * FEW);
  });
});

/** More than a page of 50 rows that each lie in a block of their own, found by twelve walks of an index. */
const FEW = 300;

/** The blocks of purchases and their indexes that `read` needs the second time. */
async function blocksOf(read: () => Promise<unknown>): Promise<number> {
  await read();
  const { blocksRead } = await tableStatistics(one, 'purchase');
  await read();
  return (await tableStatistics(one, 'purchase')).blocksRead - blocksRead;
}

async function purchaseAt(skip: number, status?: 'success'): Promise<PurchaseCursor> {
  const { createdAt, id } = await database.db.purchase.findFirstOrThrow({
    where: { accountId, ...(status && { status }) },
    orderBy: { createdAt: 'desc' },
    skip,
  });
  return { createdAtUs: BigInt(createdAt.getTime()) * 1_000n, id };
}

/** On a connection without limits, as the other tables of many rows. */
async function fillTables(url: string): Promise<void> {
  const patient = openDatabase({ url, max: 1, name: 'topup-test', onError: () => undefined, queryTimeoutMs: 80_000 });
  await patient.$executeRaw`SET statement_timeout = 0`;
  await patient.$executeRaw`
    INSERT INTO account (id, name, tier_id)
    SELECT gen_random_uuid(), 'account ' || n, 1 FROM generate_series(0, ${ACCOUNTS - 1}::integer) n`;
  await patient.$transaction((tx) => fill(tx), { timeout: 80_000 });
  await patient.$executeRaw`VACUUM ANALYZE account, purchase`;
  await patient.$disconnect();
}

/**
 * The accounts take turns, one purchase every 43 s for ten days: most of them successful, the newest 800 open. Their
 * ids begin with their time. They are inserted with their final status, which the triggers forbid the service.
 */
async function fill(tx: Pick<Db, '$executeRaw'>): Promise<void> {
  await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
  await tx.$executeRaw`
    INSERT INTO purchase (id, account_id, request_ref, product_type, status, amount_kobo, cost_kobo, recipient, details,
                          description, provider, provider_order, sends, provider_ref, sent_at, cause, created_at,
                          final_at, next_check_at, window_ends_at, needs_review)
    SELECT made.id, account.id, 'ref-' || made.n, made.product, made.status, 11000, 10000, '0803' || made.n,
           '{"network": "mtn", "phone": "08030000001"}', 'made', 'vtpass',
           '{"serviceId": "mtn-data", "variationCode": "m1"}', 1, made.id::text, made.at, 'made', made.at,
           CASE WHEN NOT made.open THEN made.at END, CASE WHEN made.open THEN made.at END,
           CASE made.status WHEN 'initiated' THEN made.at END, made.open AND made.turn % 3 = 1
      FROM (SELECT n, turn, at, open,
                   (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || left(md5(n::text), 3)
                     || '8' || substr(md5(n::text), 4, 15))::uuid AS id,
                   (ARRAY['AIRTIME', 'DATA', 'AIRTIME', 'CABLE_TV', 'ELECTRICITY'])[1 + turn % 5] AS product,
                   CASE WHEN open THEN (ARRAY['initiated', 'pending'])[1 + turn % 2]
                        WHEN turn % 11 = 1 THEN 'refunded' WHEN turn % 5 = 1 AND turn % 2 = 0 THEN 'failed'
                        ELSE 'success' END AS status
              FROM generate_series(0, ${PURCHASES - 1}::integer) n
             CROSS JOIN LATERAL (SELECT n / ${ACCOUNTS}::integer AS turn, n >= ${PURCHASES - 800}::integer AS open,
                                        to_timestamp(${START / 1000}::float8) + n * interval '43 seconds' AS at) place
           ) made
      JOIN account ON account.name = 'account ' || made.n % ${ACCOUNTS}::integer
     ORDER BY made.n`;
}
