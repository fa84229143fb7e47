import { fundedAccount, useDatabase } from '@topup/testkit';
import { setWebhookUrl } from '../account/account.store';
import { createKey } from '../api-key/create-key';
import { agedIn } from '../testing/aged';
import { expectSoundBooks } from '../testing/books';
import { purchasesIn } from '../testing/purchases';
import { insertResend, insertTestEvent } from '../webhook/manual-delivery.store';
import { forgetEvents } from './retention.store';

const database = useDatabase({ max: 8, eachTest: true, beforeDrop: ({ db }) => expectSoundBooks(db) });
const aged = agedIn(() => database.db);
const { events, sent } = purchasesIn(() => database.db);
const by = () => ({ accountId, askedBy: 'user-1' });
let accountId: string;

beforeEach(async () => {
  accountId = await fundedAccount(database.db, 1_000_000n);
  await setWebhookUrl(database.db, accountId, 'https://client.example/events');
  await createKey({ db: database.db, masterKey: Buffer.alloc(32, 1) }, accountId, 'test');
});

/** All lots of one round, of so many events each. */
async function round(days = 90, lot = 3): Promise<number[]> {
  const deleted: number[] = [];
  for (let after: bigint | null = 0n; after !== null; ) {
    const found: Awaited<ReturnType<typeof forgetEvents>> = await forgetEvents(database.db, { days, after, lot });
    deleted.push(found.deleted);
    after = found.nextAfter;
  }
  return deleted;
}
const end = (id: string) =>
  database.db.$executeRaw`
    UPDATE webhook_event SET state = 'delivered', claimed_at = now() - interval '100 days',
           created_at = now() - interval '100 days', finished_at = now() - interval '100 days'
     WHERE id = ${id}::uuid`;
const left = () => database.db.webhookEvent.count();

describe('old events fill the database, or one that is still needed is gone', () => {
  test('old ones go in lots, in their order, and it ends at the first that is young', async () => {
    for (let n = 0; n < 7; n += 1) await aged(accountId, 'AIRTIME', 100);
    await aged(accountId, 'AIRTIME', 89);
    expect(await round()).toEqual([3, 3, 1]);
    expect(await left()).toBe(1);
    expect(await round()).toEqual([0]);
  });

  test('a setting below 30 days keeps 30', async () => {
    await aged(accountId, 'AIRTIME', 29);
    await aged(accountId, 'AIRTIME', 31);
    expect(await round(1)).toEqual([1]);
  });

  test.each(['queued', 'sending'])('an event that is %s stays, however old it is', async (state) => {
    const id = await aged(accountId, 'AIRTIME', 100);
    await database.db.$executeRaw`
      UPDATE webhook_event SET state = ${state}, finished_at = NULL WHERE purchase_id = ${id}::uuid`;
    expect(await round()).toEqual([0]);
    await end((await events(id))[0]?.id ?? '');
    await database.db.$executeRaw`UPDATE webhook_event SET url = NULL WHERE purchase_id = ${id}::uuid`;
  });

  test('an event of a purchase that is open, or final only lately, stays', async () => {
    const open = await sent(accountId, 'AIRTIME');
    await database.db.$executeRaw`
      INSERT INTO webhook_event (account_id, purchase_id, event, status, details, state, created_at, finished_at)
      VALUES (${accountId}::uuid, ${open}::uuid, 'transaction.requery', 'initiated', 'x', 'delivered',
              now() - interval '100 days', now() - interval '100 days')`;
    const late = await aged(accountId, 'AIRTIME', 100);
    await database.db.$executeRaw`
      UPDATE purchase SET final_at = now() - interval '10 days' WHERE id = ${late}::uuid`;
    expect(await round()).toEqual([0]);
    expect(await left()).toBe(2);
  });

  test('an original stays as long as its resend, and both go in two rounds', async () => {
    const id = await aged(accountId, 'AIRTIME', 100);
    const resent = await insertResend(database.db, (await events(id))[0]?.id ?? '', by());
    expect(await round()).toEqual([0]);
    if (resent.kind !== 'written') throw new Error(resent.kind);
    await end(resent.id);
    expect([await round(), await round(), await left()]).toEqual([[1], [1], 0]);
  });

  test('a test event and its resends go too', async () => {
    const test = await insertTestEvent(database.db, 'airtime.purchase.success', by());
    if (test.kind !== 'written') throw new Error(test.kind);
    await end(test.id);
    const resent = await insertResend(database.db, test.id, by());
    if (resent.kind !== 'written') throw new Error(resent.kind);
    expect(await round()).toEqual([0]);
    await end(resent.id);
    expect([await round(), await round(), await left()]).toEqual([[1], [1], 0]);
  });

  test('an event that somebody resends at this moment stays, and a resend of a deleted one is declined', async () => {
    const [one = '', two = ''] = [await aged(accountId, 'AIRTIME', 100), await aged(accountId, 'AIRTIME', 100)];
    const [resending, deleting] = [(await events(one))[0]?.id ?? '', (await events(two))[0]?.id ?? ''];
    await database.db.$transaction(async (tx) => {
      expect(await insertResend(tx, resending, by())).toMatchObject({ kind: 'written' });
      expect(await round()).toEqual([1]);
    });
    expect(await insertResend(database.db, deleting, by())).toEqual({ kind: 'no_such_delivery' });
    expect(await left()).toBe(2);
  });
});
