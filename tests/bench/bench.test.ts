// Without these tests the bench could stop working unnoticed, or print wrong numbers.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describeWithRedisServer, fundedAccount, startRedis, useDatabase } from '@topup/testkit';
import { cpuSeconds } from './cpu';
import { measurementOf } from './measure-row';
import { type Measurement, median, medianRow, percentile } from './measurement';
import { readOptions } from './options';
import { aims, aimText, ratiosOf, reaches } from './ratios';
import { linesOf, resultOf } from './report-text';
import { type Row, rows } from './rows';
import { runBench } from './run-bench';
import { usesBetween, wholeScansByPurchases } from './table-use';

const ROOT = path.resolve(__dirname, '../..');

test('a wrong command-line option is named, and nothing is measured', async () => {
  const run = promisify(execFile)(process.execPath, [path.join(__dirname, 'start.cjs'), '--quik'], { cwd: ROOT });
  await expect(run).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/'--quik'.*npm run bench -- /s),
    stdout: '',
  });
});

test('options that do not belong together are rejected', () => {
  const node = process.execPath;
  for (const [args, command] of [
    [[], { measure: 'rows', quick: false, node, json: false }],
    [['--quick', '--node', '/n'], { measure: 'rows', quick: true, node: '/n', json: false }],
    [['--profile'], { measure: 'profile', node, json: false }],
    [['--failover'], { measure: 'failover', node, json: false }],
    [['--with', 'API_PORT=1', '--json'], { measure: 'with', settings: { API_PORT: '1' }, rounds: 3, node, json: true }],
    [
      ['--with', 'API_PORT=1', '--with', 'WORKER_QUEUES=x=y', '--rounds', '2'],
      { measure: 'with', settings: { API_PORT: '1', WORKER_QUEUES: 'x=y' }, rounds: 2, node, json: false },
    ],
    [['--history', '--rows', '1000'], { measure: 'history', rows: 1_000, rounds: 9, node, json: false }],
    [['--soak', '--json'], { measure: 'soak', minutes: 30, node, json: true }],
    [['--idle'], { measure: 'idle', minutes: 5, node, json: false }],
    [
      ['--growth', '--rows', '1000,20000'],
      { measure: 'growth', rows: [1_000, 20_000], workers: [1, 2, 4], node, json: false },
    ],
  ] as const)
    expect(readOptions([...args])).toEqual(command);
  for (const [wrong, why] of [
    [['--profile', '--soak'], /Only one thing/],
    [['--rounds', '5'], '--rounds goes with --with and --history.'],
    [['--idle', '--workers', '2'], '--workers goes with --growth.'],
    [['--quick', '--minutes', '2'], '--minutes goes with --soak and --idle.'],
    [['--soak', '--minutes', '2e5.1'], /'2e5.1' is not a number/],
    [['--with', 'lower=1'], /'lower=1' is not like NAME=value/],
    [['--with', 'REQUEST_LOG=false'], 'api and worker have no REQUEST_LOG.'],
  ] as const)
    expect(() => readOptions([...wrong])).toThrow(why);
});

const MEASUREMENT: Measurement = {
  rate: 0,
  p50Ms: 1,
  p95Ms: 2,
  p99Ms: 3,
  errors: 0,
  cpuSeconds: { api: 0.001, worker: null },
  loadShare: 0.1,
  restMs: 0,
};
const at = (rate: number, more: Partial<Measurement> = {}): Measurement => ({ ...MEASUREMENT, rate, ...more });
const row = (
  system: Row['system'],
  wallets: Row['wallets'],
  connections: Row['connections'],
  webhook = false,
): Row => ({
  system,
  wallets,
  connections,
  webhook,
});

