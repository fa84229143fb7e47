import { randomUUID } from 'node:crypto';
import {
  type ApiAnswer,
  type ApiClient,
  type ApiProcess,
  eventually,
  publishedDefaults,
  startWorld,
  type World,
} from '@topup/testkit';
import { expectConsistent, ledgerEntriesOf, storedEventsOf } from './support/books';
import { expectLogsMasked } from './support/expect-masked';
import { type Ops, operatorsOf } from './support/ops';
import { airtime, buy, data, numberOf, PRODUCTS, type Product, postpaid, prepaid } from './support/products';
import { expectEachSentOnce } from './support/webhooks';
import { whileWorkerPaused } from './support/worker';
import { DOCUMENTED_WINDOWS } from './support/world-with-purchases';

// A provider that is slower than the window of the client: specification 2.6, 5 and 8.

let world: World;
let ops: Ops;
/** Has windows of 1 s, and takes two synchronous purchases at a time. */
let hastyApi: ApiProcess;
let hasty: ApiClient;
/** An order that the provider leaves pending forever, bought at the beginning. */
let undecided: { ref: string; answer: ApiAnswer };
/** A lookup that nobody answers, begun at the beginning. */
let cutLookup: Promise<{ answer: ApiAnswer; tookMs: number }>;

beforeAll(async () => {
  world = await startWorld({ settings: DOCUMENTED_WINDOWS });
  ops = operatorsOf(world);
  await Promise.all([world.client.setWebhook(world.receiver.url), ops('catalogue', 'sync')]);
  const askedAt = performance.now();
  const silent = { product_type: 'dstv', smartcard_number: numberOf('05') };
  cutLookup = world.client
    .call('POST', '/v1/cabletv/verify', silent)
    .then((answer) => ({ answer, tookMs: performance.now() - askedAt }));
  hastyApi = await world.addApi({ PURCHASE_WAIT_MS: '1000', SYNC_WAIT_MS: '1000', SYNC_CONCURRENCY: '2' });
  hasty = world.clientOf(hastyApi);
  const ref = randomUUID();
  undecided = { ref, answer: await buy(hasty, airtime, ref, numberOf('04')) };
});
afterAll(() => world?.stop());

const statusOf = async (ref: string) => (await world.client.status(ref)).status;
const untilStatus = (ref: string, status: string) =>
  eventually(
    () => world.purchase(ref),
    (row) => row?.status === status,
  );

describe('a window that ends takes the purchase with it', () => {
  test.each([
    ['the window of airtime and data is 15 s', { PURCHASE_WAIT_MS: '15000' }],
    ['the window of cable TV and electricity is 30 s', { SYNC_WAIT_MS: '30000' }],
    ['an unsent purchase is given up after 30 min', { START_DEADLINE_MS: '1800000' }],
  ])('specification 5.3, 8: by default, %s', (_what, defaults) => {
    expect(publishedDefaults()).toMatchObject(defaults);
  });

  test('specification 5.1: 202 while initiated or pending, 200 after a success, 424 after a failure', async () => {
    const [ref, rejected] = [randomUUID(), randomUUID()];
    expect((await buy(world.client, data, rejected, numberOf('01'))).status).toBe(424);
    const bought = buy(hasty, airtime, ref, numberOf('00', 2));
    await untilStatus(ref, 'initiated');
    const statuses = [await statusOf(ref), (await bought).status, await statusOf(ref)];
    await untilStatus(ref, 'success');
    expect([...statuses, await statusOf(ref), await statusOf(rejected)]).toEqual([202, 202, 202, 200, 424]);
  });

  test('specification 5.3: a synchronous purchase returns 202 when its window ends; its call goes on', async () => {
    const ref = randomUUID();
    expect(await buy(hasty, prepaid, ref, numberOf('00', 3))).toMatchObject({
      status: 202,
      body: { status: 'pending', data: { token: '' } },
    });
    const row = await untilStatus(ref, 'success');
    expect(row).toMatchObject({ sends: 1, checks: 0 }); // by its own answer, without a requery
    expect((await world.client.status(ref)).body.data).toMatchObject({ token: expect.stringMatching(/^\d{20}$/) });
  });

  test('specification 2.7: a client that hangs up changes nothing about its purchase', async () => {
    const buyAndHangUp = async (product: Product) => {
      const [ref, hangUp] = [randomUUID(), new AbortController()];
      const body = { ...product.body(numberOf('00', 1), product.naira), request_ref: ref };
      const answer = world.client.call('POST', product.path, body, hangUp.signal).catch(() => 'hung up');
      await eventually(
        () => world.purchase(ref),
        (row) => row?.sends === 1,
      );
      hangUp.abort();
      expect(await answer).toBe('hung up');
      await untilStatus(ref, 'success');
    };
    await Promise.all(PRODUCTS.map(buyAndHangUp));
  });

  test('specification 2.1: an open purchase of an account that is suspended is still delivered', async () => {
    const account = await world.addAccount(1_000);
    const ref = randomUUID();
    const bought = buy(world.clientOf(hastyApi, account), airtime, ref, numberOf('00', 2));
    await eventually(
      () => world.purchase(ref),
      (row) => row?.sends === 1,
    );
    await ops('account', 'suspend', '--account', account.liveId); // a test account follows its live one
    await eventually(
      () => world.clientFor(account).balance(),
      ({ status }) => status === 401,
    );
    expect((await bought).status).toBe(202);
    await untilStatus(ref, 'success');
  });
});

