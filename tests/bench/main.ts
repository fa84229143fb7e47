import { redisServerInstalled } from '@topup/testkit';
import { measureGrowth } from './growth/measure-growth';
import { measureIdle } from './idle/measure-idle';
import { measureLatency } from './latency/measure-latency';
import { measureLeaks } from './leaks/measure-leaks';
import { type Command, readOptions, USAGE } from './options';
import { type BenchResult, linesOf, resultOf } from './report-text';
import { rows } from './rows';
import { runBench } from './run-bench';
import { type Stores, startStores } from './test-bed/stores';

const LENGTHS = {
  quick: { rounds: 1, warmMs: 1_000, firstWarmMs: 8_000, measureMs: 5_000 },
  whole: { rounds: 3, warmMs: 1_500, firstWarmMs: 15_000, measureMs: 6_000 },
};
const LATENCY = { warmUp: 3_000, measured: 700 };

const IDLE = { accounts: 1_000, warmUp: 2_000, measured: 200 };

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
      return resultOf(await runBench({ ...LENGTHS[command.quick ? 'quick' : 'whole'], rows, print }, stores));
    case 'latency':
      return measureLatency({ ...LATENCY, print }, stores);
    case 'leaks':
      return measureLeaks({ purchases: command.purchases, print }, stores);
    case 'growth':
      return measureGrowth({ sizes: command.rows, workers: command.workers, ...GROWTH, print }, stores);
    case 'idle':
      return measureIdle({ minutes: command.minutes, ...IDLE, print }, stores);
  }
}

async function main(): Promise<void> {
  const command = commandOrUsage();
  if (command === undefined) return;
  if (command === null) return print(USAGE);
  if (!redisServerInstalled()) throw new Error('There is no redis-server on the PATH, which is measured too.');
  print('starting PostgreSQL and Redis');
  const stores = await startStores();
  try {
    const result = await measure(command, stores);
    for (const line of linesOf(result, command.json)) print(line);
    process.exitCode = result.exitCode;
  } finally {
    await stores.remove();
  }
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
