import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { eventually, startWorld, type World } from '@topup/testkit';
import { airtime, buy, numberOf, prepaid } from '../journey/support/products';
import { first, newBuyer } from './buyer';
import { expectEnd, sold, verifyAndStop } from './expect-end';

describe('a client that sends nonsense pays for it, or stops the service', () => {
  let world: World;
  let url: URL;
  beforeAll(async () => {
    world = await startWorld({ settings: { PURCHASE_WAIT_MS: '5000' } });
    url = new URL(first(world.apis).url);
  });
  afterAll(() => verifyAndStop(world));

  /** Sends one request byte for byte, and returns the whole answer. */
  async function send(head: string, body: string | Buffer = ''): Promise<string> {
    const socket = connect(Number(url.port), url.hostname);
    const lines = [
      head,
      'Host: api',
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(`${[...lines, `Authorization: Bearer ${world.account.apiKey}`].join('\r\n')}\r\n\r\n`);
    socket.write(body);
    let answer = '';
    for await (const bytes of socket) answer += bytes;
    return answer;
  }
  const post = (body: string | Buffer) => send('POST /v1/airtime/purchase HTTP/1.1', body);
  const order = (changes: object = {}) =>
    JSON.stringify({ ...airtime.body('08031234567', 100), request_ref: randomUUID(), ...changes });
  const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
  const rows = async () => (await world.sql('SELECT FROM purchase')).length;

  // fault C5, C6, C7, C8
  test.each([
    ['an amount beyond all numbers', () => order().replace(':100', ':1e309')],
    ['an amount that JSON has rounded', () => order().replace(':100', ':9007199254740993')],
    ['an amount of minus zero', () => order().replace(':100', ':-0')],
    ['an amount that is no number', () => order().replace(':100', ':NaN')],
    ['an amount with underscores', () => order({ amount: '1_000' })],
    ['a number and more text', () => order({ amount: '100abc' })],
    ['two JSON documents', () => `${order()}${order()}`],
    ['a reference of control characters', () => order({ request_ref: '\u0000' })],
  ])('%s returns 400, and nothing is written', async (_, body) => {
    const before = await rows();
    expect(statusOf(await post(body()))).toBe(400);
    expect(await rows()).toBe(before);
  });

  // fault C11
  test('a key that is named twice returns 400, and nothing is written', async () => {
    const ref = randomUUID();
    const answer = await post(order({ request_ref: ref }).replace('{', '{"amount":"50.00",'));
    expect([statusOf(answer), answer.includes('\\"amount\\" is named more than once')]).toEqual([400, true]);
    expect(await world.purchase(ref)).toBeUndefined();
  });

  // fault C9
  test('references that only look alike are different references', async () => {
    const like = randomUUID().slice(0, 8);
    for (const ref of [`é${like}`, `e\u0301${like}`, `${like}.`, `${like}🎉`]) {
      expect(await buy(world.client, airtime, ref)).toMatchObject({ status: 200, body: { reference: ref } });
      expect((await buy(world.client, airtime, ref)).status).toBe(400);
    }
  });

  // fault C14
  test.each([
    ['HEAD /v1/airtime/purchase', 405],
    ['TRACE /v1/airtime/purchase', 405],
    ['OPTIONS /v1/airtime/purchase', 405],
    ['PUT /v1/airtime/purchase', 405],
    ['POST //v1/airtime/purchase', 404],
    ['POST /v1/./airtime/../airtime/purchase', 404],
    ['POST /v1/%61irtime%2fpurchase', 404],
  ])('%s is %i, and nothing is bought', async (line, status) => {
    const before = await rows();
    expect(statusOf(await send(`${line} HTTP/1.1`, order()))).toBe(status);
    expect(await rows()).toBe(before);
  });

  // fault C2
  test('a used reference is declined for another product, and is free for another account', async () => {
    const buyer = await newBuyer(world);
    expect(await buyer.buy()).toMatchObject({ status: 200 });
    const other = buy(buyer.client(), prepaid, buyer.ref, numberOf('00'));
    expect(await other).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('with this request_ref was debited') },
    });
    await expectEnd(world, buyer, sold('success'));
    const stranger = await newBuyer(world);
    expect(await buy(stranger.client(), airtime, buyer.ref)).toMatchObject({ status: 200 });
  });

  // fault C15
  test('a thousand silent connections do not delay others', async () => {
    const idle: Socket[] = Array.from({ length: 1_000 }, () =>
      connect(Number(url.port), url.hostname).on('error', () => undefined),
    );
    try {
      await eventually(
        () => idle.filter(({ readyState }) => readyState === 'open').length,
        (open) => open === 1_000,
      );
      const buyer = await newBuyer(world);
      expect(await buyer.buy()).toMatchObject({ status: 200 });
      expect(idle.filter(({ readyState }) => readyState === 'open')).toHaveLength(1_000);
    } finally {
      for (const socket of idle) socket.destroy();
    }
  });

  // fault C16
  test('purchases of clients that hang up are sold once and sent as events', async () => {
    const buyers = [await newBuyer(world, { outcome: '0001' }), await newBuyer(world, { outcome: '0001' })];
    for (const { client, product, ref, recipient } of buyers) {
      const hangUp = new AbortController();
      const body = { ...product.body(recipient, product.naira), request_ref: ref };
      const waiting = client().call('POST', product.path, body, hangUp.signal);
      waiting.catch(() => undefined);
      await eventually(
        () => world.purchase(ref),
        (row) => row?.sends === 1,
      );
      hangUp.abort();
      await expect(waiting).rejects.toThrow();
    }
    for (const buyer of buyers) {
      await expectEnd(world, buyer, sold('success'));
      expect((await buyer.buy()).status).toBe(400);
    }
  });
});
