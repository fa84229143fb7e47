import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type ApiProcess, eventually, SELF_SIGNED, startWorld, type WorkerProcess, type World } from '@topup/testkit';
import { ledgerEntriesOf } from '../journey/support/books';
import { type Buyer, first, newBuyer } from './buyer';
import { denied, type ExpectedEnd, expectEnd, finalRow, sold, verifyAndStop } from './expect-end';
import { kill, requeries } from './processes';

const late = (delivered: boolean): ExpectedEnd =>
  delivered ? sold('pending', 'success') : denied('pending', 'failed');

/** How a proxy in front of the provider answers an order. */
type Answer = (response: ServerResponse) => void;

const json = { 'content-type': 'application/json' };
const retry = { ...json, 'retry-after': '1' };

describe('a proxy’s answer is taken for the provider’s', () => {
  /** By phone number of the order. */
  const rules = new Map<string, { delivers: boolean; answer: Answer }>();
  const orders: string[] = [];
  let proxy: Server;
  let world: World;
  let worker: WorkerProcess;
  beforeAll(async () => {
    proxy = createServer(async (request, response) => {
      const body = await buffer(request);
      const pay = request.url?.endsWith('/pay') === true;
      const { phone } = pay ? JSON.parse(body.toString()) : { phone: '' };
      if (pay) orders.push(phone);
      const rule = rules.get(phone);
      if (rule && !rule.delivers) return rule.answer(response);
      const { method = 'GET', headers } = request;
      const passed = Object.fromEntries(
        ['api-key', 'public-key', 'secret-key', 'content-type'].map((name) => [name, `${headers[name] ?? ''}`]),
      );
      const answer = await fetch(`${world.sandbox.url}${request.url}`, {
        method,
        headers: passed,
        ...(body.length > 0 && { body: new Uint8Array(body) }),
      });
      if (rule) return rule.answer(response);
      response.writeHead(answer.status, json).end(await answer.text());
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    world = await startWorld({
      workers: 0,
      settings: { PURCHASE_WAIT_MS: '1000', REQUERY_SCHEDULE: '1500ms,2s,3s,4s,6s,8s,20s' },
    });
    worker = await world.addWorker({ VTPASS_BASE_URL: `http://127.0.0.1:${portOf(proxy)}/api` });
  });
  afterAll(async () => {
    await verifyAndStop(world);
    proxy?.close();
  });

  const answers: [string, Answer][] = [
    ['too many requests', (response) => response.writeHead(429, retry).end('{"code":"429"}')],
    ['unavailable', (response) => response.writeHead(503, retry).end('{}')],
    ['a bad gateway', (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<html>502</html>')],
    ['nothing, with a good status', (response) => response.writeHead(200, json).end()],
    ['a redirect', (response) => response.writeHead(307, { location: '/api/pay' }).end()],
    [
      'other types than promised',
      (response) => response.writeHead(200, json).end('{"code":["016"],"content":[["failed"]]}'),
    ],
    [
      'an unknown status',
      (response) => response.writeHead(200, json).end('{"code":"000","content":{"transactions":{"status":"wobbly"}}}'),
    ],
  ];

  // fault V7: on the send
  // fault V8: on the send
  // fault V9: on the send
  // fault V12: on the send
  test('only a requery decides an order with such an answer, and it is sent once', async () => {
    // code 000 shows the order: only its delivery, or an operator, makes it final
    const all = answers.flatMap(([name, answer]) =>
      (name === 'an unknown status' ? [true] : [true, false]).map((delivers) => ({ name, answer, delivers })),
    );
    const buyers: ((typeof all)[number] & { buyer: Buyer })[] = [];
    for (const each of all) buyers.push({ ...each, buyer: await newBuyer(world) });
    const met = await Promise.all(
      buyers.map(async ({ buyer, answer, delivers }) => {
        rules.set(buyer.recipient, { answer, delivers });
        return { buyer, delivers, answered: await buyer.buy() };
      }),
    );
    expect(met.map(({ answered }) => answered.status)).toEqual(met.map(() => 202));
    for (const { buyer, delivers } of met) {
      const { id } = await expectEnd(world, buyer, late(delivers));
      expect(orders.filter((phone) => phone === buyer.recipient)).toHaveLength(1); // a 429 is not asked for more
      expect(new Set(requeries(worker, id))).toEqual(new Set([delivers ? 'delivered' : 'missing']));
    }
  });
});

describe('an order that never left waits for the provider', () => {
  let world: World;
  beforeAll(async () => {
    // enough time to learn the reason, even when this process is busy
    world = await startWorld({
      workers: 0,
      settings: { PURCHASE_WAIT_MS: '20000', PROVIDER_TIMEOUT_MS: '6000' },
    });
  });
  afterAll(() => verifyAndStop(world));

  // fault V2: on the send
  // fault V3: on the send
  test.each<[string, string, () => Promise<{ url: string; close(): void }>]>([
    ['has no address', 'EAI_AGAIN|ENOTFOUND', async () => ({ url: 'http://nowhere.invalid', close: () => undefined })],
    ['does not finish the TLS handshake', 'the deadline', async () => listening(createTcpServer(() => undefined))],
    [
      'has an untrusted certificate',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      async () => listening(createTlsServer(SELF_SIGNED)),
    ],
  ])('when the provider %s, the order is refunded within the window', async (_, reason, start) => {
    const { url, close } = await start();
    const worker = await world.addWorker({ VTPASS_BASE_URL: url });
    try {
      const buyer = await newBuyer(world);
      expect(await buyer.buy()).toMatchObject({ status: 424 });
      const [sent] = worker.logs('sent');
      expect(sent).toMatchObject({ outcome: 'unsent', reason: expect.stringMatching(reason) });
      await expectEnd(world, buyer, {
        status: 'failed',
        cause: 'provider_unreachable',
        vends: 0,
        events: ['failed'],
      });
    } finally {
      await kill(worker);
      close();
    }
  });
});

describe('a late answer of the provider reaches the client twice, or is lost', () => {
  const SECRET = 'callback-secret-of-this-test';
  let world: World;
  let patient: ApiProcess;
  beforeAll(async () => {
    const settings = {
      VTPASS_CALLBACK_SECRET: SECRET,
      PURCHASE_WAIT_MS: '1400',
      PROVIDER_TIMEOUT_MS: '4000',
    };
    world = await startWorld({ throughProxies: true, settings, sandboxSettings: { SANDBOX_VENDS_EVERY_POST: 'true' } });
    patient = await world.addApi({ PURCHASE_WAIT_MS: '10000' });
  });
  afterAll(() => verifyAndStop(world));

  // fault V14: on the send
  test('the answer of a purchase is final or pending, and the rest comes by webhook, once', async () => {
    const withIt = await world.addApi({ PURCHASE_WAIT_MS: '2020' });
    const buyers: { buyer: Buyer; api: ApiProcess }[] = [];
    for (const api of [patient, first(world.apis), ...Array.from({ length: 6 }, () => withIt)])
      buyers.push({ buyer: await newBuyer(world, { outcome: '0002' }), api });
    const answered = await Promise.all(
      buyers.map(async ({ buyer, api }) => ({ buyer, status: (await buyer.buy(api)).status })),
    );
    expect(answered.slice(0, 2).map(({ status }) => status)).toEqual([200, 202]);
    for (const { buyer, status } of answered) {
      expect([200, 202]).toContain(status);
      await expectEnd(world, buyer, {
        ...late(true),
        events: status === 200 ? ['success'] : ['pending', 'success'],
      });
    }
  });

  // fault V16: on the send, on a requery
  // fault V17: on the send, on a requery
  test('ten callbacks before the answer, and ten after, settle and announce a purchase once', async () => {
    const buyer = await newBuyer(world);
    const hold = world.link('worker-provider').holdReplyAfter('POST /api/pay');
    const bought = buyer.buy(patient);
    await hold.answered;
    await tenCallbacks(buyer);
    world.link('worker-provider').release();
    expect(await bought).toMatchObject({ status: 200 });
    const row = await finalRow(world, buyer.ref);
    await tenCallbacks(buyer);
    expect(await expectEnd(world, buyer, { ...late(true), events: ['success'] })).toEqual(row);
  });

  // fault V19: on the send, on a requery
  test('an order that arrives after its refund is put under review, and no money moves', async () => {
    const buyer = await newBuyer(world);
    // the provider would close a connection that has been used before, and the order with it
    world.link('worker-provider').cut();
    const hold = world.link('worker-provider').holdRequestsWith('POST /api/pay');
    const bought = buyer.buy();
    await hold.fired;
    expect(await bought).toMatchObject({ status: 202 });
    await expectEnd(world, buyer, late(false));

    world.link('worker-provider').release();
    await eventually(world.ledger, ({ deliveries }) =>
      deliveries.some(({ recipient }) => recipient === buyer.recipient),
    );
    await tenCallbacks(buyer);

    const row = await eventually(
      () => world.purchase(buyer.ref),
      (purchase) => purchase?.needs_review === true,
    );
    expect(row).toMatchObject({ status: 'failed', cause: 'provider_never_had_it' });
    expect(await ledgerEntriesOf(world, buyer.ref)).toEqual(['debit -10000', 'refund 10000']);
    // it is logged after the commit
    await eventually(
      () => first(world.apis).logs(),
      (logs) => logs.some(({ alert }) => alert === 'contradiction'),
    );
    expect(await buyer.client().status(buyer.ref)).toMatchObject({ status: 424 });
  });

  /** Sends ten callbacks at once. An api returns 429 to those above its limit. */
  async function tenCallbacks({ ref }: Buyer): Promise<void> {
    const requestId = (await world.purchase(ref))?.provider_ref;
    const body = JSON.stringify({
      type: 'transaction-update',
      data: { requestId, code: '000', content: { transactions: { status: 'delivered' } } },
    });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        fetch(`${first(world.apis).url}/callbacks/vtpass/${SECRET}`, { method: 'POST', headers: json, body }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  }
});

async function listening(server: ReturnType<typeof createTcpServer>): Promise<{ url: string; close(): void }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `https://127.0.0.1:${portOf(server)}`, close: () => void server.close() };
}

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
