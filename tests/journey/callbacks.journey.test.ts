import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type ApiAnswer, eventually, startWorld, type World } from '@topup/testkit';
import { expectConsistent, ledgerEntriesOf, providerRecordOf } from './support/books';
import { expectLogsMasked } from './support/expect-masked';
import { type Ops, operatorsOf } from './support/ops';
import { airtime, buy, numberOf, PRODUCTS, type Product } from './support/products';
import { settleAtProvider } from './support/sandbox';
import { eventsOf } from './support/webhooks';

const SECRET = 'callback-secret-of-this-test';

let world: World;
let ops: Ops;
let forwarder: Server;
/** Where `forwarder` sends callbacks. The sandbox needs its address before the api has a port. */
let apiUrl = '';
const bought = new Map<string, { ref: string; answer: ApiAnswer }>();

/** Orders that the provider leaves open until its staff delivers or reverses them. */
const cases = PRODUCTS.flatMap((product) => [
  { product, status: 'delivered', number: '04', state: 'success', http: 200 } as const,
  { product, status: 'reversed', number: '04', state: 'failed', http: 424 } as const,
  { product, status: 'reversed', number: '05', state: 'failed', http: 424 } as const,
]);
const keyOf = ({ product, status, number }: { product: Product; status: string; number: string }) =>
  `${product.title} ${number} ${status}`;

beforeAll(async () => {
  forwarder = createServer(async (request, response) => {
    const answer = await fetch(`${apiUrl}/callbacks/vtpass/${SECRET}`, {
      method: 'POST',
      headers: { 'content-type': request.headers['content-type'] ?? '' },
      body: new Uint8Array(await buffer(request)),
    });
    response.writeHead(answer.status).end(await answer.text());
  }).listen(0, '127.0.0.1');
  await once(forwarder, 'listening');
  const { port } = forwarder.address() as AddressInfo;
  world = await startWorld({
    settings: {
      VTPASS_CALLBACK_SECRET: SECRET,
      REQUERY_SCHEDULE: '1h',
      PURCHASE_WAIT_MS: '1500',
      PROVIDER_TIMEOUT_MS: '1200',
    },
    sandboxSettings: { SANDBOX_CALLBACK_URL: `http://127.0.0.1:${port}` },
  });
  apiUrl = world.apis[0]?.url ?? '';
  ops = operatorsOf(world);
  await Promise.all([world.client.setWebhook(world.receiver.url), ops('catalogue', 'sync')]);
  const buyOne = async (each: (typeof cases)[number]) => {
    const ref = randomUUID();
    bought.set(keyOf(each), { ref, answer: await buy(world.client, each.product, ref, numberOf(each.number)) });
  };
  await Promise.all(cases.map(buyOne));
});
afterAll(async () => {
  await world?.stop();
  forwarder?.close();
});

describe('a purchase waits an hour although the provider has reported its outcome', () => {
  test.each(cases)(
    '$product.title: a callback of $status causes a requery, and it is $state ($number)',
    async (row) => {
      const { product, status, state, http } = row;
      const { ref, answer } = bought.get(keyOf(row)) ?? { ref: '' };
      expect(answer?.status).toBe(202);
      const open = await eventually(
        () => world.purchase(ref),
        (purchase) => purchase?.claim_expires_at === null,
      );
      expect(open).toMatchObject({ status: 'pending', checks: 0 });

      expect(await settleAtProvider(world, open?.provider_ref, status)).toBe('answered');
      const settled = await eventually(
        () => world.purchase(ref),
        (purchase) => purchase?.status === state,
      );
      expect(settled).toMatchObject({ sends: 1, needs_review: false });
      expect(await world.client.status(ref)).toMatchObject({ status: http });
      const kobo = product.naira * 100;
      expect(await ledgerEntriesOf(world, ref)).toEqual(
        state === 'failed' ? [`debit -${kobo}`, `refund ${kobo}`] : [`debit -${kobo}`],
      );
      if (!product.synchronous) {
        const last = `${product.productType.toLowerCase()}.purchase.${state}`;
        await world.receiver.waitFor(({ body }) => body?.reference === ref && body.event === last);
      }
    },
  );
});

