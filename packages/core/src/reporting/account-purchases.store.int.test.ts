import { type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import { purchaseStates } from '../purchase/status';
import { type Db, openDatabase, sql } from '../shared/db';
import { newId } from '../shared/ids';
import { type EntryFilter, entryKinds, listEntries } from '../wallet/ledger.store';
import { type AccountPurchaseFilter, type ListedPurchase, listAccountPurchases } from './account-purchases.store';
import { sumAccountPurchases } from './account-totals.store';

const LARGE = newId();
const SMALL = newId();
const DEPTH = 50_000;
const BUSY_PHONE = '08030000000';
const NOW = Date.parse('2026-11-20T12:00:00Z');
const ago = (hours: number) => new Date(NOW - hours * 3_600_000);

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url);
  await fillTables(database.url);
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

describe('a page of purchases', () => {
  const filters: AccountPurchaseFilter[] = [
    {},
    { productType: 'CABLE_TV' },
    { status: 'success' },
    { status: 'refunded' },
    { status: 'pending' },
    { status: 'initiated' },
    { productType: 'ELECTRICITY', status: 'failed' },
    { search: BUSY_PHONE },
    { search: BUSY_PHONE, productType: 'DATA' },
    { search: BUSY_PHONE, status: 'refunded' },
    { search: '08039999999' },
    { search: 'ref-7' },
    { from: ago(3), to: ago(1) },
    { productType: 'AIRTIME', from: ago(3), to: ago(1) },
    { search: BUSY_PHONE, status: 'success', from: ago(3), to: ago(1) },
  ];

  test.each(filters)(
    'a client that reads on page by page misses a purchase or sees one twice: every one is told once and in order (%j)',
    async (filter) => {
      const everything = await db.purchase.findMany({ where: { accountId: SMALL } });
      const expected = everything.filter((purchase) => isWanted(purchase, filter)).sort(youngestFirst);
      const told: ListedPurchase[] = [];
      for (let page = await read(null); page.length > 0; page = await read(page.at(-1) ?? null)) told.push(...page);
      expect(told.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));

      function read(after: ListedPurchase | null) {
        return listAccountPurchases(db, SMALL, filter, { after, limit: 7 });
      }
    },
  );

  test('the filters above leave something to page through, each', async () => {
    const counts = await Promise.all(
      filters.map((filter) => listAccountPurchases(db, SMALL, filter, { after: null, limit: 400 })),
    );
    const alone = filters.filter((_, place) => counts[place]?.length === 0);
    expect(alone).toEqual([{ search: '08039999999' }]);
  });

  test.each(filters)(
    'with a million purchases the list is slow: a page reads as few blocks 50,000 deep as at the top, whatever is filtered (%j)',
    async (filter) => {
      const [deep] = await db.purchase.findMany({
        where: { accountId: LARGE },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        skip: DEPTH,
        take: 1,
      });
      if (deep === undefined) throw new Error('not deep enough');
      const { search = null, productType, status, from = null, to = null } = filter;
      const page = (at: Date | null, id: string | null) => sql`
      SELECT * FROM account_purchases(${LARGE}::uuid, ${search}, ${productType ? [productType] : null}::text[], ${status ? [status] : null}::text[],
                                      ${from}::timestamptz, ${to}::timestamptz, ${at}::timestamptz, ${id}::uuid, 51)`;
      const [top, far] = [await blocksOf(page(null, null)), await blocksOf(page(deep.createdAt, deep.id))];
      expect(top).toBeLessThan(400);
      expect(far).toBeLessThan(top + 60);
    },
  );

  test('what counts the blocks sees the walk through all that comes before', async () => {
    const walk = sql`SELECT * FROM purchase WHERE account_id = ${LARGE}::uuid ORDER BY created_at DESC OFFSET ${DEPTH}::integer LIMIT 51`;
    expect(await blocksOf(walk)).toBeGreaterThan(1_500);
  });
});

