import { randomUUID } from 'node:crypto';
import { NO_GOODS, type SendOutcome } from '@topup/core/provider';
import { verifyBooks } from '@topup/core/wallet';
import { eventually } from '@topup/testkit';
import { type ApiWorld, apiWorld, type Client, delivered, rejected, unknown } from '../../testing/api-world';

let world: ApiWorld;
let client: Client;

beforeAll(async () => {
  world = await apiWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  client = await world.client(2_000_000n);
  world.provider.answer = () => vendedPin;
});

const PIN = '373820665258';
const SERIAL = 'WRN123456790';
const vendedPin: SendOutcome = { ...delivered, goods: { ...NO_GOODS, token: PIN, serial: SERIAL } };
const waec = { exam: 'waecdirect', phone: '08031234567' };
const jamb = { exam: 'utme-no-mock', phone: '08031234567', profile_id: '0123456789' };
const order = (body: object) => ({ ...body, request_ref: randomUUID() });
const buy = (body: object) => world.post('/v1/exams/purchase', client, body);
const balance = async () => (await world.get('/v1/wallet/balance', client)).body.data.balance;

test('an operator who has not turned exams on sells none, and the paths are those of no endpoint', async () => {
  const off = await apiWorld({ examPins: 'off' });
  try {
    const caller = await off.client();
    expect((await off.get('/v1/exams', caller)).status).toBe(404);
    expect((await off.post('/v1/exams/verify', caller, {})).status).toBe(404);
    expect((await off.post('/v1/exams/purchase', caller, order(waec))).status).toBe(404);
  } finally {
    await off.close();
  }
});

describe('a client cannot find an exam, or buys at a price that it does not know', () => {
  test('the list has the exams of all services, and says which need a profile', async () => {
    const { body } = await world.get('/v1/exams', client);
    expect(body).toEqual({
      status: 'success',
      message: 'Exams.',
      data: [
        { exam: 'utme-no-mock', name: expect.any(String), price: '6200.00', needs_profile: true },
        { exam: 'waecdirect', name: 'WAEC Result Checker PIN', price: '900.00', needs_profile: false },
      ],
    });
  });

  test('a profile is looked up, and an exam without profiles has none', async () => {
    const verify = (exam: string) => world.post('/v1/exams/verify', client, { exam, profile_id: '0123456789' });
    expect((await verify('utme-no-mock')).body).toMatchObject({ status_code: 200, data: { customer_name: 'ADA OBI' } });
    world.lookups.profile = () => ({ kind: 'not_recognised', reason: 'The profile id was not recognised.' });
    expect((await verify('utme-no-mock')).body).toMatchObject({ status_code: 424, data: {} });
    expect((await verify('waecdirect')).body.error).toBe('exam must be one that needs a profile');
    expect((await verify('neco')).headers['x-error-code']).toBe('unknown_exam');
  });

  test.each<[string, object, string]>([
    ['another price than the one it names', { ...waec, expected_price: 899 }, 'price_changed'],
    ['an exam that is not listed', { ...waec, exam: 'neco' }, 'unknown_exam'],
    ['JAMB without a profile', { ...jamb, profile_id: undefined }, 'validation_failed'],
    ['a profile of nine digits', { ...jamb, profile_id: '012345678' }, 'validation_failed'],
    ['two at once', { ...waec, quantity: 2 }, 'validation_failed'],
    ['the checker for a profile', { ...waec, profile_id: '0123456789' }, 'validation_failed'],
  ])('%s buys nothing, and the reference is free', async (_what, body, code) => {
    const sent = order(body);
    const refused = await buy(sent);
    expect([refused.status, refused.headers['x-error-code']]).toEqual([400, code]);
    expect(await balance()).toBe('20000.00');
    expect((await buy({ ...waec, request_ref: sent.request_ref })).status).toBe(200);
  });
});

