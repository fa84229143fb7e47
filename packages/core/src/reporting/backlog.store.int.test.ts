import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import type { Db } from '../shared/db';
import { purchasesIn } from '../testing/purchases';
import { readBacklog } from './backlog.store';

let database: TestDatabase;
let db: Db;

const { sent } = purchasesIn(() => db);

beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url, 1); // one connection, whose statistics can be flushed
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

async function scansOfAll(): Promise<number> {
  await db.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
  await db.$queryRaw`SELECT 1`;
  const [row] = await db.$queryRaw<
    { scans: number }[]
  >`SELECT seq_scan::integer AS scans FROM pg_stat_user_tables WHERE relname = 'purchase'`;
  if (!row) throw new Error('no statistics');
  return row.scans;
}

test('every scrape would read every purchase there ever was: what is open is found by the indexes of what is open', async () => {
  const id = await sent(await fundedAccount(db, 10_000n), 'AIRTIME');
  await db.$executeRaw`ALTER TABLE purchase DISABLE TRIGGER USER`; // it guards the books, which this history is not in
  await db.$executeRaw`
    INSERT INTO purchase (id, account_id, request_ref, product_type, status, amount_kobo, recipient, details, description, provider, provider_ref, provider_order,
                          sends, sent_at, cause, final_at)
    SELECT gen_random_uuid(), account_id, 'old-' || n, product_type, 'success', amount_kobo, recipient, details, description, provider, 'old-' || n, provider_order,
           1, now(), 'test', now() FROM purchase, generate_series(1, 5000) n WHERE id = ${id}::uuid`;
  await db.$executeRaw`ANALYZE purchase`;
  const before = await scansOfAll();
  expect(await readBacklog(db)).toMatchObject({
    open: 1,
    underReview: 0,
    oldestUnclaimedS: 0,
    oldestPendingS: 0,
    overdueS: 0,
    webhooksWaiting: 0,
  });
  expect(await scansOfAll()).toBe(before);
  await db.$queryRaw`SELECT sum(amount_kobo)::text FROM purchase`;
  expect(await scansOfAll()).toBe(before + 1);
});