describe('a page of the ledger', () => {
  const filters: EntryFilter[] = [
    {},
    ...entryKinds.map((kind) => ({ kind })),
    { from: ago(3), to: ago(1) },
    { kind: 'refund', from: ago(3) },
    { kind: 'debit', to: ago(1) },
  ];

  test.each(filters)(
    'an account’s money does not add up: every entry is told once and in order (%j)',
    async (filter) => {
      const everything = await db.ledgerEntry.findMany({ where: { accountId: SMALL }, orderBy: { id: 'desc' } });
      const { kind, from, to } = filter;
      const expected = everything.filter(
        (entry) =>
          (!kind || entry.kind === kind) && (!from || entry.createdAt >= from) && (!to || entry.createdAt < to),
      );
      const told: bigint[] = [];
      for (let page = await read(null); page.length > 0; page = await read(page.at(-1)?.id ?? null))
        told.push(...page.map(({ id }) => id));
      expect(told).toEqual(expected.map(({ id }) => id));

      function read(after: bigint | null) {
        return listEntries(db, SMALL, filter, { after, limit: 7 });
      }
    },
  );

  test.each(filters)(
    'with a million entries the ledger is slow: a page reads few blocks at any depth, whatever is filtered (%j)',
    async (filter) => {
      const [deep] = await db.ledgerEntry.findMany({
        where: { accountId: LARGE },
        orderBy: { id: 'desc' },
        skip: DEPTH,
        take: 1,
      });
      const { kind = null, from = null, to = null } = filter;
      const page = (before: bigint | null) =>
        sql`SELECT * FROM account_entries(${LARGE}::uuid, ${kind}, ${from}::timestamptz, ${to}::timestamptz, ${before}::bigint, 51)`;
      for (const before of [null, deep?.id ?? null]) expect(await blocksOf(page(before))).toBeLessThan(400);
    },
  );
});

test('a chart shows other sums than there are: counts and amounts of each span, product and status are those of the purchases in it', async () => {
  const spans = [4, 3, 2, 1, 0].map((hours) => ({ since: ago(hours + 1), until: ago(hours) }));
  const purchases = await db.purchase.findMany({ where: { accountId: SMALL } });
  const sums = await sumAccountPurchases(db, SMALL, spans);
  for (const [place, { since, until }] of spans.entries()) {
    for (const status of purchaseStates) {
      for (const productType of ['AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY']) {
        const own = purchases.filter(
          (each) =>
            each.status === status &&
            each.productType === productType &&
            each.createdAt >= since &&
            each.createdAt < until,
        );
        const told = sums[place]?.find((sum) => sum.status === status && sum.productType === productType);
        expect(told?.purchases ?? 0).toBe(own.length);
        expect(told?.amountKobo ?? 0n).toBe(own.reduce((all, { amountKobo }) => all + amountKobo, 0n));
      }
    }
  }
  expect(sums.flat().reduce((all, { purchases: count }) => all + count, 0)).toBe(purchases.length);
});

type Row = { id: string; requestRef: string; recipient: string; productType: string; status: string; createdAt: Date };

/** The filter once more, in other words. */
const isWanted = (purchase: Row, { search, productType, status, from, to }: AccountPurchaseFilter): boolean =>
  (search === undefined || search === purchase.requestRef || search === purchase.recipient) &&
  (productType === undefined || productType === purchase.productType) &&
  (status === undefined || status === purchase.status) &&
  (from === undefined || purchase.createdAt >= from) &&
  (to === undefined || purchase.createdAt < to);

const youngestFirst = (a: Row, b: Row): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);

