import { nameOf, type Row } from './rows';

/** The numbers of one row. */
export type Measurement = {
  /** Successful purchases per second of the measured time. */
  rate: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** Other answers, and requests without an answer. */
  errors: number;
  /** Per purchase, by process; null where there is no /proc. */
  cpuSeconds: Record<string, number | null>;
  /** The share of one core that the load generator used: near 1 it would measure itself. */
  loadShare: number;
  /** From the end of the load until no purchase was open and no event was to be delivered. */
  restMs: number;
};

export type MeasuredRow = Row & { name: string } & Measurement;

/** The promised ratios, each from two rows of one run. */
export type Ratios = {
  /** Ours against the naive design, 1,000 wallets, 256 connections. */
  naive_many: number | null;
  /** The same with one wallet. */
  naive_one: number | null;
  /** Ours against the ceiling, 1,000 wallets, 256 connections. */
  ceiling: number | null;
  /** Ours with one wallet against ours with 1,000, 256 connections. */
  one_vs_many: number | null;
  /** Ours at 64 connections against ours at 256, 1,000 wallets. */
  c64_vs_c256: number | null;
};

/** The nearest-rank percentile of values in ascending order. @throws RangeError when there are none */
export function percentile(ascending: ArrayLike<number>, percent: number): number {
  const value = ascending[Math.max(0, Math.ceil((percent / 100) * ascending.length) - 1)];
  if (value === undefined) throw new RangeError('a percentile of nothing');
  return value;
}

/** The middle value; of an even number the lower of the two. @throws RangeError when there are none */
export function median(values: readonly number[]): number {
  return percentile(
    [...values].sort((a, b) => a - b),
    50,
  );
}

/** One row from several measurements: the medians, and the sum of the errors. */
export function medianRow(row: Row, all: readonly Measurement[]): MeasuredRow {
  const middle = (figure: (of: Measurement) => number) => median(all.map(figure));
  const processes = Object.keys(all[0]?.cpuSeconds ?? {});
  const cpuOf = (name: string) => {
    const known = all.flatMap(({ cpuSeconds }) => cpuSeconds[name] ?? []);
    return known.length === 0 ? null : median(known);
  };
  return {
    ...row,
    name: nameOf(row),
    rate: middle(({ rate }) => rate),
    p50Ms: middle(({ p50Ms }) => p50Ms),
    p95Ms: middle(({ p95Ms }) => p95Ms),
    p99Ms: middle(({ p99Ms }) => p99Ms),
    errors: all.reduce((sum, { errors }) => sum + errors, 0),
    cpuSeconds: Object.fromEntries(processes.map((name) => [name, cpuOf(name)])),
    loadShare: middle(({ loadShare }) => loadShare),
    restMs: middle(({ restMs }) => restMs),
  };
}

/** A ratio is null when one of its rows was not measured. */
export function ratiosOf(measured: readonly MeasuredRow[]): Ratios {
  const rate = (system: Row['system'], wallets: Row['wallets'], connections: Row['connections']) =>
    measured.find(
      (row) => row.system === system && row.wallets === wallets && row.connections === connections && !row.webhook,
    )?.rate;
  const many = rate('ours', 1_000, 256);
  const one = rate('ours', 1, 256);
  return {
    naive_many: against(many, rate('naive', 1_000, 256)),
    naive_one: against(one, rate('naive', 1, 256)),
    ceiling: against(many, rate('ceiling', 1_000, 256)),
    one_vs_many: against(one, many),
    c64_vs_c256: against(rate('ours', 1_000, 64), many),
  };
}

const against = (a: number | undefined, b: number | undefined): number | null =>
  a === undefined || b === undefined ? null : a / b;
