import { type AddressInfo, createServer, isIP, type LookupFunction } from 'node:net';
import { type EventBody, eventHeaders } from '@topup/core/webhook';
import {
  eventually,
  SELF_SIGNED,
  startWebhookReceiver,
  type WebhookAnswer,
  type WebhookReceiver,
} from '@topup/testkit';
import { createWebhookPoster } from './webhook-poster';

const EVENT_ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const BODY: EventBody = {
  event: 'airtime.purchase.success',
  reference: 'réf-1',
  status: 'success',
  amount: '100.00',
  product_type: 'AIRTIME',
  details: 'Airtime purchase successful.',
  hash: 'ab'.repeat(32),
  timestamp: '2026-03-10T11:00:00.000000000Z',
};

const LONG_MS = 60_000; // longer than a test may take, so a request that ends was not ended by the deadline
const SHORT_MS = 200;
const to = (url: string) => ({
  url,
  headers: eventHeaders({ webhookId: EVENT_ID, purchaseId: EVENT_ID, mode: 'live' }, BODY.timestamp),
  body: JSON.stringify(BODY),
});
const post = (url: string, timeoutMs = LONG_MS) =>
  createWebhookPoster({ timeoutMs, allowPrivate: true, idleMs: 10 }).post(to(url));

const started: WebhookReceiver[] = [];
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await another();
});
afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())));

async function another(options: { tls?: { cert: string; key: string } } = {}): Promise<WebhookReceiver> {
  const one = await startWebhookReceiver(options);
  started.push(one);
  return one;
}

/** Exactly one request was made, on one connection, and it was closed. */
async function expectOneRequest(): Promise<void> {
  await eventually(receiver.open, (open) => open === 0);
  expect([receiver.accepted(), receiver.received.length]).toEqual([1, 1]);
}

// fault W14
test('an event arrives as eight JSON fields in UTF-8, with a stable id and no Authorization', async () => {
  expect(await post(receiver.url)).toEqual({
    httpStatus: 200,
    error: null,
    durationMs: expect.any(Number),
    response: null,
  });
  const [webhook] = receiver.received;
  expect(webhook).toMatchObject({ method: 'POST', path: '/webhooks', body: BODY });
  expect(webhook?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'prepaid-topup-webhooks/1',
    'x-webhook-id': EVENT_ID,
  });
  expect(webhook?.headers).not.toHaveProperty('authorization');
  await expectOneRequest();
});

