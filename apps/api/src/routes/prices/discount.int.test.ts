import { NO_ORIGIN } from '@topup/core/audit';
import { changeDiscount } from '@topup/core/catalogue';
import type { ProductType } from '@topup/core/product';
import { getWalletBalance, verifyBooks } from '@topup/core/wallet';
import { findSentPurchase } from '../../../../../packages/core/src/purchase/requery/due.store';
import { toProviderOrder } from '../../../../../packages/core/src/purchase/send/send-purchase';
import { type ApiWorld, airtime, apiWorld, type Client, delivered, rejected, vended } from '../../testing/api-world';

let world: ApiWorld;
let client: Client;

beforeAll(async () => {
  world = await apiWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  client = await world.client();
  world.provider.answer = () => delivered;
  await world.db.discount.deleteMany();
});

const balance = () => getWalletBalance(world.db, client.accountId);
const buy = (changes?: Record<string, unknown>) => world.post('/v1/airtime/purchase', client, airtime(changes));
const status = (request_ref: string) => world.post('/v1/transaction/status', client, { request_ref });

async function discount(productType: ProductType, service: string, bps: number) {
  const by = { actor: { kind: 'ops', systemUser: 'test', as: null }, origin: NO_ORIGIN } as const;
  const order = { tier: 'standard', productType, service, bps, allowLoss: true };
  const outcome = await changeDiscount(world.db, by, order, undefined);
  expect(outcome.kind).toBe('set');
}

describe('a reseller pays the face value although their tier has a discount', () => {
  test('airtime: the charge is the face value less the discount, and all answers show both', async () => {
    await discount('AIRTIME', 'mtn', 250);
    const answer = await buy({ amount: '100.01', request_ref: 'cheap-1' });
    expect(answer.body.data).toEqual({ amount: '100.01', charged: '97.51', network: 'mtn', phone: '08031234567' });
    expect(await balance()).toBe(10_000_000n - 9_751n);
    const money = { amount: '100.01', charged: '97.51', previous_balance: '100000.00', new_balance: '99902.49' };
    expect((await status('cheap-1')).body.data).toMatchObject(money);
    const { body: list } = await world.get('/v1/transactions', client);
    expect(list.data[0]).toMatchObject(money);
    const stored = await world.db.purchase.findFirstOrThrow({ where: { requestRef: 'cheap-1' } });
    expect(stored).toMatchObject({ amountKobo: 9_751n, faceKobo: 10_001n, discountBps: 250 });
  });

  test('the provider and the event get the face value', async () => {
    await discount('AIRTIME', 'mtn', 1_000);
    await buy({ amount: 200, request_ref: 'cheap-2' });
    const { providerRef } = await world.db.purchase.findFirstOrThrow({ where: { requestRef: 'cheap-2' } });
    const sent = await findSentPurchase(world.db, providerRef ?? '');
    expect(sent && toProviderOrder(sent).amountKobo).toBe(20_000n);
  });

  test('a rejected purchase gives back exactly what it was charged', async () => {
    await discount('AIRTIME', 'mtn', 333);
    world.provider.answer = () => rejected;
    const answer = await buy({ amount: '99.99', request_ref: 'cheap-3' });
    expect([answer.status, answer.body.data.amount, answer.body.data.charged]).toEqual([424, '99.99', '96.67']);
    expect(await balance()).toBe(10_000_000n);
    const entries = await world.db.ledgerEntry.findMany({ where: { reference: 'cheap-3' }, orderBy: { id: 'asc' } });
    expect(entries.map(({ amountKobo }) => amountKobo)).toEqual([-9_667n, 9_667n]);
  });

  test('electricity is charged likewise; another network, another product and data plans are not', async () => {
    await discount('ELECTRICITY', 'ikeja-electric', 100);
    world.provider.answer = () => vended;
    const sold = await world.post('/v1/electricity/purchase', client, {
      disco: 'ikeja-electric',
      meter_number: '1111111111111',
      meter_type: 'prepaid',
      amount: 2_000,
      phone: '08031234567',
      request_ref: 'cheap-4',
    });
    expect(sold.body.data).toMatchObject({ amount: '2000.00', charged: '1980.00' });
    expect((await buy()).body.data).not.toHaveProperty('charged');
    await world.plan();
    const data = await world.post('/v1/data/purchase', client, {
      plan_id: 'mtn-1gb',
      phone: '08031234567',
      request_ref: 'cheap-5',
    });
    expect(data.body.data ?? {}).not.toHaveProperty('charged');
  });

  test('a discount that is below one kobo saves nothing', async () => {
    await discount('AIRTIME', 'mtn', 1);
    const answer = await buy({ amount: 10, request_ref: 'cheap-6' });
    expect(answer.body.data).toEqual({ amount: '10.00', network: 'mtn', phone: '08031234567' });
  });

  test('a balance that covers the charge is enough, and a test account has the discount of its live one', async () => {
    await discount('AIRTIME', 'mtn', 1_000);
    client = await world.client(9_000n);
    const testing = await world.testClient(client, 9_000n);
    expect((await buy({ amount: 100 })).status).toBe(200);
    expect(await balance()).toBe(0n);
    const tried = await world.post('/v1/airtime/purchase', testing, airtime({ amount: 100 }));
    expect(tried.body.data).toMatchObject({ amount: '100.00', charged: '90.00' });
  });

  test('GET /v1/prices has each service with its discount', async () => {
    await discount('AIRTIME', 'mtn', 250);
    const { body } = await world.get('/v1/prices', client);
    expect(body).toMatchObject({ status: 'success', message: 'Discounts on the face value.' });
    expect(body.data).toContainEqual({ product_type: 'AIRTIME', service: 'mtn', discount_percent: '2.50' });
    expect(body.data).toContainEqual({ product_type: 'CABLE_TV', service: 'dstv', discount_percent: '0.00' });
    expect(body.data).toHaveLength(4 + 3 + 10 + 3);
  });

  test('the books are sound after all of this', async () => {
    const { findings } = await verifyBooks(world.db);
    expect(findings.filter(({ count }) => count > 0)).toEqual([]);
  });
});

const capAbove = (lostKobo: bigint, kobo: bigint) =>
  world.db.catalogueState.updateMany({ data: { dailyLossCapKobo: lostKobo + kobo } });

describe('sales below cost by a discount lose more in a day than the operators allowed', () => {
  test('each sale reserves its loss, and the cap stops the next one', async () => {
    const { _sum } = await world.db.lossDay.aggregate({ _sum: { countedKobo: true } });
    const lostBefore = _sum.countedKobo ?? 0n;
    // without sales, nothing is known of a commission: all of the discount is a loss
    await capAbove(lostBefore, 1_000n);
    await discount('AIRTIME', 'glo', 1_000);
    world.provider.answer = () => ({ ...delivered, costKobo: 9_700n });
    const sell = (request_ref: string) => buy({ network: 'glo', amount: 100, request_ref });
    expect((await sell('loss-1')).status).toBe(200);
    expect(await world.db.loss.findFirst({ where: { priceKobo: 9_000n } })).toMatchObject({
      productType: 'AIRTIME',
      dataPlanId: null,
      costKobo: 9_700n,
      allowed: true,
    });
    const declined = await sell('loss-2');
    expect([declined.status, declined.headers['x-error-code']]).toEqual([400, 'discount_paused']);
    await capAbove(lostBefore, 1_700n);
    expect((await sell('loss-2')).status).toBe(200);
    const { findings } = await verifyBooks(world.db);
    expect(findings.filter(({ count }) => count > 0)).toEqual([]);
  });
});
