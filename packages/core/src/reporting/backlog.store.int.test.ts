import { fundedAccount, useDatabase } from '@topup/testkit';
import { purchasesIn } from '../testing/purchases';
import { tableStatistics } from '../testing/table-statistics';
import { readBacklog } from './health.store';

const database = useDatabase({ max: 1 }); // one connection, so that its statistics can be flushed

const { sent } = purchasesIn(() => database.db);

const scansOfAll = async () => (await tableStatistics(database.db, 'purchase')).sequentialScans;

describe('every scrape reads all purchases there ever were', () => {
  test('open purchases are counted by the indexes of open purchases', async () => {
    const id = await sent(await fundedAccount(database.db, 10_000n), 'AIRTIME');
    // the triggers guard the books, which these rows are not part of
    await database.db.$executeRaw`ALTER TABLE purchase DISABLE TRIGGER USER`;
    await database.db.$executeRaw`
    INSERT INTO purchase (id, account_id, request_ref, product_type, status, amount_kobo, recipient, details,
                          description, provider, provider_ref, provider_order, sends, sent_at, cause, final_at)
    SELECT gen_random_uuid(), account_id, 'old-' || n, product_type, 'success', amount_kobo, recipient, details,
           description, provider, 'old-' || n, provider_order, 1, now(), 'test', now()
      FROM purchase, generate_series(1, 5000) n WHERE id = ${id}::uuid`;
    await database.db.$executeRaw`ANALYZE purchase`;
    await database.db.$executeRaw`
      INSERT INTO claim (purchase_id, account_id, note, filed_at, state, answered_at, answer)
      VALUES (gen_random_uuid(), gen_random_uuid(), 'x', now() - interval '25 hours', 'open', NULL, NULL),
             (gen_random_uuid(), gen_random_uuid(), 'x', now() - interval '30 hours', 'confirmed', now(), 'x')`;
    const before = await scansOfAll();
    expect(await readBacklog(database.db)).toMatchObject({
      open: 1,
      underReview: 0,
      openClaims: 1,
      oldestClaimS: expect.closeTo(90_000, -2),
      oldestUnclaimedS: 0,
      oldestPendingS: 0,
      overdueS: 0,
      webhooksWaiting: 0,
    });
    expect(await scansOfAll()).toBe(before);
    await database.db.$queryRaw`SELECT sum(amount_kobo)::text FROM purchase`;
    expect(await scansOfAll()).toBe(before + 1);
  });
});
