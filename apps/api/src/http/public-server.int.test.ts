import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type ErrorCode, errorCatalog } from '@topup/core/errors';
import { eventually } from '@topup/testkit';
import { type ApiWorld, airtime, apiWorld, type Client } from '../testing/api-world';
import { createPublicServer } from './public-server';

// One client that sends nonsense, or sends it slowly, must neither get a purchase through nor keep the others waiting.

let world: ApiWorld;
let client: Client;
let server: Server;
// the same, but a test need not wait 15 s for its limits, in which a busy machine still serves the others
let hasty: Server;
const logged: object[] = [];
const log = {
  info: (message: string, fields?: object) => logged.push({ message, ...fields }),
  warn: () => undefined,
  error: () => undefined,
};
beforeAll(async () => {
  world = await apiWorld();
  client = await world.client();
  server = createPublicServer(world.app, log);
  const times = {
    headersTimeout: 4_000,
    requestTimeout: 4_500,
    keepAliveTimeout: 4_000,
    connectionsCheckingInterval: 50,
  };
  hasty = createPublicServer(world.app, log, { ...times, maxHeaderSize: 16 * 1024 });
  for (const each of [server, hasty]) await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  for (const each of [server, hasty]) {
    each.close();
    each.closeAllConnections();
  }
  await world.close();
});

type Connection = { received(): string; closed: Promise<string>; end(): void };

/**
 * Sends these bytes, and perhaps a further piece over and over. `closed` is all that came back when the server has
 * ended the connection.
 */
function send(to: Server, bytes: string, drip?: string): Connection {
  let received = '';
  const { port } = to.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('end', () => socket.end());
  socket.write(bytes); // at once: what drips must not come before it, however long the connection takes
  const dripping = drip === undefined ? undefined : setInterval(() => socket.write(drip), 20);
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => undefined); // what was written after the end
  const closed = new Promise<string>((resolve) => {
    socket.on('close', () => {
      clearInterval(dripping);
      resolve(received);
    });
  });
  return { received: () => received, closed, end: () => socket.end() };
}

const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: api', ...headers, `Authorization: Bearer ${client.key}`].join('\r\n')}\r\n\r\n`;
const get = (...headers: string[]) => head('GET /v1/wallet/balance', ...headers);
const post = (...headers: string[]) => head('POST /v1/airtime/purchase', 'Content-Type: application/json', ...headers);
const chunked = (...chunks: string[]) =>
  post('Connection: close', 'Transfer-Encoding: chunked') +
  chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
const statuses = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

async function expectOthersServed(by: Server): Promise<void> {
  expect(statuses(await send(by, get('Connection: close')).closed)).toEqual([200]);
}

// fault C18
// fault C17
test.each<[string, number, () => string]>([
  ['a header of 17 KiB', 431, () => get(`X: ${'y'.repeat(17_000)}`)],
  [
    'a thousand headers of 20 bytes',
    431,
    () => get(...Array.from({ length: 1_000 }, (_, i) => `X-${i}: ${'y'.repeat(20)}`)),
  ],
  ['a request line of 17 KiB', 431, () => head(`GET /v1/${'x'.repeat(17_000)}`)],
  ['trailers of 17 KiB', 431, () => `${chunked('{}')}0\r\nX: ${'y'.repeat(17_000)}\r\n\r\n`],
  [
    'chunk extensions of 17 KiB',
    413,
    () => `${post('Transfer-Encoding: chunked')}2;${'y'.repeat(17_000)}\r\n{}\r\n0\r\n\r\n`,
  ],
  ['no HTTP', 400, () => 'hello\r\n\r\n'],
  ['TLS', 400, () => '\x16\x03\x01\x02\x00'],
  ['no Host', 400, () => 'GET /v1/wallet/balance HTTP/1.1\r\n\r\n'],
  ['two lengths', 400, () => `${post('Content-Length: 2', 'Content-Length: 3')}{} `],
  [
    'a length and chunks, as for smuggling',
    400,
    () => `${post('Content-Length: 2', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  ],
  ['another transfer encoding', 400, () => `${post('Transfer-Encoding: gzip')}{}`],
  ['a length below zero', 400, () => `${post('Content-Length: -1')}{}`],
  ['a length beyond all numbers', 400, () => `${post(`Content-Length: ${'9'.repeat(30)}`)}{}`],
  ['a chunk of no length', 400, () => `${post('Transfer-Encoding: chunked')}zz\r\n{}\r\n`],
])('%s: refused with %i before it is a request, and cut off', async (_what, status, bytes) => {
  const answer = await send(server, bytes()).closed;
  expect(statuses(answer)).toEqual([status]);
  expectDocumentedShape(answer, { 400: 'malformed_request', 413: 'body_too_large', 431: 'headers_too_large' }[status]);
  await expectOthersServed(server);
});

/** Expects a refusal by Node to look like every other error, and its id to be in the log. */
function expectDocumentedShape(answer: string, code = 'none'): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const headers = Object.fromEntries(head.split('\r\n').map((line) => line.toLowerCase().split(': ')));
  expect(headers).toMatchObject({
    'x-error-code': code,
    link: `</docs/errors#${code}>; rel="help"`,
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-mode': 'live',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    connection: 'close',
  });
  expect(JSON.parse(body)).toEqual({ status: 'error', message: errorCatalog[code as ErrorCode].text });
  if (['headers_too_large', 'body_too_large', 'request_timeout'].includes(code))
    expect(logged).toContainEqual(expect.objectContaining({ requestId: headers['x-request-id'] }));
}

