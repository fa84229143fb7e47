import { createFaultLog } from './fault-log';
import { quietTimes, SETTLING_MS } from './quiet-times';

const run = { fromMs: 1_000, toMs: 61_000 };
const fault = (fromMs: number, toMs: number) => ({ name: 'api killed', fromMs, toMs });

describe('a time under a fault counts as quiet', () => {
  test('without faults all but the start is quiet', () => {
    expect(quietTimes([], run)).toEqual([{ fromMs: 1_000 + SETTLING_MS, toMs: 61_000 }]);
  });

  test('faults that overlap are one disturbance, and quiet begins when all have settled', () => {
    expect(quietTimes([fault(30_000, 31_000), fault(20_000, 40_000)], run)).toEqual([
      { fromMs: 6_000, toMs: 20_000 },
      { fromMs: 45_000, toMs: 61_000 },
    ]);
  });

  test('a fault that outlasts the traffic leaves nothing after it', () => {
    expect(quietTimes([fault(2_000, 70_000)], run)).toEqual([]);
    expect(quietTimes([fault(58_000, 90_000)], run)).toEqual([{ fromMs: 6_000, toMs: 58_000 }]);
  });
});

test('a machine that does not let the test run is kept as a fault', async () => {
  const log = createFaultLog();
  const end = new AbortController();
  const watching = log.watchMachine(end.signal);
  const until = performance.now() + 700;
  while (performance.now() < until); // nothing else runs meanwhile
  end.abort();
  await watching;
  expect(log.spans).toEqual([{ name: 'machine busy', fromMs: expect.any(Number), toMs: expect.any(Number) }]);
  expect(log.spans[0]?.toMs).toBeGreaterThanOrEqual(until);
  expect(log.longestPauseMs()).toBeGreaterThanOrEqual(500);
});

test('a fault that fails is kept with its time', async () => {
  const log = createFaultLog();
  const before = performance.now();
  await expect(log.during('Redis full', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(log.spans).toEqual([{ name: 'Redis full', fromMs: expect.any(Number), toMs: expect.any(Number) }]);
  expect(log.spans[0]?.fromMs).toBeGreaterThanOrEqual(before);
});