// fault W3
describe('what a receiver answers', () => {
  test.each([201, 204, 299])('%i is recorded as delivered', async (status) => {
    receiver.answerWith({ kind: 'answer', status });
    expect(await post(receiver.url)).toMatchObject({ httpStatus: status, error: null });
    await expectOneRequest();
  });

  test.each([300, 400, 404, 410, 429, 500, 503])(
    '%i is recorded as not delivered, and the event is not sent again',
    async (status) => {
      receiver.answerWith({ kind: 'answer', status, headers: { 'retry-after': '0' } });
      expect(await post(receiver.url)).toMatchObject({ httpStatus: status, error: `the receiver answered ${status}` });
      await expectOneRequest();
    },
  );

  // fault W4
  test.each([301, 302, 303, 307, 308])('a redirect with %i is not followed', async (status) => {
    const target = await another();
    receiver.answerWith({ kind: 'answer', status, headers: { location: target.url } });
    expect(await post(receiver.url)).toMatchObject({ httpStatus: status, error: `the receiver answered ${status}` });
    expect(target.accepted()).toBe(0);
    await expectOneRequest();
  });

  test.each<[string, string | Buffer, string | null]>([
    ['text', '{"error":"no such order"}\n', '{"error":"no such order"}\n'],
    ['nothing', '', null],
    ['letters of three bytes each', '₦'.repeat(400), '₦'.repeat(341)],
    ['bytes that are not text', Buffer.from([0xff, 0x41, 0x00, 0xc3]), '\ufffdA'],
    ['characters that hide or reverse what follows', 'a\u0000b\u001b[31mc\u202ed\ufeffe\r\nf\tg', 'ab[31mcde\nf\tg'],
  ])('the start of an answer is kept for the developers of the receiver: %s', async (_, body, response) => {
    receiver.answerWith({ kind: 'answer', status: 422, body });
    expect(await post(receiver.url)).toMatchObject({ httpStatus: 422, response });
    await expectOneRequest();
  });

  // fault W9
  test('a compressed body is not decompressed, so it cannot grow to gigabytes', async () => {
    receiver.answerWith({ kind: 'answer', status: 200, headers: { 'content-encoding': 'gzip' }, body: 'no gzip' });
    expect(await post(receiver.url)).toMatchObject({ httpStatus: 200, error: null });
    expect(receiver.received[0]?.headers['accept-encoding']).toBe('identity');
    await expectOneRequest();
  });

  test.each([
    [200, null],
    [500, 'the receiver answered 500'],
  ])('an endless body after a %i is cut at 64 KiB: 1 KiB is kept and the status counts', async (status, error) => {
    receiver.answerWith({ kind: 'endless', status });
    expect(await post(receiver.url)).toMatchObject({ httpStatus: status, error, response: 'x'.repeat(1_024) });
    await expectOneRequest();
  });

  // fault W8
  test('after 64 KiB of an unfinished answer, nothing more is awaited', async () => {
    receiver.answerWith({ kind: 'unfinished', status: 200, bytes: 65_536 });
    expect(await post(receiver.url)).toMatchObject({ httpStatus: 200, error: null });
    await expectOneRequest();
  });

  // fault W1, W2
  test('answers that are late, never begin or never end are all cut at the one deadline', async () => {
    const slow: [WebhookAnswer, number | null][] = [
      [{ kind: 'answer', status: 200, delayMs: LONG_MS }, null],
      [{ kind: 'hang' }, null],
      [{ kind: 'drip', status: 200 }, 200],
      [{ kind: 'unfinished', status: 200, bytes: 65_535 }, 200],
    ];
    for (const [answer, httpStatus] of slow) {
      receiver.answerWith(answer);
      const result = await post(receiver.url, SHORT_MS);
      expect(result).toMatchObject({ httpStatus, error: `no complete answer within ${SHORT_MS} ms` });
      expect(result.durationMs).toBeGreaterThanOrEqual(SHORT_MS - 1);
      await eventually(receiver.open, (open) => open === 0);
    }
    expect([receiver.accepted(), receiver.received.length]).toEqual([slow.length, slow.length]);
  });

  // fault W10
  test('a receiver that breaks off counts as not delivered, and the event is not sent again', async () => {
    receiver.answerWith({ kind: 'truncated', status: 200 });
    expect(await post(receiver.url)).toMatchObject({ httpStatus: 200, error: 'the answer broke off', response: '{' });
    await expectOneRequest();
  });

  // fault W10
  test('a connection reset before any answer gives no status and no second request', async () => {
    receiver.answerWith({ kind: 'reset' });
    expect(await post(receiver.url)).toMatchObject({ httpStatus: null, error: 'could not be sent: ECONNRESET' });
    await expectOneRequest();
  });

  test.each([
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    'SSH-2.0-OpenSSH_9.2\r\n',
    '',
  ])('a server that does not speak HTTP does not leave the delivery open: %j', async (greeting) => {
    const server = createServer((socket) =>
      socket.on('error', () => undefined).once('data', () => socket.end(greeting)),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const result = await post(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, SHORT_MS);
    expect(result).toMatchObject({ httpStatus: null, error: expect.any(String) });
    server.close();
  });
});

describe('faults before a request is sent', () => {
  // fault W11
  test('a receiver that is down has an error of its own', async () => {
    const { url } = receiver;
    await receiver.stop();
    expect(await post(url)).toMatchObject({ httpStatus: null, error: 'could not be sent: ECONNREFUSED' });
  });

  test('a name that does not exist has an error of its own', async () => {
    expect(await post('http://receiver.invalid/')).toMatchObject({
      httpStatus: null,
      error: expect.stringMatching(/^could not be sent: E/),
    });
  });

  // fault W5
  test('nothing is sent to a receiver with an untrusted certificate', async () => {
    const secure = await another({ tls: SELF_SIGNED });
    const result = await post(secure.url);
    expect(result).toMatchObject({ httpStatus: null, error: 'could not be sent: DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(secure.received).toEqual([]);
  });

  test('a proxy of the environment is not used, because it would dial past the address check', async () => {
    process.env.http_proxy = receiver.url;
    try {
      expect(await post('http://receiver.invalid/')).toMatchObject({ httpStatus: null });
    } finally {
      delete process.env.http_proxy;
    }
    expect(receiver.accepted()).toBe(0);
  });
});

describe('a webhook URL that leads into our own network', () => {
  const LOOPBACK = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
    '127.0.0.1.',
    'localhost',
  ];
  const PRIVATE = [
    ...[
      '127.8.8.8',
      '0.0.0.0',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '198.18.0.1',
      '224.0.0.1',
    ],
    ...[
      '255.255.255.255',
      '[::]',
      '[::1]',
      '[::127.0.0.1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:a9fe:a9fe]',
      '[fd00::1]',
      '[fe80::1]',
      '[fec0::1]',
    ],
    ...['[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::1]', '[2001::1]', '[ff02::1]'],
  ];

  test.each(LOOPBACK)(
    'http://%s reaches this machine when that is allowed, so the next tests can fail',
    async (host) => {
      expect(await post(`http://${host}:${receiver.port}/`)).toMatchObject({ httpStatus: 200, error: null });
      await expectOneRequest();
    },
  );

  // fault W6
  test.each([...LOOPBACK, ...PRIVATE])('%s is not dialled, over http or https', async (host) => {
    const secure = await another({ tls: SELF_SIGNED });
    const poster = createWebhookPoster({ timeoutMs: LONG_MS, allowPrivate: false });
    for (const url of [`http://${host}:${receiver.port}/`, `https://${host}:${secure.port}/`]) {
      expect(await poster.post(to(url))).toMatchObject({
        httpStatus: null,
        error: 'refused: the address is private',
      });
    }
    expect([receiver.accepted(), secure.accepted()]).toEqual([0, 0]);
  });

  describe('the metadata of a cloud, also where private addresses are dialled for development', () => {
    const METADATA = 'refused: the address is where a cloud keeps its metadata';

    test.each([
      '169.254.169.254',
      '100.100.100.200',
      '168.63.129.16',
      '[fd00:ec2::254]',
      '[::ffff:a9fe:a9fe]',
      'metadata',
    ])('http://%s/ is not dialled', async (host) => {
      expect(await post(`http://${host}/`, SHORT_MS)).toMatchObject({ httpStatus: null, error: METADATA });
    });

    test.each(['169.254.169.254', '168.63.129.16', 'fd20:ce::254', '64:ff9b::a9fe:a9fe', 'fe80::1%lo'])(
      'a name that resolves to %s is not dialled',
      async (address) => {
        const lookup: LookupFunction = (_, options, callback) =>
          options.all ? callback(null, [{ address, family: isIP(address) }]) : callback(null, address, isIP(address));
        const poster = createWebhookPoster({ timeoutMs: SHORT_MS, allowPrivate: true, lookup });
        expect(await poster.post(to('http://shop.example.com/'))).toMatchObject({ httpStatus: null, error: METADATA });
      },
    );

    test('Azure answers on an address that looks public: it is refused in production too', async () => {
      const poster = createWebhookPoster({ timeoutMs: SHORT_MS, allowPrivate: false });
      expect(await poster.post(to('http://168.63.129.16/'))).toMatchObject({
        httpStatus: null,
        error: 'refused: the address is private',
      });
    });
  });

  describe('a name that resolves to our own network', () => {
    const NOWHERE = '3ffe::1'; // in the public range, and routed nowhere since 2006 (RFC 3701)

    /** Resolves each time to the next of `answers`, and then always to the last. */
    function resolving(...answers: string[][]) {
      const asked: string[] = [];
      const lookup: LookupFunction = (hostname, options, callback) => {
        const addresses = answers[Math.min(asked.push(hostname), answers.length) - 1] ?? [];
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (options.all) callback(null, found);
        else callback(null, found[0]?.address ?? '', found[0]?.family);
      };
      const poster = (allowPrivate: boolean) =>
        createWebhookPoster({ timeoutMs: SHORT_MS, allowPrivate, lookup, idleMs: 10 });
      return {
        asked,
        post: ({ allowPrivate = false, protocol = 'http', port = receiver.port } = {}) =>
          poster(allowPrivate).post(to(`${protocol}://shop.example.com:${port}/`)),
      };
    }

    test('the name of these tests reaches this machine when that is allowed, so they can fail', async () => {
      expect(await resolving(['127.0.0.1']).post({ allowPrivate: true })).toMatchObject({
        httpStatus: 200,
        error: null,
      });
      await expectOneRequest();
    });

    test.each([
      [['127.0.0.1']],
      [['::1']],
      [['::7f00:1']],
      [['::ffff:127.0.0.1']],
      [['64:ff9b::7f00:1']],
      [['fe80::1%lo']],
      [['169.254.169.254']],
      [[NOWHERE, '127.0.0.1']],
      [['127.0.0.1', NOWHERE]],
      [[NOWHERE, '::7f00:1']],
    ])('to %j: it is not dialled, over http or https', async (addresses) => {
      const secure = await another({ tls: SELF_SIGNED });
      for (const where of [{}, { protocol: 'https', port: secure.port }]) {
        const name = resolving(addresses);
        expect(await name.post(where)).toMatchObject({ httpStatus: null, error: 'refused: the address is private' });
        expect(name.asked).toEqual(['shop.example.com']);
      }
      expect([receiver.accepted(), secure.accepted()]).toEqual([0, 0]);
    });

    // fault W7
    test.each(['http', 'https'])(
      'the address that was checked is the one dialled, and each delivery over %s is checked anew',
      async (protocol) => {
        const { port, accepted } = protocol === 'https' ? await another({ tls: SELF_SIGNED }) : receiver;
        const name = resolving([NOWHERE], ['127.0.0.1']);
        const first = await name.post({ protocol, port });
        expect(first).toMatchObject({ httpStatus: null, error: expect.not.stringContaining('refused') });
        expect(name.asked).toHaveLength(1);
        const second = await name.post({ protocol, port });
        expect(second).toMatchObject({ httpStatus: null, error: 'refused: the address is private' });
        expect(accepted()).toBe(0);
      },
    );
  });
});
