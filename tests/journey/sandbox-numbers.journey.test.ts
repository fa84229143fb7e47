import { randomUUID } from 'node:crypto';
import { type Mode, modes } from '@topup/core/account';
import { hasQueryEvent } from '@topup/core/product';
import {
  type ApiAnswer,
  eventually,
  type PurchaseRow,
  startWorld,
  type World,
  type WorldOptions,
} from '@topup/testkit';
import { expectConsistent, ledgerEntriesOf, providerRecordOf, storedEventsOf } from './support/books';
import { expectLogsMasked } from './support/expect-masked';
import { operatorsOf } from './support/ops';
import { afterTheWindow, type Expected, withinTheWindow } from './support/outcomes';
import { buy, numberOf, PRODUCTS, type Product } from './support/products';
import { tokenIssuedFor } from './support/sandbox';
import { eventsOf, expectEachSentOnce, expectSigned, webhooksOf } from './support/webhooks';

// The first requery comes after 4 s or later, so that unknown outcomes outlast the window. It is longer than the two
// seconds after which a sweep finds a purchase whose job woke nobody: queues on PostgreSQL lose some notices.
describe.each(modes)('an outcome known after the window is refunded or sold wrongly, with a %s key', (mode) => {
  outcomes(mode, PRODUCTS.flatMap(afterTheWindow), 450, {
    settings: { PURCHASE_WAIT_MS: '3500', REQUERY_SCHEDULE: '5s,5500ms,6s,7s,8s,9s' },
    sandboxSettings: { SANDBOX_PENDING_REQUERIES: '1' },
  });
});

describe.each(modes)('an outcome known inside the window is refunded or sent twice, with a %s key', (mode) => {
  outcomes(mode, PRODUCTS.flatMap(withinTheWindow), 1_500, {
    settings: { PURCHASE_WAIT_MS: '15000' },
    sandboxSettings: { SANDBOX_PENDING_REQUERIES: '1', SANDBOX_VENDS_EVERY_POST: 'true' },
  });
});

const STATUSES = { 200: 'successful', 202: 'pending', 424: 'failed' };
const nairaOf = ({ product, number }: Expected) => (product.fixed ? product.naira : product.naira + Number(number));
const keyOf = ({ product, number }: Expected) => `${product.title} ${number}`;

/**
 * Buys all rows of the table at once, then checks one after the other.
 * @param notFoundMs a twentieth of the requery schedule: after it, and over it, "no such order" refunds
 */
