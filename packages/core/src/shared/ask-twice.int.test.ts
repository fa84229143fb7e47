import { eventually, useDatabase } from '@topup/testkit';
import { systemClock } from './clock';
import { askTwice, isDatabaseTrouble } from './db';

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
