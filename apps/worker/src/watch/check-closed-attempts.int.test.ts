import type { RequeryOutcome } from '@topup/core/provider';
import {
  acceptPurchase,
  createAccepter,
  createClaimer,
  createNextAttempts,
  createRequeryScheduler,
  createSettler,
  type Order,
} from '@topup/core/purchase';
import { createRouter } from '@topup/core/routing';
import { systemClock } from '@topup/core/shared';
import { eventually, fundedAccount, useDatabase } from '@topup/testkit';
import { startClosedAttemptCheck } from './check-closed-attempts';

const database = useDatabase({ max: 8, eachTest: true });
const order: Order = {
  ...{ productType: 'AIRTIME', requestRef: 'one', amountKobo: 1_000n, recipient: '08030000001', details: {} },
  description: 'airtime',
  providerOrder: { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: '08030000001' },
};

/** Asks about a closed attempt of a purchase, of which the provider says `outcome`. */
async function check(outcome: RequeryOutcome) {
  const { db } = database;
  const alerts: unknown[] = [];
  const log = {
    ...{ info: () => undefined, warn: () => undefined },
    error: (_text: string, fields?: object) => void alerts.push(Object(fields).alert),
  };
  const accepter = createAccepter({ db, clock: systemClock });
  const buyer = { accountId: await fundedAccount(db, 10_000n), keyId: null };
  const { id } = await acceptPurchase({ accepter, provider: { name: 'vtpass' } }, buyer, order, 15_000);
  const claimer = createClaimer({ db, log, serves: ['vtpass'], leaseMs: 75_000, startDeadlineMs: 60_000 });
  const purchase = await claimer.submit({ id, providerRef: `ref-${id}` });
  if (purchase === 'not_yours') throw new Error('not claimed');
  const providers = ['vtpass', 'monnify'].map((name) => ({ name, ownWords: true }));
  const router = createRouter({ providers, stopOf: () => null, sicknessOf: () => null });
  const proof = { outcome: 'refused', basis: 'answer', evidence: {} } as const;
  expect(await createNextAttempts({ db, router, log }).open(purchase, proof)).toBe(true);

  const asked: string[] = [];
  const requeries = createRequeryScheduler(
    {
      provider: {
        requery: async ({ provider, providerRef }) => {
          asked.push(`${provider} ${providerRef}`);
          return outcome;
        },
      },
      settler: createSettler(db),
      ...{ clock: systemClock, log, settleWithinMs: 1_000, observer: { settled: () => undefined } },
      ...{ enqueueEvent: () => undefined, enqueueNotification: () => undefined },
      rules: { schedule: [60_000], notFoundMinCount: 3, notFoundSpanMs: 1, notFoundMinAgeMs: 1, random: () => 0.5 },
    },
    4,
  );
  const both = [0, 1].map(() => startClosedAttemptCheck({ db, log, requeries, everyMs: 20, ageMs: 0 }));
  await eventually(
    () => asked,
    ({ length }) => length > 0,
  );
  await Promise.all(both.map(({ stop }) => stop()));
  await requeries.drain();
  expect(asked).toEqual([`vtpass ref-${id}`]);
  return { row: await db.purchase.findUniqueOrThrow({ where: { id } }), alerts };
}

describe('a refused order that the provider delivers later stays unnoticed', () => {
  test('two workers ask once, and a delivery puts the purchase under review with an alert', async () => {
    const { row, alerts } = await check({
      ...{ kind: 'delivered', costKobo: 900n, providerTransactionId: '1', mismatch: null, meter: null },
    });
    expect(row).toMatchObject({ status: 'initiated', needsReview: true, contradictedBy: { attempt: 1 } });
    expect(alerts).toEqual(['contradiction']);
  });

  test.each<RequeryOutcome>([
    { kind: 'missing' },
    { kind: 'rejected', reversed: false, code: '016', reason: 'no', fault: 'order' },
    { kind: 'unanswered', reason: 'late' },
  ])('and $kind changes nothing', async (outcome) => {
    const { row, alerts } = await check(outcome);
    expect(row).toMatchObject({ status: 'initiated', needsReview: false, attempt: 2, provider: 'monnify' });
    expect(alerts).toEqual([]);
  });
});