/** Blocks that a statement reads the second time, when the catalogue is known to its connection. */
async function blocksOf(statement: ReturnType<typeof sql>): Promise<number> {
  const explain = sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`;
  type Explained = { 'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[] };
  const [, second] = await db.$transaction(async (one) => [
    await one.$queryRaw<Explained[]>(explain),
    await one.$queryRaw<Explained[]>(explain),
  ]);
  const plan = second?.[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('EXPLAIN without a plan');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

/** On a connection that may take its time: a busy machine needs longer for 60,000 rows than any statement of the service is given. */
async function fillTables(url: string): Promise<void> {
  const patient = openDatabase({ url, max: 1, name: 'topup-test', onError: () => undefined, queryTimeoutMs: 80_000 });
  await patient.$executeRaw`SET statement_timeout = 0`;
  await fill(patient, LARGE, 60_000);
  await fill(patient, SMALL, 400);
  await patient.$executeRaw`VACUUM ANALYZE purchase, ledger_entry`;
  await patient.$disconnect();
}

/**
 * So many purchases over the last five hours, four at a moment as in a batch: a third of them for one phone, most of them successful, the youngest twenty open.
 * Rows of the past are inserted as they ended, which the triggers rightly refuse to the service.
 */
async function fill(patient: Db, accountId: string, count: number): Promise<void> {
  await patient.$transaction(
    async (one) => {
      await one.$executeRaw`SET LOCAL session_replication_role = replica`;
      await one.$executeRaw`INSERT INTO account (id, name, tier_id) VALUES (${accountId}::uuid, ${accountId}, 1)`;
      await one.$executeRaw`INSERT INTO wallet (account_id) VALUES (${accountId}::uuid)`;
      await one.$executeRaw`
        CREATE TEMP TABLE made ON COMMIT DROP AS
          SELECT n, gen_random_uuid() AS id, CASE WHEN ${count}::integer > 400 THEN 'large-' ELSE 'ref-' END || n AS ref,
                 (ARRAY['AIRTIME', 'AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY'])[1 + n / 3 % 5] AS product, 1000 + n AS amount,
                 CASE WHEN n > ${count}::integer - 20 THEN (ARRAY['initiated', 'pending'])[1 + n % 2] WHEN n % 11 = 1 THEN 'refunded' WHEN n % 7 = 1 THEN 'failed'
                      ELSE 'success' END AS status,
                 CASE WHEN n % 3 = 0 THEN ${BUSY_PHONE} ELSE '0803' || lpad((n % 5000)::text, 7, '0') END AS recipient,
                 to_timestamp(${NOW / 1000}::float8) - (${count}::integer - n / 4 * 4) * interval '4 hours 30 minutes' / ${count}::integer - interval '1 second' AS at
            FROM generate_series(1, ${count}::integer) n`;
      await one.$executeRaw`
        INSERT INTO purchase (id, account_id, request_ref, product_type, status, amount_kobo, recipient, details, description, provider, provider_order, sends,
                              provider_ref, sent_at, cause, created_at, final_at, next_check_at, window_ends_at)
        SELECT id, ${accountId}::uuid, ref, product, status, amount, recipient, '{}', product || ' for ' || recipient, 'vtpass', '{}', 1, id::text, at, 'made', at,
               CASE WHEN status NOT IN ('initiated', 'pending') THEN at END, CASE WHEN status IN ('initiated', 'pending') THEN at END,
               CASE status WHEN 'initiated' THEN at END FROM made ORDER BY n`;
      await one.$executeRaw`
        INSERT INTO ledger_entry (account_id, purchase_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo, reference, created_at)
        SELECT ${accountId}::uuid, CASE WHEN kind IN ('debit', 'refund') THEN id END, kind, entry.amount, 1000000, 1000000 + entry.amount, ref, at
          FROM made CROSS JOIN LATERAL (
               SELECT 'debit' AS kind, -made.amount AS amount UNION ALL SELECT 'refund', made.amount WHERE status IN ('failed', 'refunded')
                UNION ALL SELECT 'funding', 7 WHERE n % 100 = 1 UNION ALL SELECT 'adjustment', 7 WHERE n % 200 = 1) entry
         ORDER BY n`;
    },
    { timeout: 120_000 },
  );
}
