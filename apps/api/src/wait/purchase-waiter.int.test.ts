import { acceptPurchase, createAccepter } from '@topup/core/purchase';
import { newId, systemClock } from '@topup/core/shared';
import { eventually, fundedAccount, testPool, useDatabase } from '@topup/testkit';
import { createPurchaseWaiter } from './purchase-waiter';

const database = useDatabase();

/** How many timers keep this process awake. */
const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const order = {
  productType: 'AIRTIME' as const,
  requestRef: newId(),
  amountKobo: 1_000n,
  recipient: '08030000001',
  details: { network: 'mtn', phone: '08030000001' },
  description: 'MTN airtime',
  providerOrder: { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: '08030000001' },
};

describe('an idle api wakes up many times a second', () => {
  test('the waiter has timers only while somebody waits', async () => {
    const accountId = await fundedAccount(database.db, 1_000n);
    const deps = { accepter: createAccepter({ db: database.db, clock: systemClock }), provider: { name: 'vtpass' } };
    const { id } = await acceptPurchase(deps, { accountId, keyId: null }, order, 15_000);
    const db = testPool(database.url);
    await database.db.$disconnect(); // its idle connections have timers too

    const before = timers();
    const waiter = createPurchaseWaiter({ db, clock: systemClock, log, enqueueEvent: () => undefined });
    expect(timers()).toBe(before);
    const waited = waiter.wait({ id, productType: 'AIRTIME' }, systemClock.monotonicMs() + 100);
    expect(timers()).toBe(before + 2);
    expect(await waited).toMatchObject({ id, status: 'pending' });
    await db.$disconnect();
    await eventually(
      async () => timers(),
      (count) => count === before,
    );

    const another = waiter.wait({ id: newId(), productType: 'AIRTIME' }, systemClock.monotonicMs() + 60_000);
    waiter.close();
    expect(await another).toMatchObject({ status: 'pending' });
    expect(timers()).toBe(before);
  });
});
