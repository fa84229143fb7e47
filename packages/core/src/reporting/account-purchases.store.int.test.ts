import { useDatabase } from '@topup/testkit';
import { purchaseStates } from '../purchase/status';
import { type Db, openDatabase, type Sql, sql } from '../shared/db';
import { newId } from '../shared/ids';
import type { ListedPurchase } from './account-purchases.store';
import { type AccountPurchaseFilter, listAccountPurchases, listClientPurchases } from './account-purchases.store';
import type { SearchCursor } from './account-search.store';
import { searchAccountPurchases } from './account-search.store';
import { sumAccountPurchases } from './account-totals.store';
import { type EntryFilter, entryKinds, listEntries } from './ledger.store';
import { searchPurchases } from './purchase-search.store';

const LARGE = newId();
const SMALL = newId();
const DEPTH = 50_000;
const BUSY_PHONE = '08030000000';
const NOW = Date.parse('2026-11-20T12:00:00Z');
const ago = (hours: number) => new Date(NOW - hours * 3_600_000);

const database = useDatabase();

beforeAll(async () => {
  await fillTables(database.url);
});

describe('a client misses a purchase, or waits for a slow list', () => {
  const filters: AccountPurchaseFilter[] = [
    {},
    { product: 'CABLE_TV' },
    { status: 'success' },
    { status: 'refunded' },
    { status: 'pending' },
    { status: 'initiated' },
    { product: 'ELECTRICITY', status: 'failed' },
    { search: BUSY_PHONE },
    { search: BUSY_PHONE, product: 'DATA' },
    { search: BUSY_PHONE, status: 'refunded' },
    { search: '08039999999' },
    { search: 'ref-7' },
    { from: ago(3), to: ago(1) },
    { product: 'AIRTIME', from: ago(3), to: ago(1) },
    { search: BUSY_PHONE, status: 'success', from: ago(3), to: ago(1) },
  ];

  test.each(filters)('every purchase is on one page, once and in order (%j)', async (filter) => {
    const everything = await database.db.purchase.findMany({ where: { accountId: SMALL } });
    const expected = everything.filter((purchase) => isWanted(purchase, filter)).sort(newestFirst);
    const listed: ListedPurchase[] = [];
    for (let page = await read(null); page.length > 0; page = await read(page.at(-1) ?? null)) listed.push(...page);
    expect(listed.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));

    function read(after: ListedPurchase | null) {
      return listAccountPurchases(database.db, SMALL, filter, { after, limit: 7 });
    }
  });

  test('each filter above leaves purchases to page through', async () => {
    const counts = await Promise.all(
      filters.map((filter) => listAccountPurchases(database.db, SMALL, filter, { after: null, limit: 400 })),
    );
    const alone = filters.filter((_, place) => counts[place]?.length === 0);
    expect(alone).toEqual([{ search: '08039999999' }]);
  });

  test.each(filters)('a page 50,000 deep reads as few blocks as the first one (%j)', async (filter) => {
    const [deep] = await database.db.purchase.findMany({
      where: { accountId: LARGE },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: DEPTH,
      take: 1,
    });
    if (deep === undefined) throw new Error('not deep enough');
    const { search = null, product, status, from = null, to = null } = filter;
    const page = (at: Date | null, id: string | null) => sql`
      SELECT * FROM account_purchases(${LARGE}::uuid, ${search}, ${product ? [product] : null}::text[],
                                      ${status ? [status] : null}::text[],
                                      ${from}::timestamptz, ${to}::timestamptz, ${at}::timestamptz, ${id}::uuid, 51)`;
    const [top, far] = [await blocksOf(page(null, null)), await blocksOf(page(deep.createdAt, deep.id))];
    expect(top).toBeLessThan(400);
    expect(far).toBeLessThan(top + 60);
  });

  test('a page for clients reads one debit for each of its purchases, by the index', async () => {
    const reads = await database.db.$transaction(async (one) => {
      const page = await listClientPurchases(
        one,
        LARGE,
        { status: ['failed', 'refunded'] },
        { after: null, limit: 51 },
      );
      expect(page.map(({ balances }) => balances?.before)).toEqual(page.map(() => 1_000_000n));
      return one.$queryRaw`
        SELECT seq_scan::integer, idx_tup_fetch::integer FROM pg_stat_xact_user_tables WHERE relname = 'ledger_entry'`;
    });
    expect(reads).toEqual([{ seq_scan: 0, idx_tup_fetch: 51 }]);
  });

  test('the count of blocks notices a walk through everything before the page', async () => {
    const walk = sql`
      SELECT * FROM purchase WHERE account_id = ${LARGE}::uuid
       ORDER BY created_at DESC OFFSET ${DEPTH}::integer LIMIT 51`;
    expect(await blocksOf(walk)).toBeGreaterThan(1_500);
  });
});