test('an unknown expectation is refused with 417, and 100-continue is met', async () => {
  const body = JSON.stringify(airtime({ amount: 1 }));
  const expecting = (what: string) =>
    post('Connection: close', `Expect: ${what}`, `Content-Length: ${body.length}`) + body;
  const refused = await send(server, expecting('foo')).closed;
  expect(statuses(refused)).toEqual([417]);
  expectDocumentedShape(refused, 'expectation_failed');
  for (const met of ['100-continue', '100-Continue'])
    expect(statuses(await send(server, expecting(met)).closed)).toEqual([100, 400]);
  expect(statuses(await send(server, expecting('100-continue, foo')).closed)).toEqual([100, 417]);
});

test('HTTP/1.0 needs no Host, and has no expectations', async () => {
  const old = `GET /v1/wallet/balance HTTP/1.0\r\nExpect: foo\r\nAuthorization: Bearer ${client.key}\r\n\r\n`;
  expect(statuses(await send(server, old).closed)).toEqual([200]);
});

describe('a client that ends its side of the connection', () => {
  test('after its request: it gets the answer, then the connection is closed', async () => {
    const { closed, end } = send(server, get());
    end();
    expect(statuses(await closed)).toEqual([200]);
  });

  test('before its purchase has an outcome: it gets the outcome', async () => {
    const ended = new Promise((resolve) => server.once('connection', (socket) => socket.once('end', resolve)));
    const { answer } = world.provider;
    world.provider.answer = () => ended.then(answer);
    const order = JSON.stringify(airtime());
    const { closed, end } = send(server, `${post(`Content-Length: ${order.length}`)}${order}`);
    end();
    const received = await closed;
    world.provider.answer = answer;
    expect([[200], [202]]).toContainEqual(statuses(received)); // 202: a busy machine
  });

  test('in the middle of its request: 400, and nothing is bought', async () => {
    const { closed, end } = send(server, `${post('Content-Length: 1000')}{"network":`);
    end();
    const answer = await closed;
    expect(statuses(answer)).toEqual([400]);
    expectDocumentedShape(answer, 'malformed_request');
  });
});

test('a purchase before nonsense on the same connection gets its own answer', async () => {
  const order = JSON.stringify(airtime());
  const answer = await send(server, `${post(`Content-Length: ${order.length}`)}${order}nonsense\r\n\r\n`).closed;
  expect([
    [200, 400],
    [202, 400],
  ]).toContainEqual(statuses(answer)); // 202: a busy machine
  expectDocumentedShape(answer.slice(answer.lastIndexOf('HTTP/1.1')), 'malformed_request');
});

test('headers after the hundredth are ignored, also a key', async () => {
  const many = Array.from({ length: 150 }, () => 'a:');
  expect(statuses(await send(server, get('Connection: close', ...many)).closed)).toEqual([401]);
  expect(statuses(await send(server, get('Connection: close', ...many.slice(60))).closed)).toEqual([200]);
});

describe('a body beyond 16 KiB', () => {
  const tooLarge = '{"status":"error","message":"The body is larger than 16 KiB."}';

  test('in chunks: 413 in the documented shape', async () => {
    const answer = await send(server, `${chunked('x'.repeat(10_000), 'x'.repeat(10_000))}0\r\n\r\n`).closed;
    expect([statuses(answer), answer.endsWith(tooLarge)]).toEqual([[413], true]);
  });

  test('the server answers a large Content-Length without waiting for the body', async () => {
    const { received, closed } = send(hasty, `${post('Content-Length: 999999999999')}{`);
    await eventually(received, (text) => text.endsWith(tooLarge));
    await expectOthersServed(hasty);
    expect(statuses(await closed)).toEqual([413, 408]);
  });

  // fault C10
  test('a body that never ends is cut at the time limit of a request', async () => {
    expect(statuses(await send(hasty, chunked(), `400\r\n${'x'.repeat(0x400)}\r\n`).closed)).toEqual([408]);
  });
});

// fault C15
test('slow headers and bodies are cut, and other clients are served meanwhile', async () => {
  const slow: (() => Connection)[] = [
    () => send(hasty, ''),
    () => send(hasty, 'GET /v1/wal', 'l'),
    () => send(hasty, `${get().slice(0, -2)}X: `, 'y'),
    () => send(hasty, post('Content-Length: 1000')),
    () => send(hasty, `${post('Content-Length: 1000')}{`, ' '),
    () => send(hasty, chunked('{"network":'), '1\r\n \r\n'),
  ];
  const held = slow.flatMap((begin) => Array.from({ length: 20 }, begin));
  await expectOthersServed(hasty);
  expect(held.map(({ received }) => received())).toEqual(held.map(() => ''));
  const answers = await Promise.all(held.map(({ closed }) => closed));
  expect(answers.map(statuses)).toEqual(held.map(() => [408]));
  for (const answer of answers) expectDocumentedShape(answer, 'request_timeout');
});

// fault C17
test('the server answers pipelined requests in order, and makes a purchase among them once', async () => {
  const order = airtime();
  const body = JSON.stringify(order);
  const buy = `${post(`Content-Length: ${body.length}`)}${body}`;
  const answers = await send(
    server,
    buy + head('GET /v1/nothing') + buy + head('DELETE /v1/webhook/get') + get('Connection: close'),
  ).closed;
  const [one, unknown, other, ...rest] = statuses(answers);
  expect([unknown, ...rest]).toEqual([404, 405, 200]);
  expect([one, other].sort()).toEqual([200, 400]);
  expect(await world.db.purchase.count({ where: { requestRef: String(order.request_ref) } })).toBe(1);
});

test('a thousand requests at once on one connection do not keep others waiting', async () => {
  const { closed } = send(server, get().repeat(999) + get('Connection: close'));
  await expectOthersServed(server);
  expect(statuses(await closed)).toEqual(Array(1_000).fill(200));
});

test('nothing was bought more than once', async () => {
  expect(await world.db.purchase.count()).toBe(3);
});