describe('a slow provider stops the service', () => {
  test('specification 2.6: overload returns 429 and Retry-After before a debit; the reference stays free', async () => {
    const filling = Array.from({ length: 2 }, () => buy(hasty, postpaid, randomUUID(), numberOf('00', 2)));
    const refs = Array.from({ length: 4 }, () => randomUUID());
    const accepted = () => world.sql('SELECT FROM purchase WHERE request_ref = ANY ($1)', [refs]);
    const openAtProvider = () =>
      world.sql(
        "SELECT FROM purchase WHERE recipient = $1 AND product_type = 'ELECTRICITY' AND sends = 1 AND final_at IS NULL",
        [numberOf('00', 2)],
      );
    await eventually(openAtProvider, (open) => open.length === 2);
    const answers = await Promise.all(refs.map((ref) => buy(hasty, postpaid, ref)));
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
    for (const { headers, body } of answers) {
      expect(body).toEqual({ status: 'error', message: expect.stringContaining('Nothing was debited') });
      expect(headers['retry-after']).toMatch(/^\d+$/);
    }
    expect(await accepted()).toEqual([]);
    await Promise.all(filling);
    expect((await buy(world.client, postpaid, refs[0] ?? '')).status).toBe(200);
  });

  test('specification 5.3: a lookup that the provider does not answer returns 500 after 10 s', async () => {
    const { answer, tookMs } = await cutLookup;
    expect(answer).toMatchObject({ status: 500, body: { status: 'error' } });
    expect(tookMs).toBeGreaterThanOrEqual(9_900);
  });
});

describe('money is given back, or kept, by a guess', () => {
  test('specification 5.5: an unknown outcome is never refunded; after 24 h an operator decides', async () => {
    expect(publishedDefaults().REQUERY_SCHEDULE).toMatch(/^5s,15s,.*,24h$/);
    const { ref, answer } = undecided;
    expect(answer.status).toBe(202);
    const row = await eventually(
      () => world.purchase(ref),
      (purchase) => purchase?.needs_review === true,
      15_000,
    );
    expect(row).toMatchObject({ status: 'pending', next_check_at: null });
    expect(await ledgerEntriesOf(world, ref)).toEqual(['debit -10000']);
    const reviews = (await ops<{ reference: string }[]>('purchase', 'review')).map(({ reference }) => reference);
    expect(reviews).toEqual(world.mode === 'live' ? [ref] : []); // test money is not the operators' concern
  });

  test('specification 5.6, 5.7: an unsent purchase that is given up is refunded, 424, with a failed event', async () => {
    const ref = randomUUID();
    await whileWorkerPaused(world, async () => {
      expect((await buy(hasty, data, ref)).status).toBe(202);
      await ops('purchase', 'settle', ref, '--refund', '--note', 'no worker is running');
    });
    expect(await world.purchase(ref)).toMatchObject({ status: 'refunded', sends: 0 });
    expect(await ledgerEntriesOf(world, ref)).toEqual(['debit -11000', 'refund 11000']);
    expect(await storedEventsOf(world, ref)).toMatchObject([{ event: 'data.purchase.failed', status: 'failed' }]);
    expect(await world.client.status(ref)).toMatchObject({ status: 424, body: { status: 'failed' } });
  });

  test('every purchase is accounted for, and the logs contain no number, token or key', async () => {
    expectEachSentOnce([world.receiver]);
    await expectConsistent(world);
    await expectLogsMasked(world);
  });
});
