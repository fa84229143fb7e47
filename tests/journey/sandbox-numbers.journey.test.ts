import { randomUUID } from 'node:crypto';
import { type ApiAnswer, eventually, startWorld, type World, type WorldOptions } from '@topup/testkit';
import { entriesOf, expectSound, soldFor, storedEventsOf } from './support/books';
import { AFTER_THE_WINDOW, type Expected, WITHIN_THE_WINDOW } from './support/outcomes';
import { eventsOf, expectEachSentOnce, expectSigned, webhooksOf } from './support/webhooks';

// Nobody asks the provider again before 3.2 s, so whatever is not known at once outlasts the client's 2 s.
describe('every outcome, known after the client has left', () => {
  outcomes(AFTER_THE_WINDOW, {
    settings: { PURCHASE_WAIT_MS: '2000', REQUERY_SCHEDULE: '4s,5s,6s,7s,8s,9s', NOT_FOUND_MIN_AGE_MS: '5000' },
    sandboxSettings: { SANDBOX_PENDING_REQUERIES: '1' },
  });
});

describe('the risky outcomes, known while the client waits, at a provider that vends every POST', () => {
  outcomes(WITHIN_THE_WINDOW, {
    settings: { PURCHASE_WAIT_MS: '15000', NOT_FOUND_MIN_AGE_MS: '1500' },
    sandboxSettings: { SANDBOX_PENDING_REQUERIES: '1', SANDBOX_VENDS_EVERY_POST: 'true' },
  });
});

const TOLD = { 200: 'successful', 202: 'pending', 424: 'failed' };
const phoneOf = (number: string) => `0800${number}00321`;
const nairaOf = (number: string) => 100 + Number(number);

/** Buys all of the table at once in a world of its own, then looks at one after another. */
function outcomes(table: Expected[], options: WorldOptions): void {
  let world: World;
  const bought = new Map<string, { ref: string; answer: ApiAnswer }>();

  beforeAll(async () => {
    world = await startWorld(options);
    await world.client.setWebhook(world.receiver.url);
    const buy = async ({ number }: Expected) => {
      const ref = randomUUID();
      bought.set(number, { ref, answer: await world.client.buyAirtime({ ref, phone: phoneOf(number), amount: nairaOf(number) }) });
    };
    await Promise.all(table.map(buy));
  });
  afterAll(() => world?.stop());

  test.each(table)(
    '$danger: $number $outcome',
    async ({ number, outcome, answers, state, cause, vends, events, byRule, review = false }) => {
      const { ref, answer } = bought.get(number) ?? { ref: '', answer: undefined };
      const data = { amount: `${nairaOf(number)}.00`, network: 'mtn', phone: phoneOf(number) };
      const [first, last] = answers;
      expect(answer).toMatchObject({ status: first, body: { status: TOLD[first], status_code: first, reference: ref, data } });

      const row = await eventually(
        () => world.purchase(ref),
        (purchase) => purchase?.status === state && purchase.needs_review === review,
        15_000,
      );
      expect(row).toMatchObject({ cause, sends: 1, next_check_at: null });
      const kobo = nairaOf(number) * 100;
      expect(await entriesOf(world, ref)).toEqual(state === 'failed' ? [`debit -${kobo}`, `refund ${kobo}`] : [`debit -${kobo}`]);
      expect(await soldFor(world, row?.provider_ref)).toEqual({ posts: [outcome], vends });
      if (byRule) await expectRule(world, ref, Number(options.settings?.NOT_FOUND_MIN_AGE_MS));

      expect(await world.client.status(ref)).toMatchObject({ status: last, body: { status: TOLD[last], reference: ref } });
      const told = [...events, `transaction.requery ${state}`];
      await eventually(
        () => eventsOf(world.receiver, ref).length,
        (count) => count >= told.length,
      );
      expect(eventsOf(world.receiver, ref)).toEqual(told);
      const webhooks = webhooksOf(world.receiver, ref);
      for (const webhook of webhooks) expectSigned(webhook, world.account.apiKey);
      expect(webhooks[0]?.body).toMatchObject({ amount: data.amount, details: answer?.body.message });
      if (state !== 'pending') expect(webhooks[events.length - 1]?.body).toMatchObject({ details: row?.message });
      expect((await storedEventsOf(world, ref)).map(({ event, status }) => `${event} ${status}`)).toEqual(told);
    },
  );

  if (table.some(({ number }) => number === '12')) {
    test('an empty float sells nothing for hours before anybody of ours looks: the worker’s log carries an alert', () => {
      const alerts = world.workers.flatMap((worker) => worker.logs('the provider refuses our account'));
      expect(alerts).toMatchObject([{ level: 'error', alert: 'provider_account', code: '018', requestRef: bought.get('12')?.ref }]);
    });
  }

  test('money leaks between the outcomes: the balance is what was not sold, nothing was sold or told twice, the books add up', async () => {
    const kept = table.filter(({ state }) => state !== 'failed').reduce((sum, { number }) => sum + nairaOf(number), 0);
    expect((await world.client.balance()).body.data).toEqual({ balance: `${1_000_000 - kept}.00`, currency: 'NGN' });
    expectEachSentOnce([world.receiver]);
    await expectSound(world);
  });
}

/** "No such order" was said at least three times, first when the order was so old, and for no less than 1 s. */
async function expectRule(world: World, ref: string, leastAgeMs: number): Promise<void> {
  const [row] = await world.sql<{ id: string; times: number; age_ms: number; span_ms: number }>(
    `SELECT id, missing_count AS times, (extract(epoch FROM missing_since - sent_at) * 1000)::float8 AS age_ms,
            (extract(epoch FROM final_at - missing_since) * 1000)::float8 AS span_ms FROM purchase WHERE request_ref = $1`,
    [ref],
  );
  expect(row?.times).toBeGreaterThanOrEqual(3);
  expect(row?.age_ms).toBeGreaterThanOrEqual(leastAgeMs);
  expect(row?.span_ms).toBeGreaterThanOrEqual(1_000);
  const asked = world.workers.flatMap((worker) => worker.logs('requeried')).filter(({ purchase }) => purchase === row?.id);
  expect(asked.length).toBeGreaterThanOrEqual(3);
  expect(asked.filter(({ outcome }) => outcome !== 'missing')).toEqual([]);
}
