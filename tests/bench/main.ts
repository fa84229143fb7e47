import { parseArgs } from 'node:util';
import { redisServerInstalled } from '@topup/testkit';
import { measureLatency } from './latency/measure-latency';
import { type Ending, endOf, linesOf } from './report-text';
import { rows } from './rows';
import { runBench } from './run-bench';
import { type Stores, startStores } from './stores';

const USAGE = `npm run bench -- [options]
Measures this service against the ceiling that Express sets and against the design one would write first. Exit 1: the books were not sound, or a purchase went wrong.

  --quick    each row once and briefly, two minutes in all; without it each row three times, ten minutes, and the medians count
  --latency  instead: one purchase at a time on an idle service, step by step. Exit 1 also when it takes longer than promised
  --json     a last line with all figures as one JSON object
`;

const LENGTHS = {
  quick: { rounds: 1, warmMs: 1_000, firstWarmMs: 2_000, measureMs: 5_000 },
  whole: { rounds: 3, warmMs: 2_000, firstWarmMs: 4_000, measureMs: 10_000 },
};
const LATENCY = { warmUp: 300, measured: 700 };

type Words = ReturnType<typeof readWords>;

const say = (line: string) => void process.stdout.write(`${line}\n`);

function readWords() {
  const flag = { type: 'boolean' } as const;
  return parseArgs({ options: { quick: flag, latency: flag, json: flag, help: flag } }).values;
}

function wordsOrUsage(): Words | undefined {
  try {
    return readWords();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function measure(words: Words, stores: Stores): Promise<Ending> {
  if (words.latency) return measureLatency({ ...LATENCY, say }, stores);
  return endOf(await runBench({ ...LENGTHS[words.quick ? 'quick' : 'whole'], rows, say }, stores));
}

async function main(): Promise<void> {
  const words = wordsOrUsage();
  if (words === undefined) return;
  if (words.help) return say(USAGE);
  if (!redisServerInstalled()) throw new Error('There is no redis-server on the PATH, which is measured too.');
  say('starting PostgreSQL and Redis');
  const stores = await startStores();
  try {
    const ending = await measure(words, stores);
    for (const line of linesOf(ending, words.json === true)) say(line);
    process.exitCode = ending.exitCode;
  } finally {
    await stores.remove();
  }
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
