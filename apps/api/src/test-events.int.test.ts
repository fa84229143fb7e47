import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, get as openGet } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setWebhookUrl } from '@topup/core/account';
import { revokeKey } from '@topup/core/api-key';
import { newId } from '@topup/core/shared';
import { eventually } from '@topup/testkit';
import { Webhook } from 'standardwebhooks';
import { type ApiWorld, airtime, apiWorld, type Client, cable, data } from './testing/api-world';

let world: ApiWorld;
let server: ReturnType<typeof createServer>;
let live: Client;
let client: Client;
beforeAll(async () => {
  world = await apiWorld();
  await world.plan();
  server = createServer(world.app).listen(0, '127.0.0.1');
  live = await world.client();
  client = await world.testClient(live);
});
afterAll(async () => {
  await world.close();
  await new Promise((done) => server.close(done));
});

type Message = { event: string; id: string; data: { headers: Record<string, string>; body: string } };
type Stream = {
  status: number;
  messages: Message[];
  secret: string;
  readyId(): string;
  ended: () => boolean;
  close(): void;
};

/** Opens a stream and resolves when it is ready, or was refused. */
async function listen({ key }: Client, headers: Record<string, string> = {}): Promise<Stream> {
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { port, path: '/v1/test/events', headers: { authorization: `Bearer ${key}`, ...headers } };
    openGet(options, resolve).on('error', reject);
  });
  const messages: Message[] = [];
  let [ready, readyId, ended, fields] = ['', '', false, {} as Record<string, string>];
  createInterface({ input: response }).on('line', (line) => {
    const [, name, value] = /^(\w*): ?(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) fields[name] = value;
    if (line !== '' || fields.data === undefined) return;
    if (fields.event === 'ready') [ready, readyId] = [JSON.parse(fields.data).webhook_secret, fields.id ?? ''];
    else messages.push({ event: fields.event ?? '', id: fields.id ?? '', data: JSON.parse(fields.data) });
    fields = {};
  });
  response.on('close', () => {
    ended = true;
  });
  const status = response.statusCode ?? 0;
  const secret = await eventually(
    () => ready,
    (found) => found !== '' || ended || status !== 200,
  );
  return { status, messages, secret, readyId: () => readyId, ended: () => ended, close: () => response.destroy() };
}

const arrived = ({ messages }: Stream, count: number) =>
  eventually(
    () => messages,
    ({ length }) => length >= count,
  );
const bodyOf = ({ data }: Message) => JSON.parse(data.body);
const eventsOf = (accountId: string) =>
  world.db.webhookEvent.findMany({
    where: { accountId },
    orderBy: { seq: 'asc' },
    select: { state: true, error: true },
  });

