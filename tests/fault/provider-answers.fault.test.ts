import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type ApiProcess, eventually, SELF_SIGNED, startWorld, type WorkerProcess, type World } from '@topup/testkit';
import { entriesOf } from '../journey/support/books';
import { type Customer, first, newCustomer } from './customer';
import { type End, endWorld, expectEnd, finalRow } from './expect-end';
import { cases } from './form';
import { kill, requeries } from './processes';

const late = (delivered: boolean): End =>
  delivered
    ? { status: 'success', cause: 'provider_delivered', vends: 1, events: ['pending', 'success'] }
    : { status: 'failed', cause: 'provider_never_had_it', vends: 0, events: ['pending', 'failed'] };

/** What stands in front of the provider does with an order, or with its answer. */
type Answer = (response: ServerResponse) => void;

const json = { 'content-type': 'application/json' };
const retry = { ...json, 'retry-after': '1' };

describe('what stands in front of the provider answers in its place', () => {
  /** By the phone of the order. */
  const rules = new Map<string, { delivers: boolean; answer: Answer }>();
  const orders: string[] = [];
  let front: Server;
  let world: World;
  let worker: WorkerProcess;
  beforeAll(async () => {
    front = createServer(async (request, response) => {
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
    await once(front, 'listening');
    world = await startWorld({
      workers: 0,
      settings: { PURCHASE_WAIT_MS: '1000', REQUERY_SCHEDULE: '1500ms,2s,3s,4s,6s,8s' },
    });
    worker = await world.addWorker({ VTPASS_BASE_URL: `http://127.0.0.1:${portOf(front)}/api` });
  });
  afterAll(async () => {
    await endWorld(world);
    front?.close();
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

  test('customers would be refunded for what they got, or sent it twice: of an order that met any of these, only a requery is believed', async () => {
    // code 000 is a sign of the order: nothing but its delivery, or a person, ends it then
    const all = answers.flatMap(([name, answer]) =>
      (name === 'an unknown status' ? [true] : [true, false]).map((delivers) => ({ name, answer, delivers })),
    );
    const customers: ((typeof all)[number] & { customer: Customer })[] = [];
    for (const each of all) customers.push({ ...each, customer: await newCustomer(world) });
    const met = await Promise.all(
      customers.map(async ({ customer, answer, delivers }) => {
        rules.set(customer.recipient, { answer, delivers });
        return { customer, delivers, told: await customer.buy() };
      }),
    );
    expect(met.map(({ told }) => told.status)).toEqual(met.map(() => 202));
    for (const { customer, delivers } of met) {
      const { id } = await expectEnd(world, customer, late(delivers));
      expect(orders.filter((phone) => phone === customer.recipient)).toHaveLength(1); // a 429 is not asked for more
      expect(new Set(requeries(worker, id))).toEqual(new Set([delivers ? 'delivered' : 'missing']));
    }
  });
});

describe('the provider cannot be spoken to', () => {
  let world: World;
  beforeAll(async () => {
    // time enough to hear why, also from this very process when it is busy
    world = await startWorld({
      workers: 0,
      settings: { PURCHASE_WAIT_MS: '20000', PROVIDER_TIMEOUT_MS: '6000', LEASE_MS: '8000' },
    });
  });
  afterAll(() => endWorld(world));

  test.each(
    cases<[string, string, () => Promise<{ url: string; close(): void }>]>(
      [
        'has no address',
        'EAI_AGAIN|ENOTFOUND',
        async () => ({ url: 'http://nowhere.invalid', close: () => undefined }),
      ],
      ['does not finish the TLS handshake', 'the deadline', async () => listening(createTcpServer(() => undefined))],
      [
        'shows a certificate that nobody vouches for',
        'DEPTH_ZERO_SELF_SIGNED_CERT',
        async () => listening(createTlsServer(SELF_SIGNED)),
      ],
    ),
  )(
    'it %s: a client would wait for an order that provably never left; it is refunded within its window',
    async (_, reason, start) => {
      const { url, close } = await start();
      const worker = await world.addWorker({ VTPASS_BASE_URL: url });
      try {
        const customer = await newCustomer(world);
        expect(await customer.buy()).toMatchObject({ status: 424 });
        const [sent] = worker.logs('sent');
        expect(sent).toMatchObject({ outcome: 'unsent', reason: expect.stringMatching(reason) });
        await expectEnd(world, customer, {
          status: 'failed',
          cause: 'provider_unreachable',
          vends: 0,
          events: ['failed'],
        });
      } finally {
        await kill(worker);
        close();
      }
    },
  );
});

describe('the provider is late', () => {
  const SECRET = 'callback-secret-of-this-test';
  let world: World;
  let patient: ApiProcess;
  beforeAll(async () => {
    const settings = {
      VTPASS_CALLBACK_SECRET: SECRET,
      PURCHASE_WAIT_MS: '1400',
      PROVIDER_TIMEOUT_MS: '4000',
      LEASE_MS: '5400',
    };
    world = await startWorld({ throughProxies: true, settings, sandboxSettings: { SANDBOX_VENDS_EVERY_POST: 'true' } });
    patient = await world.addApi({ PURCHASE_WAIT_MS: '10000' });
  });
  afterAll(() => endWorld(world));

  test('a little before the window ends, a little after, or with it: a client would be told two things; it is told one, and the rest by webhook', async () => {
    const withIt = await world.addApi({ PURCHASE_WAIT_MS: '2020' });
    const buyers: { customer: Customer; api: ApiProcess }[] = [];
    for (const api of [patient, first(world.apis), ...Array.from({ length: 6 }, () => withIt)])
      buyers.push({ customer: await newCustomer(world, { outcome: '0002' }), api });
    const told = await Promise.all(
      buyers.map(async ({ customer, api }) => ({ customer, status: (await customer.buy(api)).status })),
    );
    expect(told.slice(0, 2).map(({ status }) => status)).toEqual([200, 202]);
    for (const { customer, status } of told) {
      expect([200, 202]).toContain(status);
      await expectEnd(world, customer, {
        ...late(true),
        events: status === 200 ? ['success'] : ['pending', 'success'],
      });
    }
  });

  test('its callback comes before its answer, and ten times: each would settle the purchase, or tell its client again; one does', async () => {
    const customer = await newCustomer(world);
    const hold = world.link('worker-provider').holdReplyAfter('POST /api/pay');
    const bought = customer.buy(patient);
    await hold.answered;
    await tenCallbacks(customer);
    world.link('worker-provider').release();
    expect(await bought).toMatchObject({ status: 200 });
    const row = await finalRow(world, customer.ref);
    await tenCallbacks(customer);
    expect(await expectEnd(world, customer, { ...late(true), events: ['success'] })).toEqual(row);
  });

  test('an order was lost for so long that it was refunded, and arrives after all: nobody would notice what was given away; a person is asked, and no money moves', async () => {
    const customer = await newCustomer(world);
    world.link('worker-provider').cut(); // the provider would close a connection that has been used before, and the order with it
    const hold = world.link('worker-provider').holdRequestsWith('POST /api/pay');
    const bought = customer.buy();
    await hold.fired;
    expect(await bought).toMatchObject({ status: 202 });
    await expectEnd(world, customer, late(false));

    world.link('worker-provider').release();
    await eventually(world.ledger, ({ deliveries }) =>
      deliveries.some(({ recipient }) => recipient === customer.recipient),
    );
    await tenCallbacks(customer);

    const row = await eventually(
      () => world.purchase(customer.ref),
      (purchase) => purchase?.needs_review === true,
    );
    expect(row).toMatchObject({ status: 'failed', cause: 'provider_never_had_it' });
    expect(await entriesOf(world, customer.ref)).toEqual(['debit -10000', 'refund 10000']);
    expect(
      first(world.apis)
        .logs()
        .filter(({ alert }) => alert === 'contradiction'),
    ).not.toEqual([]);
    expect(await customer.client().status(customer.ref)).toMatchObject({ status: 424 });
  });

  /** At once, as from a provider that got no answer to the first. Those beyond what an api can ask about at a time are told to come again. */
  async function tenCallbacks({ ref }: Customer): Promise<void> {
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
