import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Counted, cpuSeconds } from '../cpu';
import { runLoad } from '../measure-row';
import { median } from '../measurement';
import { type Aim, aimText, everythingOn, reaches, tracesOn } from '../ratios';
import { type BenchResult, table } from '../report-text';
import { stopAll } from '../test-bed/programs';
import type { Stores } from '../test-bed/stores';
import { startSystem } from '../test-bed/systems';
import { startTestBed, type TestBed } from '../test-bed/test-bed';
import { type Feature, features, traces } from './features';
import { createSwitchboard, switchSettings } from './switchboard';

const LOAD = { wallets: 1_000, connections: 256 };
const ALL: Pick<Feature, 'name' | 'what'> = { name: 'all of them', what: 'everything above' };
const LONGER_THAN_ALL_MS = 3_600_000;

/** The features that one run turns off, one by one, and all together when there are several. */
export type Switched = {
  /** Of the ratio in the report: the last row's. */
  key: string;
  features: readonly Feature[];
  aim: Aim;
  webhook: boolean;
  /** Settings that the features need. */
  settings(testBed: Pick<TestBed, 'receiverUrl'>): Record<string, string>;
};

export const everything: Switched = {
  key: 'everything_on',
  features,
  aim: everythingOn,
  webhook: false,
  settings: () => ({}),
};

/** The receiver of webhooks takes traces too: it answers everything 200 at once. */
export const tracesOfATenth: Switched = {
  key: 'traces',
  features: [traces],
  aim: tracesOn,
  webhook: true,
  settings: ({ receiverUrl }) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: new URL(receiverUrl).origin,
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  }),
};

export type FeatureOptions = {
  /** How often each row is measured with and without its feature. */
  rounds: number;
  warmMs: number;
  /** After a switch, until what it made slow once is over: SQL functions are planned again. */
  settleMs: number;
  turnMs: number;
  print(line: string): void;
};

/** Purchases a second, and CPU seconds of all processes for each; null where there is no /proc. */
export type Turn = { rate: number; cpu: number | null };
/** What one feature costs: medians over its pairs of turns, which follow each other. */
export type Cost = { on: Turn; off: Turn; ratio: number; cpu: number | null };

/**
 * Sells under one load, while the features are turned off and on again, one after the other and then all together.
 * A row compares turns that follow each other, and every second pair begins with off, so that drift cancels.
 * @throws when the books are not sound
 */
export async function measureFeatures(
  switched: Switched,
  options: FeatureOptions,
  stores: Stores,
): Promise<BenchResult> {
  const { rounds, warmMs, settleMs, turnMs, print } = options;
  print('opening accounts');
  const testBed = await startTestBed(stores, LOAD.wallets);
  try {
    await testBed.setWebhooks(switched.webhook);
    const settings = { ...switched.settings(testBed), ...switchSettings(switched.features) };
    const { port, programs } = await startSystem.ours((name, own) => testBed.launching(name, { ...own, ...settings }));
    const switchboard = await createSwitchboard(testBed.sql, programs, switched.features);
    const counted = [...programs, ...testBed.counted];
    const all = new Set(switched.features.map(({ name }) => name));
    const rows = [...switched.features, ...(all.size > 1 ? [ALL] : [])].map(({ name, what }) => ({
      name,
      what,
      on: [] as Turn[],
      off: [] as Turn[],
    }));
    const measurePair = async (row: (typeof rows)[number], onFirst: boolean) => {
      for (const what of onFirst ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
        const off = what === 'on' ? new Set<string>() : row.name === ALL.name ? all : new Set([row.name]);
        await switchboard.turnOff(off);
        await sleep(settleMs);
        row[what].push(await measureTurn(testBed, counted, turnMs));
      }
    };
    const task = {
      port,
      apiKeys: testBed.apiKeys.slice(0, LOAD.wallets),
      connections: LOAD.connections,
      refPrefix: randomBytes(6).toString('hex'),
      warmMs,
      measureMs: LONGER_THAN_ALL_MS,
    };
    const takeTurns = async () => {
      await sleep(warmMs);
      for (let round = 1; round <= rounds; round += 1)
        for (const row of rows) {
          await measurePair(row, round % 2 === 1);
          print(`${round}/${rounds}  ${lineOf(row.name, costOf(row))}`);
        }
      await switchboard.turnOff(new Set());
    };
    const turns = takeTurns();
    const load = runLoad(testBed, task, [], undefined, turns);
    await Promise.race([turns, load]);
    const { result } = await load;
    await testBed.untilIdle();
    await stopAll(programs);
    await testBed.verifyBooks();
    const errors = Object.entries(result.errors).map(([what, n]) => `${n} purchases went wrong: ${what}`);
    return report(
      switched,
      rows.map((row) => ({ name: row.name, what: row.what, ...costOf(row) })),
      errors,
    );
  } finally {
    await testBed.remove();
  }
}

