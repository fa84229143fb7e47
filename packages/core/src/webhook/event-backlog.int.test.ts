import { fundedAccount, insertSold, testPool, useDatabase } from '@topup/testkit';
import { setWebhookUrl } from '../account/account.store';
import { tableStatistics } from '../testing/table-statistics';
import { claimNextEvents, finishEvents, type Receiver } from './event.store';

const database = useDatabase({ max: 2, ownServer: true });
const delivered = { httpStatus: 200, durationMs: 3, error: null, response: null, timestamp: null };

/** An account with that many queued events, each of a purchase of its own. The table is never analyzed. */
async function newBacklog(events: number): Promise<Receiver> {
  const accountId = await fundedAccount(database.db, 0n);
  const url = 'https://client.example/hook';
  await setWebhookUrl(database.db, accountId, url);
  const at = (n: number) => new Date(Date.now() - n * 10);
  for (let made = 0; made < events; made += 500)
    await insertSold(
      database.db,
      Array.from({ length: 500 }, (_, n) => ({ accountId, at: at(made + n) })),
    );
  await database.db.$executeRaw`
    INSERT INTO webhook_event (account_id, purchase_id, event, status, details, state)
    SELECT account_id, id, 'data.purchase.success', 'success', 'x', 'queued' FROM purchase
     WHERE account_id = ${accountId}::uuid ORDER BY id`;
  return { accountId, url };
}

describe('a delivery costs more, the more events wait or have been delivered', () => {
  test('a claim and a record read their own entries, not those of the backlog', async () => {
    const receiver = await newBacklog(3_000);
    const one = testPool(database.url, 1);
    const perEvent = async (rounds: number) => {
      const before = await tableStatistics(one, 'webhook_event');
      for (let round = 0; round < rounds; round += 1) {
        const claimed = await claimNextEvents(
          one,
          Array.from({ length: 8 }, () => receiver),
        );
        const ended = claimed.flatMap((event) => (event === null ? [] : [{ ...delivered, id: event.id }]));
        expect(ended).toHaveLength(8);
        await finishEvents(one, ended);
      }
      const after = await tableStatistics(one, 'webhook_event');
      return (after.entriesRead - before.entriesRead) / (rounds * 8);
    };
    try {
      expect(await perEvent(60)).toBeLessThan(15);
      expect(await perEvent(60)).toBeLessThan(15);
      expect(await perEvent(120)).toBeLessThan(15);
    } finally {
      await one.$disconnect();
    }
  });
});