describe('a customer pays for a PIN and does not get it, or somebody else does', () => {
  test('a purchase at the known price returns the PIN and its serial, and so does the status', async () => {
    const sent = order({ ...waec, quantity: 1, expected_price: '900.00' });
    const sold = { amount: '900.00', exam: 'waecdirect', pins: PIN, serial: SERIAL };
    expect((await buy(sent)).body).toEqual({
      status: 'successful',
      status_code: 200,
      message: 'Exam PIN purchase successful.',
      reference: sent.request_ref,
      data: sold,
    });
    const { body } = await world.post('/v1/transaction/status', client, { request_ref: sent.request_ref });
    expect(body.data).toMatchObject({
      ...sold,
      transaction_type: 'EXAM_PIN',
      description: 'WAEC WAEC Result Checker PIN for 08031234567',
    });
    const { body: list } = await world.get('/v1/transactions?product=EXAM_PIN', client);
    expect(list.data).toMatchObject([{ ...sold, status: 'successful' }]);
    expect(await balance()).toBe('19100.00');
    const { id } = await world.db.purchase.findFirstOrThrow({ where: { requestRef: sent.request_ref } });
    expect(await world.db.notification.count({ where: { purchaseId: id, kind: 'token_sms' } })).toBe(1);
  });

  test('without its PIN it stays pending, and is not refunded', async () => {
    world.provider.answer = () => ({ ...delivered, goods: { ...NO_GOODS, serial: null } });
    const { body } = await buy(order(jamb));
    expect(body).toMatchObject({ status: 'pending', data: { amount: '6200.00', exam: 'utme-no-mock', pins: '' } });
    expect(body.data).not.toHaveProperty('serial');
    expect(await balance()).toBe('13800.00');
  });

  test('an unknown outcome is pending, and a rejection returns the money', async () => {
    world.provider.answer = () => unknown;
    expect((await buy(order(waec))).status).toBe(202);
    world.provider.answer = () => rejected;
    expect((await buy(order(waec))).body).toMatchObject({ status_code: 424, data: { pins: '' } });
    expect(await balance()).toBe('19100.00');
  });

  test('no event names it: not of its outcome, nor of a status query', async () => {
    await world.post('/v1/webhook/set', client, { webhook_url: 'https://client.example/hook' });
    const sent = order(waec);
    await buy(sent);
    await world.post('/v1/transaction/status', client, { request_ref: sent.request_ref });
    expect(await world.db.webhookEvent.count({ where: { accountId: client.accountId } })).toBe(0);
  });

  test('the request log keeps neither PIN, serial nor profile', async () => {
    await buy(order(jamb));
    const written = () => world.db.requestLog.findMany({ where: { accountId: client.accountId } });
    const rows = await eventually(written, (all) => all.length > 0);
    const kept = JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
    for (const secret of [PIN, SERIAL, '0123456789', '08031234567']) expect(kept).not.toContain(secret);
  });

  test('one exam whose list cannot be read, or does not come, stops no other', async () => {
    const other = await apiWorld();
    try {
      other.provider.answer = () => vendedPin;
      const { variations } = other.lookups;
      const away = { kind: 'unavailable', reason: 'HTTP 500' } as const;
      other.lookups.variations = (service) => (service === 'jamb' ? away : variations(service));
      const caller = await other.client();
      const buyThere = (body: object) => other.post('/v1/exams/purchase', caller, order(body));
      expect((await other.get('/v1/exams', caller)).body.data).toHaveLength(1);
      expect((await buyThere(waec)).status).toBe(200);
      expect((await buyThere(jamb)).headers['x-error-code']).toBe('provider_unavailable');
      other.lookups.variations = (service) => (service === 'jamb' ? new Promise(() => undefined) : variations(service));
      expect((await buyThere(waec)).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  test('without any list nothing is listed, and nothing is sold', async () => {
    const other = await apiWorld();
    try {
      other.lookups.variations = () => ({ kind: 'unavailable', reason: 'HTTP 500' });
      const caller = await other.client();
      for (const answer of [
        await other.get('/v1/exams', caller),
        await other.post('/v1/exams/purchase', caller, order(waec)),
      ])
        expect([answer.status, answer.headers['x-error-code']]).toEqual([500, 'provider_unavailable']);
    } finally {
      await other.close();
    }
  });

  test('the books are sound after all of this', async () => {
    const { findings } = await verifyBooks(world.db);
    expect(findings.filter(({ count }) => count > 0)).toEqual([]);
  });
});
