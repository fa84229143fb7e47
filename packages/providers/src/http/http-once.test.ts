import { once } from 'node:events';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { SELF_SIGNED } from '@topup/testkit';
import { answer, deadlineIn, type StubProvider, startStub } from '../../test/stub-provider';
import { createPostOnce } from './http-once';

const stubs: StubProvider[] = [];
afterEach(async () => {
  for (const stub of stubs.splice(0)) await stub.close();
});

async function start(...args: Parameters<typeof startStub>): Promise<StubProvider> {
  const stub = await startStub(...args);
  stubs.push(stub);
  return stub;
}

/** Long enough for a busy machine to send the request. */
const SENT_WITHIN_MS = 1_500;
const postTo = (origin: string, connectTimeoutMs = 1_000) =>
  createPostOnce({ baseUrl: `${origin}/api`, headers: {}, connectTimeoutMs });

/**
 * A deadline that runs `atWrite` when it is read for the second time: on the connected socket, in the tick of the
 * write.
 */
function whenWriting(atWrite: () => number | undefined) {
  let reads = 0;
  return {
    remainingMs: () => {
      reads += 1;
      return reads === 2 ? (atWrite() ?? 5_000) : 5_000;
    },
  };
}

describe('an order that may have left would be taken for unsent: two deliveries for one payment', () => {
  describe('unsent: not one byte of the request left', () => {
    test('the port is closed', async () => {
      const stub = await startStub(() => {});
      await stub.close();
      expect(await postTo(stub.origin)('/pay', {}, deadlineIn(5_000))).toEqual({
        kind: 'unsent',
        code: 'unreachable',
        reason: 'ECONNREFUSED',
      });
    });

    // fault V2: on the send
    test('the host has no address', async () => {
      expect(await postTo('http://nowhere.invalid')('/pay', {}, deadlineIn(5_000))).toMatchObject({ kind: 'unsent' });
    });

    test('the certificate is self-signed', async () => {
      const stub = await start((_, socket) => answer(socket, 200, '{}'), { tls: SELF_SIGNED });
      const exchange = await postTo(stub.origin)('/pay', {}, deadlineIn(5_000));
      expect(exchange).toEqual({ kind: 'unsent', code: 'unreachable', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
      expect(stub.bytesRead()).toBe(0);
    });

    // fault V3: on the send
    test.each([
      ['before the connect timeout', 100, 5_000, 'unreachable', 'ECONNECTTIMEOUT'],
      ['before the deadline', 5_000, 100, 'too_late', 'the deadline passed'],
    ])('the TLS handshake does not end %s', async (_, connectTimeoutMs, deadlineMs, code, reason) => {
      const stub = await start(() => {});
      const post = postTo(stub.origin.replace('http:', 'https:'), connectTimeoutMs);
      expect(await post('/pay', {}, deadlineIn(deadlineMs))).toEqual({ kind: 'unsent', code, reason });
      expect(stub.requests).toEqual([]);
    });

    test('the server does not speak TLS', async () => {
      const stub = await start(() => {}, { onConnection: (socket) => socket.end('hello') });
      const post = postTo(stub.origin.replace('http:', 'https:'));
      expect(await post('/pay', {}, deadlineIn(5_000))).toMatchObject({ kind: 'unsent' });
    });

    test('the deadline had passed', async () => {
      const stub = await start((_, socket) => answer(socket, 200, '{}'));
      expect(await postTo(stub.origin)('/pay', {}, { remainingMs: () => 0 })).toEqual({
        kind: 'unsent',
        code: 'too_late',
        reason: 'the deadline passed',
      });
      expect(stub.connections).toEqual([]);
    });

    test('the deadline passed while it connected', async () => {
      const stub = await start((_, socket) => answer(socket, 200, '{}'));
      expect(
        await postTo(stub.origin)(
          '/pay',
          {},
          whenWriting(() => 0),
        ),
      ).toEqual({ kind: 'unsent', code: 'too_late', reason: 'the deadline passed' });
      await closed(stub);
      expect(stub.bytesRead()).toBe(0);
    });

    test('the deadline passed on a connection of an earlier request', async () => {
      const stub = await start((_, socket) => answer(socket, 200, '{}'));
      const post = postTo(stub.origin);
      await post('/pay', {}, deadlineIn(5_000));
      const bytesOfFirst = stub.bytesRead();
      expect(
        await post(
          '/pay',
          {},
          whenWriting(() => -1),
        ),
      ).toEqual({ kind: 'unsent', code: 'too_late', reason: 'the deadline passed' });
      await closed(stub);
      expect(stub.connections).toHaveLength(1);
      expect(stub.bytesRead()).toBe(bytesOfFirst);
    });

    test('after each of these the next request goes out as usual', async () => {
      const stub = await start((_, socket) => answer(socket, 200, '{}'));
      const post = postTo(stub.origin);
      await post(
        '/pay',
        {},
        whenWriting(() => 0),
      );
      expect(await post('/pay', {}, deadlineIn(5_000))).toEqual({ kind: 'answered', httpStatus: 200, bodyText: '{}' });
    });
  });

  describe('unanswered: it may have left', () => {
    // fault V5: on the send
    test('the server resets the connection without reading', async () => {
      const stub = await start(() => {}, { onConnection: (socket) => socket.pause() });
      const deadline = whenWriting(() => {
        setImmediate(async () => (await connectionOf(stub)).resetAndDestroy());
        return undefined;
      });
      expect(await postTo(stub.origin)('/pay', {}, deadline)).toEqual({ kind: 'unanswered', reason: 'ECONNRESET' });
      expect(stub.requests).toEqual([]);
    });

    test.each<[string, (socket: Socket) => void]>([
      ['reset after reading', (socket) => socket.resetAndDestroy()],
      ['closed after reading', (socket) => socket.end()],
      [
        'reset in the middle of the head',
        (socket) => socket.write('HTTP/1.1 200 OK\r\nConte', () => socket.resetAndDestroy()),
      ],
      [
        'a body shorter than its length',
        (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{"code":"016"}'),
      ],
      [
        'a chunked body without its end',
        (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n'),
      ],
      ['no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
      ['a body above 1 MiB', (socket) => answer(socket, 200, ' '.repeat(1024 * 1024 + 1))],
      ['another protocol', (socket) => socket.write('HTTP/1.1 101 x\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')],
      ['a body that is not the gzip it says', (socket) => answer(socket, 200, 'plain', ['Content-Encoding: gzip'])],
    ])('%s', async (_, onRequest) => {
      const stub = await start((_, socket) => onRequest(socket));
      expect(await postTo(stub.origin)('/pay', {}, deadlineIn(5_000))).toMatchObject({ kind: 'unanswered' });
      expect(stub.requests).toHaveLength(1);
    });

    test('no answer before the deadline', async () => {
      const stub = await start(() => {});
      expect(await postTo(stub.origin)('/pay', {}, deadlineIn(SENT_WITHIN_MS))).toEqual({
        kind: 'unanswered',
        reason: 'the deadline passed',
      });
      expect(stub.requests).toHaveLength(1);
    });

    test('a body that never stops coming ends at the deadline', async () => {
      const stub = await start((_, socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 90000\r\n\r\n');
        const drip = setInterval(() => socket.write(' '), 10);
        socket.once('close', () => clearInterval(drip));
      });
      expect(await postTo(stub.origin)('/pay', {}, deadlineIn(SENT_WITHIN_MS))).toEqual({
        kind: 'unanswered',
        reason: 'the deadline passed',
      });
    });

    // fault V6: on the send
    test('an idle connection that the server resets as it is used again: no second POST is made', async () => {
      const stub = await start((_, socket) => answer(socket, 200, '{}'));
      const post = postTo(stub.origin);
      await post('/pay', { first: true }, deadlineIn(5_000));
      const deadline = whenWriting(() => {
        stub.connections[0]?.resetAndDestroy();
        return undefined;
      });
      expect(await post('/pay', { second: true }, deadline)).toMatchObject({ kind: 'unanswered' });
      expect(stub.requests.map((request) => request.body)).toEqual(['{"first":true}']);
      expect(stub.connections).toHaveLength(1);
    });
  });

  describe('answered', () => {
    test.each([200, 400, 401, 404, 429, 500, 503])('HTTP %d, with its body as text', async (status) => {
      const stub = await start((_, socket) => answer(socket, status, '{"code": 16}'));
      expect(await postTo(stub.origin)('/pay', {}, deadlineIn(5_000))).toEqual({
        kind: 'answered',
        httpStatus: status,
        bodyText: '{"code": 16}',
      });
    });

    test.each([
      ['compressed, unasked', gzipSync('{"code":"000"}'), ['Content-Encoding: gzip']],
      ['with a mark of the byte order', Buffer.from('\ufeff{"code":"000"}'), []],
    ])('a body %s is read: else every order would stay unknown', async (_, body, headers) => {
      const head = ['HTTP/1.1 200 x', `Content-Length: ${body.length}`, ...headers].join('\r\n');
      const stub = await start((_, socket) => socket.write(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body])));
      expect(await postTo(stub.origin)('/pay', {}, deadlineIn(5_000))).toMatchObject({
        kind: 'answered',
        bodyText: '{"code":"000"}',
      });
    });

    test('an idle connection that the server closed in good time is replaced', async () => {
      const stub = await start((_, socket) => answer(socket, 200, '{}'));
      const post = postTo(stub.origin);
      await post('/pay', {}, deadlineIn(5_000));
      stub.connections[0]?.end();
      await once(stub.connections[0] as Socket, 'close');
      expect(await post('/pay', {}, deadlineIn(5_000))).toMatchObject({ kind: 'answered' });
      expect(stub.requests).toHaveLength(2);
    });

    // fault V9: on the send
    test.each([301, 302, 303, 307, 308])('a redirect %d is an answer and is not followed', async (status) => {
      const target = await start((_, socket) => answer(socket, 200, '{}'));
      const stub = await start((_, socket) => answer(socket, status, '', [`Location: ${target.origin}/api/pay`]));
      expect(await postTo(stub.origin)('/pay', {}, deadlineIn(5_000))).toEqual({
        kind: 'answered',
        httpStatus: status,
        bodyText: '',
      });
      expect(target.connections).toEqual([]);
    });

    test('a proxy in the environment is not used: the keys go to the provider alone', async () => {
      const proxy = await start((_, socket) => answer(socket, 200, 'proxy'));
      const stub = await start((_, socket) => answer(socket, 200, '{}'));
      const env = process.env;
      Object.assign(env, { http_proxy: proxy.origin, no_proxy: '', NO_PROXY: '' });
      try {
        expect(await postTo(stub.origin)('/pay', {}, deadlineIn(5_000))).toMatchObject({ bodyText: '{}' });
      } finally {
        delete env.http_proxy;
        delete env.no_proxy;
        delete env.NO_PROXY;
      }
      expect(proxy.connections).toEqual([]);
    });

    test('headers of one request do not stay for the next', async () => {
      const stub = await start((_, socket) => answer(socket, 200, '{}'));
      const post = createPostOnce({
        baseUrl: stub.origin,
        headers: { Accept: 'application/x' },
        connectTimeoutMs: 1_000,
      });
      await post('/pay', {}, deadlineIn(5_000), { Authorization: 'Bearer 1' });
      await post('/pay', {}, deadlineIn(5_000));
      expect(stub.requests[0]?.headers).toMatchObject({ authorization: 'Bearer 1', accept: 'application/x' });
      expect(stub.requests[1]?.headers).not.toHaveProperty('authorization');
    });

    test('without keep-alive each request has its own connection, which it says', async () => {
      const stub = await start((_, socket) => answer(socket, 200, '{}'));
      const post = createPostOnce({ baseUrl: stub.origin, headers: {}, connectTimeoutMs: 1_000, keepAlive: false });
      await post('/pay', {}, deadlineIn(5_000));
      await post('/pay', {}, deadlineIn(5_000));
      expect(stub.connections).toHaveLength(2);
      expect(stub.requests[0]?.headers).toMatchObject({ connection: 'close' });
    });

    test('without keep-alive a request that is too late leaves no byte either', async () => {
      const stub = await start((_, socket) => answer(socket, 200, '{}'));
      const post = createPostOnce({ baseUrl: stub.origin, headers: {}, connectTimeoutMs: 1_000, keepAlive: false });
      const exchange = await post(
        '/pay',
        {},
        whenWriting(() => 0),
        { Authorization: 'Bearer 1' },
      );
      expect(exchange).toEqual({ kind: 'unsent', code: 'too_late', reason: 'the deadline passed' });
      await closed(stub);
      expect(stub.bytesRead()).toBe(0);
    });

    test('100 requests at once come through, each once', async () => {
      const stub = await start((request, socket) => answer(socket, 200, request.body));
      const post = postTo(stub.origin);
      const exchanges = await Promise.all(
        Array.from({ length: 100 }, (_, n) => post('/pay', { n }, deadlineIn(5_000))),
      );
      expect(exchanges.map((exchange) => exchange.kind === 'answered' && exchange.bodyText)).toEqual(
        Array.from({ length: 100 }, (_, n) => `{"n":${n}}`),
      );
      expect(stub.requests).toHaveLength(100);
    });
  });

  async function connectionOf(stub: StubProvider): Promise<Socket> {
    while (stub.connections[0] === undefined) await new Promise(setImmediate);
    return stub.connections[0];
  }

  async function closed(stub: StubProvider): Promise<void> {
    const socket = await connectionOf(stub);
    if (!socket.destroyed) await once(socket, 'close');
  }
});
