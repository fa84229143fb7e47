import type { Measurement } from '../measurement';
import type { Row } from '../rows';
import { type Compared, type Pairs, ratioOf, reportOf, unnamed } from './measure-setting';

const row: Row = { system: 'ours', wallets: 1_000, connections: 256, webhook: false };
const at = (rate: number, errors = 0): Measurement => ({
  rate,
  errors,
  p50Ms: 1,
  p95Ms: 2,
  p99Ms: 3,
  cpuSeconds: { api: 1 / rate },
  loadShare: 0.1,
  restMs: 0,
});
const slowing: Pairs = { row, on: [at(980), at(490), at(97)], off: [at(1_000), at(500), at(100)] };

const aimed: Compared = { ...unnamed, aim: { is: 'with / without', atLeast: 0.97 } };

describe('the bench says that a setting costs nothing, or too much', () => {
  test('it compares what follows each other, so a machine that becomes slower costs nothing', () => {
    expect(ratioOf(slowing)).toBe(0.98);
  });

  test('the last row counts, and the ratio is in the report', () => {
    const { report, lines, exitCode } = reportOf(aimed, [{ ...slowing, on: slowing.off }, slowing]);
    expect(report).toMatchObject({ ratios: { unnamed_statements: 0.98 } });
    expect([exitCode, lines]).toEqual([0, expect.arrayContaining(['unnamed_statements: 0.980 (≥ 0.97): holds'])]);
  });

  test('figures with errors, or of no purchase at all, do not count', () => {
    expect(reportOf(unnamed, [{ row, on: [at(100, 1)], off: [at(100)] }]).exitCode).toBe(1);
    expect(reportOf(unnamed, [{ row, on: [at(0)], off: [at(100)] }]).exitCode).toBe(1);
  });

  test('what has no aim has its ratio, and no verdict', () => {
    const { report, lines } = reportOf(unnamed, [slowing]);
    expect(report).toMatchObject({ ratios: { unnamed_statements: 0.98 } });
    expect(lines).toContain('unnamed_statements: 0.980');
  });
});
