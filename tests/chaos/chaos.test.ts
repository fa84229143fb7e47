import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describeWithRedisServer, testDatabase, testPool } from '@topup/testkit';
import { rules } from './audit';
import { breakSql } from './break-protocol';
import { breaks } from './breaks';
import { faults } from './faults';
import { runChaos } from './run-chaos';
import { strokes } from './schedule';

const ROOT = path.resolve(__dirname, '../..');

describe('the breaks, each of which a run must notice', () => {
  test.each(breaks.flatMap((each) => ('file' in each ? [each] : [])))(
    'a break of a line that is not there any more breaks nothing: $name',
    ({ file, from }) => {
      const [owner = '', ...rest] = file.split('/');
      const home = owner === 'worker' || owner === 'api' ? 'apps' : 'packages';
      const source = readFileSync(path.join(ROOT, home, owner, ...rest), 'utf8');
      expect(source.split(from).length - 1).toBe(1);
    },
  );

  test('nor does one of a line of SQL', async () => {
    const database = await testDatabase();
    const db = testPool(database.url, 1);
    try {
      const sql = <Row>(text: string, values: unknown[] = []) => db.$queryRawUnsafe<Row[]>(text, ...values);
      for (const broken of breaks) await breakSql(sql, broken);
    } finally {
      await db.$disconnect();
      await database.drop();
    }
  });

  test('rules that should find them are rules of the audit', () => {
    const names = new Set(rules.map(({ name }) => name));
    expect(breaks.filter(({ found }) => !names.has(found))).toEqual([]);
  });

  test('faults that should lead there are faults that there are', () => {
    const names = new Set(faults.map(({ name }) => name));
    expect(breaks.flatMap(({ shownBy }) => shownBy.filter((name) => !names.has(name)))).toEqual([]);
  });
});

describe('the schedule', () => {
  const dealt = (seed: number, cards: number) => {
    const dealer = strokes(seed);
    return Array.from({ length: cards }, () => dealer.next().value).map(
      ({ fault, random }) => `${fault.name} ${random.between(0, 1e9)}`,
    );
  };

  test('a run that cannot be had again cannot be mended: the seed alone decides', () => {
    expect(dealt(5, 100)).toEqual(dealt(5, 100));
    expect(dealt(5, 100)).not.toEqual(dealt(6, 100));
  });

  test('a fault that never comes is never survived: each comes once in a round', () => {
    const dealer = strokes(3);
    const round = faults.map(() => dealer.next().value.fault.name);
    expect(round.sort()).toEqual(faults.map(({ name }) => name).sort());
  });
});

test('a wrong word on the command line would run for minutes with something else: it is named, and nothing begins', async () => {
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, [path.join(__dirname, 'start.cjs'), ...words], { cwd: ROOT });
  await expect(run('--minutes', 'six')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--minutes must be a number above 0, not six'),
  });
  await expect(run('--break', 'nothing')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no break is called nothing'),
  });
});

describeWithRedisServer('a short run', () => {
  test('sells, is struck, and keeps every promise', async () => {
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    const { figures, violations } = await runChaos({ seed: 4, minutes: 0.2, perSecond: 5, provider: 'both', say });
    // beside other tests the machine may be too slow; a run of its own says so
    expect(violations.filter(({ rule }) => rule !== 'every answer comes in time')).toEqual([]);
    expect(figures).toMatchObject({ mostVends: 1, clients: { told: { success: expect.any(Number) } } });
    expect(Object.values(figures.faults).some(({ fired }) => fired > 0)).toBe(true);
    expect(lines).toContain('auditing');
  }, 180_000);
});
