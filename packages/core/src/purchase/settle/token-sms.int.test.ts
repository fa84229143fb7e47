import { fundedAccount, useDatabase } from '@topup/testkit';
import type { ProductType } from '../../product/products';
import { expectSoundBooks } from '../../testing/books';
import { purchasesIn } from '../../testing/purchases';
import { recordSettlements, type SettlementItem } from './settle.store';

const database = useDatabase({ max: 8 });
const { settle, sent, notifications } = purchasesIn(() => database.db);

const TOKEN = '12345678901234567890';

let accountId: string;
beforeEach(async () => {
  accountId = await fundedAccount(database.db, 100_000n);
});
afterEach(() => expectSoundBooks(database.db));

describe('a customer pays for a token and gets no SMS, or the token of another customer', () => {
  test('a success with a token writes one SMS, however often it is settled', async () => {
    const id = await sent(accountId, 'ELECTRICITY');
    const success = { id, target_status: 'success', basis: 'answer', delivered: { token: TOKEN } } as const;
    const { notificationId } = await settle(success);
    expect(await settle({ ...success, basis: 'requery' })).toMatchObject({
      outcome: 'already_final',
      notificationId: null,
    });
    expect(await notifications(id)).toEqual([
      expect.objectContaining({
        id: notificationId,
        purchaseId: id,
        kind: 'token_sms',
        state: 'queued',
        attempts: 0,
        nextAttemptAt: expect.any(Date),
        finishedAt: null,
      }),
    ]);
  });

  test.each<[string, ProductType, Partial<SettlementItem>]>([
    [
      'a postpaid meter, which needs no token',
      'ELECTRICITY',
      { target_status: 'success', delivered: { token: null, units: null } },
    ],
    ['an empty token', 'ELECTRICITY', { target_status: 'success', delivered: { token: '' } }],
    ['a success without a token', 'ELECTRICITY', { target_status: 'success', delivered: {} }],
    ['a failure', 'ELECTRICITY', { target_status: 'failed', delivered: { token: TOKEN } }],
    [
      'a purchase that awaits its token',
      'ELECTRICITY',
      { target_status: 'open', next_check_ms: 60_000, token_awaited: true, delivered: { token: null } },
    ],
    ['airtime', 'AIRTIME', { target_status: 'success', delivered: { token: TOKEN } }],
    ['cable TV', 'CABLE_TV', { target_status: 'success', delivered: { token: TOKEN } }],
  ])('no SMS is written for %s', async (_what, product, settlement) => {
    const id = await sent(accountId, product);
    expect(await settle({ id, target_status: 'success', basis: 'answer', ...settlement })).toMatchObject({
      notificationId: null,
    });
    expect(await notifications(id)).toEqual([]);
  });

  test('in a batch each SMS belongs to its own purchase', async () => {
    const ids = [
      await sent(accountId, 'ELECTRICITY'),
      await sent(accountId, 'AIRTIME'),
      await sent(accountId, 'ELECTRICITY'),
    ];
    const success = { target_status: 'success', basis: 'answer', cause: 'test', message: 'ok' } as const;
    const rows = await recordSettlements(
      database.db,
      ids.map((id) => ({ id, ...success, delivered: { token: TOKEN } })),
      { wait: false },
    );
    const written = await Promise.all(ids.map(async (id) => (await notifications(id))[0]?.id ?? null));
    expect(rows.map(({ notificationId }) => notificationId)).toEqual(written);
    expect(written).toEqual([expect.any(String), null, expect.any(String)]);
  });
});
