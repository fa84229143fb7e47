import type { Found, Page, Transaction, TransactionRow } from '@topup/dashboard-contract';
import { openAccountWorld, rejected } from '../../testing/account-world';
import { delivered } from '../../testing/seller';

const { world, get, read } = openAccountWorld();

beforeAll(async () => {
  const discount = { tierId: 1, productType: 'AIRTIME', service: 'mtn', bps: 250, costBps: 9_700 };
  await world().db.discount.create({ data: { ...discount, belowCostAllowed: false } });
});

const AMOUNTS = { amount: '100.00', charged: '97.50' };

describe('a client cannot tell what they were charged from what their customer got', () => {
  test('list, page, search and file have the face value and the charge', async () => {
    const account = await world().account();
    const reference = await world().sell(account, { requestRef: 'saved-1' }, delivered);
    const { rows } = await read<Page<TransactionRow>>(account, '/transactions');
    expect(rows).toEqual([expect.objectContaining({ reference, ...AMOUNTS })]);
    const shown = await read<Transaction>(account, `/transactions/${reference}`);
    expect(shown).toMatchObject({ ...AMOUNTS, balanceBefore: '100000.00', balanceAfter: '99902.50' });
    expect(shown.timeline[0]).toMatchObject({ kind: 'accepted', amount: '-97.50' });
    expect(await read<Found[]>(account, `/search?text=${reference}`)).toMatchObject([{ amount: '100.00' }]);
    const lines = (await get(account, '/transactions.csv')).text.trim().split('\r\n');
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(['charged', '97.50']);
  });

  test('a refund is the charge', async () => {
    const account = await world().account();
    const shown = await read<Transaction>(
      account,
      `/transactions/${await world().sell(account, { requestRef: 'saved-2' }, rejected)}`,
    );
    expect(shown).toMatchObject({ ...AMOUNTS, refundedAmount: '97.50', balanceAfterRefund: '100000.00' });
    expect(shown.timeline).toContainEqual(expect.objectContaining({ kind: 'refunded', amount: '97.50' }));
  });

  test('without a discount both are the same', async () => {
    const account = await world().account();
    const providerOrder = {
      serviceId: 'glo',
      variationCode: null,
      subscriptionType: null,
      contactPhone: '08030000001',
    };
    await world().sell(account, { providerOrder }, delivered);
    const { rows } = await read<Page<TransactionRow>>(account, '/transactions');
    expect(rows).toMatchObject([{ amount: '100.00', charged: '100.00' }]);
  });
});
