import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { openDatabase, systemClock } from '@topup/core/shared';
import { eventually, fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import express, { Router } from 'express';
import { walletRoutes } from '../account/wallet/wallet.routes';
import { serveRoutes } from '../api';
import { accountIdOf, type SignedIn } from '../auth/signed-in';
import { quiet } from '../testing/seller';

const LOCK = 1;
const CONNECTIONS = 10; // as in production

let database: TestDatabase;
let db: ReturnType<typeof testPool>;
let own: ReturnType<typeof testPool>;
let server: Server;
let one: string;
let other: string;

beforeAll(async () => {
  database = await testDatabase();
  own = testPool(database.url, 2);
  db = openDatabase({
    url: database.url,
    max: CONNECTIONS,
    name: 'pages',
    queryTimeoutMs: 60_000,
    onError: () => undefined,
  });
  [one, other] = [await fundedAccount(own, 1n), await fundedAccount(own, 1n)];
  const user = { userId: 'u', email: 'e', name: 'n', sessionId: 's', mustEnrol: false };
  const findSignedIn = async ({ as }: NodeJS.Dict<string | string[]>): Promise<SignedIn> =>
    as === 'operator' ? { ...user, role: 'operator', accountId: null } : { ...user, role: 'owner', accountId: `${as}` };
  // a page whose statement waits for the lock that the test holds
  const slow = Router().get('/slow', async (_request, response) => {
    await db.$transaction([
      db.$executeRaw`SET LOCAL lock_timeout = 0`,
      db.$executeRaw`SET LOCAL statement_timeout = 0`,
      db.$queryRaw`SELECT pg_advisory_xact_lock_shared(${LOCK}::bigint)::text, ${accountIdOf(response)}`,
    ]);
    response.json({});
  });
  const answers = Router().get('/operator', async (_request, response) => {
    await db.$queryRaw`SELECT 1`;
    response.json({});
  });
  const wallet = walletRoutes({ db, clock: systemClock, log: quiet, findSignedIn } as never);
  server = createServer(express().use('/api', serveRoutes({ db, findSignedIn, log: quiet }, [slow, answers, wallet])));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await db.$disconnect();
  await own.$disconnect();
  await database.drop();
});

/** Asks on a connection of its own. */
async function get(as: string, path: string, signal?: AbortSignal) {
  const { port } = server.address() as AddressInfo;
  const options = { host: '127.0.0.1', port, path: `/api${path}`, headers: { as }, agent: false as const };
  const [answer] = (await once(request({ ...options, ...(signal && { signal }) }).end(), 'response')) as [
    IncomingMessage,
  ];
  return { status: answer.statusCode, headers: answer.headers, body: await json(answer) };
}
type Answer = Awaited<ReturnType<typeof get>>;
const waiting = async () => {
  const [row] = await own.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM pg_locks l JOIN pg_database d ON d.oid = l.database
     WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`;
  return row?.count ?? 0;
};

const connections = () =>
  new Promise<number>((resolve, reject) => server.getConnections((error, n) => (error ? reject(error) : resolve(n))));

/** Runs while no slow page can be answered. */
const whileHeld = (work: () => Promise<void>) =>
  own.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT pg_advisory_xact_lock(${LOCK}::bigint)::text`;
      await work();
    },
    { timeout: 30_000 },
  );

describe('the pages of one client stop those of another', () => {
  // fault A8
  test('a hundred slow requests of one leave connections to others and to operators', async () => {
    const slow: Promise<Answer>[] = [];
    await whileHeld(async () => {
      for (let n = 0; n < 100; n += 1) slow.push(get(one, '/slow'));
      await eventually(waiting, (count) => count >= 6);
      const answers = await Promise.all([get(other, '/wallet'), get('operator', '/operator'), get(other, '/wallet')]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await waiting()).toBe(6);
    });
    for (const answer of slow) expect(await answer).toMatchObject({ status: 200 });
  });

  test('what is too much to wait is refused, and told when to come again', async () => {
    const slow: Promise<Answer>[] = [];
    await whileHeld(async () => {
      for (let n = 0; n < 6 + 100; n += 1) slow.push(get(one, '/slow'));
      const first = await Promise.race([get(one, '/slow'), ...slow]);
      expect(first).toMatchObject({ status: 429, headers: { 'retry-after': '1' }, body: { code: 'busy' } });
    });
    await Promise.all(slow);
  });

  test('a client that hangs up keeps its turn while its statement runs, and takes none if it waited', async () => {
    const hangUp = new AbortController();
    const after: Promise<Answer>[] = [];
    await whileHeld(async () => {
      const gone = Array.from({ length: 40 }, () => get(one, '/slow', hangUp.signal).catch(() => null));
      await eventually(waiting, (count) => count === 6);
      hangUp.abort();
      await Promise.all(gone);
      await eventually(connections, (count) => count === 0);
      const next = get(one, '/slow');
      expect((await get(other, '/wallet')).status).toBe(200);
      expect(await waiting()).toBe(6);
      after.push(next);
    });
    expect((await Promise.all(after)).map(({ status }) => status)).toEqual([200]);
  });
});
