import request from 'supertest';
import {
  type ApiWorld,
  airtime,
  apiWorld,
  CALLBACK_SECRET,
  type Client,
  cable,
  delivered,
  unknown,
} from '../../testing/api-world';

let world: ApiWorld;
let client: Client;

beforeEach(async () => {
  world = await apiWorld({ purchaseWaitMs: 2_000 });
  client = await world.client();
});
afterEach(() => world.close());

const call = (body: unknown, secret = CALLBACK_SECRET) =>
  request(world.app)
    .post(`/callbacks/vtpass/${secret}`)
    .send(body as object);
const update = (requestId: unknown, status = 'delivered') => ({
  type: 'transaction-update',
  data: { code: '000', requestId, content: { transactions: { status } } },
});
const stored = (requestRef: string) => world.db.purchase.findFirstOrThrow({ where: { requestRef } });
const until = async (reached: () => Promise<boolean> | boolean) => {
  while (!(await reached())) await new Promise((resolve) => setTimeout(resolve, 10));
};

test('a callback causes a requery at once, and only the requery is believed', async () => {
  world.provider.answer = () => unknown;
  await world.post('/v1/airtime/purchase', client, airtime({ request_ref: 'hung-1' }));
  const { providerRef } = await stored('hung-1');

  world.provider.requery = () => ({ kind: 'open', reason: 'status pending', stuck: false });
  expect((await call(update(providerRef))).body).toEqual({ response: 'success' });
  await until(() => world.provider.requeries === 1);
  expect((await stored('hung-1')).status).toBe('pending');

  world.provider.requery = () => delivered as never;
  await call(update(providerRef, 'reversed'));
  await until(async () => (await stored('hung-1')).status === 'success');
});

test('a delivery that the provider reverses later goes to review, and no money moves automatically', async () => {
  await world.post('/v1/airtime/purchase', client, airtime({ request_ref: 'taken-back' }));
  const { providerRef } = await stored('taken-back');
  world.provider.requery = () => ({
    kind: 'rejected',
    reversed: true,
    code: '040',
    reason: 'The provider reversed the order.',
    fault: 'order',
  });
  await call(update(providerRef, 'reversed'));
  await until(async () => (await stored('taken-back')).needsReview);
  expect(await stored('taken-back')).toMatchObject({ status: 'success' });
});

test('the API returns 404 without the secret, and success for a well-formed unknown callback', async () => {
  for (const secret of ['wrong', `${CALLBACK_SECRET}x`, '%00'])
    expect([(await call(update('x'), secret)).status]).toEqual([404]);
  expect((await request(world.app).get(`/callbacks/vtpass/${CALLBACK_SECRET}`)).status).toBe(404);
  expect([(await call(update('never-seen'))).body, world.provider.requeries]).toEqual([{ response: 'success' }, 0]);
  for (const body of [{}, { type: 'x' }, update(5), update(null), { type: 'transaction-update' }])
    expect((await call(body)).status).toBe(400);
});

test('changed data plans are asked of the workers, and changed packages are not', async () => {
  const askedAt = async () => (await world.db.catalogueState.findFirstOrThrow()).syncAskedAt;
  await call({ type: 'variations-update', serviceID: 'gotv' });
  expect(await askedAt()).toBeNull();
  expect((await call({ type: 'variations-update', serviceID: 'mtn-data' })).body).toEqual({ response: 'success' });
  const first = await askedAt();
  expect(first).toBeInstanceOf(Date);
  await call({ type: 'variations-update', serviceID: 'mtn-data' });
  expect(Number(await askedAt())).toBeGreaterThan(Number(first));
});

test('a changed price list is read again at the next purchase', async () => {
  await world.post('/v1/cabletv/purchase', client, cable());
  expect(world.lookups.listReads).toBe(1);
  expect(
    (await call({ type: 'variations-update', serviceID: 'gotv', data: { padding: 'x'.repeat(100_000) } })).body,
  ).toEqual({
    response: 'success',
  });
  await world.post('/v1/cabletv/purchase', client, cable());
  expect(world.lookups.listReads).toBe(2);
});
