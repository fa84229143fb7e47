import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { modes } from '@topup/core/account';
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
import { type LocalService, startLocal } from './support/local-service';
import { type Ops, operators } from './support/ops';
import { numberOf } from './support/products';

// A discount from end to end, in the service that `npm start` runs: specification 3.3, 3.4 and 4.19.

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
  const { baseUrl, apiKey, testApiKey } = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8'));
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
    await expect(set('2.5')).rejects.toThrow(/2\.50 % on mtn is below cost.*\b0\.00 %/);
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
    expect(live?.body.data).toHaveLength(4 + 3 + 10);
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
