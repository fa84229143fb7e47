import { randomBytes } from 'node:crypto';
import { newMasterKey, providersAt, startFaultProxy } from '@topup/testkit';
import { operators } from '../journey/support/ops';
import type { LoadSlice } from './load/generate';
import { runLoad } from './measure-row';
import { type BenchResult, table } from './report-text';
import { stopAll } from './test-bed/programs';
import type { Stores } from './test-bed/stores';
import { startSystem } from './test-bed/systems';
import { startTestBed } from './test-bed/test-bed';

const ACCOUNTS = 100;
const CONNECTIONS = 256;
const PROVIDERS = 'vtpass,monnify,reloadly';
const FULL_FLOAT_NAIRA = 1_000_000_000;

type FailoverOptions = { perSecond: number; warmMs: number; sliceMs: number; print(line: string): void };

/** The slices of the load, in their order. After a fault the first provider is given one to sell again. */
const SLICES = ['quiet', 'away', 'back', 'empty'] as const;
type SliceName = (typeof SLICES)[number];

/**
 * Buys airtime at an even rate from three providers, while the first one refuses all connections, and later while its
 * float is empty.
 * @throws when the books are not sound
 */
export async function measureFailover(
  { perSecond, warmMs, sliceMs, print }: FailoverOptions,
  stores: Stores,
): Promise<BenchResult> {
  print('opening accounts');
  const testBed = await startTestBed(stores, ACCOUNTS);
  const sandboxUrl = `http://127.0.0.1:${testBed.sandboxPort}`;
  const first = await startFaultProxy({ target: { host: '127.0.0.1', port: testBed.sandboxPort } });
  try {
    const settings = {
      ...providersAt(sandboxUrl),
      PROVIDERS,
      VTPASS_BASE_URL: `http://127.0.0.1:${first.port}/api`,
    };
    const ops = operators({
      ...settings,
      DATABASE_URL: stores.databaseUrl,
      KEY_ENCRYPTION_SECRET: newMasterKey().text,
    });
    await ops('catalogue', 'sync');
    const { port, programs } = await startSystem.ours((name, own) => testBed.launching(name, { ...own, ...settings }));

    const next: Record<SliceName, () => Promise<unknown>> = {
      quiet: async () => {
        await first.setMode('refuse');
        first.cut();
      },
      away: () => first.setMode('pass'),
      back: () => fillFloat(sandboxUrl, 0),
      empty: () => fillFloat(sandboxUrl, FULL_FLOAT_NAIRA),
    };
    const slices = {} as Record<SliceName, LoadSlice>;
    let change: Promise<unknown> = Promise.resolve();
    const task = {
      port,
      apiKeys: testBed.apiKeys,
      connections: CONNECTIONS,
      refPrefix: randomBytes(6).toString('hex'),
      perSecond,
      warmMs,
      measureMs: SLICES.length * sliceMs,
      sliceMs,
    };
    const { result } = await runLoad(testBed, task, [], (slice) => {
      const name = SLICES[Object.keys(slices).length];
      if (name === undefined) return;
      slices[name] = slice;
      change = change.then(next[name]);
      print(`${name}: ${slice.rate.toFixed(1)} per s, p99 ${slice.p99Ms.toFixed(1)} ms`);
    });
    await change;
    await testBed.untilIdle();
    await stopAll(programs);
    await testBed.verifyBooks();
    return report(slices, result.errors, await soldBy(testBed));
  } finally {
    await first.stop();
    await testBed.remove();
  }
}

async function fillFloat(sandboxUrl: string, naira: number): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/float`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'vtpass', naira }),
  });
  if (!answer.ok) throw new Error(`the sandbox did not take a float: ${await answer.text()}`);
}

type Sold = { provider: string; attempts: number; purchases: string };

const soldBy = ({ sql }: { sql<Row>(text: string): Promise<Row[]> }): Promise<Sold[]> =>
  sql(`SELECT provider, attempt AS attempts, count(*) AS purchases FROM purchase
        WHERE status = 'success' GROUP BY 1, 2 ORDER BY 1, 2`);

function report(
  slices: Record<SliceName, LoadSlice>,
  errors: Record<string, number>,
  sold: readonly Sold[],
): BenchResult {
  const { holds, lines, awayMoreMs, emptyMoreMs } = judgeFailover(slices, errors);
  const names: Record<SliceName, string> = {
    quiet: 'all well',
    away: 'the first provider away',
    back: 'it is back',
    empty: 'its float is empty',
  };
  return {
    lines: [
      '',
      table(
        ['', 'per s', 'p50 ms', 'p95 ms', 'p99 ms'],
        SLICES.map((name) => {
          const { rate, p50Ms, p95Ms, p99Ms } = slices[name];
          return [names[name], rate.toFixed(1), ...[p50Ms, p95Ms, p99Ms].map((ms) => ms.toFixed(1))];
        }),
      ),
      '',
      table(
        ['sold by', 'attempts', 'purchases'],
        sold.map(({ provider, attempts, purchases }) => [provider, String(attempts), String(purchases)]),
      ),
      '',
      ...lines,
    ],
    exitCode: holds ? 0 : 1,
    report: { away_more_ms: awayMoreMs, empty_more_ms: emptyMoreMs, slices, errors },
  };
}

/** How many ms the p99 of the answers may grow while a provider is away, or its float is empty. */
const MOST_MORE_MS = 1_500;

type FailoverVerdict = { holds: boolean; lines: string[]; awayMoreMs: number; emptyMoreMs: number };

/**
 * @param slices the parts of the load: all well, the first provider away, and its float empty
 * @param errors what was not a success, by kind. An order that was under way as the provider went is pending (HTTP
 *   202), because it may have been delivered; everything else is broken.
 */
export function judgeFailover(
  { quiet, away, empty }: Record<'quiet' | 'away' | 'empty', Pick<LoadSlice, 'p99Ms' | 'rate'>>,
  errors: Readonly<Record<string, number>>,
): FailoverVerdict {
  const [awayMoreMs, emptyMoreMs] = [away.p99Ms - quiet.p99Ms, empty.p99Ms - quiet.p99Ms];
  const judged = [
    ['one provider away', awayMoreMs, away.rate],
    ['the float of one empty', emptyMoreMs, empty.rate],
  ] as const;
  const slow = judged.map(([what, more, rate]) => {
    const holds = more <= MOST_MORE_MS && rate > 0;
    return { holds, line: `${verdict(holds)}: ${what}, p99 ≤ quiet + ${MOST_MORE_MS} ms (+ ${more.toFixed(1)})` };
  });
  const failed = Object.entries(errors).filter(([kind]) => kind !== 'HTTP 202');
  const none = `${verdict(failed.length === 0)}: no purchase fails that another provider can serve`;
  const counts = Object.entries(errors).map(([kind, count]) => `${count} answers ${kind}`);
  return {
    holds: failed.length === 0 && slow.every(({ holds }) => holds),
    lines: [...slow.map(({ line }) => line), [none, ...counts].join('; ')],
    awayMoreMs,
    emptyMoreMs,
  };
}

const verdict = (holds: boolean): string => (holds ? 'holds' : 'BROKEN');
