import { insertAction, NO_ORIGIN, readAuditHead } from '@topup/core/audit';
import type { Log } from '@topup/core/shared';
import { eventually, testPool, useDatabase } from '@topup/testkit';
import { startSealer } from './chores';

const database = useDatabase({ max: 8, eachTest: true });

const record = (subject: string) =>
  insertAction(database.db, { kind: 'system', process: 'test' }, NO_ORIGIN, { action: 'tier.create', subject });
const headAt = (n: bigint) =>
  eventually(
    () => readAuditHead(database.db),
    (head) => head?.n === n,
  );

function sealer(passed = { ms: 0 }, db = database.db) {
  const lines: object[] = [];
  const warnings: string[] = [];
  const log: Log = {
    info: (message, fields) => void lines.push({ message, ...fields }),
    warn: (message) => void warnings.push(message),
    error: () => undefined,
  };
  const clock = { now: () => new Date(), monotonicMs: () => passed.ms };
  return { lines, warnings, passed, ...startSealer({ db, clock, log, everyMs: 20 }) };
}

describe('what was done is not sealed, or nobody outside the database knows the seal', () => {
  test('workers seal what is new; the head is logged at most once a minute, and when they stop', async () => {
    await record('a');
    const one = sealer();
    const head = await headAt(1n);
    await eventually(
      () => one.lines,
      ({ length }) => length === 1,
    );
    expect(one.lines).toEqual([{ message: 'the head of the audit log', n: '1', hash: head?.hash }]);
    await record('b');
    await headAt(2n);
    await record('c');
    const third = await headAt(3n);
    expect(one.lines).toHaveLength(1);
    one.passed.ms = 60_000;
    await eventually(
      () => one.lines,
      ({ length }) => length === 2,
    );
    expect(one.lines[1]).toMatchObject({ n: '3', hash: third?.hash });
    await record('d');
    await headAt(4n);
    await one.stop();
    expect(one.lines[2]).toMatchObject({ n: '4' });
  });

  test('two workers at once leave one chain', async () => {
    const both = [sealer(), sealer()];
    for (let n = 0; n < 20; n += 1) await record(`s${n}`);
    await headAt(20n);
    await Promise.all(both.map(({ stop }) => stop()));
    expect(both.flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  test('a database that is away is tried again', async () => {
    const away = testPool('postgresql://127.0.0.1:1/nowhere', 1);
    const one = sealer({ ms: 0 }, away);
    await eventually(
      () => one.warnings,
      ({ length }) => length >= 2,
    );
    await one.stop();
    await away.$disconnect();
  });
});
