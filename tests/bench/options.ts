import { parseArgs } from 'node:util';

export const USAGE = `npm run bench -- [options]
Compares this service with the highest rate that Express allows, and with a naive design.
Exit 1: the books were not sound, or a purchase went wrong.

  --quick    each row once, 2.5 minutes in all; without it three times, 10 minutes, and the medians count
  --latency  instead: one purchase at a time on an idle service, step by step.
             Exit 1 also when it takes longer than promised
  --leaks    instead: the memory of the processes and of Redis, and how tables are read, over 200,000 purchases.
             Exit 1 also when something grows without bound
               --purchases 200000
  --growth   instead: the same load on ever larger tables, and with more workers.
             Exit 1 also when a growing table is read whole
               --rows 10000,1000000,5000000  finished purchases, with one worker from the second size on
               --workers 1,2,4               worker processes, at the first of these sizes
  --idle     instead: the CPU that api, worker, dashboard, PostgreSQL and Redis use while nothing happens, and the first
             purchase after that. Exit 1 also when it is more than promised
               --minutes 5                   of rest
  --json     prints all results as one JSON object in the last line
`;

/** What to measure, from the command line. */
export type Command =
  | { measure: 'rows'; quick: boolean; json: boolean }
  | { measure: 'latency'; json: boolean }
  | { measure: 'leaks'; purchases: number; json: boolean }
  | { measure: 'growth'; rows: number[]; workers: number[]; json: boolean }
  | { measure: 'idle'; minutes: number; json: boolean };

/** @returns null for `--help`. @throws with the option that is wrong */
export function readOptions(args: string[]): Command | null {
  const flag = { type: 'boolean' } as const;
  const value = { type: 'string' } as const;
  const modes = { quick: flag, latency: flag, leaks: flag, growth: flag, idle: flag };
  const command = parseArgs({
    args,
    options: { ...modes, purchases: value, rows: value, workers: value, minutes: value, json: flag, help: flag },
  }).values;
  const {
    quick = false,
    latency,
    leaks,
    growth,
    idle,
    purchases,
    rows,
    workers,
    minutes,
    json = false,
    help,
  } = command;
  if (help) return null;
  if ([quick, latency, leaks, growth, idle].filter(Boolean).length > 1)
    throw new Error('Only one thing can be measured at a time.');
  if (purchases !== undefined && !leaks) throw new Error('--purchases goes with --leaks.');
  if ((rows ?? workers) !== undefined && !growth) throw new Error('--rows and --workers go with --growth.');
  if (minutes !== undefined && !idle) throw new Error('--minutes goes with --idle.');
  if (latency) return { measure: 'latency', json };
  if (leaks) return { measure: 'leaks', purchases: countIn('purchases', purchases ?? '200000'), json };
  if (idle) return { measure: 'idle', minutes: countIn('minutes', minutes ?? '5'), json };
  if (!growth) return { measure: 'rows', quick, json };
  return {
    measure: 'growth',
    rows: (rows ?? '10000,1000000,5000000').split(',').map((count) => countIn('rows', count)),
    workers: (workers ?? '1,2,4').split(',').map((count) => countIn('workers', count)),
    json,
  };
}

function countIn(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`--${name}: '${text}' is not a number of them.`);
  return count;
}