describe('the bench reports wrong numbers', () => {
  test('a percentile is a value that was measured', () => {
    const hundred = Array.from({ length: 100 }, (_, i) => i + 1);
    expect([50, 95, 99, 100].map((percent) => percentile(hundred, percent))).toEqual([50, 95, 99, 100]);
    expect(percentile([7], 99)).toBe(7);
    expect(() => percentile([], 50)).toThrow(RangeError);
    expect(median([30, 10, 20])).toBe(20);
  });

  test('several rounds give medians, the sum of errors, and null for CPU that is unknown', () => {
    const measured = medianRow(row('ours', 1, 64), [
      at(10, { errors: 1 }),
      at(30),
      at(20, { errors: 2, cpuSeconds: { api: 3, worker: null } }),
    ]);
    expect(measured).toMatchObject({
      name: 'ours, 1 wallet, 64 connections',
      rate: 20,
      errors: 3,
      cpuSeconds: { api: 0.001, worker: null },
    });
  });

  test('each ratio compares the rows that it names, and none is made up', () => {
    const rate = (of: Row) =>
      ({ ceiling: 10_000, naive: 100, ours: 1_000 })[of.system] /
      (of.wallets === 1 ? 2 : 1) /
      (of.connections === 64 ? 4 : 1) /
      (of.webhook ? 8 : 1) /
      (of.discount ? 10 : 1) /
      (of.changes ? 20 : 1);
    const cpu = (of: Row) => ({ api: of.system === 'ceiling' ? 0.1 : 0.3, load: of.webhook ? 0.7 : 0.1, redis: null });
    const measured = rows.map((of) =>
      medianRow(of, [
        at(of.system === 'naive' && of.wallets === 1 ? 25 : rate(of), {
          cpuSeconds: of.connections === 64 ? {} : cpu(of),
          restMs: of.webhook && of.connections === 256 ? 1_500 : 9,
        }),
      ]),
    );
    const others = { webhook_steady: 0.9, idle_p50_ms: 4 };
    const expected = {
      naive_many: 10,
      naive_one: 20,
      ceiling: 0.1,
      one_vs_many: 0.5,
      c64_vs_c256: 0.25,
      discount: 0.1,
      changes: 0.05,
      webhook_many: 0.125,
      webhook_rest_s: 1.5,
      cpu: 2,
      cpu_webhooks: 5,
      ...others,
    };
    expect(ratiosOf(measured, others)).toEqual(expected);
    expect(ratiosOf(measured.toReversed(), others)).toEqual(expected);
    expect(ratiosOf(measured.filter(({ system, webhook }) => system === 'ours' && !webhook))).toEqual({
      ...Object.fromEntries(Object.keys(aims).map((name) => [name, null])),
      one_vs_many: 0.5,
      c64_vs_c256: 0.25,
      discount: 0.1,
      changes: 0.05,
    });
  });

  test('an aim is a least or a most, and is reached at its very value', () => {
    expect([aimText(aims.webhook_many), aimText(aims.webhook_rest_s)]).toEqual(['≥ 0.80', '≤ 1.00']);
    expect([0.79, 0.8, 0.9].map((value) => reaches(value, aims.webhook_many))).toEqual([false, true, true]);
    expect([0.9, 1, 1.1].map((value) => reaches(value, aims.webhook_rest_s))).toEqual([true, true, false]);
  });

  test('purchases sold after the measured time count for the CPU per purchase and not for the rate', () => {
    const result = {
      answered: 30,
      measuredMs: 2_000,
      answeredLater: 10,
      errors: { 'HTTP 202': 2, 'no answer': 1 },
      cpuSeconds: 0.5,
    };
    const times = { p50Ms: 1, p95Ms: 2, p99Ms: 3 };
    const before = { api: 1, worker: 2, postgres: null };
    expect(measurementOf({ ...result, ...times }, before, { api: 5, worker: 4, postgres: 3 }, 10)).toMatchObject({
      rate: 15,
      errors: 3,
      loadShare: 0.25,
      cpuSeconds: { api: 0.1, worker: 0.05, postgres: null, load: 0.5 / 30 },
    });
  });

  test('with --json the last line is the report, and a run with errors exits with 1', () => {
    const report = (measurement: Measurement) => {
      const measured = [medianRow(row('ours', 1_000, 64), [measurement]), medianRow(row('ours', 1_000, 256), [at(8)])];
      return { ratios: ratiosOf(measured), rows: measured };
    };
    const good = resultOf(report(at(4)));
    expect(good.exitCode).toBe(0);
    expect(JSON.parse(linesOf(good, true).at(-1) ?? '')).toEqual(report(at(4)));
    expect(good.lines.join()).toMatch(/\| c64_vs_c256 +\|[^|]+\| +≥ 0.80 \| +0.50 \| +missed \|/);
    expect(good.lines.join()).toMatch(/\| ours, 1,000 wallets, 256 connections +\| +1.000 \| +1000 \|/);
    expect(good.lines.join()).toMatch(/\| naive_many +\|[^|]+\| +≥ 7.00 \| +– \| not measured \|/);
    expect(linesOf(good, false).at(-1)).toBe('No errors, and the books were sound after every row.');
    expect(resultOf(report(at(4, { errors: 1 })))).toMatchObject({
      exitCode: 1,
      lines: expect.arrayContaining([expect.stringMatching(/64 connections: 1 purchases/)]),
    });
    expect(resultOf(report(at(0))).exitCode).toBe(1);
  });
});

