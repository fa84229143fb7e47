import { eventually, startFaultProxy, testDatabase } from '@topup/testkit';
import { openDatabase } from './db';

// pg-pool takes its listener off before it hands a connection out, and the adapter adds its own a microtask later. An
// answer and the end in one read leave no time for it; Jest fails the test for an error that nobody listened to.
test('a connection that the server ends as it changes hands fails its statement, not the process', async () => {
  const home = await testDatabase();
  const { hostname: host, port } = new URL(home.url);
  const proxy = await startFaultProxy({ target: { host, port: Number(port) } });
  const url = Object.assign(new URL(home.url), { host: `127.0.0.1:${proxy.port}` }).href;
  const near = openDatabase({ url: home.url, max: 1, name: 'near', onError: () => undefined });
  const db = openDatabase({ url, max: 1, name: 'one-connection', onError: () => undefined });
  const backends = () =>
    near.$queryRaw<object[]>`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'one-connection' AND state = 'idle' AND query LIKE '%held answer%'`;
  try {
    const held = proxy.holdReplyAfter('held answer');
    const statement = db.$queryRaw`SELECT 'held answer' AS text`;
    const next = db.$transaction((tx) => tx.$queryRaw`SELECT 1`).catch((error: unknown) => error);
    const [answer] = await Promise.all([
      statement,
      held.answered
        .then(() => eventually(backends, (found) => found.length > 0))
        .then(() => eventually(backends, (found) => found.length === 0))
        .then(() => proxy.release()),
    ]);
    expect(answer).toEqual([{ text: 'held answer' }]);
    expect(await next).toBeInstanceOf(Error);

    await expect(db.$queryRaw`SELECT 1 AS one`).resolves.toEqual([{ one: 1 }]);
  } finally {
    await Promise.all([db.$disconnect(), near.$disconnect()]);
    await proxy.stop();
    await home.drop();
  }
});
