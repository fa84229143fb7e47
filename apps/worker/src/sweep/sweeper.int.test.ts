import { createRowSales } from '@topup/core/buying';
import { createFairQuotaByName } from '@topup/core/flow';
import { createMailScheduler, enqueueMail } from '@topup/core/mail';
import { createObserver } from '@topup/core/metrics';
import { createNotificationScheduler } from '@topup/core/notification';
import { deliversToken, type ProductType, productTypes as products, synchronousProducts } from '@topup/core/product';
import { NO_GOODS, type Provider, type ProviderGate, type ProviderOrder, type Stop } from '@topup/core/provider';
import {
  acceptPurchase,
  createAccepter,
  createClaimer,
  createRequeryScheduler,
  createSendScheduler,
  createSettler,
  createWaitingRoom,
  type Order,
  sendClaimed,
} from '@topup/core/purchase';
import type { QueueName } from '@topup/core/queue';
import { type Db, type Log, newId, systemClock } from '@topup/core/shared';
import { createWebhookScheduler } from '@topup/core/webhook';
import { createMetrics } from '@topup/runtime';
import { eventually, fundedAccount, useDatabase } from '@topup/testkit';
import type { Deps } from '../deps';
import { createSweepMetrics, watchBacklog } from '../metrics';
import { startGivingUp } from './sweep-purchases';
import { startSweeper } from './sweeper';

const database = useDatabase({ eachTest: true });
let db: Db;
beforeEach(() => {
  db = database.db;
});

const token = '12345678901234567890';
const meter = { ...NO_GOODS, token, units: '79.9', customerName: 'ADA OBI', address: '1 Marina' };
const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * A worker that serves these queues, with a provider that delivers every order. `asked` and `sms` record what was sent.
 * `stop`: what a breaker stops every order with.
 */
function worker(queues: QueueName[], { stop = null }: { stop?: Stop | null } = {}) {
  const gate: ProviderGate = {
    restricted: () => stop !== null,
    stopOf: () => stop,
    admit: () => stop,
    onChange: () => () => undefined,
  };
  const asked: { send: ProductType[]; requery: ProductType[] } = { send: [], requery: [] };
  const sms: string[] = [];
  const mails: string[] = [];
  const metrics = createMetrics('worker', quiet);
  const deliver = ({ productType }: ProviderOrder, how: 'send' | 'requery') => {
    asked[how].push(productType);
    const bought = deliversToken(productType, 'prepaid') ? meter : null;
    return { kind: 'delivered', costKobo: 900n, providerTransactionId: '1', mismatch: null, goods: bought } as const;
  };
  const provider: Provider = {
    name: 'vtpass',
    mode: 'live',
    mintRef: (id) => `ref-${id}`,
    send: async (order) => deliver(order, 'send'),
    requery: async (order) => deliver(order, 'requery'),
  };
  const sending = {
    db,
    clock: systemClock,
    log: quiet,
    observer: createObserver(metrics, ['vtpass']),
    poster: { post: async () => ({ httpStatus: 200, durationMs: 1, error: null, response: null }) },
    masterKeys: { current: Buffer.alloc(32) },
    maxDeliveries: 16,
    maxPerHost: 1,
  };
  const settling = {
    ...sending,
    provider,
    claimer: createClaimer({ serves: ['vtpass'], db, log: quiet, leaseMs: 75_000, startDeadlineMs: 1_800_000 }),
    settler: createSettler(db),
    enqueueEvent: () => undefined,
    enqueueNotification: () => undefined,
    providerTimeoutMs: 55_000,
    settleWithinMs: 5_000,
    rules: { schedule: [60_000], notFoundMs: 1, random: () => 0 },
    waitingRoom: createWaitingRoom({ db, gate, clock: systemClock, maxWaitMs: 10_000 }),
  };
  const toPhones: Deps['sms'] = { send: async (phone) => void sms.push(phone) };
  const mailer: Deps['mailer'] = { send: async ({ to }) => void mails.push(to) };
  const sends = createSendScheduler({ ...settling, maxSends: 16, serviceQuota: createFairQuotaByName(16) });
  const deps: Deps = {
    ...settling,
    sends,
    rowSales: createRowSales({ ...settling, router: { route: () => null, preferred: () => null }, sends }, 4),
    requeries: createRequeryScheduler(settling, 16),
    webhooks: createWebhookScheduler(sending),
    metrics: createSweepMetrics(metrics),
    sms: toPhones,
    mailer,
    notifications: createNotificationScheduler({ ...sending, sms: toPhones }, 16),
    mails: createMailScheduler({ ...sending, mailer }, 16),
    settings: {
      WORKER_QUEUES: queues,
      SWEEP_INTERVAL_MS: 3_600_000,
      START_DEADLINE_MS: 1_800_000,
      PROVIDER_TIMEOUT_MS: 56_250, // a lease of 75 s
    },
  };

  /** Runs one round, and waits until the work it found is done. */
  async function sweep(): Promise<void> {
    const sweeper = startSweeper(deps);
    await sweeper.sweep();
    await sweeper.stop();
    await Promise.all([deps.sends, deps.requeries, deps.webhooks, deps.notifications].map((each) => each.drain()));
  }
  watchBacklog(metrics, db);
  /** The samples of this metric, by their labels without `service`. */
  async function samples(name: string): Promise<Record<string, number>> {
    const found = (await metrics.text()).matchAll(new RegExp(`^topup_${name}\\{(.*)\\} (\\S+)$`, 'gm'));
    return Object.fromEntries(
      [...found].map(([, labels = '', value]) => [
        labels.replace(/topup_service="worker",service="worker",?|,topup_service="worker",service="worker"/, ''),
        Number(value),
      ]),
    );
  }
  return { deps, settling, sweep, asked, sms, mails, samples };
}

