import { labelStride, ticksUpTo } from './plot-scale';

test.each([
  [0, true, [0, 1]],
  [3, true, [0, 1, 2, 3]],
  [13, true, [0, 5, 10, 15]],
  [42, true, [0, 10, 20, 30, 40, 50]],
  [0, false, [0, 20]],
  [159_870, false, [0, 50_000, 100_000, 150_000, 200_000]],
  [1_000_000, false, [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]],
])('the axis would not hold the highest bar, or tell halves of a purchase: up to %s (whole: %s)', (most, whole, ticks) => {
  const made = ticksUpTo(most, whole);
  expect(made).toEqual(ticks);
  expect(made.at(-1)).toBeGreaterThanOrEqual(most);
});

test('labels of a narrow plot would lie on one another', () => {
  expect(labelStride(24, 960, 40)).toBe(1);
  expect(labelStride(24, 290, 44)).toBe(4);
  expect(labelStride(30, 0, 44)).toBe(30);
});
