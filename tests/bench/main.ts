import { parseArgs } from 'node:util';
import { redisServerInstalled } from '@topup/testkit';
import { endOf } from './report-text';
import { rows } from './rows';
import { type BenchReport, runBench } from './run-bench';
import { startStores } from './stores';

const USAGE = `npm run bench -- [options]
Measures this service against the ceiling that Express sets and against the design one would write first. Exit 1: the books were not sound, or a purchase went wrong.

  --quick  each row once and briefly, two minutes in all; without it each row three times, ten minutes, and the medians count
  --json   a last line with ratios and rows as one JSON object
`;

const LENGTHS = {
  quick: { rounds: 1, warmMs: 1_000, firstWarmMs: 2_000, measureMs: 5_000 },
  whole: { rounds: 3, warmMs: 2_000, firstWarmMs: 4_000, measureMs: 10_000 },
};

const say = (line: string) => void process.stdout.write(`${line}\n`);

function wordsOrUsage() {
  try {
    const flag = { type: 'boolean' } as const;
    return parseArgs({ options: { quick: flag, json: flag, help: flag } }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function bench(quick: boolean): Promise<BenchReport> {
  if (!redisServerInstalled()) throw new Error('There is no redis-server on the PATH, which is measured too.');
  say('starting PostgreSQL and Redis');
  const stores = await startStores();
  try {
    return await runBench({ ...LENGTHS[quick ? 'quick' : 'whole'], rows, say }, stores);
  } finally {
    await stores.remove();
  }
}

async function main(): Promise<void> {
  const words = wordsOrUsage();
  if (words === undefined) return;
  if (words.help) return say(USAGE);
  const { lines, exitCode } = endOf(await bench(words.quick === true), words.json === true);
  for (const line of lines) say(line);
  process.exitCode = exitCode;
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
