import { eventually, useDatabase } from '@topup/testkit';
import { knownAccount } from '../testing/known-account';
import { purchasesIn } from '../testing/purchases';

const database = useDatabase({ eachTest: true });

const { events } = purchasesIn(() => database.db);
const eventOf = async (id: string) => (await events(id))[0];

describe('a fault of what follows a settlement settles again, and sends its event twice', () => {
  test('a metric that throws once: one request, and one permit given back', async () => {
    let settled = 0;
    const { buy, settle, ended, posted, hang, revive, scheduler } = await knownAccount(database.db, {
      settled: () => {
        settled += 1;
        if (settled === 2) throw new Error('the metric failed');
      },
    });
    const id = await buy();
    hang();
    await expect(settle(id)).rejects.toThrow('the metric failed');
    await eventually(
      () => posted.length,
      (requests) => requests === 1,
    );
    expect(await eventOf(id)).toMatchObject({ state: 'sending' });
    expect(scheduler.available()).toBe(15);
    revive();
    await ended(id);
    expect(posted).toHaveLength(1);
    expect(scheduler.available()).toBe(16);
  });

  test('a metric of the delivery that throws is logged, and gives the permit back', async () => {
    let tried = 0;
    const { buy, settle, posted, warned, scheduler } = await knownAccount(database.db, {
      webhookTried: () => {
        tried += 1;
        if (tried === 2) throw new Error('the metric failed');
      },
    });
    await settle(await buy());
    await eventually(
      () => warned,
      (all) => all.includes('the result of a webhook was not recorded'),
    );
    expect(posted).toHaveLength(1);
    expect(scheduler.available()).toBe(16);
    await scheduler.drain();
  });

  test('a reservation that throws is logged, and the purchase is settled', async () => {
    const { buy, settle, ended, queued, warned } = await knownAccount(database.db, {
      reserveDelivery: () => {
        throw new Error('no URL');
      },
    });
    const id = await buy();
    expect(await settle(id)).toMatchObject({ status: 'success' });
    await ended(id);
    expect(queued).toHaveLength(1);
    expect(warned).toContain('the delivery of an event was not reserved');
  });
});

describe('an account whose URL does not parse stops others', () => {
  test('a sweep goes on to the next account, and nothing is reserved for it', async () => {
    const { accountId, scheduler, buy, settle, queued, warned, ended } = await knownAccount(database.db);
    const id = await buy();
    await settle(id);
    await ended(id);
    const live = { accountId, url: 'https://client.example/events' };
    const broken = { accountId: '00000000-0000-4000-8000-000000000000', url: 'not a URL' };
    expect(scheduler.resume([broken, live])).toBe(1);
    expect(warned).toEqual(['webhooks of an account were left to the next sweep']);
    expect(scheduler.reserve(broken.accountId)).toBeNull();
    expect(queued).toEqual([]);
  });
});