describe('a purchase is not found by a part of its number, or the search walks through all of them', () => {
  type Search = AccountPurchaseFilter & { search: string };
  const SEARCHES = {
    client: (accountId: string, filter: Search, page: { after: SearchCursor | null; limit: number }) =>
      searchAccountPurchases(database.db, accountId, filter, page),
    operator: (
      accountId: string,
      { product, ...filter }: Search,
      page: { after: SearchCursor | null; limit: number },
    ) =>
      searchPurchases(
        database.db,
        { search: filter.search, accountId, ...(product === 'DATA' && { product: 'DATA' as const }) },
        page,
      ),
  };

  /** The references of all pages. */
  async function pagesOf(of: keyof typeof SEARCHES, accountId: string, filter: Search, limit: number) {
    const pages: string[][] = [];
    let after: SearchCursor | null = null;
    do {
      const page: Awaited<ReturnType<typeof searchAccountPurchases>> = await SEARCHES[of](accountId, filter, {
        after,
        limit,
      });
      pages.push(page.rows.map(({ requestRef }) => requestRef));
      after = page.next;
    } while (after !== null);
    return pages;
  }

  test.each([
    ['client', { search: 'EF-39' }],
    ['client', { search: 'ref-3' }],
    ['client', { search: '3000000', product: 'DATA' as const }],
    ['client', { search: BUSY_PHONE.slice(2) }],
    ['client', { search: '%_' }],
    ['client', { search: 'f-' }],
    ['operator', { search: 'EF-39' }],
    ['operator', { search: 'ref-3' }],
    ['operator', { search: '3000000', product: 'DATA' as const }],
  ] as const)(
    'the %s finds each once: what is searched for as a whole, then what holds it (%j)',
    async (of, filter) => {
      const everything = await database.db.purchase.findMany({ where: { accountId: SMALL } });
      const text = filter.search.toLowerCase();
      const isWhole = ({ requestRef, recipient }: Row) => [requestRef, recipient].includes(filter.search);
      const held = everything
        .filter(({ productType }) => !('product' in filter) || productType === filter.product)
        .filter((row) => row.requestRef.toLowerCase().includes(text) || row.recipient.includes(text))
        .sort(newestFirst);
      const expected = text.length < 3 ? [] : [...held.filter(isWhole), ...held.filter((row) => !isWhole(row))];
      expect((await pagesOf(of, SMALL, filter, 7)).flat()).toEqual(expected.map(({ requestRef }) => requestRef));
    },
  );

  test.each(['client', 'operator'] as const)('of 60,000 a page of the %s looks through 10,000', async (of) => {
    const [first = [], ...pages] = await pagesOf(of, LARGE, { search: 'large-1234' }, 51);
    expect(first).toEqual(['large-1234']);
    expect(pages.flat().sort()).toEqual(Array.from({ length: 10 }, (_, n) => `large-1234${n}`));
    expect(pages).toHaveLength(6);
  });
});

describe('an account’s money does not add up, or its ledger is slow', () => {
  const filters: EntryFilter[] = [
    {},
    ...entryKinds.map((kind) => ({ kind })),
    { from: ago(3), to: ago(1) },
    { kind: 'refund', from: ago(3) },
    { kind: 'debit', to: ago(1) },
  ];

  test.each(filters)('every entry is on one page, once and in order (%j)', async (filter) => {
    const everything = await database.db.ledgerEntry.findMany({ where: { accountId: SMALL }, orderBy: { id: 'desc' } });
    const { kind, from, to } = filter;
    const expected = everything.filter(
      (entry) => (!kind || entry.kind === kind) && (!from || entry.createdAt >= from) && (!to || entry.createdAt < to),
    );
    const listed: bigint[] = [];
    for (let page = await read(null); page.length > 0; page = await read(page.at(-1)?.id ?? null))
      listed.push(...page.map(({ id }) => id));
    expect(listed).toEqual(expected.map(({ id }) => id));

    function read(after: bigint | null) {
      return listEntries(database.db, SMALL, filter, { after, limit: 7 });
    }
  });

  test.each(filters)('a page reads few blocks at any depth (%j)', async (filter) => {
    const [deep] = await database.db.ledgerEntry.findMany({
      where: { accountId: LARGE },
      orderBy: { id: 'desc' },
      skip: DEPTH,
      take: 1,
    });
    const { kind = null, from = null, to = null } = filter;
    const page = (before: bigint | null) =>
      sql`
        SELECT * FROM account_entries(${LARGE}::uuid, ${kind}, ${from}::timestamptz, ${to}::timestamptz,
                                      ${before}::bigint, 51)`;
    for (const before of [null, deep?.id ?? null]) expect(await blocksOf(page(before))).toBeLessThan(400);
  });
});

describe('a chart shows wrong sums', () => {
  test('counts and amounts of each span, product and status are those of its purchases', async () => {
    const spans = [4, 3, 2, 1, 0].map((hours) => ({ since: ago(hours + 1), until: ago(hours) }));
    const purchases = await database.db.purchase.findMany({ where: { accountId: SMALL } });
    const sums = await sumAccountPurchases(database.db, SMALL, spans);
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
          const listed = sums[place]?.find((sum) => sum.status === status && sum.productType === productType);
          expect(listed?.purchases ?? 0).toBe(own.length);
          expect(listed?.amountKobo ?? 0n).toBe(own.reduce((all, { amountKobo }) => all + amountKobo, 0n));
        }
      }
    }
    expect(sums.flat().reduce((all, { purchases: count }) => all + count, 0)).toBe(purchases.length);
  });
});