describe('an event of a test account is not heard', () => {
  test('without a webhook URL each event comes, signed for the key and for the secret of the stream', async () => {
    const stream = await listen(client);
    const [sold, failed] = [newId(), newId()];
    await world.post('/v1/airtime/purchase', client, airtime({ request_ref: sold })).expect(200);
    await world.post('/v1/data/purchase', client, data({ request_ref: failed, phone: '08000100000' })).expect(424);
    await world.post('/v1/transaction/status', client, { request_ref: sold }).expect(200);
    const messages = await arrived(stream, 3);
    stream.close();

    expect(messages.map((each) => [each.event, bodyOf(each).reference])).toEqual([
      ['airtime.purchase.success', sold],
      ['data.purchase.failed', failed],
      ['transaction.requery', sold],
    ]);
    for (const { id, event, data } of messages) {
      const body = JSON.parse(data.body);
      expect(Object.keys(body)).toHaveLength(8);
      expect(body.event).toBe(event);
      expect(body.hash).toBe(createHash('sha256').update(`${client.key}:${body.reference}`).digest('hex'));
      expect(data.headers).toMatchObject({ 'X-Mode': 'test', 'X-Webhook-Id': id, 'webhook-id': id });
      expect(new Webhook(stream.secret).verify(data.body, data.headers)).toEqual(body);
    }
  });

  test('what could be sent to nobody is closed at once, so that a URL set later does not get it', async () => {
    const fresh = await world.testClient(await world.client());
    await world.post('/v1/airtime/purchase', fresh, airtime()).expect(200);
    await setWebhookUrl(world.db, fresh.accountId, 'https://late.example/hook');
    await world.post('/v1/airtime/purchase', fresh, airtime()).expect(200);
    expect(await eventsOf(fresh.accountId)).toEqual([
      { state: 'undelivered', error: 'the account has no webhook URL' },
      { state: 'queued', error: null },
    ]);
  });

  test('a live account without a URL has no events, and cable TV has none in either mode', async () => {
    await world.post('/v1/airtime/purchase', live, airtime()).expect(200);
    expect(await eventsOf(live.accountId)).toEqual([]);
    const before = (await eventsOf(client.accountId)).length;
    await world.post('/v1/cabletv/purchase', client, cable()).expect(200);
    expect(await eventsOf(client.accountId)).toHaveLength(before);
  });

  test('a client that hangs up while the key is read holds no stream', async () => {
    const fresh = await world.testClient(await world.client());
    const own = createServer(world.app).listen(0, '127.0.0.1');
    await once(own, 'listening');
    const connections = () => new Promise<number>((resolve) => own.getConnections((_error, count) => resolve(count)));
    const { port } = own.address() as AddressInfo;
    const headers = { authorization: `Bearer ${fresh.key}` };
    await world.db.$transaction(
      async (tx) => {
        await tx.$executeRaw`LOCK TABLE api_key IN ACCESS EXCLUSIVE MODE`;
        const left = Array.from({ length: 64 }, () =>
          openGet({ port, path: '/v1/test/events', headers, agent: false }).on('error', () => undefined),
        );
        await eventually(connections, (count) => count === 64);
        for (const request of left) request.destroy();
        await eventually(connections, (count) => count === 0);
      },
      { timeout: 20_000 },
    );
    const stream = await listen(fresh);
    stream.close();
    await new Promise((done) => own.close(done));
    expect(stream.status).toBe(200);
  });

  test('Last-Event-ID goes on where a broken stream ended', async () => {
    const first = await listen(client);
    const refs = [newId(), newId(), newId()];
    const buy = (request_ref = '') => world.post('/v1/airtime/purchase', client, airtime({ request_ref })).expect(200);
    await buy(refs[0]);
    const [seen] = await arrived(first, 1);
    first.close();
    await buy(refs[1]);
    await buy(refs[2]);
    const second = await listen(client, { 'last-event-id': seen?.id ?? '' });
    expect((await arrived(second, 2)).map((each) => bodyOf(each).reference)).toEqual(refs.slice(1));
    second.close();
  });

  test('the id of `ready` does too: a break before the first event loses none', async () => {
    const first = await listen(client);
    first.close();
    const request_ref = newId();
    await world.post('/v1/airtime/purchase', client, airtime({ request_ref })).expect(200);
    const second = await listen(client, { 'last-event-id': first.readyId() });
    expect((await arrived(second, 1)).map((each) => bodyOf(each).reference)).toEqual([request_ref]);
    second.close();
  });

  test('an event whose number is smaller, and whose commit is later, comes as well', async () => {
    const stream = await listen(client);
    const insert = (id: string) => `
      INSERT INTO webhook_event (id, account_id, event, status, details, asked_by)
      VALUES ('${id}', '${client.accountId}', 'airtime.purchase.success', 'success', 'late', 'test')`;
    const [early, late] = [newId(), newId()];
    await world.db.$transaction(async (tx) => {
      await tx.$executeRawUnsafe(insert(late));
      await world.db.$executeRawUnsafe(insert(early));
      await arrived(stream, 1);
    });
    expect((await arrived(stream, 2)).map(({ id }) => id)).toEqual([early, late]);
    stream.close();
  });

  test('after a reset the stream goes on with the fresh account', async () => {
    const owner = await world.testClient(await world.client());
    const stream = await listen(owner);
    await world.post('/v1/test/reset', owner, {}).expect(200);
    await world.post('/v1/test/events', owner, { event: 'data.purchase.failed' }).expect(200);
    expect((await arrived(stream, 1)).map(({ event }) => event)).toEqual(['data.purchase.failed']);
    stream.close();
  });
});

