import { fundedAccount, useDatabase } from '@topup/testkit';
import { setAccountStatus, setWebhookUrl } from '../../account/account.store';
import { listFailingEndpoints } from './failing-endpoints.store';

const database = useDatabase({ eachTest: true });
const HOUR_MS = 3_600_000;

/** An account with these deliveries, the oldest first: + was delivered, - was not. They ended so long ago. */
async function accountWith(deliveries: string, agoMs = 60_000): Promise<string> {
  const id = await fundedAccount(database.db, 0n);
  await setWebhookUrl(database.db, id, 'https://client.example/hook');
  await deliver(id, deliveries, agoMs);
  return id;
}

async function deliver(accountId: string, deliveries: string, agoMs: number): Promise<void> {
  const finishedAt = new Date(Date.now() - agoMs);
  const events = ['airtime.purchase.success', 'data.purchase.failed', 'transaction.requery'];
  await database.db.webhookEvent.createMany({
    data: [...deliveries].map((sign, n) => ({
      ...{ accountId, event: events[n % events.length] ?? '', status: 'success', details: 'x', askedBy: 'a test' },
      ...{ state: sign === '+' ? 'delivered' : 'undelivered', finishedAt },
    })),
  });
}

const failing = async () => (await listFailingEndpoints(database.db, 10)).map(({ accountId }) => accountId);

describe('a webhook fails and no operator is told, or one that works is reported', () => {
  test('ten in a row are failing, whenever that was; nine are not, nor are ten with a delivery since', async () => {
    const long = await accountWith(`+${'-'.repeat(10)}`, 48 * HOUR_MS);
    const lately = await accountWith('-'.repeat(12));
    await accountWith(`+${'-'.repeat(9)}`, 2 * HOUR_MS);
    await accountWith(`${'-'.repeat(15)}+`, 2 * HOUR_MS);
    await accountWith('');
    expect(await failing()).toEqual([long, lately]);
    const [first] = await listFailingEndpoints(database.db, 1);
    expect(first).toEqual({
      accountId: long,
      name: (await database.db.account.findUniqueOrThrow({ where: { id: long } })).name,
      since: expect.any(Date),
    });
    expect(Date.now() - (first?.since.getTime() ?? 0)).toBeGreaterThan(47 * HOUR_MS);
    await deliver(long, '+', 0);
    expect(await failing()).toEqual([lately]);
  });

  test('half of the last hour is failing, of ten or more; less than half, or of longer ago, is not', async () => {
    const half = await accountWith('-+-+-+-+-+');
    await accountWith('-+-+-+-+-++');
    await accountWith('-+-+-+-+');
    const before = await accountWith('-+'.repeat(20), 2 * HOUR_MS);
    await deliver(before, '+++++-++++', 60_000);
    expect(await failing()).toEqual([half]);
  });

  test('accounts without a URL, suspended ones and test accounts are not listed', async () => {
    const [gone, suspended, live] = [
      await accountWith('-'.repeat(10)),
      await accountWith('-'.repeat(10)),
      await accountWith(''),
    ];
    await setWebhookUrl(database.db, gone, null);
    await setAccountStatus(database.db, suspended, 'suspended');
    const twin = await database.db.account.findFirstOrThrow({ where: { twinOf: live } });
    await setWebhookUrl(database.db, twin.id, 'https://client.example/test');
    await deliver(twin.id, '-'.repeat(10), 0);
    expect(await failing()).toEqual([]);
  });
});
