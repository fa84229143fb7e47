import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setInterval as ticks } from 'node:timers/promises';
import { SELF_SIGNED } from '@topup/testkit';
import { answer, deadlineIn, type StubProvider, startStub } from '../../test/stub-provider';
import { type Connection, createConnections } from './connections';
import { bytesRead, type ExchangeOptions, exchangeOnce } from './exchange-once';
import { createPostOnce } from './http-once';

const LONG_MS = 60_000; // longer than a test may take, so an exchange that ends was not ended by the deadline
const SHORT_MS = 200;
const INTERIM = 'HTTP/1.1 103 Early Hints\r\n\r\n';
const CHUNK = '1\r\nx\r\n';
const ONE_BYTE_CHUNKS = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNK.repeat(20_000)}`;
/** The deadline's own words, and those of an answer that is no answer. */
const LATE = 'the deadline passed';
const EXCESS = 'ERR_BAD_RESPONSE';
const MAX_READS = 2_048;

/** A parser of them that looks at nothing in between takes 0.4 s. */
const LINES = 'a:\r\n'.repeat(30_000);

const PEERS: [string, string, number, (socket: Socket) => void][] = [
  ['interim answers without end', EXCESS, LONG_MS, (socket) => pour(socket, INTERIM.repeat(512))],
  [
    'five interim answers and the answer',
    EXCESS,
    LONG_MS,
    (socket) => {
      socket.write(INTERIM.repeat(5));
      answer(socket, 200, '{}');
    },
  ],
  ['a body without end', EXCESS, LONG_MS, (socket) => pour(socket, `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(16_384)}`)],
  [
    'a body of single bytes',
    EXCESS,
    LONG_MS,
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      crumb(socket, CHUNK);
    },
  ],
  [
    'a head of single bytes',
    EXCESS,
    LONG_MS,
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX: ');
      crumb(socket);
    },
  ],
  ['a head of lines without a value', EXCESS, LONG_MS, (socket) => socket.write(`HTTP/1.1 200 OK\r\n${LINES}`)],
  [
    'trailers of lines without a value',
    EXCESS,
    LONG_MS,
    (socket) => socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${LINES}`),
  ],
  ['many one-byte chunks in one read', EXCESS, LONG_MS, (socket) => socket.write(ONE_BYTE_CHUNKS)],
  [
    'a head of one byte each second',
    LATE,
    SHORT_MS,
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX: ');
      const timer = setInterval(() => socket.write('x'), 1_000);
      socket.once('close', () => clearInterval(timer));
    },
  ],
];

let stub: StubProvider | undefined;
afterEach(() => stub?.close());

describe('a provider that sends without end would hold an order, or have it paid back', () => {
  // fault V25: on the send
  test.each(PEERS)('%s: the exchange ends, and the order is unknown', async (_, reason, deadlineMs, peer) => {
    stub = await startStub((_request, socket) => peer(socket));
    const post = createPostOnce({ baseUrl: stub.origin, headers: {}, connectTimeoutMs: 5_000 });
    expect(await post('/pay', {}, deadlineIn(deadlineMs))).toEqual({ kind: 'unanswered', reason });
    await closed(stub);
  });

  test.each(PEERS)('%s over TLS: the exchange ends', async (_, reason, deadlineMs, peer) => {
    stub = await startStub((_request, socket) => peer(socket), { tls: SELF_SIGNED });
    const { ended } = open(stub.origin, { deadline: deadlineIn(deadlineMs), maxBytes: 1024 * 1024 });
    expect(await ended).toMatchObject({ written: true, fault: reason === LATE ? 'late' : 'excess' });
    await closed(stub);
  });

  test('many one-byte chunks in one read: no more are parsed than may be', async () => {
    stub = await startStub((_request, socket) => socket.write(ONE_BYTE_CHUNKS));
    const { body } = await open(stub.origin).ended;
    expect(body.length).toBeLessThanOrEqual(MAX_READS + 1);
  });

  test.each([
    ['a head', 'HTTP/1.1 200 OK\r\nX: '],
    ['interim answers and a head', `${INTERIM.repeat(4)}HTTP/1.1 200 OK\r\nX: `],
  ])('%s of single bytes: no more reads than a head may need', async (_, start) => {
    stub = await startStub((_request, socket) => {
      socket.setNoDelay().write(start);
      crumb(socket);
    });
    const { ended, connection } = open(stub.origin);
    let reads = 0;
    connection.socket?.once('connect', () => connection.socket?.on('readable', () => (reads += 1)));
    expect(await ended).toMatchObject({ httpStatus: null, fault: 'excess' });
    expect(reads).toBeLessThanOrEqual(65);
  });

  test.each([
    ['http', {}],
    ['https', { tls: SELF_SIGNED }],
  ])('over %s, one byte each millisecond: most are read together', async (_, options) => {
    const BYTES = 1_000;
    const whole = `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(2 * BYTES)}`;
    stub = await startStub((_request, socket) => socket.write(whole), options);
    const origin = new URL(stub.origin);
    const port = Number(origin.port);
    const relay = createServer((socket) => trickle(connect(port, '127.0.0.1'), socket));
    await once(relay.listen(0, '127.0.0.1'), 'listening');
    origin.port = String((relay.address() as AddressInfo).port);
    const { connection } = open(origin.origin);
    const socket = connection.socket as Socket;
    let reads = 0;
    let bytes = 0;
    for await (const _ of ticks(1)) {
      const { raw } = bytesRead(socket);
      if (raw > bytes) reads += 1;
      bytes = Math.max(bytes, raw);
      if (bytes >= BYTES || socket.destroyed) break;
    }
    socket.destroy();
    relay.close();
    expect(reads).toBeLessThan(bytes / 2);
  });

  test('each exchange on a kept connection has the whole count, and two interim answers are no fault', async () => {
    const body = JSON.stringify('x'.repeat(400 * 1024));
    stub = await startStub((_request, socket) => {
      socket.write(INTERIM.repeat(2));
      answer(socket, 200, body);
    });
    const post = createPostOnce({ baseUrl: stub.origin, headers: {}, connectTimeoutMs: 5_000 });
    for (let n = 0; n < 4; n += 1) {
      expect(await post('/pay', {}, deadlineIn(LONG_MS))).toMatchObject({ kind: 'answered', bodyText: body });
    }
    expect(stub.connections).toHaveLength(1);
  });
});