const orderOf = (productType: ProductType): Order => ({
  productType,
  requestRef: newId(),
  amountKobo: 1_000n,
  recipient: '1111111111111',
  details: { disco: 'ikeja-electric', meter_number: '1111111111111' },
  description: 'test',
  providerOrder: {
    serviceId: 'service',
    variationCode: 'prepaid',
    subscriptionType: null,
    contactPhone: '08030000001',
  },
});

/** One purchase of every product, accepted by a process that then died; due when `due`. */
async function accepted({ due }: { due: boolean }): Promise<Record<ProductType, string>> {
  const accountId = await fundedAccount(db, 10_000n);
  await db.$executeRaw`
    INSERT INTO data_plan (network, name, plan_name, validity, provider_service, provider_code, cost_kobo, is_active)
    VALUES ('MTN', '-', '', '', 'service', 'prepaid', 1, true) ON CONFLICT DO NOTHING`;
  const deps = { accepter: createAccepter({ db, clock: systemClock }), provider: { name: 'vtpass' } };
  const buyer = { accountId, keyId: null };
  const ids = await Promise.all(
    products.map(async (product) => (await acceptPurchase(deps, buyer, orderOf(product), 15_000)).id),
  );
  if (due) await db.$executeRaw`UPDATE purchase SET next_check_at = now() - interval '1 second'`;
  return Object.fromEntries(products.map((product, i) => [product, ids[i]])) as Record<ProductType, string>;
}

const statuses = async () => {
  const rows = await db.purchase.findMany({ select: { productType: true, status: true } });
  return Object.fromEntries(rows.map(({ productType, status }) => [productType, status]));
};

const only = (served: readonly ProductType[], is: string) =>
  Object.fromEntries(products.map((product) => [product, served.includes(product) ? is : 'initiated']));

/** Changes purchases in ways that the database's guards forbid, such as their age. */
const rewriteHistory = (...changes: ReturnType<Db['$executeRaw']>[]) =>
  db.$transaction([
    db.$executeRaw`ALTER TABLE purchase DISABLE TRIGGER USER`,
    ...changes,
    db.$executeRaw`ALTER TABLE purchase ENABLE TRIGGER USER`,
  ]);

describe('a synchronous product has no queue: a purchase whose API process died would never be sent', () => {
  test.each<[QueueName[], ProductType[]]>([
    [['webhooks'], synchronousProducts],
    [['notifications'], synchronousProducts],
    [
      ['data', 'webhooks'],
      ['DATA', ...synchronousProducts],
    ],
    [['airtime'], ['AIRTIME', ...synchronousProducts]],
  ])('a worker that serves %j sends unsent purchases of %j and no others', async (queues, served) => {
    await accepted({ due: true });
    const { sweep, asked } = worker(queues);
    await sweep();
    expect(asked.send.sort()).toEqual([...served].sort());
    expect(await statuses()).toEqual(only(served, 'success'));
  });

  test('one that serves only webhooks requeries what was sent and never answered', async () => {
    await accepted({ due: false });
    await db.$executeRaw`UPDATE purchase SET sends = 1, sent_at = now(), provider_ref = 'ref-' || id, next_check_at = now() - interval '1 second'`;
    const { sweep, asked } = worker(['webhooks']);
    await sweep();
    expect([asked.send, asked.requery.sort()]).toEqual([[], synchronousProducts.toSorted()]);
    expect(await statuses()).toEqual(only(synchronousProducts, 'success'));
  });

  test('one that serves only webhooks marks purchases pending in place of their API process', async () => {
    await accepted({ due: false });
    await db.$executeRaw`UPDATE purchase SET window_ends_at = now() - interval '1 second'`;
    await worker(['webhooks']).sweep();
    expect(await statuses()).toEqual(only(synchronousProducts, 'pending'));
  });
});

