import { eventually, type FaultProxy, startFaultProxy, testDatabase } from '@topup/testkit';
import { type Db, openDatabase } from './db';

// A connection that goes back to its pool inside a transaction takes what the next caller writes with it, which nobody
// commits. One that never goes back is missing forever.
describe('a transaction whose end is lost harms the next user of its connection', () => {
  let home: Awaited<ReturnType<typeof testDatabase>>;
  let proxy: FaultProxy;
  let near: Db;
  let db: Db;
  beforeAll(async () => {
    home = await testDatabase();
    const { hostname: host, port } = new URL(home.url);
    proxy = await startFaultProxy({ target: { host, port: Number(port) } });
    near = openDatabase({ url: home.url, max: 2, name: 'near', onError: () => undefined });
    await near.$executeRaw`CREATE TABLE note (text text)`;
  });
  beforeEach(() => {
    const url = Object.assign(new URL(home.url), { host: `127.0.0.1:${proxy.port}` }).href;
    db = openDatabase({ url, max: 1, name: 'one-connection', onError: () => undefined, queryTimeoutMs: 700 });
  });
  afterEach(async () => {
    proxy.release();
    await proxy.setMode('pass');
    await db.$disconnect();
  });
  afterAll(async () => {
    await proxy?.stop();
    await near?.$disconnect();
    await home?.drop();
  });

  /** Writes by the pool, and reads by another whether it was committed. */
  async function expectCommits(text: string): Promise<void> {
    await db.$executeRaw`INSERT INTO note VALUES (${text})`;
    await expect(near.$queryRaw`SELECT text FROM note WHERE text = ${text}`).resolves.toEqual([{ text }]);
  }

  test('a statement that waits for longer than its caller', async () => {
    await near.$transaction(
      async (lock) => {
        await lock.$queryRaw`SELECT pg_advisory_xact_lock(1)::text`;
        const work = db.$transaction((tx) => tx.$queryRaw`SELECT pg_advisory_xact_lock(1)::text`);
        await expect(work).rejects.toThrow('Query read timeout');
      },
      { timeout: 10_000 },
    );
    await expectCommits('after a statement that waited');
  });

  test.each(['COMMIT', 'ROLLBACK'])('a %s that does not arrive', async (end) => {
    const held = proxy.holdRequestsWith(end);
    const work = db.$transaction(async (tx) => {
      await tx.$executeRaw`INSERT INTO note VALUES ('lost')`;
      if (end === 'ROLLBACK') throw new Error('changed its mind');
    });
    await expect(work).rejects.toThrow();
    await held.fired;
    await expectCommits(`after a ${end}`);
  });

  test('a transaction that begins too late for its caller', async () => {
    let free: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      free = resolve;
    });
    const first = db.$transaction(() => held, { timeout: 5_000 });
    const second = db.$transaction(async () => undefined, { maxWait: 50 });
    await expect(second).rejects.toThrow();
    free();
    await first;
    await eventually(() => expectCommits('after a late begin').then(() => true), Boolean);
  });
});