type Row = { id: string; requestRef: string; recipient: string; productType: string; status: string; createdAt: Date };

/** The filter once more, as a predicate. */
const isWanted = (purchase: Row, { search, product, status, from, to }: AccountPurchaseFilter): boolean =>
  (search === undefined || search === purchase.requestRef || search === purchase.recipient) &&
  (product === undefined || product === purchase.productType) &&
  (status === undefined || status === purchase.status) &&
  (from === undefined || purchase.createdAt >= from) &&
  (to === undefined || purchase.createdAt < to);

const newestFirst = (a: Row, b: Row): number => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);

/** The blocks that a statement reads the second time, when its connection has cached the system catalogue. */
async function blocksOf(statement: Sql): Promise<number> {
  const explain = sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`;
  type Explained = { 'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[] };
  const [, second] = await database.db.$transaction(async (one) => [
    await one.$queryRaw<Explained[]>(explain),
    await one.$queryRaw<Explained[]>(explain),
  ]);
  const plan = second?.[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('EXPLAIN without a plan');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

/**
 * On a connection without limits: a busy machine needs longer for 60,000 rows than a statement of the service may take.
 */
async function fillTables(url: string): Promise<void> {
  const patient = openDatabase({ url, max: 1, name: 'topup-test', onError: () => undefined, queryTimeoutMs: 80_000 });
  await patient.$executeRaw`SET statement_timeout = 0`;
  await fill(patient, LARGE, 60_000);
  await fill(patient, SMALL, 400);
  await patient.$executeRaw`VACUUM ANALYZE purchase, ledger_entry`;
  await patient.$disconnect();
}

/**
 * `count` purchases of the last five hours, four at each moment as in a batch: a third of them for one phone, most of
 * them successful, the newest 20 open. They are inserted with their final status, which the triggers forbid the
 * service.
 */
async function fill(patient: Db, accountId: string, count: number): Promise<void> {
  await patient.$transaction(
    async (one) => {
      await one.$executeRaw`INSERT INTO account (id, name, tier_id) VALUES (${accountId}::uuid, ${accountId}, 1)`;
      await one.$executeRaw`SET LOCAL session_replication_role = replica`;
      await one.$executeRaw`
        CREATE TEMP TABLE made ON COMMIT DROP AS
          SELECT n, gen_random_uuid() AS id,
                 CASE WHEN ${count}::integer > 400 THEN 'large-' ELSE 'ref-' END || n AS ref,
                 (ARRAY['AIRTIME', 'AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY'])[1 + n / 3 % 5] AS product,
                 1000 + n AS amount,
                 CASE WHEN n > ${count}::integer - 20 THEN (ARRAY['initiated', 'pending'])[1 + n % 2]
                      WHEN n % 11 = 1 THEN 'refunded' WHEN n % 7 = 1 THEN 'failed' ELSE 'success' END AS status,
                 CASE WHEN n % 3 = 0 THEN ${BUSY_PHONE} ELSE '0803' || lpad((n % 5000)::text, 7, '0') END AS recipient,
                 to_timestamp(${NOW / 1000}::float8) - interval '1 second'
                   - (${count}::integer - n / 4 * 4) * interval '4 hours 30 minutes' / ${count}::integer AS at
            FROM generate_series(1, ${count}::integer) n`;
      await one.$executeRaw`
        INSERT INTO purchase (id, account_id, request_ref, product_type, status, amount_kobo, recipient, details,
                              description, provider, provider_order, sends, provider_ref, sent_at, cause, created_at,
                              final_at, next_check_at, window_ends_at)
        SELECT id, ${accountId}::uuid, ref, product, status, amount, recipient, '{}', product || ' for ' || recipient,
               'vtpass', '{}', 1, id::text, at, 'made', at,
               CASE WHEN status NOT IN ('initiated', 'pending') THEN at END,
               CASE WHEN status IN ('initiated', 'pending') THEN at END,
               CASE status WHEN 'initiated' THEN at END FROM made ORDER BY n`;
      await one.$executeRaw`
        INSERT INTO ledger_entry (account_id, purchase_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo,
                                  reference, created_at)
        SELECT ${accountId}::uuid, CASE WHEN kind IN ('debit', 'refund') THEN id END, kind, entry.amount,
               1000000, 1000000 + entry.amount, ref, at
          FROM made CROSS JOIN LATERAL (
               SELECT 'debit' AS kind, -made.amount AS amount
                UNION ALL
               SELECT 'refund', made.amount WHERE status IN ('failed', 'refunded')
                UNION ALL
               SELECT 'funding', 7 WHERE n % 100 = 1
                UNION ALL
               SELECT 'adjustment', 7 WHERE n % 200 = 1) entry
         ORDER BY n`;
    },
    { timeout: 120_000 },
  );
}
