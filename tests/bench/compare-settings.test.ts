import { type Pairs, ratioOf, reportOf } from './compare-settings';
import type { Measurement } from './measurement';
import type { Row } from './rows';

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
const settings = { OPS_TOKEN: 'a-secret-of-the-operator' };

describe('the bench says that a setting costs nothing, or too much', () => {
  test('it compares what follows each other, so a machine that becomes slower costs nothing', () => {
    expect(ratioOf(slowing)).toBe(0.98);
  });

  test('the last row counts, and the ratio is in the report, without the value of the setting', () => {
    const { report, lines, exitCode } = reportOf(settings, [{ ...slowing, on: slowing.off }, slowing]);
    expect(report).toMatchObject({ ratios: { with: 0.98 }, settings: ['OPS_TOKEN'] });
    expect([exitCode, lines]).toEqual([0, expect.arrayContaining(['with OPS_TOKEN: 0.980'])]);
    expect(JSON.stringify([report, lines])).not.toContain('a-secret');
  });

  test('figures with errors, or of no purchase at all, do not count', () => {
    expect(reportOf(settings, [{ row, on: [at(100, 1)], off: [at(100)] }]).exitCode).toBe(1);
    expect(reportOf(settings, [{ row, on: [at(0)], off: [at(100)] }]).exitCode).toBe(1);
  });
});
