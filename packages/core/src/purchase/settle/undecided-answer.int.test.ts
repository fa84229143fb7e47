import { fundedAccount, useDatabase } from '@topup/testkit';
import { setWebhookUrl } from '../../account/account.store';
import { synchronousProducts } from '../../product/products';
import { expectSoundBooks } from '../../testing/books';
import { itemFor, purchasesIn } from '../../testing/purchases';
import { getWalletBalance } from '../../wallet/wallet.store';
import { markPending } from '../wait/waiting.store';

const database = useDatabase({ max: 8 });
const { accept, settle, sent, row, history, events } = purchasesIn(() => database.db);

const undecided = { target_status: 'open', next_check_ms: 60_000 } as const;
const statuses = async (id: string) => (await history(id)).map(({ toStatus }) => toStatus);

let accountId: string;
beforeEach(async () => {
  accountId = await fundedAccount(database.db, 100_000n);
  await setWebhookUrl(database.db, accountId, 'https://client.example/hook');
});
afterEach(() => expectSoundBooks(database.db));

describe('a client is told another status than its purchase has', () => {
  test.each(synchronousProducts)('%s is marked pending in the statement that records the answer', async (product) => {
    const id = await sent(accountId, product);
    expect(await settle({ id, ...undecided, basis: 'answer' })).toEqual({
      outcome: 'kept',
      status: 'pending',
      eventId: null,
      notificationId: null,
    });
    expect(await row(id)).toMatchObject({
      status: 'pending',
      windowEndsAt: null,
      nextCheckAt: expect.any(Date),
      claimToken: null,
      claimExpiresAt: null,
      finalAt: null,
    });
    expect((await history(id)).map(({ toStatus, cause }) => [toStatus, cause])).toEqual([
      ['initiated', 'accepted'],
      ['pending', 'client_told_pending'],
    ]);
    expect(await events(id)).toEqual([]);
    expect(await getWalletBalance(database.db, accountId)).toBe(99_000n);
  });

  test.each(['AIRTIME', 'DATA'] as const)(
    '%s stays initiated: its client waits for 15 s, and a requery may bring the outcome',
    async (product) => {
      const id = await sent(accountId, product);
      expect(await settle({ id, ...undecided, basis: 'answer' })).toMatchObject({
        outcome: 'kept',
        status: 'initiated',
      });
      expect(await row(id)).toMatchObject({ status: 'initiated', windowEndsAt: expect.any(Date), cause: 'accepted' });
      expect(await statuses(id)).toHaveLength(1);
    },
  );

  test.each(synchronousProducts)(
    '%s: a requery without an outcome marks nothing pending, and a second answer changes nothing',
    async (product) => {
      const id = await sent(accountId, product);
      expect(await settle({ id, ...undecided, basis: 'requery' })).toMatchObject({
        outcome: 'kept',
        status: 'initiated',
      });
      expect(await row(id)).toMatchObject({ status: 'initiated', windowEndsAt: expect.any(Date), checks: 1 });
      for (let answers = 1; answers <= 2; answers += 1) await settle({ id, ...undecided, basis: 'answer' });
      expect(await statuses(id)).toEqual(['initiated', 'pending']);
    },
  );

  test.each(synchronousProducts)('%s: an undecided answer after the outcome changes nothing', async (product) => {
    const id = await sent(accountId, product);
    await settle({ id, target_status: 'success', basis: 'requery' });
    expect(await settle({ id, ...undecided, basis: 'answer' })).toMatchObject({
      outcome: 'already_final',
      status: 'success',
    });
    expect(await statuses(id)).toEqual(['initiated', 'success']);
  });

  test.each(synchronousProducts)(
    '%s: an answer after the sweeper has marked it pending keeps the cause',
    async (product) => {
      const id = await sent(accountId, product);
      await markPending(database.db, [id], 'nobody_answered', 'wait');
      expect(await settle({ id, ...undecided, basis: 'answer' })).toMatchObject({
        outcome: 'kept',
        status: 'pending',
      });
      expect((await row(id)).cause).toBe('nobody_answered');
    },
  );

  test.each(synchronousProducts)('%s: an answer for a purchase that nobody claimed is declined', async (product) => {
    const item = itemFor(accountId, product);
    await accept([item]);
    expect(await settle({ id: item.id, ...undecided, basis: 'answer' })).toMatchObject({
      outcome: 'declined',
      status: 'initiated',
    });
    expect((await row(item.id)).status).toBe('initiated');
  });
});