describe('no worker serves a queue, and its purchases stay debited', () => {
  test('any worker refunds what was not sent within START_DEADLINE_MS, and nothing younger', async () => {
    await accepted({ due: true });
    const { deps, asked } = worker(['webhooks']);
    await startGivingUp(deps).stop();
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['initiated']));
    await rewriteHistory(db.$executeRaw`UPDATE purchase SET created_at = now() - interval '31 minutes'`);
    const rounds = startGivingUp(deps);
    await eventually(statuses, (all) => Object.values(all).every((status) => status === 'refunded'));
    await rounds.stop();
    expect(asked.send).toEqual([]);
  });
});

describe('a swept purchase is sent although a breaker stops it, or holds a permit while it waits', () => {
  const STOP: Stop = { breaker: 'provider', reason: 'unreachable' };

  test('one whose maximum wait is over is failed and refunded, unsent', async () => {
    await accepted({ due: true });
    await rewriteHistory(db.$executeRaw`UPDATE purchase SET created_at = now() - interval '11 seconds'`);
    const { sweep, asked } = worker(['airtime', 'data'], { stop: STOP });
    await sweep();
    await eventually(statuses, (all) => Object.values(all).every((status) => status === 'failed'));
    expect(asked.send).toEqual([]);
  });

  test('one that waits holds no permit, and is left when the worker stops', async () => {
    await accepted({ due: true });
    const { sweep, deps, asked } = worker(['airtime', 'data'], { stop: STOP });
    await sweep();
    expect(deps.sends.available()).toBe(16);
    deps.waitingRoom.close();
    expect(asked.send).toEqual([]);
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['initiated']));
  });

  test('one that was sent is requeried whatever the breakers say', async () => {
    await accepted({ due: false });
    await db.$executeRaw`UPDATE purchase SET sends = 1, sent_at = now(), provider_ref = 'ref-' || id, next_check_at = now() - interval '1 second'`;
    const { sweep, asked } = worker(['airtime'], { stop: STOP });
    await sweep();
    expect(asked.requery.sort()).toEqual(['AIRTIME', ...synchronousProducts].sort());
  });
});

describe('a token whose job was lost', () => {
  /** The notification of a prepaid purchase; due, as if its job had been lost. */
  async function lostMessage(): Promise<string> {
    const { ELECTRICITY: id } = await accepted({ due: false });
    const { settling } = worker([]);
    const purchase = await settling.claimer.submit({ id, providerRef: `ref-${id}` });
    if (purchase === 'not_yours') throw new Error('not claimed');
    await sendClaimed(settling, { purchase, deadline: { remainingMs: () => 55_000 } });
    await db.$executeRaw`UPDATE notification SET next_attempt_at = now() - interval '1 second'`;
    return id;
  }
  const message = (purchaseId: string) => db.notification.findFirstOrThrow({ where: { purchaseId } });

  test('is sent by the sweep of a worker that serves notifications, and only once', async () => {
    const id = await lostMessage();
    const first = worker(['notifications']);
    await first.sweep();
    expect(first.sms).toEqual(['08030000001']);
    expect(await message(id)).toMatchObject({ state: 'sent', attempts: 1 });
    const second = worker(['notifications']);
    await second.sweep();
    expect(second.sms).toEqual([]);
  });

  test('is left alone by a worker that does not serve them: it may have no SMS account', async () => {
    const id = await lostMessage();
    const { sweep, sms } = worker(['airtime', 'data', 'webhooks']);
    await sweep();
    expect(sms).toEqual([]);
    expect(await message(id)).toMatchObject({ state: 'queued', attempts: 0 });
  });

  test('is left alone until it is due: another worker may be sending it', async () => {
    const id = await lostMessage();
    await db.$executeRaw`UPDATE notification SET next_attempt_at = now() + interval '1 hour'`;
    const { sweep, sms } = worker(['notifications']);
    await sweep();
    expect(sms).toEqual([]);
    expect(await message(id)).toMatchObject({ attempts: 0 });
  });
});

