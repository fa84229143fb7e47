import { parseArgs } from 'node:util';

export const USAGE = `npm run bench -- [options]
Measures this service against the ceiling that Express sets and against the design one would write first. Exit 1: the books were not sound, or a purchase went wrong.

  --quick    each row once and briefly, two and a half minutes in all; without it each row three times, ten minutes, and the medians count
  --latency  instead: one purchase at a time on an idle service, step by step. Exit 1 also when it takes longer than promised
  --leaks    instead: what the processes and Redis hold, and how tables are read, over 200,000 purchases. Exit 1 also when something grows without bound
               --purchases 200000
  --growth   instead: the same load on ever larger tables, and with more workers. Exit 1 also when a table that grows is read whole
               --rows 10000,1000000,5000000  finished purchases, with one worker from the second on
               --workers 1,2,4               worker processes, at the first of these sizes
  --json     a last line with all figures as one JSON object
`;

/** What is to be measured, from the command line. */
export type Command =
  | { measure: 'rows'; quick: boolean; json: boolean }
  | { measure: 'latency'; json: boolean }
  | { measure: 'leaks'; purchases: number; json: boolean }
  | { measure: 'growth'; rows: number[]; workers: number[]; json: boolean };

/** @returns null when it is the usage that is wanted. @throws with what cannot be understood */
export function readOptions(args: string[]): Command | null {
  const flag = { type: 'boolean' } as const;
  const value = { type: 'string' } as const;
  const modes = { quick: flag, latency: flag, leaks: flag, growth: flag };
  const command = parseArgs({
    args,
    options: { ...modes, purchases: value, rows: value, workers: value, json: flag, help: flag },
  }).values;
  const { quick = false, latency, leaks, growth, purchases, rows, workers, json = false, help } = command;
  if (help) return null;
  if ([quick, latency, leaks, growth].filter(Boolean).length > 1)
    throw new Error('Only one thing can be measured at a time.');
  if (purchases !== undefined && !leaks) throw new Error('--purchases goes with --leaks.');
  if ((rows ?? workers) !== undefined && !growth) throw new Error('--rows and --workers go with --growth.');
  if (latency) return { measure: 'latency', json };
  if (leaks) return { measure: 'leaks', purchases: countIn('purchases', purchases ?? '200000'), json };
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