describe('a callback moves money', () => {
  // fault V18: on the send, on a requery
  test('a success that the provider reverses goes to review, and an operator decides', async () => {
    const ref = randomUUID();
    expect((await buy(world.client, airtime, ref)).status).toBe(200);
    const { provider_ref } = (await world.purchase(ref)) ?? {};
    await settleAtProvider(world, provider_ref, 'reversed');
    await eventually(
      () => world.purchase(ref),
      (purchase) => purchase?.needs_review === true,
    );
    expect(await world.client.status(ref)).toMatchObject({ status: 200 });
    expect(await ledgerEntriesOf(world, ref)).toEqual(['debit -10000']);
    expect(world.apis.flatMap((api) => api.logs()).filter(({ alert }) => alert === 'contradiction')).toHaveLength(1);
    const waiting = await ops<{ reference: string; reason: string }[]>('purchase', 'review');
    expect(waiting).toEqual([
      expect.objectContaining({ reference: ref, status: 'success', reason: expect.stringContaining('reversed') }),
    ]);

    await world.sql(`UPDATE money_rule SET approvals = 'off'`); // it was delivered
    await ops('purchase', 'settle', ref, '--refund', '--note', 'VTpass reversed it');
    expect(await world.client.status(ref)).toMatchObject({ status: 424, body: { status: 'failed' } });
    expect(await ops('purchase', 'review')).toEqual([]);
    await world.receiver.waitFor(({ body }) => body?.reference === ref && body.status === 'refunded');
    const failed = await world.receiver.waitFor(
      ({ body }) => body?.reference === ref && body.event === 'airtime.purchase.failed',
    );
    expect(failed.body).toMatchObject({
      status: 'failed',
      details: 'Airtime purchase was reversed after it was successful. Your wallet has been refunded.',
    });
    expect(eventsOf(world.receiver, ref).filter((event) => event.startsWith('airtime'))).toEqual([
      'airtime.purchase.success success',
      'airtime.purchase.failed failed',
    ]);
  });

  test('a callback without the secret is declined, and a false one changes nothing', async () => {
    const ref = randomUUID();
    expect((await buy(world.client, airtime, ref)).status).toBe(200);
    const row = await world.purchase(ref);
    const lie = {
      type: 'transaction-update',
      data: {
        code: '040',
        requestId: row?.provider_ref,
        content: { transactions: { status: 'reversed' } },
        response_description: 'REVERSED',
      },
    };
    const send = (secret: string, body: unknown) => world.client.call('POST', `/callbacks/vtpass/${secret}`, body);
    expect((await send('callback-secret-of-another', lie)).status).toBe(404);
    expect((await send(SECRET, { type: 'something-else' })).status).toBe(400);
    expect((await world.client.call('POST', `/Callbacks/VTpass/${SECRET}`, {})).status).toBe(400);
    const asked = () =>
      world.apis.flatMap((api) => api.logs('requeried')).filter(({ purchase }) => purchase === row?.id);
    expect(asked()).toEqual([]);
    expect(await send(SECRET, lie)).toMatchObject({ status: 200, body: { response: 'success' } });
    expect(await eventually(asked, (lines) => lines.length === 1)).toMatchObject([{ outcome: 'delivered' }]);
    expect(await world.purchase(ref)).toMatchObject({ status: 'success', needs_review: false });
    expect(await providerRecordOf(world, row?.provider_ref)).toEqual({ posts: ['delivered'], vends: 1 });
  });

  test('everything adds up, and the logs contain neither the secret nor a number', async () => {
    await expectConsistent(world);
    await expectLogsMasked(world, SECRET);
  });
});
