import { parseArgs } from 'node:util';
import { apiSettings } from '@topup/api/settings';
import { workerSettings } from '@topup/worker/settings';

export const USAGE = `npm run bench -- [options]
Compares this service with the highest rate that Express allows, and with a naive design.
Exit 1: the books were not sound, or a purchase went wrong.

  --quick    each row once, 2.5 minutes in all; without it three times (the medians count), one purchase
             on an idle service, and ten minutes with webhooks: 25 minutes in all
  --with     instead: the rate with a setting / without it, such as --with DATABASE_POOLER=transaction.
             Can be given several times: all of them are on together
               --rounds 3   how often each is measured, in turn. The median counts
  --history  instead: purchases and single reads with a long history in monthly partitions, in one table and empty
               --rows 20000000  of the history, twice: 10 GB of disk, about ten minutes
               --rounds 9       how often each is measured, in turn
  --profile  instead: where the CPU of a purchase goes, by step, and V8's profiles as files
  --soak     instead: half an hour with webhooks at 60 % of what the machine can.
             Exit 1 also when something grows
               --minutes 30
  --growth   instead: the same load on ever larger tables, and with more workers.
             Exit 1 also when a growing table is read whole
               --rows 10000,1000000,5000000  finished purchases, with one worker from the second size on
               --workers 1,2,4               worker processes, at the first of these sizes
  --idle     instead: the CPU that api, worker, dashboard, PostgreSQL and Redis use while nothing happens, and the first
             purchase after that. Exit 1 also when it is more than promised
               --minutes 5                   of rest
  --failover instead: how fast answers are while the first of three providers is away, and while its float is empty.
             Exit 1 also when a purchase failed, or the p99 grew by more than 1.5 s
  --node     with any of these: the binary of Node that api and worker run with, such as another version's
  --json     prints all results as one JSON object in the last line
`;

/** The measurement to make, from the command line. `node`: the binary that api and worker run with. */
export type Command = Measure & { node: string; json: boolean };

type Measure =
  | { measure: 'rows'; quick: boolean }
  | { measure: 'profile' | 'failover' }
  | { measure: 'with'; settings: Record<string, string>; rounds: number }
  | { measure: 'history'; rows: number; rounds: number }
  | { measure: 'soak' | 'idle'; minutes: number }
  | { measure: 'growth'; rows: number[]; workers: number[] };

/** Measurements in place of the rows, each with its own options and their usual values. */
const modes: Record<string, Record<string, string>> = {
  quick: {},
  with: { rounds: '3' },
  profile: {},
  failover: {},
  history: { rows: '20000000', rounds: '9' },
  soak: { minutes: '30' },
  idle: { minutes: '5' },
  growth: { rows: '10000,1000000,5000000', workers: '1,2,4' },
};

/** @returns null for `--help`. @throws with the option that is wrong */
export function readOptions(args: string[]): Command | null {
  const names = Object.keys(modes);
  const values = new Set(Object.values(modes).flatMap(Object.keys));
  const flags = [...names, 'json', 'help'].map((name) => [name, { type: 'boolean' }] as const);
  const texts = [...values, 'node'].map((name) => [name, { type: 'string' }] as const);
  const options = { ...Object.fromEntries([...flags, ...texts]), with: { type: 'string', multiple: true } } as const;
  const given: Record<string, unknown> = parseArgs({ args, options }).values;
  if (given.help) return null;
  const chosen = names.filter((name) => given[name]);
  if (chosen.length > 1) throw new Error('Only one thing can be measured at a time.');
  const [mode = 'rows'] = chosen;
  const usual = modes[mode] ?? {};
  for (const name of values)
    if (given[name] !== undefined && !(name in usual))
      throw new Error(`--${name} goes with --${names.filter((each) => name in (modes[each] ?? {})).join(' and --')}.`);
  const counts = (name: string) =>
    String(given[name] ?? usual[name])
      .split(',')
      .map((each) => countIn(name, each));
  const measure = measureOf(mode, counts, settingsIn(given.with));
  return { ...measure, node: String(given.node ?? process.execPath), json: given.json === true };
}

/** @param counts the values of an option */
function measureOf(mode: string, counts: (name: string) => number[], settings: Record<string, string>): Measure {
  const count = (name: string) => {
    const [only, ...more] = counts(name);
    if (only === undefined || more.length > 0) throw new Error(`--${name} is one number.`);
    return only;
  };
  switch (mode) {
    case 'profile':
    case 'failover':
      return { measure: mode };
    case 'with':
      return { measure: mode, settings, rounds: count('rounds') };
    case 'history':
      return { measure: mode, rows: count('rows'), rounds: count('rounds') };
    case 'soak':
    case 'idle':
      return { measure: mode, minutes: count('minutes') };
    case 'growth':
      return { measure: mode, rows: counts('rows'), workers: counts('workers') };
    default:
      return { measure: 'rows', quick: mode === 'quick' };
  }
}

function settingsIn(given: unknown): Record<string, string> {
  const texts = Array.isArray(given) ? given.map(String) : [];
  return Object.fromEntries(
    texts.map((text) => {
      const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(text) ?? [];
      if (name === undefined || value === undefined) throw new Error(`--with: '${text}' is not like NAME=value.`);
      if (!(name in apiSettings || name in workerSettings)) throw new Error(`--with: api and worker have no ${name}.`);
      return [name, value];
    }),
  );
}

function countIn(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`--${name}: '${text}' is not a number of them.`);
  return count;
}
