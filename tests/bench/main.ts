import { execFileSync } from 'node:child_process';
import { redisServerInstalled } from '@topup/testkit';
import { compareSettings } from './compare-settings';
import { measureFailover } from './failover';
import { measureGrowth } from './growth/measure-growth';
import { measureHistory } from './history/measure-history';
import { measureIdle } from './idle';
import { measureOnePurchase } from './one-purchase';
import { type Command, readOptions, USAGE } from './options';
import { measureProfile } from './profile/measure-profile';
import { type BenchResult, linesOf, resultOf } from './report-text';
import { rows } from './rows';
import { type BenchReport, runBench } from './run-bench';
import { measureSoak } from './soak/measure-soak';
import { measureWith } from './test-bed/programs';
import { type Stores, startStores } from './test-bed/stores';

const LENGTHS = {
  quick: { rounds: 1, warmMs: 1_000, firstWarmMs: 8_000, measureMs: 5_000 },
  whole: { rounds: 3, warmMs: 1_500, firstWarmMs: 15_000, measureMs: 6_000 },
};
const STEADY = { slices: 10, sliceMs: 60_000 };
const ONE_PURCHASE = { warmUp: 3_000, measured: 700 };

const SOAK = { minuteMs: 60_000, firstWarmMs: 8_000, warmMs: 2_000, measureMs: 15_000 };
/**
 * Of PostgreSQL, as docs/operate/database.md recommends them, but that the server from npm has no lz4. The other runs
 * are too short for them to matter.
 */
const RECOMMENDED = { shared_buffers: '1GB', max_wal_size: '4GB', wal_compression: 'pglz' };
const PROFILE = { warmMs: 15_000, measureMs: 20_000 };
/** Far below what the machine can, so that a wait is one for a provider. */
const FAILOVER = { perSecond: 50, warmMs: 5_000, sliceMs: 20_000 };
const IDLE = { accounts: 1_000, warmUp: 2_000, measured: 200 };
const HISTORY = { warmMs: 15_000, settleMs: 1_000, turnMs: 4_000 };
const GROWTH = { rounds: 3, firstWarmMs: 4_000, warmMs: 2_000, measureMs: 10_000 };

const print = (line: string) => void process.stdout.write(`${line}\n`);

function commandOrUsage(): Command | null | undefined {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function measure(command: Command, stores: Stores): Promise<BenchResult> {
  switch (command.measure) {
    case 'rows':
      return resultOf(await measureRows(command.quick, stores));
    case 'with':
      return compareSettings({ ...LENGTHS.quick, settings: command.settings, rounds: command.rounds, print }, stores);
    case 'history':
      return measureHistory({ ...HISTORY, rows: command.rows, rounds: command.rounds, print }, stores);
    case 'profile':
      return measureProfile({ ...PROFILE, print }, stores);
    case 'failover':
      return measureFailover({ ...FAILOVER, print }, stores);
    case 'soak':
      return measureSoak({ minutes: command.minutes, ...SOAK, print }, stores);
    case 'growth':
      return measureGrowth({ sizes: command.rows, workers: command.workers, ...GROWTH, print }, stores);
    case 'idle':
      return measureIdle({ minutes: command.minutes, ...IDLE, print }, stores);
  }
}

/** Unless it is quick, one purchase on an idle service comes first, and ten minutes with webhooks last. */
async function measureRows(quick: boolean, stores: Stores): Promise<BenchReport> {
  if (quick) return runBench({ ...LENGTHS.quick, rows, print }, stores);
  const idleP50Ms = await measureOnePurchase({ ...ONE_PURCHASE, print }, stores);
  return runBench({ ...LENGTHS.whole, rows, steady: STEADY, idleP50Ms, print }, stores);
}

async function main(): Promise<void> {
  const command = commandOrUsage();
  if (command === undefined) return;
  if (command === null) return print(USAGE);
  if (!redisServerInstalled()) throw new Error('There is no redis-server on the PATH, which is measured too.');
  const node = execFileSync(command.node, ['--version'], { encoding: 'utf8' }).trim();
  measureWith(command.node);
  print(`starting PostgreSQL and Redis; api and worker run on Node ${node}`);
  const stores = await startStores(command.measure === 'soak' ? RECOMMENDED : {});
  try {
    const result = await measure(command, stores);
    const report = { node, ...result.report };
    for (const line of linesOf({ ...result, report }, command.json)) print(line);
    process.exitCode = result.exitCode;
  } finally {
    await stores.remove();
  }
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
