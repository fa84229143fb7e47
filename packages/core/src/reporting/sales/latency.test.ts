import { LATENCY_BASE, percentilesMs } from './latency';

const stepOf = (ms: number) => Math.floor(Math.log(ms) / Math.log(LATENCY_BASE));
const of = (...took: number[]) => {
  const steps = [...new Set(took.map(stepOf))];
  return { steps, counts: steps.map((step) => took.filter((ms) => stepOf(ms) === step).length) };
};

describe('a latency that nobody had', () => {
  test.each([
    [[of(100, 200, 300, 400), of(500, 600, 700, 800, 900, 60_000)], 500, 60_000],
    [[of(100, 200, 300, 400)], 200, 400],
    [[of(500, 600, 700, 800, 900, 60_000)], 700, 60_000],
    [[of(86_400_000)], 86_400_000, 86_400_000],
    [[of(...Array.from({ length: 99 }, () => 1_000), 20_000)], 1_000, 1_000],
  ])('a percentile is within five percent of one that was measured, over any number of hours', (hours, half, most) => {
    const [p50, p95] = percentilesMs(hours, [0.5, 0.95]);
    expect(Math.abs((p50 ?? 0) / half - 1)).toBeLessThan(0.05);
    expect(Math.abs((p95 ?? 0) / most - 1)).toBeLessThan(0.05);
  });

  test('there is none where nothing ended', () => {
    expect(percentilesMs([], [0.5, 0.95])).toEqual([null, null]);
    expect(percentilesMs([of()], [0.95])).toEqual([null]);
  });
});
