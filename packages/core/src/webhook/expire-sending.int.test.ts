import { fundedAccount, useDatabase } from '@topup/testkit';
import { purchasesIn } from '../testing/purchases';
import { expireSendingEvents, finishEvents } from './event.store';

const database = useDatabase({ ownServer: true });
const { sent } = purchasesIn(() => database.db);

const write = (purchaseId: string, events: number, claimedAgo: string) => database.db.$queryRaw<{ id: string }[]>`
  INSERT INTO webhook_event (account_id, purchase_id, event, status, details, state, url, claimed_at)
  SELECT account_id, id, 'transaction.requery', status, 'test', 'sending', 'https://client.example/',
         now() - ${claimedAgo}::text::interval
    FROM purchase, generate_series(1, ${events}::integer) WHERE id = ${purchaseId}::uuid RETURNING id`;

const pagesOf = async (index: string): Promise<number> => {
  const [row] = await database.db.$queryRaw<{ pages: number }[]>`
    SELECT (pg_relation_size(${index}::regclass) / 8192)::integer AS pages`;
  return row?.pages ?? 0;
};

describe('the longer a service runs, the more the look for dead deliveries costs', () => {
  test('20,000 deliveries that ended leave some pages to be read, without a vacuum', async () => {
    const id = await sent(await fundedAccount(database.db, 10_000n), 'AIRTIME');
    await database.db.$executeRaw`ALTER TABLE webhook_event SET (autovacuum_enabled = false)`;
    const outcome = { httpStatus: 200, durationMs: 1, error: null, response: null, timestamp: null };
    for (let batch = 0; batch < 100; batch += 1) {
      const events = await write(id, 200, '1 second');
      await finishEvents(
        database.db,
        events.map((event) => ({ ...event, ...outcome })),
      );
      expect(await expireSendingEvents(database.db, 60_000)).toBe(0);
      // as autovacuum does after 50 rows: without it the planner takes a bitmap, which finds nothing dead
      if (batch === 0) await database.db.$executeRaw`ANALYZE webhook_event`;
    }
    // 2; with entries that stay it would be 71
    expect(await pagesOf('webhook_event_sending')).toBeLessThan(8);

    await write(id, 3, '61 seconds');
    expect(await expireSendingEvents(database.db, 60_000)).toBe(3);
  }, 60_000);
});
