import { randomUUID } from 'node:crypto';
import {
  type ApiClient,
  eventually,
  startWebhookReceiver,
  startWorld,
  type TestAccount,
  type WebhookAnswer,
  type WebhookReceiver,
  type World,
} from '@topup/testkit';
import { expectConsistent, expectSold, type StoredEvent, storedEventsOf } from './support/books';
import { type Ops, openAccount, operatorsOf } from './support/ops';
import { eventsOf, expectEachSentOnce, expectSigned, webhooksOf } from './support/webhooks';

const PENDING_FOR_EVER = '08000400000';
const REJECTED = '08000100000';
/** Delivered after 4 s: 2 s after its client got 202. */
const DELIVERED_LATE = '08000004000';
/** Webhooks that a worker sends at a time, and how many of them may go to one host. */
const SLOTS = 32;
const HELD = 2;

let world: World;
let ops: Ops;
const receivers: WebhookReceiver[] = [];

beforeAll(async () => {
  const settings = {
    PROVIDER_TIMEOUT_MS: '7000',
    WORKER_CONCURRENCY: String(SLOTS),
  };
  world = await startWorld({ settings });
  ops = operatorsOf(world);
});
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  await world?.stop();
});

type Customer = { account: TestAccount; client: ApiClient; receiver: WebhookReceiver };

/** A new account with its own receiver. */
async function customer(): Promise<Customer> {
  const [account] = await openAccount(world, 10_000);
  if (account === undefined) throw new Error('an account without a key');
  const client = world.clientFor(account);
  const receiver = await newReceiver();
  await client.setWebhook(receiver.url);
  return { account, client, receiver };
}

async function newReceiver(): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver();
  receivers.push(receiver);
  return receiver;
}

/** The events of a purchase, when there are `count` and each is delivered or given up. */
function finished(ref: string, count: number): Promise<StoredEvent[]> {
  return eventually(
    () => storedEventsOf(world, ref),
    (events) => events.length === count && events.every(({ finished_at }) => finished_at !== null),
    15_000,
  );
}

describe('a client gets events of the wrong status, order or signature', () => {
  test('each status query sends the stored status of that moment, to this client alone', async () => {
    const { account, client, receiver } = await customer();
    const stranger = await customer();
    const [late, rejected] = [randomUUID(), randomUUID()];
    const answered = client.buyAirtime({ ref: late, phone: DELIVERED_LATE });
    await eventually(
      () => world.purchase(late),
      (row) => row !== undefined,
    );

    expect((await client.status(late)).status).toBe(202);
    expect((await answered).status).toBe(202);
    expect((await client.status(late)).status).toBe(202);
    await receiver.waitFor(({ body }) => body?.event === 'airtime.purchase.success');
    expect((await client.status(late)).status).toBe(200);
    expect((await client.status(late)).status).toBe(200);
    expect((await client.buyAirtime({ ref: rejected, phone: REJECTED })).status).toBe(424);
    expect((await client.status(rejected)).status).toBe(424);
    expect((await stranger.client.status(late)).status).toBe(403);
    expect((await client.status(randomUUID())).status).toBe(404);

    const requeried = (await finished(late, 6))
      .filter(({ event }) => event === 'transaction.requery')
      .map(({ status, state }) => [status, state]);
    expect(requeried).toEqual(['initiated', 'pending', 'success', 'success'].map((status) => [status, 'delivered']));
    await finished(rejected, 2);
    expect(eventsOf(receiver, rejected)).toEqual(
      expect.arrayContaining(['transaction.requery failed', 'airtime.purchase.failed failed']),
    );
    const requeries = receiver.received.filter(({ body }) => body?.event === 'transaction.requery');
    expect(requeries).toHaveLength(5);
    for (const webhook of requeries) expectSigned(webhook, account.apiKey);
    expect(requeries[0]?.body?.details).toBe((await world.purchase(late))?.description);
    expect(stranger.receiver.received).toHaveLength(0);
  });

  test('the newest active key signs, then the older one, and without any key nothing is sent', async () => {
    const [older, newest] = await openAccount(world, 10_000, 2);
    if (older === undefined || newest === undefined) throw new Error('two keys were asked for');
    const client = world.clientFor(older);
    const receiver = await newReceiver();
    await client.setWebhook(receiver.url);
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    const sent = async (ref: string, event: string) =>
      receiver.waitFor(({ body }) => body?.reference === ref && body.event === event);

    await client.buyAirtime({ ref: first });
    expectSigned(await sent(first, 'airtime.purchase.success'), newest.apiKey);
    await ops('key', 'revoke', '--key', newest.keyId);
    await client.buyAirtime({ ref: second });
    expectSigned(await sent(second, 'airtime.purchase.success'), older.apiKey);
    await client.buyAirtime({ ref: third, phone: PENDING_FOR_EVER });
    expectSigned(await sent(third, 'airtime.purchase.pending'), older.apiKey);
    await ops('key', 'revoke', '--key', older.keyId);
    const connections = receiver.accepted();
    await ops('purchase', 'settle', third, '--success', '--note', 'seen in the provider’s books');

    expect(await finished(third, 2)).toMatchObject([
      { event: 'airtime.purchase.pending', state: 'delivered' },
      {
        event: 'airtime.purchase.success',
        state: 'undelivered',
        http_status: null,
        error: expect.stringContaining('no active API key'),
      },
    ]);
    expect(receiver.accepted()).toBe(connections);
    expect(await world.purchase(third)).toMatchObject({ status: 'success', sends: 1 });
    await eventually(
      () => client.balance(),
      ({ status }) => status === 401,
    );
  });

  test('a final event waits for the pending one and goes to the URL of its own moment', async () => {
    const { account, client, receiver } = await customer();
    const next = await newReceiver();
    const ref = randomUUID();
    receiver.answerWith({ kind: 'answer', status: 200, delayMs: 4_000 });

    expect((await client.buyAirtime({ ref, phone: DELIVERED_LATE })).status).toBe(202);
    await receiver.waitFor(({ body }) => body?.reference === ref);
    await eventually(
      () => storedEventsOf(world, ref),
      (events) => events.length === 2,
    );
    expect(await storedEventsOf(world, ref)).toMatchObject([{ state: 'sending' }, { state: 'queued' }]);
    await client.setWebhook(next.url);

    const [pending, success] = await finished(ref, 2);
    expect(pending).toMatchObject({ event: 'airtime.purchase.pending', state: 'delivered', url: receiver.url });
    expect(success).toMatchObject({ event: 'airtime.purchase.success', state: 'delivered', url: next.url });
    expect(Number(success?.created_at)).toBeLessThan(Number(pending?.finished_at));
    expect(Number(success?.claimed_at)).toBeGreaterThanOrEqual(Number(pending?.finished_at));
    expect(eventsOf(receiver, ref)).toEqual(['airtime.purchase.pending pending']);
    expect(eventsOf(next, ref)).toEqual(['airtime.purchase.success success']);
    for (const webhook of [...webhooksOf(receiver, ref), ...webhooksOf(next, ref)])
      expectSigned(webhook, account.apiKey);
    await expectSold(world, ref);
  });
});