describe('a mail that a change has written', () => {
  const mail = { userId: null, email: 'ada@client.example', subject: 'News', text: 'Hello' };

  test('is sent by the sweep of a worker that serves notifications, with its mail server', async () => {
    await enqueueMail(db, mail);
    const others = worker(['airtime', 'data', 'webhooks']);
    const serving = worker(['notifications']);
    for (const { sweep } of [others, serving]) await sweep();
    await eventually(
      () => db.mail.findMany(),
      (mails) => mails.every(({ state }) => state === 'sent'),
    );
    await serving.sweep();
    expect([others.mails, serving.mails]).toEqual([[], ['ada@client.example']]);
    expect(await db.mail.findMany()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  });
});

describe('an operator would not see what the sweeper does', () => {
  test('a sweep counts what it found, what it claimed, and that it failed', async () => {
    await accepted({ due: true });
    const { sweep, samples } = worker(['airtime', 'webhooks']);
    await sweep();
    const others = ['look', 'batches', 'unanswered', 'events', 'resends', 'notifications', 'mails'];
    const nothing = Object.fromEntries(others.map((part) => [`part="${part}"`, 0]));
    expect(await samples('sweep_found_total')).toEqual({ 'part="purchases"': products.length - 1, ...nothing });
    expect(await samples('sweep_failures_total')).toEqual({ 'part="purchases"': 0, ...nothing });
    expect(await samples('sweep_seconds_count')).toEqual({ 'part="look"': 1, 'part="purchases"': 1 });
    const claims = products.map((product) => [`product="${product}"`, product === 'DATA' ? 0 : 1]);
    expect(await samples('claims_total')).toEqual(Object.fromEntries(claims));
    await db.$executeRaw`ALTER FUNCTION hold_due_purchases RENAME TO gone`;
    await sweep();
    expect(await samples('sweep_failures_total')).toEqual({ 'part="purchases"': 1, ...nothing });
  });

  test('while nothing is open a round is one look', async () => {
    const { sweep, samples } = worker(['airtime', 'webhooks', 'notifications']);
    await sweep();
    expect(await samples('sweep_seconds_count')).toEqual({ 'part="look"': 1 });
  });

  test('a look that fails is counted, and hides no work', async () => {
    await accepted({ due: true });
    await db.$executeRaw`ALTER TABLE mail RENAME TO gone`;
    const { sweep, asked, samples } = worker(['airtime']);
    await sweep();
    expect(await samples('sweep_failures_total')).toMatchObject({ 'part="look"': 1, 'part="purchases"': 0 });
    expect(asked.send.sort()).toEqual(['AIRTIME', ...synchronousProducts].sort());
  });

  test('a purchase that is given up unsent counts as a refund', async () => {
    await accepted({ due: true });
    await rewriteHistory(db.$executeRaw`UPDATE purchase SET created_at = now() - interval '1 hour'`);
    const { sweep, samples } = worker(['airtime']);
    await sweep(); // what it gives up is settled after it
    const counted = await eventually(
      () => samples('settlements_total'),
      (all) => ['AIRTIME', 'CABLE_TV'].every((p) => all[`product="${p}",goal="refunded",cause="start_deadline"`] === 1),
    );
    expect(counted).toMatchObject({ 'product="DATA",goal="refunded",cause="start_deadline"': 0 });
    const refunded = { 'product="AIRTIME"': 1_000, 'product="DATA"': 0, 'product="CABLE_TV"': 1_000 };
    expect(await samples('refunded_kobo_total')).toMatchObject(refunded);
  });

  test('the backlog is that of the whole service, and zero when nothing is open', async () => {
    const { samples } = worker(['webhooks']);
    const read = async () =>
      Promise.all(
        [
          'purchases_open',
          'purchases_under_review',
          'oldest_unclaimed_seconds',
          'oldest_pending_seconds',
          'oldest_open_seconds',
          'overdue_seconds',
        ].map(async (name) => (await samples(name))['']),
      );
    expect(await read()).toEqual([0, 0, 0, 0, 0, 0]);
    const { AIRTIME, DATA, CABLE_TV, ELECTRICITY } = await accepted({ due: false });
    await rewriteHistory(
      db.$executeRaw`UPDATE purchase SET created_at = now() - interval '100 seconds' WHERE id = ${AIRTIME}::uuid`,
      db.$executeRaw`
        UPDATE purchase SET status = 'pending', window_ends_at = NULL, sends = 1, sent_at = now(), provider_ref = 'ref', created_at = now() - interval '2000 seconds',
               next_check_at = now() - interval '30 seconds' WHERE id = ${DATA}::uuid`,
      db.$executeRaw`
        UPDATE purchase SET sends = 1, sent_at = now(), provider_ref = 'stopped', next_check_at = NULL, needs_review = true, created_at = now() - interval '20 hours' WHERE id = ${CABLE_TV}::uuid`,
      db.$executeRaw`
        UPDATE purchase SET status = 'success', window_ends_at = NULL, sends = 1, sent_at = now(), provider_ref = 'final', next_check_at = NULL, final_at = now(),
               needs_review = true WHERE id = ${ELECTRICITY}::uuid`,
    );
    const [open, review, unclaimed, pending, oldest, overdue] = await read();
    expect([open, review]).toEqual([products.length - 1, 2]);
    expect(unclaimed).toBeGreaterThanOrEqual(100);
    expect(unclaimed).toBeLessThan(2_000);
    expect(pending).toBeGreaterThanOrEqual(2_000);
    expect(oldest).toBeGreaterThanOrEqual(72_000);
    expect(overdue).toBeGreaterThanOrEqual(30);
    expect(overdue).toBeLessThan(100);
  });
});