function outcomes(mode: Mode, table: Expected[], notFoundMs: number, options: WorldOptions): void {
  let world: World;
  const bought = new Map<string, { ref: string; answer: ApiAnswer }>();

  beforeAll(async () => {
    world = await startWorld({ mode, ...options });
    await Promise.all([world.client.setWebhook(world.receiver.url), operatorsOf(world)('catalogue', 'sync')]);
    const buyOne = async (row: Expected) => {
      const ref = randomUUID();
      const answer = await buy(
        world.client,
        row.product,
        ref,
        numberOf(row.number),
        row.product.fixed ? {} : { amount: nairaOf(row) },
      );
      bought.set(keyOf(row), { ref, answer });
    };
    await Promise.all(table.map(buyOne));
  });
  afterAll(() => world?.stop());

  // fault V7: on the send
  // fault V10: on the send
  // fault V12: on the send
  // fault V13: on the send, on a requery
  // fault V15: on the send
  test.each(table)('$product.title: $number $outcome: $guarantee', async (row) => {
    const { product, number, outcome, answers, state, cause, vends, events, byRule, review = false } = row;
    const { ref, answer } = bought.get(keyOf(row)) ?? { ref: '', answer: undefined };
    const data = product.data(numberOf(number), nairaOf(row));
    const [first, last] = answers;
    expect(answer).toMatchObject({
      status: first,
      body: { status: STATUSES[first], status_code: first, reference: ref, data },
    });

    const settled = await eventually(
      () => world.purchase(ref),
      (purchase) => purchase?.status === state && purchase.needs_review === review,
      20_000,
    );
    expect(settled).toMatchObject({ cause, sends: 1, next_check_at: null });
    const kobo = nairaOf(row) * 100;
    expect(await ledgerEntriesOf(world, ref)).toEqual(
      state === 'failed' ? [`debit -${kobo}`, `refund ${kobo}`] : [`debit -${kobo}`],
    );
    const record = mode === 'live' ? { posts: [outcome], vends } : { posts: [], vends: 0 };
    expect(await providerRecordOf(world, settled?.provider_ref)).toEqual(record);
    if (byRule) await expectRule(world, ref, notFoundMs);

    const status = await world.client.status(ref);
    expect(status).toMatchObject({ status: last, body: { status: STATUSES[last], reference: ref, data } });
    if (product.productType === 'ELECTRICITY') await expectMeter(world, product, settled, answer, status);
    const expected = [...events, ...(hasQueryEvent(product.productType) ? [`transaction.requery ${state}`] : [])];
    await eventually(
      () => eventsOf(world.receiver, ref).length,
      (count) => count >= expected.length,
    );
    expect(eventsOf(world.receiver, ref)).toEqual(expected);
    const webhooks = webhooksOf(world.receiver, ref);
    for (const webhook of webhooks) expectSigned(webhook, world.account.apiKey, product.productType);
    if (expected.length > 0)
      expect(webhooks.at(-1)?.body).toMatchObject({ amount: data.amount, details: settled?.description });
    if (events.length > 0)
      expect(webhooks[events.length - 1]?.body).toMatchObject({ details: settled?.message ?? answer?.body.message });
    expect((await storedEventsOf(world, ref)).map((stored) => `${stored.event} ${stored.status}`)).toEqual(expected);
  });

  if (mode === 'live' && table.some(({ number }) => number === '12')) {
    test('an empty float logs an alert, no matter which process sent the order', () => {
      const alerts = [...world.workers, ...world.apis].flatMap((process) =>
        process.logs('the provider rejects our account'),
      );
      const refs = PRODUCTS.map(({ title }) => bought.get(`${title} 12`)?.ref);
      expect(alerts.map(({ requestRef }) => requestRef).sort()).toEqual(refs.sort());
      for (const alert of alerts)
        expect(alert).toMatchObject({ level: 'error', alert: 'provider_account', code: '018' });
    });
  }

  test('the balance is what was not sold, the books add up, and no number is in the logs', async () => {
    const kept = table.filter(({ state }) => state !== 'failed').reduce((sum, row) => sum + nairaOf(row), 0);
    expect((await world.client.balance()).body.data).toEqual({
      balance: `${1_000_000 - kept}.00`,
      currency: 'NGN',
      low: false,
    });
    expectEachSentOnce([world.receiver]);
    await expectConsistent(world);
    await expectLogsMasked(world);
  });
}

/** The issued token is in every answer of a successful prepaid purchase, and in no other. */
async function expectMeter(
  world: World,
  { title }: Product,
  row: PurchaseRow | undefined,
  ...answers: (ApiAnswer | undefined)[]
): Promise<void> {
  const vended = title === 'prepaid electricity' && row?.status === 'success';
  const { token, units } = vended ? await tokenIssuedFor(world, row.provider_ref) : { token: '', units: null };
  if (vended) expect(token).toMatch(/^[0-9]{20}$/);
  for (const answer of answers) {
    const expected = answer?.status === 200 && vended ? { token, units: String(units) } : { token: '', units: null };
    expect(answer?.body.data).toMatchObject({
      ...expected,
      customer_name: expect.any(String),
      address: expect.any(String),
    });
  }
}

/** The provider answered "no such order" at least three times, first at this age of the order, over 1 s or more. */
async function expectRule(world: World, ref: string, notFoundMs: number): Promise<void> {
  const [row] = await world.sql<{ id: string; times: number; age_ms: number; span_ms: number }>(
    `SELECT id, missing_count AS times, (extract(epoch FROM missing_since - sent_at) * 1000)::float8 AS age_ms,
            (extract(epoch FROM final_at - missing_since) * 1000)::float8 AS span_ms FROM purchase WHERE request_ref = $1`,
    [ref],
  );
  expect(row?.times).toBeGreaterThanOrEqual(3);
  expect(row?.age_ms).toBeGreaterThanOrEqual(notFoundMs);
  expect(row?.span_ms).toBeGreaterThanOrEqual(notFoundMs);
  const asked = world.workers
    .flatMap((worker) => worker.logs('requeried'))
    .filter(({ purchase }) => purchase === row?.id);
  expect(asked.length).toBeGreaterThanOrEqual(3);
  expect(asked.filter(({ outcome }) => outcome !== 'missing')).toEqual([]);
}