/** Purchases a second over so long, and the CPU of these processes for each. */
export async function measureTurn({ sql }: TestBed, counted: readonly Counted[], turnMs: number): Promise<Turn> {
  const look = async () => {
    const [row] = await sql<{ sold: string }>('SELECT max(id) AS sold FROM ledger_entry');
    const cpu = Object.values(cpuSeconds(counted)).reduce((sum: number, seconds) => sum + (seconds ?? Number.NaN), 0);
    return { sold: Number(row?.sold), cpu, at: performance.now() };
  };
  const before = await look();
  await sleep(turnMs);
  const after = await look();
  const sold = after.sold - before.sold;
  const cpu = (after.cpu - before.cpu) / sold;
  return { rate: sold / ((after.at - before.at) / 1_000), cpu: Number.isFinite(cpu) ? cpu : null };
}

/** @param turns as many on as off; the first of both belong together, and so on */
export function costOf({ on, off }: { on: readonly Turn[]; off: readonly Turn[] }): Cost {
  const middle = (turns: readonly Turn[]): Turn => {
    const known = turns.flatMap(({ cpu }) => cpu ?? []);
    return { rate: median(turns.map(({ rate }) => rate)), cpu: known.length === 0 ? null : median(known) };
  };
  const more = on.flatMap(({ cpu }, i) => {
    const without = off[i]?.cpu ?? null;
    return cpu === null || without === null ? [] : [cpu - without];
  });
  return {
    on: middle(on),
    off: middle(off),
    ratio: median(on.map(({ rate }, i) => rate / (off[i]?.rate ?? Number.NaN))),
    cpu: more.length === 0 ? null : median(more),
  };
}

const ms = (seconds: number | null): string => (seconds === null ? '–' : (seconds * 1_000).toFixed(3));

const lineOf = (name: string, { ratio, cpu }: Cost): string =>
  `${name}: ${ratio.toFixed(3)} of the rate without, ${ms(cpu)} ms of CPU for each purchase`;

function report(
  { key, aim }: Switched,
  rows: (Pick<Feature, 'name' | 'what'> & Cost)[],
  errors: string[],
): BenchResult {
  const ratio = rows.at(-1)?.ratio ?? Number.NaN;
  return {
    lines: [
      '',
      table(
        ['feature', 'per s with', 'without', 'with / without', 'CPU ms with', 'without', 'costs CPU ms'],
        rows.map(({ name, on, off, ratio: each, cpu }) => [
          name,
          String(Math.round(on.rate)),
          String(Math.round(off.rate)),
          each.toFixed(3),
          ms(on.cpu),
          ms(off.cpu),
          ms(cpu),
        ]),
      ),
      '',
      `${key}: ${ratio.toFixed(3)} (${aimText(aim)}): ${reaches(ratio, aim) ? 'holds' : 'missed'}`,
      ...(errors.length > 0 ? errors : ['No errors, and the books were sound.']),
    ],
    exitCode: errors.length === 0 ? 0 : 1,
    report: { ratios: { [key]: ratio }, rows, errors },
  };
}
