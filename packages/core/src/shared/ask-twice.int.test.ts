import { eventually, startFaultProxy, useDatabase } from '@topup/testkit';
import { systemClock } from './clock';
import { askTwice, atStart, isDatabaseTrouble, openDatabase } from './db';

const database = useDatabase();

/** Asks this, and says how often. */
async function counted(ask: (nth: number) => Promise<unknown>) {
  let asked = 0;
  const answer = await askTwice(systemClock, () => {
    asked += 1;
    return ask(asked);
  }).catch((error: unknown) => error);
  return { asked, answer };
}

const ended = () => database.db.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`;

describe('a client is told of a connection that broke, when the next one is good', () => {
  test('what failed with its connection is asked again', async () => {
    const { asked, answer } = await counted((nth) => (nth === 1 ? ended() : database.db.$queryRaw`SELECT 1 AS one`));
    expect([asked, answer]).toEqual([2, [{ one: 1 }]]);
  });

  test('what fails twice is asked twice', async () => {
    const { asked, answer } = await counted(ended);
    expect([asked, isDatabaseTrouble(answer)]).toEqual([2, true]);
    await eventually(() => database.db.$queryRaw`SELECT 1`.then(Boolean, () => false), Boolean);
  });

  test.each([
    ['a statement that is wrong', () => database.db.$queryRaw`SELECT 1 / 0`],
    ['a row that is not there', () => database.db.tier.findUniqueOrThrow({ where: { name: 'none' } })],
    ['a mistake in our own code', () => Promise.reject(new TypeError('x is not a function'))],
  ])('%s is no trouble of the database, and not asked again', async (_, ask) => {
    const { asked, answer } = await counted(ask);
    expect([asked, answer instanceof Error, isDatabaseTrouble(answer)]).toEqual([1, true, false]);
  });
});

describe('a process that starts on a busy machine gives up', () => {
  test('it asks a silent server until it answers, and one that is not there once', async () => {
    const { hostname: host, port } = new URL(database.url);
    const proxy = await startFaultProxy({ target: { host, port: Number(port) } });
    const url = Object.assign(new URL(database.url), { port: `${proxy.port}` }).href;
    const slow = openDatabase({ url, max: 1, name: 'start-test', connectTimeoutMs: 200, onError: () => undefined });
    let asked = 0;
    const start = (mode: 'pass' | 'refuse') =>
      atStart(systemClock, () => {
        asked += 1;
        return slow.$queryRaw`SELECT 1 AS one`.catch(async (error: unknown) => {
          await proxy.setMode(mode);
          throw error;
        });
      });
    try {
      await proxy.setMode('blackhole');
      expect([await start('pass'), asked]).toEqual([[{ one: 1 }], 2]);
      await slow.$disconnect();
      await proxy.setMode('refuse');
      proxy.cut();
      await expect(start('refuse')).rejects.toThrow(/reach/);
      expect(asked).toBe(3);
    } finally {
      await slow.$disconnect();
      await proxy.stop();
    }
  });
});
