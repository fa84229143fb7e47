import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { modes } from '@topup/core/account';
import type { ServiceReport } from '@topup/core/reporting';
import { dayInLagos } from '@topup/core/time';
import { freePort } from '@topup/embedded';
import {
  type ApiClient,
  createApiClient,
  eventually,
  type SandboxLedger,
  shortTimers,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@topup/testkit';
import { createBrowser } from './support/browser';
import { type LocalService, startLocal } from './support/local-service';
import { type Ops, operators } from './support/ops';
import { numberOf } from './support/products';

// A discount from end to end, what is earned with it, and the report of the same sales, in the service that `npm start`
// runs: specification 3.3, 3.4 and 4.19. Then what else a reseller asks of it on the first day.

const PORTS = ['API_PORT', 'API_OPS_PORT', 'WORKER_OPS_PORT', 'SANDBOX_PORT', 'DASHBOARD_PORT', 'DASHBOARD_OPS_PORT'];
const MTN = ['--tier', 'standard', '--product', 'airtime', '--service', 'mtn'];
const [DELIVERED, REJECTED] = ['08031234567', numberOf('01')];
/** 2.5 % of ₦100.01 are 250.025 kobo, rounded down to 250. */
const [AMOUNT, CHARGED] = ['100.01', '97.51'];

type Price = { product_type: string; service: string; discount_percent: string };
type Row = Record<string, string>;

let dataDir: string;
let settings: Record<string, string>;
let service: LocalService;
let receiver: WebhookReceiver;
let ops: Ops;
let demo: Record<'baseUrl' | 'apiKey' | 'testApiKey' | 'dashboardUrl', string> & { dashboardOperator: object };
/** By mode. */
let clients: Record<string, ApiClient>;

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'topup-discount-'));
  chmodSync(dataDir, 0o755); // when root runs the tests, Postgres runs as another user, who needs access
  const ports = await Promise.all(PORTS.map(() => freePort()));
  settings = { ...shortTimers(), PURCHASE_WAIT_MS: '15000', PROVIDER_TIMEOUT_MS: '6000', PROVIDERS: 'vtpass' };
  for (const [i, name] of PORTS.entries()) settings[name] = String(ports[i]);
  receiver = await startWebhookReceiver();
  service = await startLocal(dataDir, settings);
  ops = operators({ DATA_DIR: dataDir });
  demo = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8'));
  const { baseUrl, apiKey, testApiKey } = demo;
  clients = { live: createApiClient(baseUrl, apiKey), test: createApiClient(baseUrl, testApiKey) };
});
afterAll(async () => {
  await service?.killAll();
  await receiver?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const client = (mode: string) => clients[mode] as ApiClient;
const balanceOf = async (mode: string) => String((await client(mode).balance()).body.data?.balance);
const kobo = (naira = '') => Number(naira.replace('.', ''));
const listed = async (mode: string, list: string): Promise<Row[]> => {
  const { body } = await client(mode).call<Row[]>('GET', list);
  return body.data ?? [];
};
/** Waits until both keys read this discount on airtime of MTN, in percent. */
const untilPriced = (percent: string) =>
  eventually(
    () => Promise.all(modes.map((mode) => client(mode).call<Price[]>('GET', '/v1/prices'))),
    (answers) =>
      answers.every(({ body }) =>
        body.data?.some(({ service, discount_percent }) => service === 'mtn' && discount_percent === percent),
      ),
    2_000,
  );

describe('a reseller is charged the face value although their tier has a discount', () => {
  test('an operator sets it only up to the commission that the sales show', async () => {
    const set = (percent: string) => ops<object>('discount', 'set', ...MTN, '--percent', percent);
    await expect(set('2.5')).rejects.toThrow(
      /2\.50 % on mtn is below cost.*\b0\.00 % in the last 30 days, or nothing was sold\./,
    );
    const { body } = await client('live').buyAirtime({ ref: 'before', amount: 1_000 });
    expect(body.data).toEqual({ amount: '1000.00', network: 'mtn', phone: DELIVERED });
    await expect(set('3.51')).rejects.toThrow(/3\.51 % on mtn is below cost.*\b3\.50 %/);
    const effect = {
      commissionPercent: '3.50',
      sold: { face: '1000.00', marginBefore: '35.00', marginAfter: '10.00' },
    };
    expect(await set('2.5')).toMatchObject({ tier: 'standard', service: 'mtn', percent: '2.50', effect });
    expect(await ops('discount', 'list')).toEqual([
      { tier: 'standard', product: 'AIRTIME', service: 'mtn', percent: '2.50', belowCostAllowed: false },
    ]);
  });

  test('specification 4.19: both keys read it, and all that is sold is listed', async () => {
    const [live, test] = await untilPriced('2.50');
    expect(live?.body.data).toHaveLength(4 + 3 + 10 + 3);
    expect(test?.body).toEqual(live?.body);
    const others = live?.body.data?.filter(({ service }) => service !== 'mtn') ?? [];
    expect(new Set(others.map(({ discount_percent }) => discount_percent))).toEqual(new Set(['0.00']));
  });

  test.each(modes)('with a %s key a purchase costs less, and the event has the face value', async (mode) => {
    await client(mode).setWebhook(receiver.url);
    const before = await balanceOf(mode);
    const { status, body } = await client(mode).buyAirtime({ ref: 'sold', amount: AMOUNT });
    expect([status, body.data]).toEqual([200, { amount: AMOUNT, charged: CHARGED, network: 'mtn', phone: DELIVERED }]);
    expect(kobo(before) - kobo(await balanceOf(mode))).toBe(kobo(CHARGED));
    const event = await receiver.waitFor(
      ({ headers, body }) => headers['x-mode'] === mode && body?.event === 'airtime.purchase.success',
    );
    expect(event.body).toMatchObject({ reference: 'sold', amount: AMOUNT });
    expect(Object.keys(event.body ?? {})).toHaveLength(8);
  });

  test.each(modes)('with a %s key a failed purchase gives back exactly the charge', async (mode) => {
    const before = await balanceOf(mode);
    const { status, body } = await client(mode).buyAirtime({ ref: 'failed', amount: AMOUNT, phone: REJECTED });
    expect([status, body.data]).toEqual([424, { amount: AMOUNT, charged: CHARGED, network: 'mtn', phone: REJECTED }]);
    expect(await balanceOf(mode)).toBe(before);
  });

  test.each(modes)('with a %s key status, list and entries agree', async (mode) => {
    const purchases = await listed(mode, '/v1/transactions');
    const entries = await listed(mode, '/v1/wallet/entries');
    for (const ref of ['sold', 'failed']) {
      const { body } = await client(mode).status(ref);
      const { previous_balance, new_balance, ...asked } = body.data as Row;
      expect(asked).toMatchObject({ amount: AMOUNT, charged: CHARGED });
      expect(kobo(previous_balance) - kobo(new_balance)).toBe(kobo(CHARGED));
      expect(purchases.find(({ reference }) => reference === ref)).toMatchObject(body.data ?? {});
      expect(entries.filter(({ reference }) => reference === ref).map(({ kind, amount }) => [kind, amount])).toEqual([
        ...(ref === 'failed' ? [['refund', CHARGED]] : []),
        ['debit', `-${CHARGED}`],
      ]);
    }
  });

  test('the provider delivered the face value', async () => {
    const ledger = await fetch(`http://127.0.0.1:${settings.SANDBOX_PORT}/ledger`);
    const { deliveries } = (await ledger.json()) as SandboxLedger;
    expect(deliveries.map(({ amount }) => amount)).toEqual([1_000, 100.01]);
  });

  test('the console and ops show what live sales earned, to the kobo; test and failed ones earn nothing', async () => {
    const { dashboardUrl: url, dashboardOperator } = demo;
    const browser = createBrowser({ url, origin: url, seen: [] });
    await browser.post('/api/auth/sign-in/email', dashboardOperator);
    const sold = { purchases: 2, face: '1100.01', charged: '1097.51', cost: '1061.51' };
    const commission = { commission: '38.50', commissionPercent: '3.50' };
    const discount = { discount: '2.50', discountPercent: '0.23' };
    const margin = { margin: '36.00', marginPercent: '3.28' };
    const earned = { ...sold, ...commission, ...discount, ...margin, unknown: 0, unknownPrice: '0.00' };
    expect((await browser.get('/api/operator/earnings')).body).toEqual({
      days: 30,
      rows: [{ product: 'AIRTIME', service: 'mtn', ...earned }],
      products: [{ product: 'AIRTIME', ...earned }],
      total: earned,
    });
    const { rows } = await ops<{ rows: Row[] }>('report', 'margin', '--by', 'purchase');
    expect(rows.map(({ reference, price, cost, margin }) => [reference, price, cost, margin])).toEqual([
      ['sold', CHARGED, '96.51', '1.00'],
      ['before', '1000.00', '965.00', '35.00'],
    ]);
  });

  test('once it is removed, the charge is the amount again, and the books are sound', async () => {
    expect(await ops('discount', 'remove', ...MTN)).toMatchObject({ percent: null });
    await untilPriced('0.00');
    for (const mode of modes) {
      const { body } = await client(mode).buyAirtime({ ref: 'after', amount: AMOUNT });
      expect(body.data).toEqual({ amount: AMOUNT, network: 'mtn', phone: DELIVERED });
      expect((await client(mode).status('after')).body.data).not.toHaveProperty('charged');
      expect((await client(mode).status('sold')).body.data).toMatchObject({ charged: CHARGED });
    }
    expect(await ops('books', 'verify')).toMatchObject({ sound: true });
  });
});

describe('a regulator is told another number of failures, or of refunds that came late', () => {
  const order = (ref: string, phone = DELIVERED) => ({ ref, phone, network: 'glo' as const, amount: 200 });
  /** `sold`, or why it failed, once that is known. */
  async function outcomeOf(mode: string, ref: string) {
    const ends = ({ status }: { status: number }) => status === 200 || status === 424;
    const { status, headers } = await eventually(() => client(mode).status(ref), ends);
    return status === 200 ? 'sold' : headers['x-error-code'];
  }
  const buy = async (mode: string, ref: string, phone?: string) => {
    await client(mode).buyAirtime(order(ref, phone));
    return outcomeOf(mode, ref);
  };
  const secondsOf = ({ created_at = '', completed_at = '' }: Row) =>
    (Date.parse(completed_at) - Date.parse(created_at)) / 1_000;

  /** A row of the report, as the client's list has these purchases. */
  function reported(service: string, purchases: Row[]) {
    const failed = purchases.filter(({ status }) => status === 'failed');
    const of = (code: string) => failed.filter(({ error_code }) => error_code === code).length;
    const codes = ['provider_rejected', 'provider_unreachable', 'refunded_by_operator', 'not_sent'];
    const [accepted, latest] = [purchases.length, Math.max(...failed.map(secondsOf))];
    return {
      ...{ product: 'AIRTIME', service, accepted, sold: accepted - failed.length, failed: failed.length, open: 0 },
      failures: Object.fromEntries(codes.map((code) => [code, of(code)])),
      refund: { max: expect.closeTo(latest, 0), over30: failed.filter((each) => secondsOf(each) > 30).length },
    };
  }

  test('the report of a day has the live purchases by outcome, and how soon they were refunded', async () => {
    const open = client('live').buyAirtime(order('glo-given-up', numberOf('04')));
    const answered = [
      buy('live', 'glo-1'),
      buy('live', 'glo-2'),
      buy('live', 'glo-rejected', numberOf('01')),
      buy('live', 'glo-lost', numberOf('07')),
      buy('test', 'glo-1'),
      buy('test', 'glo-rejected', numberOf('01')),
    ];
    expect(await Promise.all(answered)).toEqual([
      ...['sold', 'sold', 'provider_rejected', 'provider_unreachable'],
      ...['sold', 'provider_rejected'],
    ]);
    await eventually(
      () => ops<{ checks: number }>('purchase', 'show', 'glo-given-up'),
      ({ checks }) => checks > 0, // so its send is over
    );
    await ops('purchase', 'settle', 'glo-given-up', '--refund', '--note', 'ticket 9');
    await open;
    expect(await outcomeOf('live', 'glo-given-up')).toBe('refunded_by_operator');

    const purchases = await listed('live', '/v1/transactions');
    expect(purchases).toHaveLength(4 + 5);
    const dayOf = ({ created_at }: Row) => dayInLagos(new Date(String(created_at)));
    for (const day of new Set(purchases.map(dayOf))) {
      const ofDay = (service: string) => purchases.filter((each) => each.network === service && dayOf(each) === day);
      const { days, rows } = await ops<ServiceReport>('report', 'service', '--day', day);
      expect(days).toEqual([{ day, finalAt: null }]);
      expect(rows).toMatchObject(rows.map(({ service }) => reported(service, ofDay(service))));
      expect(rows.map(({ service }) => service)).toEqual(['glo', 'mtn'].filter((service) => ofDay(service).length > 0));
    }
  });
});

describe('a customer pays for the PIN of an exam, and gets none or that of another', () => {
  const JAMB = { exam: 'utme-no-mock', phone: DELIVERED };
  const buy = (mode: string, ref: string, body: object) =>
    client(mode).call<Row>('POST', '/v1/exams/purchase', { ...body, request_ref: ref });

  test.each(modes)(
    'specification 4.21, 4.22: with a %s key the exams are listed, and a profile has a name',
    async (mode) => {
      const exams = await listed(mode, '/v1/exams');
      expect(exams.map(({ exam, price, needs_profile }) => [exam, price, needs_profile])).toEqual([
        ['utme-mock', '7700.00', true],
        ['utme-no-mock', '6200.00', true],
        ['waecdirect', '900.00', false],
        ['waec-registraion', '14450.00', false],
      ]);
      const profile = { exam: JAMB.exam, profile_id: '0123456789' };
      const { body } = await client(mode).call<Row>('POST', '/v1/exams/verify', profile);
      expect(body).toMatchObject({
        status: 'successful',
        data: { customer_name: expect.stringMatching(/^[A-Z]+ [A-Z]+$/) },
      });
    },
  );

  test.each(modes)(
    'specification 4.23: with a %s key a PIN is sold at the expected price, or not at all',
    async (mode) => {
      const waec = { exam: 'waecdirect', phone: DELIVERED };
      const before = await balanceOf(mode);
      const dearer = await buy(mode, 'waec', { ...waec, expected_price: 899 });
      expect([dearer.status, dearer.body.message]).toEqual([400, expect.stringContaining('It costs NGN 900.00.')]);
      const { status, body } = await buy(mode, 'waec', { ...waec, expected_price: 900 });
      const sold = { amount: '900.00', exam: waec.exam, pins: expect.stringMatching(/^[0-9]{12}$/) };
      expect([status, body.data]).toEqual([200, { ...sold, serial: expect.stringMatching(/^WRN[0-9]{9}$/) }]);
      expect(kobo(before) - kobo(await balanceOf(mode))).toBe(90_000);
      expect((await client(mode).status('waec')).body.data).toMatchObject(body.data ?? {});
    },
  );

  test.each(modes)('with a %s key a PIN that comes late is in the status, and no event names it', async (mode) => {
    const { status, body } = await buy(mode, 'jamb', { ...JAMB, profile_id: '0800130012' });
    expect([status, body.data]).toEqual([202, { amount: '6200.00', exam: JAMB.exam, pins: '' }]);
    const late = await eventually(
      () => client(mode).status('jamb'),
      (answer) => answer.status === 200,
    );
    expect(late.body.data).toMatchObject({ transaction_type: 'EXAM_PIN', pins: expect.stringMatching(/^[0-9]{16}$/) });
    expect(receiver.received.filter(({ body }) => body?.reference === 'jamb')).toEqual([]);
    expect(await ops('books', 'verify')).toMatchObject({ sound: true });
  });
});

describe('a reseller sells at an old price, what cannot be bought, or what no customer received', () => {
  type Plan = { plan_id: string | null; price: string; size_mb: number | null; changed_at: string };
  const stateOf = (rows: Row[]) => rows.find((row) => row.product_type === 'AIRTIME' && row.service === 'mtn')?.state;

  test.each(modes)(
    'specification 4.3, 4.4: with a %s key a plan is sold at the expected price, or not at all',
    async (mode) => {
      const { body } = await client(mode).call<Plan[]>('GET', '/v1/data/plans');
      const plan = body.data?.find(({ plan_id, size_mb }) => plan_id !== null && size_mb !== null);
      const order = { plan_id: plan?.plan_id, phone: DELIVERED, request_ref: 'plan' };
      const buy = (expected_price: string) =>
        client(mode).call('POST', '/v1/data/purchase', { ...order, expected_price });
      const before = await balanceOf(mode);
      const dearer = await buy('0.01');
      expect([dearer.status, dearer.headers['x-error-code'], await balanceOf(mode)]).toEqual([
        400,
        'price_changed',
        before,
      ]);
      expect((await buy(plan?.price ?? '')).status).toBe(200);
      expect(kobo(before) - kobo(await balanceOf(mode))).toBe(kobo(plan?.price));
    },
  );

  test('specification 4.18: both keys and the page of the service show what is on sale', async () => {
    const shown = async () => {
      const page = await fetch(`${demo.baseUrl}/status.json`);
      return ((await page.json()) as { data: Row[] }).data;
    };
    const states = await eventually(shown, (rows) => stateOf(rows) === 'available', 20_000);
    for (const mode of modes) expect(await listed(mode, '/v1/services')).toEqual(states);
    expect(await (await fetch(`${demo.baseUrl}/status`)).text()).toContain('Prepaid Top-Up Service');
  });

  test.each(modes)('specification 4.20: with a %s key an operator answers a claim with proof', async (mode) => {
    const claim = async () => {
      const asked = { request_ref: 'sold', note: 'No airtime came' };
      return (await client(mode).call<Row>('POST', '/v1/transaction/claim', asked)).body.data;
    };
    expect(await claim()).toMatchObject({ state: mode === 'live' ? 'open' : 'confirmed' });
    if (mode === 'live') await ops('claim', 'confirm', 'sold', '--account', 'demo', '--proof', 'MTN, ticket 11');
    expect(await claim()).toMatchObject({ request_ref: 'sold', state: 'confirmed', answer: expect.any(String) });
  });
});
