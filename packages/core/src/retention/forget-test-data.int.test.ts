import { fundedAccount, fundedTwin, useDatabase } from '@topup/testkit';
import { setWebhookUrl } from '../account/account.store';
import { fundTestWallet, resetTestAccount } from '../account/twin.store';
import { createKey } from '../api-key/create-key';
import { insertSimulatedOrder } from '../provider/simulated-order.store';
import { expectChainedLedger, expectSoundBooks } from '../testing/books';
import { itemFor, purchasesIn } from '../testing/purchases';
import { getWalletBalance } from '../wallet/wallet.store';
import { insertTestEvent } from '../webhook/manual-delivery.store';
import { forgetTestData } from './retention.store';

const database = useDatabase({ max: 8, eachTest: true, beforeDrop: ({ db }) => expectSoundBooks(db) });
const { accept, claim, settle } = purchasesIn(() => database.db);
let twin: string;

beforeEach(async () => {
  twin = await fundedTwin(database.db, 1_000_000n);
  await setWebhookUrl(database.db, twin, 'https://client.example/events');
});

/** A purchase that the simulator was sent; without `outcome` it stays open. */
async function buy(outcome?: 'success' | 'failed', accountId = twin): Promise<string> {
  const item = { ...itemFor(accountId, 'AIRTIME'), provider: 'simulator' };
  await accept([item]);
  await claim([item.id], ['simulator']);
  await insertSimulatedOrder(database.db, { providerRef: `ref-${item.id}`, accountId, token: null, inMs: 0 });
  if (outcome !== undefined) await settle({ id: item.id, target_status: outcome, basis: 'answer' });
  return item.id;
}

/** Everything that there is becomes so many days older. */
async function age(days: number): Promise<void> {
  await database.db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    for (const [table, column] of [
      ...[
        ['ledger_entry', 'created_at'],
        ['account', 'created_at'],
        ['purchase', 'created_at'],
        ['webhook_event', 'finished_at'],
      ],
    ])
      await tx.$executeRawUnsafe(`UPDATE ${table} SET ${column} = ${column} - ${days} * interval '1 day'`);
  });
}

async function forgetAll(lot = 1_000): Promise<void> {
  while ((await forgetTestData(database.db, lot)) > 0);
}

const counts = async () => ({
  purchases: await database.db.purchase.count(),
  history: await database.db.purchaseHistory.count(),
  entries: await database.db.ledgerEntry.count({ where: { accountId: twin } }),
  events: await database.db.webhookEvent.count(),
  orders: await database.db.simulatedOrder.count(),
});
const KEPT_NOTHING = { purchases: 0, history: 0, events: 0, orders: 0 };