describe('one bad receiver repeats events, or delays those of everybody', () => {
  test.each<{ does: string; answer: WebhookAnswer; recorded: { http_status: number | null; error: string } }>([
    {
      does: 'fails',
      answer: { kind: 'answer', status: 500 },
      recorded: { http_status: 500, error: 'the receiver answered 500' },
    },
    {
      does: 'points elsewhere',
      answer: { kind: 'answer', status: 307, headers: { location: '/elsewhere' } },
      recorded: { http_status: 307, error: 'the receiver answered 307' },
    },
    {
      does: 'breaks off',
      answer: { kind: 'reset' },
      recorded: { http_status: null, error: 'could not be sent: ECONNRESET' },
    },
    {
      does: 'never answers',
      answer: { kind: 'hang' },
      recorded: { http_status: null, error: 'no complete answer within 10000 ms' },
    },
  ])('a receiver that $does gets an event once, and it is recorded as undelivered', async ({ answer, recorded }) => {
    const { client, receiver } = await customer();
    receiver.answerWith(answer);
    const ref = randomUUID();
    expect((await client.buyAirtime({ ref })).status).toBe(200);
    expect(await finished(ref, 1)).toMatchObject([
      { event: 'airtime.purchase.success', state: 'undelivered', ...recorded },
    ]);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/webhooks']);
    expect(receiver.accepted()).toBe(1);
  });

  // fault W2, W3
  test('a silent receiver holds few permits; its events are sent when it answers again', async () => {
    const stuck = await customer();
    const other = await customer();
    stuck.receiver.answerWith({ kind: 'hang' });
    const [early, later] = [refs(SLOTS), refs(HELD)];
    await Promise.all(early.map((ref) => stuck.client.buyAirtime({ ref })));
    await eventually(
      () => stuck.receiver.open(),
      (open) => open === HELD,
    );

    const clients = [stuck.client, other.client];
    const answers = await Promise.all(
      later.flatMap((ref) => clients.map((client, i) => client.buyAirtime({ ref: `${ref}-${i}` }))),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const ref of later) expect(await finished(`${ref}-1`, 1)).toMatchObject([{ state: 'delivered' }]);
    expect(stuck.receiver.received).toHaveLength(HELD); // so all of that happened while it was silent
    stuck.receiver.answerWith({ kind: 'answer', status: 200 });

    const states = (
      await Promise.all([...early, ...later.map((ref) => `${ref}-0`)].map((ref) => finished(ref, 1)))
    ).flat();
    expect(states.filter(({ state }) => state === 'undelivered')).toHaveLength(HELD);
    expect(stuck.receiver.received).toHaveLength(SLOTS + HELD);
  });

  // fault W14
  test('each event was sent once, and every purchase is accounted for', async () => {
    expectEachSentOnce(receivers);
    await expectConsistent(world);
  });
});

const refs = (count: number) => Array.from({ length: count }, () => randomUUID());
