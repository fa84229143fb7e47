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
import { startClosedAttemptCheck } from './chores';

const database = useDatabase({ max: 8, eachTest: true });
const order: Order = {
  productType: 'AIRTIME',
  requestRef: 'one',
  amountKobo: 1_000n,
  recipient: '08030000001',
  details: {},
  description: 'airtime',
  providerOrder: { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: '08030000001' },
};

const DELIVERED: RequeryOutcome = {
  kind: 'delivered',
  costKobo: 900n,
  providerTransactionId: '1',
  mismatch: null,
  goods: null,
};

/** Asks about a closed attempt of a purchase until no question is due. The provider says `outcomes` in turn. */
async function check(outcomes: RequeryOutcome[], asksFor: Order = order) {
  const { db } = database;
  const alerts: unknown[] = [];
  const log = {
    info: () => undefined,
    warn: (text: string) => void alerts.push(text),
    error: (_text: string, fields?: object) => void alerts.push(Object(fields).alert),
  };
  const accepter = createAccepter({ db, clock: systemClock });
  const buyer = { accountId: await fundedAccount(db, 10_000n), keyId: null };
  const { id } = await acceptPurchase({ accepter, provider: { name: 'vtpass' } }, buyer, asksFor, 15_000);
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
          return outcomes[asked.length - 1] ?? { kind: 'missing' };
        },
      },
      db,
      settler: createSettler(db),
      clock: systemClock,
      log,
      settleWithinMs: 1_000,
      observer: { settled: () => undefined },
      enqueueEvent: () => undefined,
      enqueueNotification: () => undefined,
      rules: { schedule: [60_000], notFoundMs: 1, random: () => 0 },
    },
    4,
  );
  const both = [0, 1].map(() => startClosedAttemptCheck({ db, log, requeries, everyMs: 20, ageMs: 0, holdMs: 200 }));
  await eventually(
    () => db.closedAttempt.findFirst({ where: { purchaseId: id } }),
    (attempt) => attempt?.checkedAt != null,
  );
  await Promise.all(both.map(({ stop }) => stop()));
  await requeries.drain();
  expect(asked).toEqual(outcomes.map(() => `vtpass ref-${id}`));
  return { row: await db.purchase.findUniqueOrThrow({ where: { id } }), alerts };
}

describe('a refused order that the provider delivers later stays unnoticed', () => {
  test('two workers ask once, and a delivery puts the purchase under review with an alert', async () => {
    const { row, alerts } = await check([DELIVERED]);
    expect(row).toMatchObject({ status: 'initiated', needsReview: true, contradictedBy: { attempt: 1 } });
    expect(alerts).toEqual(['contradiction']);
  });

  test('a delivery without its token, and an order that is pending there, do so too', async () => {
    const prepaid: Order = {
      ...order,
      productType: 'ELECTRICITY',
      amountKobo: 5_000n,
      providerOrder: { ...order.providerOrder, serviceId: 'ikeja-electric', variationCode: 'prepaid' },
    };
    for (const [outcome, asksFor] of [
      [DELIVERED, prepaid],
      [{ kind: 'open', reason: 'pending', stuck: false }, order],
    ] as const) {
      const { row, alerts } = await check([outcome], asksFor);
      expect(row).toMatchObject({ needsReview: true, contradictedBy: { goal: 'open', attempt: 1 } });
      expect(alerts).toEqual(['contradiction']);
    }
  });

  test('a provider that does not answer is asked again', async () => {
    const { row, alerts } = await check([{ kind: 'unanswered', reason: 'late' }, DELIVERED]);
    expect(row).toMatchObject({ needsReview: true });
    expect(alerts).toEqual(['contradiction']);
  });

  test.each<RequeryOutcome>([
    { kind: 'missing' },
    { kind: 'rejected', reversed: false, code: '016', reason: 'no', fault: 'order' },
  ])('and $kind changes nothing', async (outcome) => {
    const { row, alerts } = await check([outcome]);
    expect(row).toMatchObject({ status: 'initiated', needsReview: false, attempt: 2, provider: 'monnify' });
    expect(alerts).toEqual([]);
  });
});
