import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import https from 'node:https';
import { type AddressInfo, isIP, type LookupFunction, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { deadlineIn, exchangeOnce } from '@topup/providers';
import { eventually, SELF_SIGNED } from '@topup/testkit';
import { createKeptConnections } from './kept-connections';
import { createWebhookPoster, LIMITS } from './webhook-poster';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const take: Answer = (request, response) => void request.resume().once('end', () => response.end());
const running: Server[] = [];
afterEach(() => {
  for (const server of running.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A receiver that keeps connections open. `answer` may be replaced; `sockets`: all connections, in their order. */
async function receiver(server = createServer()) {
  const sockets: Socket[] = [];
  const bodies: string[] = [];
  const state = { answer: take };
  server.keepAliveTimeout = 0;
  server.on('connection', (socket: Socket) => sockets.push(socket));
  server.on('request', (request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.once('end', () => bodies.push(body));
    state.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push(server);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, port, sockets, bodies, state };
}

type SenderOptions = { timeoutMs?: number; idleMs?: number; lookup?: LookupFunction; clock?: typeof clock };

/** A worker's poster. Each event has another body. */
function sender(url: string, options: SenderOptions = {}) {
  const poster = createWebhookPoster({ timeoutMs: 5_000, allowPrivate: true, clock, ...options });
  let events = 0;
  return () => poster.post({ url, headers: {}, body: `event ${++events}` });
}

let nowMs = 0;
const clock = { monotonicMs: () => nowMs };

/** A name that has these addresses, one after the other. */
function resolving(...addresses: string[]): LookupFunction {
  return (_, { all }, callback) => {
    const address = addresses.shift() ?? '';
    if (all) callback(null, [{ address, family: isIP(address) }]);
    else callback(null, address, isIP(address));
  };
}

/** Stops the event loop, as a process that is stopped or has no CPU. */
const stall = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const OK = { httpStatus: 200, error: null };

/** The first event is sent, and its connection is kept. */
async function kept(options?: SenderOptions) {
  const server = await receiver();
  const post = sender(server.url, options);
  expect(await post()).toMatchObject(OK);
  await sleep(5);
  return { ...server, post };
}

describe('each event costs a connection', () => {
  test('events that follow each other share one, and events at the same time have one each', async () => {
    const { post, sockets, bodies } = await kept();
    expect(await post()).toMatchObject(OK);
    expect(sockets).toHaveLength(1);
    await Promise.all([post(), post(), post()]);
    expect(sockets).toHaveLength(3);
    expect(bodies.sort()).toEqual([1, 2, 3, 4, 5].map((n) => `event ${n}`));
  });

  test('the same over TLS, whose certificate is looked at again after a minute', async () => {
    const tls = https.createServer({ key: SELF_SIGNED.key, cert: SELF_SIGNED.cert });
    const { port, sockets } = await receiver(tls as unknown as Server);
    const url = new URL(`https://127.0.0.1:${port}/`);
    const checkServerIdentity = jest.fn(() => undefined);
    const dial = { ca: SELF_SIGNED.cert, checkServerIdentity };
    const kept = createKeptConnections({ dial, idleMs: 1_000, clock });
    const seen = async () => {
      const request = { method: 'POST' as const, url, headers: {}, body: 'event', deadline: deadlineIn(5_000) };
      const exchanged = await exchangeOnce({ connections: kept.of(url.origin), ...request, ...LIMITS });
      expect(exchanged).toMatchObject({ httpStatus: 200, fault: null });
      await sleep(5);
      return { connections: sockets.length, certificates: checkServerIdentity.mock.calls.length };
    };
    expect(await seen()).toEqual({ connections: 1, certificates: 1 });
    expect(await seen()).toEqual({ connections: 1, certificates: 1 });
    sockets[0]?.destroy();
    await sleep(5);
    expect(await seen()).toEqual({ connections: 2, certificates: 1 }); // the TLS session is resumed
    nowMs += 60_000;
    expect(await seen()).toEqual({ connections: 3, certificates: 2 });
  });
});

describe('an event is lost because its receiver had closed the kept connection', () => {
  // fault W12
  test.each(['close', 'reset'])('nothing was written yet: it is sent on a new one (%s)', async (how) => {
    const { post, sockets, bodies } = await kept();
    // in this tick: the end of the connection has arrived, and the worker has not read it
    if (how === 'close') sockets[0]?.destroy();
    else sockets[0]?.resetAndDestroy();
    expect(await post()).toMatchObject(OK);
    expect(bodies).toEqual(['event 1', 'event 2']);
    expect(sockets).toHaveLength(2);
  });

  test('its addresses are checked anew for the new one', async () => {
    const { port, sockets, bodies } = await receiver();
    const lookup = resolving('127.0.0.1', '169.254.169.254');
    const post = sender(`http://shop.example.com:${port}/`, { lookup });
    expect(await post()).toMatchObject(OK);
    await sleep(5);
    sockets[0]?.destroy();
    expect(await post()).toMatchObject({ httpStatus: null, error: expect.stringContaining('metadata') });
    expect(bodies).toEqual(['event 1']);
  });
});

describe('a receiver that closes each connection after its answer loses every second event', () => {
  /** Closes without saying so: the next event is already on its way. */
  async function closing(others?: SenderOptions) {
    const server = await receiver();
    const answered = new WeakSet<Socket>();
    server.state.answer = (request, response) => {
      if (answered.has(request.socket)) request.socket.destroy();
      else take(request, response);
      answered.add(request.socket);
    };
    const post = sender(server.url, others);
    const lost = async (events: number) => {
      const results: (number | null)[] = [];
      for (let n = 0; n < events; n++) results.push((await post()).httpStatus);
      return results.filter((status) => status === null).length;
    };
    return { ...server, post, lost };
  }

  // fault W12
  test('after the first loss each event has a new connection, for an hour', async () => {
    const { lost, bodies } = await closing();
    expect(await lost(2)).toBe(1);
    expect(await lost(38)).toBe(0);
    expect(bodies).toEqual(Array.from({ length: 40 }, (_, n) => `event ${n + 1}`)); // none twice
    nowMs += 3_599_000;
    expect(await lost(2)).toBe(0);
    nowMs += 1_000;
    expect(await lost(2)).toBe(1);
  });

  test('events at the same time may be lost together, and none after them', async () => {
    const { post, lost } = await closing();
    await Promise.all([post(), post(), post()]);
    const results = await Promise.all([post(), post(), post()]);
    expect(results.map(({ httpStatus }) => httpStatus)).toContain(null);
    expect(await lost(10)).toBe(0);
  });

  test('a receiver that does not answer in time has done nothing to its connection', async () => {
    const { post, sockets, state } = await kept({ timeoutMs: 100 });
    state.answer = (request) => void request.resume();
    expect(await post()).toMatchObject({ error: 'no complete answer within 100 ms' });
    state.answer = take;
    expect([await post(), await post()]).toMatchObject([OK, OK]);
    expect(sockets).toHaveLength(2);
  });

  test('1,000 receivers are remembered', () => {
    const { of, closedEarly } = createKeptConnections({ dial: {}, idleMs: 1_000, clock });
    const isKept = (origin: string) => !of(origin).areSingle;
    closedEarly('https://first.example.com');
    for (let n = 1; n < 1_000; n++) closedEarly(`https://${n}.example.com`);
    expect([isKept('https://first.example.com'), isKept('https://1000.example.com')]).toEqual([false, true]);
    closedEarly('https://1000.example.com');
    expect([isKept('https://first.example.com'), isKept('https://1000.example.com')]).toEqual([true, false]);
  });
});

describe('an event leaves after its deadline', () => {
  const TIMEOUT_MS = 100;
  const late = { httpStatus: null, error: `no complete answer within ${TIMEOUT_MS} ms` };

  // fault W15
  test.each<[string, number]>([
    ['before it looks at the kept connection', 0],
    ['while it looks', 1],
    ['as it would write', 2],
  ])('the process stands still %s: nothing is sent, and no connection stays', async (_, turns) => {
    const { post, sockets, bodies } = await kept({ timeoutMs: TIMEOUT_MS });
    const standStill = (left: number) => {
      if (left === 0) stall(2 * TIMEOUT_MS);
      else setImmediate(standStill, left - 1);
    };
    // first, so that it comes before what the worker does in the same turn
    if (turns > 0) standStill(turns);
    const result = post();
    if (turns === 0) standStill(0);
    expect(await result).toMatchObject(late);
    await sleep(50);
    expect(bodies).toEqual(['event 1']);
    expect(sockets.every(({ destroyed }) => destroyed)).toBe(true);
  });

  // fault W15
  test('the process stands still while a new connection is made: nothing is sent on it', async () => {
    const server = createServer();
    const { url, sockets, bodies } = await receiver(server);
    server.once('connection', () => stall(2 * TIMEOUT_MS)); // the poster hears of the connection in the same turn
    expect(await sender(url, { timeoutMs: TIMEOUT_MS })()).toMatchObject(late);
    await sleep(50);
    expect(bodies).toEqual([]);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
  });
});

describe('an answer that nobody asked for is taken as the answer of the event', () => {
  const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';
  const STRAY = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

  // fault W13
  test.each<[string, (socket?: Socket) => void]>([
    ['408 and the end of the connection', (socket) => socket?.end(TIMED_OUT)],
    ['a stray 200', (socket) => socket?.write(STRAY)],
    ['the start of a stray 200', (socket) => socket?.write(STRAY.slice(0, 11))],
  ])('%s on a kept connection: the event is sent, once', async (_, disturb) => {
    for (const idle of [() => undefined, () => sleep(20)]) {
      const { post, sockets, bodies, state } = await kept();
      state.answer = (request, response) => void request.resume().once('end', () => response.writeHead(204).end());
      disturb(sockets[0]);
      await idle();
      expect(await post()).toMatchObject({ httpStatus: 204, error: null });
      await sleep(20);
      expect(bodies).toEqual(['event 1', 'event 2']);
    }
  });
});

describe('an event is sent twice because its connection broke', () => {
  // fault W12, W14
  test.each<[string, Answer]>([
    ['is reset after the request', (request) => void request.once('end', () => request.socket.resetAndDestroy())],
    ['is closed after the request', (request) => void request.once('end', () => request.socket.destroy())],
    ['is closed within the request', (request) => void request.socket.destroy()],
    ['is reset within the request', (request) => void request.socket.resetAndDestroy()],
  ])('a kept connection that %s', async (_, answer) => {
    const { post, sockets, state } = await kept();
    const requests: IncomingMessage[] = [];
    state.answer = (request, response) => {
      requests.push(request);
      answer(request, response);
    };
    expect(await post()).toMatchObject({ httpStatus: null, error: 'could not be sent: ECONNRESET' });
    await sleep(50);
    expect([requests.length, sockets.length]).toEqual([1, 1]);
  });

  test('a new connection after a kept one that breaks too', async () => {
    const { post, sockets, bodies, state } = await kept();
    state.answer = (request) => void request.once('end', () => request.socket.destroy());
    sockets[0]?.destroy();
    expect(await post()).toMatchObject({ httpStatus: null, error: 'could not be sent: ECONNRESET' });
    await sleep(50);
    expect(bodies).toEqual(['event 1', 'event 2']);
    expect(sockets).toHaveLength(2);
  });
});

describe('a connection is kept that should not be', () => {
  test.each<[string, Record<string, string>]>([
    ['Connection: close', { connection: 'close' }],
    ['Keep-Alive: timeout=0', { connection: 'keep-alive', 'keep-alive': 'timeout=0' }],
  ])('after an answer with %s the next event has a new one', async (_, headers) => {
    const { url, sockets, state } = await receiver();
    state.answer = (request, response) =>
      void request.resume().once('end', () => response.writeHead(200, headers).end());
    const post = sender(url);
    expect(await post()).toMatchObject(OK);
    await sleep(5);
    expect(await post()).toMatchObject(OK);
    expect(sockets).toHaveLength(2);
  });

  test('an answer that was cut at 64 KiB leaves none', async () => {
    const { url, sockets, state } = await receiver();
    state.answer = (request, response) => {
      request.resume();
      response.writeHead(200).write(Buffer.alloc(70_000));
    };
    await sender(url)();
    await eventually(
      () => sockets[0]?.destroyed,
      (gone) => gone === true,
    );
  });

  // fault W7
  test('one that is a minute old: name and address are looked at again', async () => {
    const { port, sockets, bodies } = await receiver();
    const lookup = resolving('127.0.0.1', '127.0.0.1', '169.254.169.254');
    const post = sender(`http://shop.example.com:${port}/`, { lookup });
    const connections = async (laterMs: number) => {
      nowMs += laterMs;
      expect(await post()).toMatchObject(OK);
      await sleep(5);
      return sockets.length;
    };
    expect([await connections(0), await connections(30_000), await connections(29_999)]).toEqual([1, 1, 1]);
    expect(await connections(1)).toBe(2);
    nowMs += 60_000;
    expect(await post()).toMatchObject({ error: expect.stringContaining('metadata') });
    expect(bodies).toHaveLength(4);
  });

  test('one that nobody uses is closed', async () => {
    const { sockets } = await kept({ idleMs: 20 });
    await eventually(
      () => sockets[0]?.destroyed,
      (gone) => gone === true,
    );
  });
});
