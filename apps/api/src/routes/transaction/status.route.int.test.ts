import { type ApiWorld, airtime, apiWorld, type Client, delivered, rejected, unknown } from '../../testing/api-world';

let world: ApiWorld;
let client: Client;

beforeAll(async () => {
  world = await apiWorld({ purchaseWaitMs: 2_000 });
  client = await world.client();
});
afterAll(() => world.close());

const status = (request_ref: unknown, by = client) => world.post('/v1/transaction/status', by, { request_ref });

test.each([
  ['successful', 200, delivered, 'Airtime purchase successful.'],
  [
    'failed',
    424,
    rejected,
    'Airtime purchase failed: The provider could not complete the order. Your wallet has been refunded.',
  ],
  ['pending', 202, unknown, 'Airtime purchase is being processed.'],
])(
  'a %s purchase is reported as it is, with the balances around its debit',
  async (publicStatus, http, outcome, message) => {
    const buyer = await world.client(50_000n);
    world.provider.answer = () => outcome;
    const request_ref = `status-${publicStatus}`;
    await world.post('/v1/airtime/purchase', buyer, airtime({ request_ref }));
    const answer = await status(request_ref, buyer);
    expect(answer.status).toBe(http);
    expect(answer.body).toEqual({
      status: publicStatus,
      status_code: http,
      message,
      reference: request_ref,
      data: {
        transaction_type: 'AIRTIME',
        amount: '100.00',
        previous_balance: '500.00',
        new_balance: '400.00',
        description: 'MTN airtime of NGN 100.00 for 08031234567',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        network: 'mtn',
        phone: '08031234567',
      },
    });
  },
);

test('a purchase that is not answered yet is pending', async () => {
  let answer: (outcome: typeof delivered) => void = () => undefined;
  world.provider.answer = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const purchase = world.post('/v1/airtime/purchase', client, airtime({ request_ref: 'early-1' })).then((done) => done);
  while ((await status('early-1')).status === 404) await new Promise((resolve) => setTimeout(resolve, 5));
  expect((await status('early-1')).body).toMatchObject({ status: 'pending', status_code: 202 });
  answer(delivered);
  await purchase;
});

test('another account’s reference and an unknown one differ in the HTTP status and its code only', async () => {
  world.provider.answer = () => delivered;
  await world.post('/v1/airtime/purchase', client, airtime({ request_ref: 'secret-1' }));
  const other = await world.client();
  const [theirs, unknown] = [await status('secret-1', other), await status('nobody-1', other)];
  expect([theirs.status, unknown.status]).toEqual([403, 404]);
  expect(theirs.text).toBe(unknown.text);
  const visible = ({ headers }: typeof theirs) =>
    Object.entries(headers).filter(
      ([name]) => !['x-request-id', 'date', 'ratelimit', 'x-error-code', 'link'].includes(name),
    );
  expect(visible(theirs)).toEqual(visible(unknown));
  expect(theirs.body).toEqual({
    status: 'error',
    message:
      'Your account has no transaction with this reference. A purchase that you have just sent may still be on its way. Ask again after a minute.',
  });
});

test('a reference that another account has used is free, and each account sees its own purchase', async () => {
  const [a, b, c] = [await world.client(), await world.client(), await world.client()];
  const request_ref = 'order-7';
  world.provider.answer = () => rejected;
  expect((await world.post('/v1/airtime/purchase', b, airtime({ request_ref }))).status).toBe(424);
  expect([(await status(request_ref, a)).status, (await status('order-8', a)).status]).toEqual([403, 404]);

  world.provider.answer = () => delivered;
  expect((await world.post('/v1/airtime/purchase', a, airtime({ request_ref, amount: 50 }))).status).toBe(200);
  const again = await world.post('/v1/airtime/purchase', a, airtime({ request_ref }));
  expect([again.status, again.body.message]).toEqual([
    400,
    expect.stringContaining('with this request_ref was debited'),
  ]);

  const answers = await Promise.all([a, b, c].map((each) => status(request_ref, each)));
  expect(answers.map((answer) => [answer.status, answer.body.data?.amount])).toEqual([
    [200, '50.00'],
    [424, '100.00'],
    [403, undefined],
  ]);
});

test.each([[undefined], [null], [5], [''], ['x'.repeat(51)], [['a']], ['a\u0007']])(
  'request_ref %p is refused by name',
  async (request_ref) => {
    const answer = await status(request_ref);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain('request_ref');
  },
);

test('each query of an account with a webhook URL writes one event with the stored status', async () => {
  const buyer = await world.client();
  await world.post('/v1/webhook/set', buyer, { webhook_url: 'https://example.com/hook' });
  world.provider.answer = () => delivered;
  await world.post('/v1/airtime/purchase', buyer, airtime({ request_ref: 'event-1' }));
  await status('event-1', buyer);
  await status('event-1', buyer);
  const events = await world.db.webhookEvent.findMany({
    where: { accountId: buyer.accountId },
    orderBy: { seq: 'asc' },
  });
  expect(events.map(({ event, status: of, details }) => [event, of, details])).toEqual([
    ['airtime.purchase.success', 'success', 'Airtime purchase successful.'],
    ['transaction.requery', 'success', 'MTN airtime of NGN 100.00 for 08031234567'],
    ['transaction.requery', 'success', 'MTN airtime of NGN 100.00 for 08031234567'],
  ]);
});
