import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { testDatabase } from '../servers/postgres';
import { withClient } from '../servers/sql';
import { eventually } from '../service/eventually';
import { type FaultProxy, startFaultProxy } from './fault-proxy';

describe('with a server that repeats what it is told', () => {
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

  test('a proxy that changed the traffic would be the fault itself: bytes and ends pass as they are', async () => {
    const client = await connected();
    client.socket.end('one two');
    await client.closed;
    expect([heard, client.text()]).toEqual(['one two', 'one two']);
    await eventually(proxy.connections, (count) => count === 0);
  });

  test('without a real refusal "provably never sent" is never tested: refuse gives ECONNREFUSED, leaves old connections, and ends', async () => {
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

  test('a partition that lost what was under way would hide late arrivals: in a blackhole nothing moves, and after it all comes in order', async () => {
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

  test('a cut that looked like an orderly end would be handled as one: both sides get a reset', async () => {
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

  test('a hold that a packet boundary defeats would not fire in the run that matters: the pattern is found when it comes byte by byte', async () => {
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

  test('a hold that caught other connections, or the retry too, would turn one lost answer into an outage: it fires once, on one connection', async () => {
    const [first, second] = [await connected(), await connected()];
    const hold = proxy.holdReplyAfter('accept');
    first.socket.write('accept');
    await hold.answered;
    second.socket.write('accept');
    await eventually(second.text, (text) => text === 'accept');
    expect(first.text()).toBe('');
  });

  test('a held request must stay away from the server, with all that follows it, until it is released', async () => {
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

  test('a reset of the target must reach the client as a reset, or an unknown outcome looks like an answer that was cut short', async () => {
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

  test('a pattern longer than what is remembered could pass unseen: it is refused', () => {
    expect(() => proxy.holdReplyAfter('x'.repeat(256))).toThrow(RangeError);
    expect(() => proxy.holdRequestsWith('')).toThrow(RangeError);
  });

  /** Proves, without waiting for a while, that whatever could have moved has: a later message went there and back. Not through the proxy. */
  async function roundTrip(): Promise<void> {
    const direct = dial((server.address() as AddressInfo).port);
    clients.push(direct);
    direct.socket.write('ping');
    await eventually(direct.text, (text) => text === 'ping');
    heard = heard.replace('ping', '');
  }
});

describe('with Postgres', () => {
  const statement = { name: 'settle_purchases_0123456789abcdef', text: 'INSERT INTO done VALUES ($1)' };

  test('"was it committed?" could not be asked: an answer that is held has committed, and a request that is held arrives after its client gave up', async () => {
    const database = await testDatabase();
    const { hostname, port } = new URL(database.url);
    const proxy = await startFaultProxy({ target: { host: hostname, port: Number(port) } });
    const url = new URL(database.url);
    url.port = String(proxy.port);
    const done = () =>
      withClient(database.url, async (client) => (await client.query('SELECT n FROM done ORDER BY n')).rows);
    try {
      await withClient(database.url, (client) => client.query('CREATE TABLE done (n int)'));

      const first = await connectTo(url.href);
      const reply = proxy.holdReplyAfter('settle_purchases_');
      const unheard = expect(first.query({ ...statement, values: [1] })).rejects.toThrow();
      await reply.answered;
      proxy.cut();
      await unheard;
      expect(await done()).toEqual([{ n: 1 }]);

      const second = await connectTo(url.href);
      const request = proxy.holdRequestsWith('settle_purchases_');
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
      await database.drop();
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
