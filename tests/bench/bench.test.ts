// Without these tests the bench could stop working unnoticed, or print wrong numbers.
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describeWithRedisServer, fundedAccount, startRedis, useDatabase } from '@topup/testkit';
import { cpuSeconds } from './cpu';
import { judgeLatency, type Mark, spreadOf, stepNames, stepsOf } from './latency/steps';
import { growthOf, type Holding } from './leaks/verdict';
import { endOfAnswer } from './load/connection';
import { generate } from './load/generate';
import { measurementOf } from './measure-row';
import { type Measurement, median, medianRow, percentile, ratiosOf } from './measurement';
import { readOptions } from './options';
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
  expect(readOptions(['--growth', '--rows', '1000,20000'])).toEqual({
    measure: 'growth',
    rows: [1_000, 20_000],
    workers: [1, 2, 4],
    json: false,
  });
  for (const wrong of [
    ['--latency', '--leaks'],
    ['--purchases', '5'],
    ['--leaks', '--workers', '2'],
    ['--leaks', '--purchases', '2e5.1'],
  ])
    expect(() => readOptions(wrong)).toThrow();
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

  test('each ratio compares the two rows that it names, never those with webhooks', () => {
    const rate = (of: Row) =>
      ({ ceiling: 10_000, naive: 100, ours: 1_000 })[of.system] /
      (of.wallets === 1 ? 2 : 1) /
      (of.connections === 64 ? 4 : 1) /
      (of.webhook ? 8 : 1);
    const measured = rows.map((of) => medianRow(of, [at(of.system === 'naive' && of.wallets === 1 ? 25 : rate(of))]));
    expect(ratiosOf(measured)).toEqual({
      naive_many: 10,
      naive_one: 20,
      ceiling: 0.1,
      one_vs_many: 0.5,
      c64_vs_c256: 0.25,
    });
    expect(ratiosOf(measured.toReversed())).toEqual(ratiosOf(measured));
    expect(ratiosOf(measured.filter(({ system }) => system !== 'naive'))).toMatchObject({
      naive_many: null,
      naive_one: null,
      ceiling: 0.1,
    });
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
    expect(JSON.parse(linesOf(good, true).at(-1) ?? '').ratios).toEqual({
      naive_many: null,
      naive_one: null,
      ceiling: null,
      one_vs_many: null,
      c64_vs_c256: 0.5,
    });
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

describe('the load generator measures something else than purchases', () => {
  test('an answer ends at its Content-Length, in however many pieces it comes', () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nX-Request-Id: 1\r\n\r\n';
    expect(endOfAnswer(head.slice(0, -1))).toBeUndefined();
    expect(endOfAnswer(`${head}{}`)).toBe(head.length + 4);
    expect(() => endOfAnswer('HTTP/1.1 200 OK\r\n\r\n')).toThrow(/without a length/);
  });

  test('each request is a new purchase of the next account, and failures are counted', async () => {
    const seen: { key: string | undefined; ref: string }[] = [];
    const server = createServer(async (request, response) => {
      const body = JSON.parse(await text(request));
      seen.push({ key: request.headers.authorization, ref: body.request_ref });
      const n = seen.length;
      if (n === 5) return void request.socket.destroy();
      const answer = '{"status":"x"}';
      response.writeHead(n % 4 === 3 ? 503 : 200, { 'content-length': answer.length });
      response.write(answer.slice(0, 3));
      setTimeout(() => response.end(answer.slice(3)), 2);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    let begun = 0;
    const { port } = server.address() as AddressInfo;
    const task = { port, apiKeys: ['a', 'b', 'c'], connections: 4, refPrefix: 'r', warmMs: 100, measureMs: 200 };
    const result = await generate(task, () => {
      begun = seen.length;
    });
    server.close();
    server.closeAllConnections();

    expect(begun).toBeGreaterThan(0);
    expect(new Set(seen.map(({ ref }) => ref)).size).toBe(seen.length);
    expect(new Set(seen.map(({ key }) => key))).toEqual(new Set(['Bearer a', 'Bearer b', 'Bearer c']));
    const refused = seen.filter((_, i) => i % 4 === 2).length;
    expect(result.errors).toEqual({ 'HTTP 503': refused, 'connection lost': 1 });
    expect(result.answered).toBeLessThanOrEqual(seen.length - begun + task.connections);
    expect(result.answered + result.answeredLater).toBeGreaterThan(0);
    expect(result.p50Ms).toBeGreaterThanOrEqual(1);
  });
});

describe('a step of one purchase is measured wrongly', () => {
  // the marks of the steps in their order, one per millisecond
  const api = ['request', 'accept asked', 'accept answered', 'to redis', 'from redis', 'response'];
  const worker = [
    'from redis',
    'claim answered',
    'provider asked',
    'provider answered',
    'settle asked',
    'settle answered',
  ];
  const placeOf = (what: string, of: string[]) => {
    if (of !== api) return 4 + worker.indexOf(what);
    return api.indexOf(what) < 4 ? api.indexOf(what) : worker.length + api.indexOf(what);
  };
  const marksFrom = (sentAt: number, of: string[], id: string): Mark[] =>
    of.map((what) => ({
      at: sentAt + 1 + placeOf(what, of),
      what,
      id: /provider|request|response/.test(what) ? null : id,
    }));

  test('marks of the previous purchase, and notices that came too early, do not count', () => {
    const calls = [0, 100].map((sentAt) => ({ sentAt, receivedAt: sentAt + 13 }));
    const marks = {
      api: [...marksFrom(0, api, 'a'), { at: 9.5, what: 'from redis', id: 'a' }, ...marksFrom(100, api, 'b')],
      worker: [...marksFrom(0, worker, 'a'), { at: 101, what: 'from redis', id: 'a' }, ...marksFrom(100, worker, 'b')],
    };
    for (const each of [marks.api, marks.worker]) each.sort((one, other) => one.at - other.at);
    expect(stepsOf(calls, marks)).toEqual(calls.map(() => stepNames.map(() => 1)));
  });

  test('a purchase that its job did not send is left out of the steps', () => {
    const marks = { api: marksFrom(0, api, 'a'), worker: marksFrom(0, worker.slice(1), 'a') };
    expect(stepsOf([{ sentAt: 0, receivedAt: 13 }], marks)).toEqual([null]);
  });

  test('the promise holds up to 12 ms (p50) and 40 ms (p99) above the provider’s own time', () => {
    const hundred = Array.from({ length: 100 }, (_, i) => i + 1);
    expect(spreadOf(hundred.toReversed())).toEqual({ p50Ms: 50, p99Ms: 99 });
    const holds = (p50Ms: number, p99Ms: number) =>
      judgeLatency({ p50Ms, p99Ms }, { p50Ms: 3, p99Ms: 10 }).map((promise) => promise.holds);
    expect(holds(15, 50)).toEqual([true, true]);
    expect(holds(15.1, 50.1)).toEqual([false, false]);
  });
});

describe('a leak or a whole table scan is not noticed', () => {
  const holding = (purchases: number, more: { api?: number; redis?: number; entries?: number } = {}): Holding => ({
    purchases,
    heap: { api: more.api ?? 40, worker: 40 },
    rss: { api: 200, worker: 200 },
    redis: { bytes: more.redis ?? 10, keys: 5_000, streams: { events: more.entries ?? 10_050 } },
  });

  test('growth of more than 30 % from first to last is named, whatever happened in between', () => {
    expect(growthOf([holding(20_000), holding(40_000, { api: 90 }), holding(60_000, { api: 52 })])).toEqual([]);
    expect(growthOf([holding(20_000), holding(40_000, { api: 53, redis: 14 })])).toEqual([
      'the heap of the api has grown to 1.32 times what it was',
      'the memory of Redis has grown to 1.40 times what it was',
    ]);
    expect(growthOf([holding(20_000), holding(40_000, { entries: 40_000 })])).toEqual([
      'the stream events has 40000 entries',
    ]);
  });

  test('a run that is too short for the bounds of what is kept judges no memory', () => {
    expect(growthOf([holding(1_000), holding(2_000, { redis: 20 })])).toEqual([]);
  });

  test('a purchase that reads a table whole is reported; periodic reads of small tables are not', () => {
    const use = (wholeScans: number) => ({ wholeScans, indexScans: {} });
    const uses = usesBetween(
      { purchase: use(7), wallet: use(1), account: use(3) },
      { purchase: use(7), wallet: use(5), account: use(120), api_key: use(0) },
    );
    const minute = { elapsedMs: 60_000, workers: 1 };
    expect(wholeScansByPurchases(uses, minute)).toEqual([]);
    expect(
      wholeScansByPurchases(
        { ...uses, purchase: use(1), wallet: use(5), account: use(275), api_key: use(152) },
        minute,
      ),
    ).toEqual([
      'purchase was read whole 1 times, of which periodic work explains 0 at most',
      'wallet was read whole 5 times, of which periodic work explains 4 at most',
      'api_key was read whole 152 times, of which periodic work explains 151 at most',
      'account was read whole 275 times, of which periodic work explains 274 at most',
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
      const report = await runBench({ ...options, rows: [row('ours', 1, 64, true)], print }, stores);
      expect(report.rows).toMatchObject([{ name: 'ours, 1 wallet, webhook, 64 connections', errors: 0 }]);
      expect(Object.keys(report.rows[0]?.cpuSeconds ?? {}).sort()).toEqual([
        'api',
        'load',
        'receiver',
        'redis',
        'sandbox',
        'worker',
      ]);
      expect(lines.at(-1)).toMatch(/^ours, 1 wallet, webhook, 64 connections: \d+\/s, .*books sound$/);
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