describe('bytes on a kept connection would be the answer to the next order: never sold, called delivered', () => {
  const STRAY = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstray';
  /** `done` is called when it has left. */
  const DISTURBANCES: [string, (socket: Socket, done: () => void) => unknown][] = [
    ['a second answer to the first order', (socket, done) => socket.write(STRAY, done)],
    ['the start of one', (socket, done) => socket.write(STRAY.slice(0, 11), done)],
    ['interim answers', (socket, done) => socket.write(INTERIM.repeat(8), done)],
    ['408 and the end', (socket, done) => socket.end('HTTP/1.1 408 x\r\nConnection: close\r\n\r\n', done)],
    ['its end', (socket, done) => socket.destroy().once('close', done)],
  ];

  describe.each([
    ['http', {}],
    ['https', { tls: SELF_SIGNED }],
  ])('over %s', (_scheme, options) => {
    test.each(
      DISTURBANCES.flatMap(([what, disturb]) => [
        [what, 'as the next order comes', disturb, false] as const,
        [what, 'before it', disturb, true] as const,
      ]),
    )('%s, %s: the order goes out once, on a new connection', async (_what, _when, disturb, isRead) => {
      const provider = await startStub(({ body }, socket) => answer(socket, 200, body), {
        ...options,
        onConnection: (socket) => socket.setNoDelay(), // so that a disturbance does not wait in the kernel
      });
      stub = provider;
      const connections = createConnections({ idleMs: LONG_MS, dial: { rejectUnauthorized: false } });
      const post = async (body: string) => {
        const { ended, connection } = open(provider.origin, { method: 'POST', body }, connections);
        const exchanged = await ended;
        await new Promise(setImmediate);
        return { text: Buffer.concat(exchanged.body).toString(), socket: connection.socket };
      };
      const { text, socket: kept } = await post('first');
      expect(text).toBe('first');
      const readBefore = kept?.bytesRead;
      await new Promise<void>((done) => disturb(provider.connections[0] as Socket, done));
      while (isRead && kept?.bytesRead === readBefore && !kept?.destroyed) await new Promise(setImmediate);
      expect(await post('second')).toMatchObject({ text: 'second' });
      expect(provider.requests.map(({ body }) => body)).toEqual(['first', 'second']);
      expect(provider.connections).toHaveLength(2);
      // the new one is kept
      expect(await post('third')).toMatchObject({ text: 'third' });
      expect(provider.connections).toHaveLength(2);
    });
  });
});

/** An exchange that has begun, with the connection that it took. */
function open(
  origin: string,
  options: Partial<ExchangeOptions> = {},
  connections = createConnections({ idleMs: 0, dial: { rejectUnauthorized: false } }),
) {
  const taken: Connection[] = [];
  const ended = exchangeOnce({
    connections: {
      ...connections,
      take: (from) => {
        taken.push(connections.take(from));
        return taken[0] as Connection;
      },
    },
    method: 'GET',
    url: new URL(origin),
    headers: {},
    deadline: deadlineIn(LONG_MS),
    maxBytes: Number.MAX_SAFE_INTEGER,
    maxReads: MAX_READS,
    ...options,
  });
  return { ended, connection: taken[0] as Connection };
}

/** Passes everything on, to `slow` one byte each millisecond. */
function trickle(from: Socket, slow: Socket): void {
  let waiting = Buffer.alloc(0);
  from.on('data', (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
  });
  const timer = setInterval(() => {
    if (waiting.length > 0) slow.write(waiting.subarray(0, 1));
    waiting = waiting.subarray(1);
  }, 1);
  slow.setNoDelay().pipe(from);
  for (const socket of [from, slow])
    socket
      .on('error', () => undefined)
      .once('close', () => {
        clearInterval(timer);
        from.destroy();
        slow.destroy();
      });
}

async function closed({ connections: [socket] }: StubProvider): Promise<void> {
  if (socket?.destroyed === false) await new Promise((resolve) => socket.once('close', resolve));
}

function pour(socket: Socket, chunk: string): void {
  while (!socket.destroyed && socket.write(chunk));
  if (!socket.destroyed) socket.once('drain', () => pour(socket, chunk));
}

function crumb(socket: Socket, piece = 'x'): void {
  if (!socket.destroyed) socket.write(piece, () => setImmediate(crumb, socket, piece));
}
