import { keepRequestLog } from '@topup/core/request-log';
import type { Log } from '@topup/core/shared';
import { eventually, useDatabase } from '@topup/testkit';
import { startRequestLogKeeper } from './chores';

const database = useDatabase({ max: 8, eachTest: true });

function keeper() {
  const lines: object[] = [];
  const warnings: string[] = [];
  const log: Log = {
    info: (_message, fields) => void lines.push({ ...fields }),
    warn: (message) => void warnings.push(message),
    error: () => undefined,
  };
  return { lines, warnings, ...startRequestLogKeeper({ db: database.db, log, everyMs: 20 }) };
}

const partitions = async () => {
  const rows = await database.db.$queryRaw<{ name: string }[]>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'request_log'::regclass ORDER BY 1`;
  return rows.map(({ name }) => name);
};
/** All partitions when nothing is missing. The database may be a copy of one that was made on the day before. */
let whole: string[];
beforeEach(async () => {
  while ((await keepRequestLog(database.db)) !== null);
  whole = await partitions();
});
/** The partition of this many days before the last one. */
const nameOf = (daysBeforeLast: number) => String(whole.at(-2 - daysBeforeLast));
const drop = (name: string) => database.db.$executeRawUnsafe(`DROP TABLE ${name}`);

describe('the request log runs out of partitions', () => {
  test('two workers add each missing one once, in the same round', async () => {
    await drop(nameOf(0));
    await drop(nameOf(2));
    const both = [keeper(), keeper()];
    await eventually(partitions, (names) => names.length === whole.length);
    await Promise.all(both.map(({ stop }) => stop()));
    expect(await partitions()).toEqual(whole);
    const said = both.flatMap(({ lines }) => lines).map((line) => Object.values(line)[0]);
    expect(said.sort()).toEqual([nameOf(2), nameOf(0)]);
  });

  test('while somebody holds the log, rounds fail with a warning, and a later one succeeds', async () => {
    await drop(nameOf(1));
    let worker: ReturnType<typeof keeper> | undefined;
    await database.db.$transaction(async (holder) => {
      await holder.$executeRaw`LOCK TABLE request_log_default IN ACCESS SHARE MODE`;
      worker = keeper();
      await eventually(
        async () => worker?.warnings ?? [],
        ({ length }) => length > 0,
      );
    });
    await eventually(partitions, (names) => names.length === whole.length);
    await worker?.stop();
    expect(worker?.warnings[0]).toBe(
      'partitions of the request log could not be added or dropped; the next round retries',
    );
  });
});
