import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { useDatabase } from '../builders/use-database';
import { withClient } from '../servers/sql';
import { eventually } from '../service/eventually';
import { type FaultProxy, startFaultProxy } from './fault-proxy';

describe('a fault is not the one that the test asked for', () => {
  let server: Server;
  let proxy: FaultProxy;
  let heard: string;
  const clients: Dialled[] = [];

  beforeEach(async () => {
    heard = '';
    server = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .on('data', (bytes) => {
          heard += bytes;
          socket.write(bytes);
        });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    proxy = await startFaultProxy({ target: { host: '127.0.0.1', port: (server.address() as AddressInfo).port } });
  });

  afterEach(async () => {
    for (const client of clients.splice(0)) client.socket.destroy();
    await proxy.stop();
    server.close();
  });

  async function connected(): Promise<Dialled> {
    const client = dial(proxy.port);
    clients.push(client);
    await once(client.socket, 'connect');
    return client;
  }

  test('in mode pass bytes and ends arrive unchanged', async () => {
    const client = await connected();
    client.socket.end('one two');
    await client.closed;
    expect([heard, client.text()]).toEqual(['one two', 'one two']);
    await eventually(proxy.connections, (count) => count === 0);
  });

  test('in mode refuse new connections get ECONNREFUSED, old ones work, and it can be ended', async () => {
    const old = await connected();
    await proxy.setMode('refuse');
    await expect(once(dial(proxy.port).socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    old.socket.write('still');
    await eventually(old.text, (text) => text === 'still');
    await proxy.setMode('pass');
    const fresh = await connected();
    fresh.socket.write('here');
    await eventually(fresh.text, (text) => text === 'here');
  });

  test('in mode blackhole nothing moves, and afterwards everything arrives in order', async () => {
    const old = await connected();
    await proxy.setMode('blackhole');
    const fresh = await connected();
    old.socket.write('a');
    old.socket.write('b');
    fresh.socket.write('c');
    await eventually(proxy.connections, (count) => count === 2);
    await roundTrip();
    expect(heard).toBe('');
    await proxy.setMode('pass');
    await eventually(old.text, (text) => text === 'ab');
    await eventually(fresh.text, (text) => text === 'c');
  });

  test('a cut resets both sides', async () => {
    const client = await connected();
    client.socket.write('x');
    await eventually(client.text, (text) => text === 'x');
    proxy.cut();
    expect(await client.closed).toBe('ECONNRESET');
    await eventually(
      () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
      (count) => count === 0,
    );
  });

  test('a hold fires when its pattern comes byte by byte', async () => {
    const client = await connected();
    const hold = proxy.holdReplyAfter('settle_purchases');
    for (const byte of 'before settle_purchases') {
      client.socket.write(byte);
      await eventually(
        () => heard.length,
        (length) => length > 0 && heard.endsWith(byte),
      );
    }
    await hold.fired;
    await hold.answered;
    expect(heard).toBe('before settle_purchases');
    expect(client.text()).toBe('before settle_purchase');
    proxy.release();
    await eventually(client.text, (text) => text === 'before settle_purchases');
  });

  test('a client gets something else instead of a held reply, once', async () => {
    const client = await connected();
    const hold = proxy.holdReplyAfter('order', (socket) => socket.write('HTTP/1.1 103'));
    client.socket.write('order');
    await hold.answered;
    await eventually(client.text, (text) => text === 'HTTP/1.1 103');
    client.socket.write(' more');
    await eventually(
      () => heard,
      (text) => text === 'order more',
    );
    await roundTrip();
    expect(client.text()).toBe('HTTP/1.1 103');
  });

  test('a hold fires once, on one connection', async () => {
    const [first, second] = [await connected(), await connected()];
    const hold = proxy.holdReplyAfter('accept');
    first.socket.write('accept');
    await hold.answered;
    second.socket.write('accept');
    await eventually(second.text, (text) => text === 'accept');
    expect(first.text()).toBe('');
  });

  test('a held request, and all that follows it, arrives only when it is released', async () => {
    const client = await connected();
    client.socket.write('first ');
    await eventually(client.text, (text) => text === 'first ');
    const hold = proxy.holdRequestsWith('claim');
    client.socket.write('a claim');
    await hold.fired;
    client.socket.write(' and more');
    await roundTrip();
    expect(heard).toBe('first ');
    proxy.release();
    await eventually(client.text, (text) => text === 'first a claim and more');
  });

  test('a reset of the target reaches the client as a reset', async () => {
    const client = await connected();
    await eventually(
      () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
      (count) => count === 1,
    );
    server.once('connection', (socket) => socket.resetAndDestroy());
    const other = await connected();
    expect(await other.closed).toBe('ECONNRESET');
    expect(client.socket.destroyed).toBe(false);
  });

  test('a pattern that is too long or empty is a RangeError', () => {
    expect(() => proxy.holdReplyAfter('x'.repeat(256))).toThrow(RangeError);
    expect(() => proxy.holdRequestsWith('')).toThrow(RangeError);
  });

  /** Proves without waiting that nothing else arrives: a later message, past the proxy, has made its round trip. */
  async function roundTrip(): Promise<void> {
    const direct = dial((server.address() as AddressInfo).port);
    clients.push(direct);
    direct.socket.write('ping');
    await eventually(direct.text, (text) => text === 'ping');
    heard = heard.replace('ping', '');
  }
});

describe('tests cannot tell whether a lost statement was committed', () => {
  const database = useDatabase();
  const statement = { name: 'record_settlements_0123456789abcdef', text: 'INSERT INTO done VALUES ($1)' };

  test('a held answer has committed, and a held request arrives after its client gave up', async () => {
    const { hostname, port } = new URL(database.url);
    const proxy = await startFaultProxy({ target: { host: hostname, port: Number(port) } });
    const url = new URL(database.url);
    url.port = String(proxy.port);
    const done = () =>
      withClient(database.url, async (client) => (await client.query('SELECT n FROM done ORDER BY n')).rows);
    try {
      await withClient(database.url, (client) => client.query('CREATE TABLE done (n int)'));

      const first = await connectTo(url.href);
      const reply = proxy.holdReplyAfter('record_settlements_');
      const unheard = expect(first.query({ ...statement, values: [1] })).rejects.toThrow();
      await reply.answered;
      proxy.cut();
      await unheard;
      expect(await done()).toEqual([{ n: 1 }]);

      const second = await connectTo(url.href);
      const request = proxy.holdRequestsWith('record_settlements_');
      const gaveUp = expect(second.query({ ...statement, values: [2] })).rejects.toThrow(/timeout/);
      await request.fired;
      await gaveUp;
      const ended = second.end();
      expect(await done()).toEqual([{ n: 1 }]);
      proxy.release();
      await ended;
      expect(await done()).toEqual([{ n: 1 }, { n: 2 }]);
    } finally {
      await proxy.stop();
    }
  });
});

async function connectTo(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString, query_timeout: 200 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

type Dialled = { socket: Socket; text(): string; closed: Promise<string | null> };

/** `closed` is fulfilled with the error code of the connection, or null after an orderly end. */
function dial(port: number): Dialled {
  let text = '';
  let error: string | null = null;
  const socket = connect(port, '127.0.0.1');
  socket.on('data', (bytes) => {
    text += bytes;
  });
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    error = code ?? 'unknown';
  });
  return { socket, text: () => text, closed: new Promise((resolve) => socket.once('close', () => resolve(error))) };
}
