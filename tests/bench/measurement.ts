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

/** CPU seconds per purchase of all processes together; null when nothing is known, or there is no such row. */
export const totalCpu = (row: Measurement | undefined): number | null => totalOf(Object.values(row?.cpuSeconds ?? {}));

/** Null when none is known. */
export function totalOf(seconds: readonly (number | null)[]): number | null {
  const known = seconds.filter((each) => each !== null);
  return known.length === 0 ? null : known.reduce((total, each) => total + each, 0);
}
