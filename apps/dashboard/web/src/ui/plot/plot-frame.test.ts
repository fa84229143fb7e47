import { durationStep, durationTick } from './plot-frame';

describe('the lines of a plot of times are at odd times, such as 1 min 40 s', () => {
  test.each([
    [0, ['0 ms', '20 ms', '40 ms', '60 ms', '80 ms', '100 ms']],
    [340, ['0 ms', '100 ms', '200 ms', '300 ms', '400 ms']],
    [2_400, ['0 ms', '500 ms', '1 s', '1.5 s', '2 s', '2.5 s']],
    [70_000, ['0 ms', '15 s', '30 s', '45 s', '1 min', '1 min 15 s']],
    [150_000, ['0 ms', '30 s', '1 min', '1 min 30 s', '2 min', '2 min 30 s']],
    [3_700_000, ['0 ms', '15 min', '30 min', '45 min', '1 h', '1 h 15 min']],
    [40 * 3_600_000, ['0 ms', '12 h', '24 h', '36 h', '2 days']],
  ])('up to %i ms they are %j', (most, ticks) => {
    const step = durationStep(Math.max(most, 100));
    const found = Array.from({ length: Math.ceil(Math.max(most, 100) / step) + 1 }, (_, n) => durationTick(n * step));
    expect(found).toEqual(ticks);
  });

  test('a plot of days has few lines too', () => {
    expect(durationStep(11 * 86_400_000)).toBe(3 * 86_400_000);
  });
});
