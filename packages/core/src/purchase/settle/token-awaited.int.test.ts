import { fundedAccount, useDatabase } from '@topup/testkit';
import fc from 'fast-check';
import { setWebhookUrl } from '../../account/account.store';
import { expectSoundBooks } from '../../testing/books';
import { purchasesIn } from '../../testing/purchases';
import { getWalletBalance } from '../../wallet/wallet.store';

const database = useDatabase({ max: 8 });
const { settle, sent, row, events, notifications } = purchasesIn(() => database.db);

const TOKEN = '12345678901234567890';

let accountId: string;
beforeEach(async () => {
  accountId = await fundedAccount(database.db, 100_000n);
  await setWebhookUrl(database.db, accountId, 'https://client.example/hook');
});
afterEach(() => expectSoundBooks(database.db));

/** Electricity that was delivered without its token. */
async function awaitingToken(): Promise<string> {
  const id = await sent(accountId, 'ELECTRICITY', { leaseOver: true });
  await settle({ id, target_status: 'open', basis: 'answer', next_check_ms: 60_000, token_awaited: true });
  return id;
}

describe('a purchase that was delivered and only awaits its token is refunded: the power is free', () => {
  const bases = ['answer', 'requery', 'not_found', 'rejection_repeated'] as const;
  const refunds = ['failed', 'refunded'] as const;

  test.each(bases.flatMap((basis) => refunds.map((status) => [basis, status] as const)))(
    'on the basis %s it does not become %s',
    async (basis, status) => {
      const [delivered, unknown] = [await awaitingToken(), await sent(accountId, 'ELECTRICITY')];
      const refund = { target_status: status, basis, missing_count: 0, only_if_alone: false };
      expect(await settle({ id: delivered, ...refund })).toMatchObject({ outcome: 'declined', status: 'pending' });
      expect(await getWalletBalance(database.db, accountId)).toBe(98_000n);
      expect(await row(delivered)).toMatchObject({ status: 'pending', finalAt: null });
      // The same refund of a purchase with an unknown outcome is paid: no other rule declined the first.
      expect(await settle({ id: unknown, ...refund })).toMatchObject({ outcome: 'settled', status });
      expect(await getWalletBalance(database.db, accountId)).toBe(99_000n);
    },
  );

  test.each(refunds)('on the basis never_sent it does not become %s', async (status) => {
    expect(await settle({ id: await awaitingToken(), target_status: status, basis: 'never_sent' })).toMatchObject({
      outcome: 'declined',
    });
    expect(await getWalletBalance(database.db, accountId)).toBe(99_000n);
  });

  test.each(['failed', 'refunded', 'success'] as const)(
    'an operator, who can ask the disco, may settle it as %s',
    async (status) => {
      const id = await awaitingToken();
      expect(await settle({ id, target_status: status, basis: 'operator' })).toMatchObject({
        outcome: 'settled',
        status,
        notificationId: null,
      });
      expect(await getWalletBalance(database.db, accountId)).toBe(status === 'success' ? 99_000n : 100_000n);
    },
  );

  test('the token, when it comes, makes it a success and is sent by SMS', async () => {
    const id = await awaitingToken();
    const answer = await settle({ id, target_status: 'success', basis: 'requery', delivered: { token: TOKEN } });
    expect(answer).toMatchObject({ outcome: 'settled', status: 'success', notificationId: expect.any(String) });
    expect((await row(id)).result).toEqual({ token: TOKEN });
  });
});

describe('answers in an unusual order refund what was delivered, or send a token twice', () => {
  test('random settlements of electricity: one SMS for a token, one refund, none after a delivery', async () => {
    const settlement = fc.record({
      target_status: fc.constantFrom('open', 'success', 'failed', 'refunded'),
      basis: fc.constantFrom('answer', 'requery', 'not_found', 'rejection_repeated', 'operator'),
      brings: fc.constantFrom({}, { token_awaited: true, delivered: { token: null } }, { delivered: { token: TOKEN } }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(settlement, { minLength: 1, maxLength: 6 }), async (settlements) => {
        const payer = await fundedAccount(database.db, 1_000n);
        const id = await sent(payer, 'ELECTRICITY', { leaseOver: true });
        for (const { target_status, basis, brings } of settlements) {
          const before = await row(id);
          const { outcome } = await settle({
            id,
            target_status,
            basis,
            next_check_ms: 60_000,
            missing_count: 0,
            ...(target_status !== 'failed' && brings),
          });
          if (outcome !== 'settled' || target_status === 'success' || basis === 'operator') continue;
          expect(before.tokenAwaited).toBe(false);
        }
        const { status, result } = await row(id);
        const hasToken = (result as { token?: string | null }).token === TOKEN;
        expect(await notifications(id)).toHaveLength(status === 'success' && hasToken ? 1 : 0);
        const refunded = status === 'failed' || status === 'refunded';
        expect(await getWalletBalance(database.db, payer)).toBe(refunded ? 1_000n : 0n);
        expect(await events(id)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
