import { getWalletBalance } from '@topup/core/wallet';
import { eventually } from '@topup/testkit';
import { type ApiWorld, airtime, apiWorld, type Client, delivered, rejected, unknown } from '../../testing/api-world';

const PATH = '/v1/airtime/purchase';
let world: ApiWorld;
let client: Client;

beforeAll(async () => {
  world = await apiWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  client = await world.client();
  world.provider.answer = () => delivered;
});

const buy = (changes?: Record<string, unknown>) => world.post(PATH, client, airtime(changes));
const balance = () => getWalletBalance(world.db, client.accountId);
const stored = (requestRef: string) => world.db.purchase.findFirstOrThrow({ where: { requestRef } });

describe('200: the provider delivered inside the wait', () => {
  test('the client gets the documented envelope, is charged the amount, and the cost is kept', async () => {
    const answer = await buy({ amount: '150.5', request_ref: 'ok-1' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      status: 'successful',
      status_code: 200,
      message: 'Airtime purchase successful.',
      reference: 'ok-1',
      data: { amount: '150.50', network: 'mtn', phone: '08031234567' },
    });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(await balance()).toBe(10_000_000n - 15_050n);
    expect(await stored('ok-1')).toMatchObject({ status: 'success', sends: 1, costKobo: 9_700n });
  });

  // fault C1
  test('a hundred identical requests at once: one debit, one send, 99 answers 400', async () => {
    const before = world.provider.sends;
    const one = airtime();
    const answers = await Promise.all(Array.from({ length: 100 }, () => world.post(PATH, client, one)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(99);
    expect(world.provider.sends - before).toBe(1);
    expect(await balance()).toBe(10_000_000n - 10_000n);
  });

  // fault C4
  test('120 at once on a balance for 99: exactly 99 are sold', async () => {
    client = await world.client(99n * 1_000n);
    const answers = await Promise.all(Array.from({ length: 120 }, () => buy({ amount: 10 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(99);
    expect(answers.filter(({ body }) => body.message.includes('balance is too low'))).toHaveLength(21);
    expect(await balance()).toBe(0n);
  });
});

describe('a fault of this process after the debit reads as "nothing was debited"', () => {
  test('the client gets 202, and the status has the outcome', async () => {
    const failing = await apiWorld({
      waited: () => {
        throw new Error('a fault of this process');
      },
    });
    const buyer = await failing.client();
    const answer = await failing.post(PATH, buyer, airtime({ request_ref: 'fault-1' }));
    expect([answer.status, answer.body.status, answer.body.data.amount]).toEqual([202, 'pending', '100.00']);
    const status = await failing.post('/v1/transaction/status', buyer, { request_ref: 'fault-1' });
    expect(status.status).toBe(200);
    expect(await getWalletBalance(failing.db, buyer.accountId)).toBe(10_000_000n - 10_000n);
    await failing.close();
  });
});

describe('424: the provider rejected it', () => {
  test('the money is back when the client reads the answer', async () => {
    world.provider.answer = () => rejected;
    const answer = await buy({ request_ref: 'no-1' });
    expect(answer.status).toBe(424);
    expect(answer.body).toEqual({
      status: 'failed',
      status_code: 424,
      message: 'Airtime purchase failed: The provider could not complete the order. Your wallet has been refunded.',
      reference: 'no-1',
      data: { amount: '100.00', network: 'mtn', phone: '08031234567' },
    });
    expect(await balance()).toBe(10_000_000n);
  });

  test('an order that provably was not sent is tried again a few times, then refunded', async () => {
    const before = world.provider.sends;
    world.provider.answer = () => ({ kind: 'unsent', code: 'unreachable', reason: 'ECONNREFUSED' });
    const answer = await buy();
    expect([answer.status, world.provider.sends - before]).toEqual([424, 3]);
    expect(await balance()).toBe(10_000_000n);
  });
});

describe('202: not known when the window closes', () => {
  test('an unknown outcome keeps the money and the answer waits for the whole window', async () => {
    world.provider.answer = () => unknown;
    const answer = await buy({ request_ref: 'wait-1' });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      status: 'pending',
      status_code: 202,
      message: 'Airtime purchase is being processed.',
      reference: 'wait-1',
      data: { amount: '100.00', network: 'mtn', phone: '08031234567' },
    });
    expect(await balance()).toBe(10_000_000n - 10_000n);
    expect(await stored('wait-1')).toMatchObject({ status: 'pending', sends: 1, windowEndsAt: null });
  });

  test('a provider slower than the window is still settled afterwards', async () => {
    let answer: (outcome: typeof delivered) => void = () => undefined;
    world.provider.answer = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    expect((await buy({ request_ref: 'slow-1' })).status).toBe(202);
    answer(delivered);
    while ((await stored('slow-1')).status === 'pending') await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await stored('slow-1')).status).toBe('success');
  });

  test('a client that hangs up changes nothing about its purchase', async () => {
    const request = buy({ request_ref: 'gone-1' });
    const hungUp = new Promise<void>((resolve) => {
      world.provider.answer = () => {
        request.abort();
        resolve();
        return delivered;
      };
    });
    void request.then(
      () => undefined,
      () => undefined,
    );
    await hungUp;
    await eventually(
      () => stored('gone-1'),
      ({ status }) => status === 'success',
    );
    expect(await balance()).toBe(10_000_000n - 10_000n);
    await eventually(
      () => world.waiter.size(),
      (size) => size === 0,
    );
  });
});

describe('400: declined before anything happens', () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ['network missing', { network: undefined }, 'network is required'],
    ['network null', { network: null }, 'network must be'],
    ['network of another product', { network: 'mtn-data' }, 'network must be one of'],
    ['network in capitals', { network: 'MTN' }, 'network must be one of'],
    ['phone missing', { phone: undefined }, 'phone is required'],
    ['phone a number', { phone: 8030000001 }, 'phone must be a string'],
    ['phone too short', { phone: '0803000000' }, 'phone must be 11 digits'],
    ['phone international', { phone: '+2348030000001' }, 'phone must be 11 digits'],
    ['phone with a line break', { phone: '08030000001\n' }, 'phone must be 11 digits'],
    ['phone in other digits', { phone: '٠٨٠٣٠٠٠٠٠٠١' }, 'phone must be 11 digits'],
    ['amount missing', { amount: undefined }, 'amount is required'],
    ['amount null', { amount: null }, 'amount must be'],
    ['amount zero', { amount: 0 }, 'amount must be'],
    ['amount negative', { amount: -100 }, 'amount must be'],
    ['amount in words', { amount: '1e3' }, 'amount must be'],
    ['amount with three decimals', { amount: '10.005' }, 'amount must be'],
    ['amount true', { amount: true }, 'amount must be'],
    ['amount a list', { amount: [100] }, 'amount must be'],
    ['amount below the bound', { amount: 9.99 }, 'amount must be between 10.00 and 50000.00'],
    ['amount above the bound', { amount: '50000.01' }, 'amount must be between 10.00 and 50000.00'],
    ['request_ref missing', { request_ref: undefined }, 'request_ref is required'],
    ['request_ref empty', { request_ref: '' }, 'request_ref is not allowed to be empty'],
    ['request_ref of 51', { request_ref: 'x'.repeat(51) }, 'request_ref must be at most 50 characters'],
    ['request_ref a number', { request_ref: 5 }, 'request_ref must be a string'],
    ['request_ref with NUL', { request_ref: 'a\u0000b' }, 'request_ref must not contain control characters'],
    ['request_ref half a character', { request_ref: 'a\ud800' }, 'request_ref must be well-formed Unicode'],
  ];
  test.each(cases)('%s', async (_what, changes, error) => {
    const answer = await buy(changes);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      status: 'error',
      message: 'The request is not valid.',
      error: expect.stringContaining(error),
    });
    expect(await balance()).toBe(10_000_000n);
    expect(await world.db.purchase.count({ where: { accountId: client.accountId } })).toBe(0);
  });

  test('every wrong field is named at once', async () => {
    const answer = await world.post(PATH, client, {});
    for (const name of ['network', 'phone', 'amount', 'request_ref'])
      expect(answer.body.error).toContain(`${name} is required`);
  });

  test('a reference may be 50 printable characters, and is compared exactly', async () => {
    const references = ['é'.repeat(50), '😀'.repeat(50), 'Ref', 'ref', 'r ef'];
    for (const request_ref of references) expect((await buy({ request_ref })).status).toBe(200);
  });

  test('unknown fields, also dangerous ones, are ignored', async () => {
    const answer = await world
      .post(
        PATH,
        client,
        JSON.parse(
          '{"network":"mtn","phone":"08031234567","amount":100,"request_ref":"extra-1","__proto__":{"amount":1},"x":{}}',
        ),
      )
      .type('json');
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ amount: '100.00', network: 'mtn', phone: '08031234567' });
  });

  test('a used reference', async () => {
    const one = airtime({ request_ref: 'mine-1' });
    await world.post(PATH, client, one);
    const before = await balance();
    const answer = await world.post(PATH, client, one);
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        status: 'error',
        message:
          'An earlier purchase with this request_ref was debited, and may have been delivered. This request debited nothing. Query the status of the earlier purchase before you do anything else.',
      },
    ]);
    expect(await balance()).toBe(before);
  });

  test('a balance that is too low is a 400, and the reference stays free', async () => {
    client = await world.client(5_000n);
    const answer = await buy({ request_ref: 'poor-1' });
    expect([answer.status, answer.body]).toEqual([
      400,
      { status: 'error', message: 'The wallet balance is too low for this purchase.' },
    ]);
    expect((await buy({ request_ref: 'poor-1', amount: 50 })).status).toBe(200);
  });
});
