import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { modes } from '@topup/core/account';
import { eventually, exampleOrders, startWorld, type World } from '@topup/testkit';
import { operatorsOf } from './support/ops';
import { airtime, cable, data, numberOf, type Product, postpaid, prepaid } from './support/products';

// Each documented body, byte for byte, as the service sent it before a tier could have a discount (commit 5c3d8e22).
// RECORD_BODIES=1 writes the file anew, for an addition that the specification names.

const FILE = path.join(__dirname, 'support/recorded-bodies.json');

type Call = [method: 'GET' | 'POST', path: string, body?: unknown];
/** The request, and the answer to it: its status and its text. */
type Recorded = { mode: string; request: string; answer: string };

const order = (product: Product, request_ref: string, recipient: string, changes: object = {}): Call => [
  'POST',
  product.path,
  { ...product.body(recipient, product.naira), request_ref, ...changes },
];
const status = (request_ref: string): Call => ['POST', '/v1/transaction/status', { request_ref }];
const [DELIVERED, REJECTED, PENDING] = ['08031234567', numberOf('01'), numberOf('04')];
const { smartcard_number } = exampleOrders.CABLE_TV.body;
const { disco, meter_number, meter_type } = exampleOrders.ELECTRICITY.body;

const MONEY = 30_000;
/** A busy machine must not turn a delivery into a pending purchase. */
const WAITS = { PURCHASE_WAIT_MS: '5000', SYNC_WAIT_MS: '8000', PROVIDER_TIMEOUT_MS: '4000' };

/** Every outcome of every product, and a body of each endpoint. In their order: the lists show it. */
const CALLS: readonly Call[] = [
  ...[airtime, data, cable, prepaid, postpaid].flatMap((product): Call[] => {
    const ref = product.title.replaceAll(' ', '-');
    return [
      order(product, `${ref}-1`, DELIVERED),
      order(product, `${ref}-2`, REJECTED),
      order(product, `${ref}-3`, PENDING),
      order(product, `${ref}-1`, DELIVERED),
      order(product, `${ref}-4`, '1234'),
      ...[1, 2, 3].map((n) => status(`${ref}-${n}`)),
    ];
  }),
  order(prepaid, 'kct-1', DELIVERED, { meter_number: '4501234577702' }),
  order(prepaid, 'kct-2', DELIVERED, { meter_number: '4501234577709' }),
  status('kct-1'),
  order(airtime, 'poor-1', DELIVERED, { amount: '50000' }),
  order(data, 'no-plan', DELIVERED, { plan_id: 'nothing' }),
  order(data, 'no-price', DELIVERED, { expected_price: '1' }),
  order(cable, 'no-package', DELIVERED, { package_code: 'nothing' }),
  order(cable, 'no-amount', DELIVERED, { amount: 1 }),
  order(airtime, 'no-amount', DELIVERED, { amount: 9 }),
  status('nobody'),
  ['POST', '/v1/transaction/status', {}],
  ['POST', '/v1/cabletv/variations', { product_type: 'gotv' }],
  ['POST', '/v1/cabletv/verify', { product_type: 'gotv', smartcard_number }],
  ['POST', '/v1/cabletv/verify', { product_type: 'gotv', smartcard_number: numberOf('15') }],
  ['POST', '/v1/electricity/verify', { disco, meter_number, meter_type }],
  ['POST', '/v1/electricity/verify', { disco, meter_number: '4501234577709', meter_type }],
  ['POST', '/v1/electricity/verify', { disco, meter_number: '4501234599999', meter_type }],
  ['GET', '/v1/data/plans'],
  ['GET', '/v1/wallet/balance'],
  ['GET', '/v1/webhook/get'],
  ['GET', '/v1/transactions?limit=100'],
  ['GET', '/v1/transactions?status=failed&product=ELECTRICITY&limit=1'],
  ['GET', '/v1/transactions?nothing=1'],
  ['GET', '/v1/wallet/entries?limit=100'],
  ['GET', '/v1/wallet/entries?kind=refund'],
  ['GET', '/v1/nothing'],
  ['POST', '/v1/wallet/balance'],
  ['POST', '/v1/webhook/set', { webhook_url: 'nowhere' }],
];

/** What differs from run to run. */
const VARIES: readonly [pattern: RegExp, instead: string][] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>'],
  [/\b[0-9a-f]{64}\b/g, '<hash>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>'],
  [/\b\d\d-[A-Z]{3}-\d\d\b/g, '<date>'],
  [/\b\d{20}\b/g, '<token>'],
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>'],
  [/"id":("?)\d+\1/g, '"id":$1<n>$1'],
  [/"next_cursor":"[^"]+"/g, '"next_cursor":"<cursor>"'],
];
const normalised = (text: string) => VARIES.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);

describe('a client that uses no discount gets another body than before there were any', () => {
  let world: World;
  let recorded: Recorded[];

  beforeAll(async () => {
    world = await startWorld({ mode: 'live', naira: MONEY, settings: WAITS });
    const ops = operatorsOf(world);
    await ops('catalogue', 'sync');
    const create = ['key', 'create', '--account', world.account.id, '--name', 'recorded', '--mode', 'test'];
    const { key } = await ops<{ key: string }>(...create);
    const each = modes.map((mode) => record(mode, mode === 'live' ? world.account.apiKey : key));
    recorded = [...(await Promise.all(each)).flat(), ...(await recordEvents())];
    if (process.env.RECORD_BODIES === '1') writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`);
  });
  afterAll(() => world?.stop());

  async function record(mode: string, apiKey: string): Promise<Recorded[]> {
    const answers: Recorded[] = [];
    const funding: Call = ['POST', '/v1/test/wallet/fund', { amount: MONEY }];
    const hook: Call = ['POST', '/v1/webhook/set', { webhook_url: world.receiver.url }];
    for (const [method, route, body] of [funding, hook, ...CALLS]) {
      const response = await fetch(`${world.apis[0]?.url}${route}`, {
        method,
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const request = normalised([method, route, body && JSON.stringify(body)].join(' ').trim());
      answers.push({ mode, request, answer: normalised(`${response.status} ${await response.text()}`) });
    }
    return answers;
  }

  async function recordEvents(): Promise<Recorded[]> {
    await eventually(
      () => world.sql('SELECT FROM webhook_event WHERE finished_at IS NULL'),
      (open) => open.length === 0,
      20_000,
    );
    const events = world.receiver.received.map(({ rawBody, headers }) => ({
      mode: String(headers['x-mode']),
      request: 'event',
      answer: normalised(rawBody),
    }));
    return events.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }

  test('every answer and event has the same bytes', () => {
    const before: Recorded[] = JSON.parse(readFileSync(FILE, 'utf8'));
    expect(recorded).toEqual(before);
    expect(recorded.filter(({ request }) => request === 'event').length).toBeGreaterThan(20);
  });
});
