import { AS_OPS, fundedAccount, switchApprovalsOff, useDatabase } from '@topup/testkit';
import { setWebhookUrl } from '../../account/account.store';
import { expectSoundBooks } from '../../testing/books';
import { purchasesIn } from '../../testing/purchases';
import { markPending } from '../wait/waiting.store';
import { decidePurchase } from './decide-purchase';

const database = useDatabase({ max: 8 });
const { settle, sent, events } = purchasesIn(() => database.db);

beforeAll(() => switchApprovalsOff(database.db));
afterEach(() => expectSoundBooks(database.db));

async function accountWithWebhook(): Promise<string> {
  const accountId = await fundedAccount(database.db, 100_000n);
  await setWebhookUrl(database.db, accountId, 'https://client.example/hook');
  return accountId;
}

describe('a client waits for an event that is not sent, or gets one that is not documented', () => {
  test('a webhook URL gets each change of status once; without a URL no event is written', async () => {
    const withUrl = await accountWithWebhook();
    const withoutUrl = await fundedAccount(database.db, 50_000n);
    for (const accountId of [withUrl, withoutUrl]) {
      const id = await sent(accountId, 'AIRTIME');
      expect((await markPending(database.db, [id], 'client_told_pending', 'still going'))[0]).toMatchObject({
        status: 'pending',
        eventId: accountId === withUrl ? expect.any(String) : null,
      });
      expect((await markPending(database.db, [id], 'client_told_pending', 'still going'))[0]).toMatchObject({
        status: 'pending',
        eventId: null,
      });
      const { eventId } = await settle({ id, target_status: 'failed', basis: 'answer', message: 'no luck' });
      expect(eventId === null).toBe(accountId === withoutUrl);
      expect((await events(id)).map(({ event, status, details }) => [event, status, details])).toEqual(
        accountId === withoutUrl
          ? []
          : [
              ['airtime.purchase.pending', 'pending', 'still going'],
              ['airtime.purchase.failed', 'failed', 'no luck'],
            ],
      );
    }
  });

  test.each([
    ['AIRTIME', 'success', ['airtime.purchase.pending', 'airtime.purchase.success']],
    ['AIRTIME', 'failed', ['airtime.purchase.pending', 'airtime.purchase.failed']],
    ['DATA', 'success', ['data.purchase.success']],
    ['DATA', 'failed', ['data.purchase.failed']],
    ['CABLE_TV', 'success', []],
    ['CABLE_TV', 'failed', []],
    ['ELECTRICITY', 'success', []],
    ['ELECTRICITY', 'failed', []],
  ] as const)('%s that gets a 202 and then becomes %s has the events %j', async (product, status, expected) => {
    const id = await sent(await accountWithWebhook(), product);
    const [marked] = await markPending(database.db, [id], 'client_told_pending', 'wait');
    expect(marked).toEqual({ id, status: 'pending', eventId: product === 'AIRTIME' ? expect.any(String) : null });
    const { eventId } = await settle({ id, target_status: status, basis: 'requery' });
    expect(eventId).toEqual(expected.length > 0 ? expect.any(String) : null);
    expect((await events(id)).map(({ event }) => event)).toEqual(expected);
  });

  test.each([
    ['AIRTIME', 'Airtime', ['airtime.purchase.success', 'airtime.purchase.failed']],
    ['DATA', 'Data', ['data.purchase.success', 'data.purchase.failed']],
    ['CABLE_TV', 'Cable TV', []],
    ['ELECTRICITY', 'Electricity', []],
  ] as const)('%s that is reversed after a success tells its client so', async (product, name, expected) => {
    const accountId = await accountWithWebhook();
    const id = await sent(accountId, product);
    await settle({ id, target_status: 'success', basis: 'answer' });

    const outcome = await decidePurchase(database.db, { id }, 'refund', { note: 'the provider took it back' }, AS_OPS);

    const written = await events(id);
    expect(written.map(({ event }) => event)).toEqual(expected);
    expect(outcome).toEqual({
      kind: 'settled',
      status: 'refunded',
      eventId: written[1]?.id ?? null,
      notificationId: null,
    });
    const { message } = await database.db.purchase.findUniqueOrThrow({ where: { id } });
    expect(message).toBe(`${name} purchase was reversed after it was successful. Your wallet has been refunded.`);
    if (expected.length > 0) expect(written[1]).toMatchObject({ status: 'failed', details: message });
    expect(await decidePurchase(database.db, { id }, 'refund', { note: 'again' }, AS_OPS)).toMatchObject({
      kind: 'confirmed',
    });
    expect(await events(id)).toHaveLength(expected.length);
  });

  test('a reversal writes no event while the account has no webhook URL', async () => {
    const id = await sent(await fundedAccount(database.db, 100_000n), 'AIRTIME');
    await settle({ id, target_status: 'success', basis: 'answer' });
    expect(await decidePurchase(database.db, { id }, 'refund', { note: 'n' }, AS_OPS)).toMatchObject({ eventId: null });
    expect(await events(id)).toEqual([]);
  });
});
