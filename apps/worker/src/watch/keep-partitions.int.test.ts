import type { Log } from '@topup/core/shared';
import { eventually, fundedAccount, fundedTwin, useDatabase } from '@topup/testkit';
import { startEventForgetter, startHistoryKeeper, startMailForgetter, startTestDataForgetter } from './chores';

const database = useDatabase({ max: 8, eachTest: true });
const lines: [string, object | undefined][] = [];
const log: Log = {
  info: (message, fields) => void lines.push([message, fields]),
  warn: (message) => void lines.push([message, undefined]),
  error: () => undefined,
};
beforeEach(() => {
  lines.length = 0;
});

const newest = async () => {
  const [row] = await database.db.$queryRaw<{ name: string }[]>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits
     WHERE inhparent = 'purchase_history'::regclass AND inhrelid::regclass::text ~ '[0-9]{6}$'
     ORDER BY 1 DESC LIMIT 1`;
  return row?.name;
};

describe('the history of purchases runs out of partitions', () => {
  test('two workers add a missing one once; while somebody reads it, a round fails and a later one succeeds', async () => {
    const [{ name }] = await database.db.$queryRaw<[{ name: string }]>`
      SELECT 'purchase_history_' || to_char(now() AT TIME ZONE 'UTC' + interval '3 months', 'YYYYMM') AS name`;
    await database.db.$executeRaw`ALTER TABLE purchase_history DETACH PARTITION purchase_history_first`;
    await database.db.$executeRaw`
      DO $$ BEGIN
        EXECUTE format('ALTER TABLE purchase_history ATTACH PARTITION purchase_history_first
                          FOR VALUES FROM (MINVALUE) TO (%L)',
                       first_id_of(date_trunc('month', now(), 'UTC') + interval '3 months'));
      END $$`;
    let workers: ReturnType<typeof startHistoryKeeper>[] = [];
    await database.db.$transaction(async (reader) => {
      await reader.$queryRaw`SELECT count(*) FROM purchase_history`;
      workers = [1, 2].map(() => startHistoryKeeper({ db: database.db, log, everyMs: 20 }));
      await eventually(
        async () => lines.length,
        (length) => length > 0,
      );
      expect(lines[0]?.[0]).toMatch(/could not be added; the next round retries$/);
    });
    await eventually(newest, (found) => found === name);
    await Promise.all(workers.map(({ stop }) => stop()));
    expect(lines.filter(([, fields]) => fields !== undefined)).toEqual([
      ['a partition of the purchase history was added', { partition: name }],
    ]);
  });
});

describe('old events are kept against the setting, or deleted without one', () => {
  test.each([
    [90, 0],
    [0, 2_500],
  ])('WEBHOOK_EVENT_DAYS=%d leaves %d of 2,500 old test events', async (days, left) => {
    const accountId = await fundedAccount(database.db, 0n);
    await database.db.$executeRaw`
      INSERT INTO webhook_event (account_id, event, status, details, state, asked_by, created_at, finished_at)
      SELECT ${accountId}::uuid, 'airtime.purchase.success', 'success', 'x', 'delivered', 'user-1',
             now() - interval '91 days', now() - interval '91 days' FROM generate_series(1, 2500)`;
    const { stop } = startEventForgetter({ db: database.db, log, days, everyMs: 600_000 });
    if (days > 0)
      await eventually(
        async () => lines.length,
        (length) => length > 0,
      );
    await stop();
    expect(await database.db.webhookEvent.count()).toBe(left);
    expect(lines).toEqual(days > 0 ? [['old webhook events were deleted', { deleted: 2_500, days: 90 }]] : []);
  });
});

describe('mails keep their addresses, because no mail server is set', () => {
  test('a round deletes what was skipped a month ago, lot after lot', async () => {
    await database.db.$executeRaw`
      INSERT INTO mail (id, email, subject, text, state, next_attempt_at, finished_at, created_at)
      SELECT gen_random_uuid(), 'ada@client.example', 'News', 'Hello', 'skipped', NULL,
             now() - interval '31 days', now() - interval '31 days' FROM generate_series(1, 250)`;
    const { stop } = startMailForgetter({ db: database.db, log, everyMs: 600_000 });
    await eventually(
      () => database.db.mail.count(),
      (count) => count === 0,
    );
    await stop();
  });
});

describe('what test accounts did fills the database, because no worker deletes it', () => {
  test('a round deletes lot after lot', async () => {
    const accountId = await fundedTwin(database.db, 0n);
    await database.db.$executeRaw`
      INSERT INTO webhook_event (account_id, event, status, details, state, asked_by, created_at, finished_at)
      SELECT ${accountId}::uuid, 'airtime.purchase.success', 'success', 'x', 'undelivered', 'user-1',
             now() - interval '8 days', now() - interval '8 days' FROM generate_series(1, 2500)`;
    await database.db.$executeRaw`
      UPDATE webhook_event SET finished_at = now() - interval '8 days' WHERE account_id = ${accountId}::uuid`;
    const { stop } = startTestDataForgetter({ db: database.db, log, everyMs: 600_000 });
    await eventually(
      () => database.db.webhookEvent.count(),
      (count) => count === 0,
    );
    await stop();
  });
});