describe('somebody hears what is not theirs', () => {
  test('a live key finds no stream and sends no test event', async () => {
    expect((await listen(live)).status).toBe(404);
    const sent = await world.post('/v1/test/events', live, { event: 'airtime.purchase.success' });
    expect([sent.status, sent.headers['x-error-code']]).toEqual([404, 'unknown_path']);
    expect(await eventsOf(live.accountId)).toEqual([]);
  });

  test('another test account hears nothing', async () => {
    const other = await listen(await world.testClient(await world.client()));
    const own = await listen(client);
    await world.post('/v1/test/events', client, { event: 'airtime.purchase.pending' }).expect(200);
    await arrived(own, 1);
    expect(other.messages).toEqual([]);
    for (const stream of [own, other]) stream.close();
  });

  test('a stream ends when its key is revoked', async () => {
    const doomed = await world.testClient(await world.client());
    const stream = await listen(doomed);
    await revokeKey(world.db, doomed.keyId);
    await eventually(stream.ended, (ended) => ended);
    expect((await listen(doomed)).status).toBe(401);
  });

  test('an account that opens one stream after another leaves streams to others', async () => {
    const greedy = await world.testClient(await world.client());
    const opened: Stream[] = [];
    for (let last = 200; last === 200; ) {
      const stream = await listen(greedy);
      opened.push(stream);
      last = stream.status;
    }
    expect(opened.at(-1)?.status).toBe(429);
    const other = await listen(client);
    expect(other.status).toBe(200);
    for (const stream of [...opened, other]) stream.close();
  });
});

describe('a test event that is asked for does not come', () => {
  test('it is one of the documented events, with a reference of its own', async () => {
    const stream = await listen(client);
    const { body } = await world.post('/v1/test/events', client, { event: 'transaction.requery' }).expect(200);
    expect(body.data.reference).toBe(`test-${body.data.id}`);
    const [message] = await arrived(stream, 1);
    stream.close();
    expect(message?.id).toBe(body.data.id);
    expect(message?.data.headers['X-Webhook-Test']).toBe('true');
    expect(JSON.parse(message?.data.body ?? '')).toMatchObject({
      event: 'transaction.requery',
      reference: body.data.reference,
    });
  });

  test('an event that nobody hears is not said to be sent: the message says what to do', async () => {
    const owner = await world.testClient(await world.client());
    const send = async () => {
      const { body } = await world.post('/v1/test/events', owner, { event: 'airtime.purchase.success' }).expect(200);
      return body.message;
    };
    expect(await send()).toMatch(/^Test event recorded, but .* no listener\. Listen with GET \/v1\/test\/events/);
    const stream = await listen(owner);
    expect(await send()).toBe('Test event sent.');
    stream.close();
    await eventually(send, (message) => message !== 'Test event sent.');
    await setWebhookUrl(world.db, owner.accountId, 'https://client.example/hook');
    expect(await send()).toBe('Test event sent.');
  });

  test('one at a time is under way when there is a webhook URL', async () => {
    const owner = await world.testClient(await world.client());
    await setWebhookUrl(world.db, owner.accountId, 'https://slow.example/hook');
    const send = () => world.post('/v1/test/events', owner, { event: 'airtime.purchase.success' });
    expect((await send()).status).toBe(200);
    const refused = await send();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
  });

  test.each([[{ event: 'nonsense' }], [{ event: 1 }], [{}]])('%j names what is wrong', async (body) => {
    const answer = await world.post('/v1/test/events', client, body);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining('event')]);
  });
});