describe('purchases that cost nothing fill the database forever', () => {
  test('after a week a test purchase is gone with all that hangs on it; the money and the books stay', async () => {
    for (let n = 0; n < 5; n += 1) await buy(n % 2 === 0 ? 'success' : 'failed');
    const claimed = await buy('success');
    await database.db.$executeRaw`SELECT file_claim(${claimed}::uuid, 'nothing came')`;
    await buy(); // still open
    const balance = await getWalletBalance(database.db, twin);
    await age(8);
    const young = await buy('success');
    await forgetAll(3);
    expect(await counts()).toEqual({ purchases: 1, history: 2, entries: 2, events: 1, orders: 1 });
    expect(await database.db.claim.count()).toBe(0);
    expect((await database.db.purchase.findFirstOrThrow()).id).toBe(young);
    expect(await getWalletBalance(database.db, twin)).toBe(balance - 1_000n);
    await expectChainedLedger(database.db, twin);
    await forgetAll();
    expect((await counts()).entries).toBe(2);
  });

  test('a refund that is younger than its purchase stays, as test money', async () => {
    const id = await buy();
    await age(8);
    await settle({ id, target_status: 'failed', basis: 'answer' });
    await forgetAll();
    expect(await counts()).toMatchObject({ purchases: 0, entries: 2 });
    expect(await getWalletBalance(database.db, twin)).toBe(1_000_000n);
    await expectChainedLedger(database.db, twin);
  });

  test('a wallet that is empty, and one that many fundings have filled', async () => {
    for (let n = 0; n < 1_000; n += 1) await fundTestWallet(database.db, twin, 1n);
    const empty = await fundedTwin(database.db, 1_000n);
    await buy('success', empty);
    await age(8);
    await forgetAll(100);
    expect(await database.db.ledgerEntry.count({ where: { accountId: twin } })).toBe(1);
    expect(await database.db.ledgerEntry.count({ where: { accountId: empty } })).toBe(0);
    expect(await getWalletBalance(database.db, twin)).toBe(1_001_000n);
  });

  test('a reset does not keep the old account, and the fresh one is as it was', async () => {
    await buy('success');
    const reset = await resetTestAccount(database.db, twin);
    if (reset.kind !== 'reset') throw new Error(reset.kind);
    await age(6);
    await forgetAll();
    expect(await database.db.account.count({ where: { id: twin } })).toBe(1);
    await age(2);
    await forgetAll();
    expect(await counts()).toEqual({ ...KEPT_NOTHING, entries: 0 });
    expect(await database.db.account.count({ where: { id: twin } })).toBe(0);
    expect(await database.db.wallet.count({ where: { accountId: twin } })).toBe(0);
    expect(await database.db.account.count({ where: { id: reset.accountId, status: 'active' } })).toBe(1);
  });

  test('test events go too, and two workers at once do it once', async () => {
    await createKey({ db: database.db, masterKey: Buffer.alloc(32, 1) }, twin, 'test');
    await insertTestEvent(database.db, 'airtime.purchase.success', { accountId: twin, askedBy: 'user-1' });
    await database.db.$executeRaw`
      UPDATE webhook_event SET state = 'delivered', url = 'https://x.example/', claimed_at = now(), finished_at = now()`;
    await buy('success');
    await age(8);
    const deleted = await Promise.all(Array.from({ length: 6 }, () => forgetTestData(database.db, 1_000)));
    await forgetAll();
    expect(deleted.filter((rows) => rows > 0)).toHaveLength(1);
    expect(await counts()).toMatchObject(KEPT_NOTHING);
  });
});

describe('the deletion of test purchases takes a live one, or a young one', () => {
  test('what a test account did in the last week cannot be deleted or changed', async () => {
    await buy('success');
    for (const table of ['purchase', 'purchase_history', 'ledger_entry', 'wallet'])
      await expect(database.db.$executeRawUnsafe(`DELETE FROM ${table}`)).rejects.toThrow('is refused');
    await expect(database.db.$executeRaw`UPDATE ledger_entry SET amount_kobo = 1`).rejects.toThrow('is refused');
  });

  test('nothing of a live account goes, however old, and not even the owner may delete it', async () => {
    const live = await fundedAccount(database.db, 100_000n);
    const item = itemFor(live, 'AIRTIME');
    await accept([item]);
    await claim([item.id]);
    await settle({ id: item.id, target_status: 'success', basis: 'answer' });
    await database.db.$executeRaw`
      UPDATE webhook_event SET state = 'delivered', url = 'https://x.example/', claimed_at = now(), finished_at = now()`;
    await age(400);
    await forgetAll();
    expect(await database.db.purchase.count()).toBe(1);
    expect(await database.db.ledgerEntry.count({ where: { accountId: live } })).toBe(2);
    for (const table of ['purchase', 'purchase_history', 'ledger_entry', 'wallet'])
      await expect(database.db.$executeRawUnsafe(`DELETE FROM ${table}`)).rejects.toThrow('is refused');
    await expect(
      database.db.$executeRaw`UPDATE ledger_entry SET amount_kobo = 1 WHERE account_id = ${live}::uuid`,
    ).rejects.toThrow('is refused');
  });
});
