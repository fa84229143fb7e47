import { redisServerInstalled } from '@topup/testkit';
import { measureGrowth } from './growth/measure-growth';
import { measureLatency } from './latency/measure-latency';
import { measureLeaks } from './leaks/measure-leaks';
import { type Ending, endOf, linesOf } from './report-text';
import { rows } from './rows';
import { runBench } from './run-bench';
import { type Stores, startStores } from './stores';
import { readWords, USAGE, type Words } from './words';

const LENGTHS = {
  quick: { rounds: 1, warmMs: 1_000, firstWarmMs: 8_000, measureMs: 5_000 },
  whole: { rounds: 3, warmMs: 1_500, firstWarmMs: 15_000, measureMs: 6_000 },
};
const LATENCY = { warmUp: 3_000, measured: 700 };

const GROWTH = { rounds: 3, firstWarmMs: 4_000, warmMs: 2_000, measureMs: 10_000 };

const say = (line: string) => void process.stdout.write(`${line}\n`);

function wordsOrUsage(): Words | null | undefined {
  try {
    return readWords(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function measure(words: Words, stores: Stores): Promise<Ending> {
  switch (words.measure) {
    case 'rows':
      return endOf(await runBench({ ...LENGTHS[words.quick ? 'quick' : 'whole'], rows, say }, stores));
    case 'latency':
      return measureLatency({ ...LATENCY, say }, stores);
    case 'leaks':
      return measureLeaks({ purchases: words.purchases, say }, stores);
    case 'growth':
      return measureGrowth({ sizes: words.rows, workers: words.workers, ...GROWTH, say }, stores);
  }
}

async function main(): Promise<void> {
  const words = wordsOrUsage();
  if (words === undefined) return;
  if (words === null) return say(USAGE);
  if (!redisServerInstalled()) throw new Error('There is no redis-server on the PATH, which is measured too.');
  say('starting PostgreSQL and Redis');
  const stores = await startStores();
  try {
    const ending = await measure(words, stores);
    for (const line of linesOf(ending, words.json)) say(line);
    process.exitCode = ending.exitCode;
  } finally {
    await stores.remove();
  }
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