(process.platform === 'linux' ? test : test.skip)(
  'CPU counts the process, and with `withChildren` also its running and ended children',
  async () => {
    const burn = 'const end = process.cpuUsage().user + 150_000; while (process.cpuUsage().user < end);';
    const nested = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(burn)}]); setInterval(() => 0, 1e6); console.log('done')`;
    const child = execFile(process.execPath, ['-e', nested]);
    try {
      await new Promise((resolve) => child.stdout?.once('data', resolve));
      const pid = child.pid ?? 0;
      const { alone, family, gone } = cpuSeconds([
        { name: 'alone', pid },
        { name: 'family', pid, withChildren: true },
        { name: 'gone', pid: 2 ** 30 },
      ]);
      expect((family ?? 0) - (alone ?? 0)).toBeGreaterThanOrEqual(0.14);
      expect(gone).toBeNull();
    } finally {
      child.kill('SIGKILL');
    }
  },
);

describe('a whole table scan is not noticed', () => {
  test('a purchase that reads a table whole is reported; periodic reads of small tables are not', () => {
    const use = (wholeScans: number) => ({ wholeScans, indexScans: {} });
    const uses = usesBetween(
      { purchase: use(7), wallet: use(1), account: use(3) },
      { purchase: use(7), wallet: use(5), account: use(120), api_key: use(0) },
    );
    const minute = { elapsedMs: 60_000, workers: 1 };
    expect(wholeScansByPurchases(uses, minute)).toEqual([]);
    expect(
      wholeScansByPurchases({ ...uses, purchase: use(1), wallet: use(5), account: use(124), api_key: use(3) }, minute),
    ).toEqual([
      'purchase was read whole 1 times, and periodic work explains at most 0',
      'wallet was read whole 5 times, and periodic work explains at most 4',
      'api_key was read whole 3 times, and periodic work explains at most 2',
      'account was read whole 124 times, and periodic work explains at most 123',
    ]);
  });
});

describeWithRedisServer('the bench does not run, or passes although money is lost', () => {
  const database = useDatabase({ max: 1 });
  const options = { rounds: 1, warmMs: 300, firstWarmMs: 0, measureMs: 500 };

  test('a run sells through its own processes, reports their CPU, and fails when the books are not sound', async () => {
    const redis = await startRedis();
    const stores = {
      databaseUrl: database.url,
      redisUrl: redis.url,
      counted: [{ name: 'redis', pid: redis.pid }],
      remove: async () => undefined,
    };
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    try {
      const steady = { slices: 2, sliceMs: 4_000 };
      const report = await runBench(
        { ...options, rows: [row('ours', 1, 64, true)], steady, idleP50Ms: 5, print },
        stores,
      );
      expect(lines.filter((line) => line.includes(' × HTTP') || line.includes(' × no answer'))).toEqual([]);
      expect(report.rows).toMatchObject([
        { name: 'ours, 1 wallet, webhook, 64 connections', errors: 0 },
        { name: 'ours, 1 wallet, webhook, 64 connections, 2 × 4 s', errors: 0 },
      ]);
      expect(report.ratios).toMatchObject({ webhook_steady: expect.any(Number), idle_p50_ms: 5 });
      expect(Object.keys(report.rows[0]?.cpuSeconds ?? {}).sort()).toEqual([
        'api',
        'load',
        'receiver',
        'redis',
        'sandbox',
        'worker',
      ]);
      expect(lines.slice(-2)).toEqual([
        expect.stringMatching(/^ours, 1 wallet, webhook, 64 connections: \d+\/s, .*books sound$/),
        expect.stringMatching(/^ours, 1 wallet, webhook, 64 connections, 2 × 4 s: \d+, \d+ per s, books sound$/),
      ]);
      expect(report.rows[0]?.restMs).toBeGreaterThan(1); // so the database was queried for undelivered events
      expect(await database.db.purchase.count({ where: { status: 'success' } })).toBeGreaterThan(0);
      expect(await database.db.webhookEvent.count({ where: { state: 'delivered' } })).toBe(
        await database.db.purchase.count(),
      );

      const accountId = await fundedAccount(database.db, 100n);
      await database.db.wallet.update({ where: { accountId }, data: { balanceKobo: 101n } });
      const again = runBench(
        {
          ...options,
          measureMs: 100,
          rows: [row('ceiling', 1_000, 64)].map((each) => ({ ...each, wallets: 1 })),
          print,
        },
        stores,
      );
      await expect(again).rejects.toThrow(accountId);
    } finally {
      await redis.stop();
    }
  });
});
