import { createNanosecondClock, systemClock } from './clock';

const MS = 1_000_000n;

/** A nanosecond clock whose wall and monotonic clock are set by the test. */
function clocks() {
  const at = { wallMs: 1_790_000_000_000, monotonicNs: 5_000_123_457n };
  const now = createNanosecondClock({ wallMs: () => at.wallMs, monotonicNs: () => at.monotonicNs });
  const pass = (ns: bigint) => {
    at.monotonicNs += ns;
    at.wallMs += Number(ns / MS);
  };
  return { at, now, pass };
}

describe('a timestamp in nanoseconds repeats, goes back, or ends in zeros that nobody measured', () => {
  test('the digits below a millisecond are those of the monotonic clock, from the first reading on', () => {
    const { now, pass } = clocks();
    expect(now()).toBe(1_790_000_000_000_123_457n);
    pass(42n);
    expect(now()).toBe(1_790_000_000_000_123_499n);
    pass(3n * MS + 1n);
    expect(now()).toBe(1_790_000_000_003_123_500n);
  });

  test('two readings in the same nanosecond differ', () => {
    const { now } = clocks();
    expect([now(), now(), now()]).toEqual([0n, 1n, 2n].map((more) => 1_790_000_000_000_123_457n + more));
  });

  test.each([1, 500, 10_000])('a wall clock that is set back by %i ms changes nothing', (backMs) => {
    const { at, now, pass } = clocks();
    const before = now();
    at.wallMs -= backMs;
    pass(7n);
    expect(now()).toBe(before + 7n);
  });

  test('a wall clock that is set back by an hour was wrong, and is followed', () => {
    const { at, now } = clocks();
    now();
    at.wallMs -= 3_600_000;
    expect(now()).toBe(1_789_996_400_000_123_457n);
  });

  test.each([2, 60_000])('a jump of %i ms forward is followed at once, as after a suspended machine', (jumpMs) => {
    const { at, now } = clocks();
    now();
    at.wallMs += jumpMs;
    expect(now()).toBe(1_790_000_000_000_123_457n + BigInt(jumpMs) * MS);
  });

  test('the clock of the service increases, has real digits, and is right', () => {
    const readings = Array.from({ length: 1_000 }, () => systemClock.nowNs());
    expect(readings.every((reading, i) => i === 0 || reading > (readings[i - 1] ?? reading))).toBe(true);
    for (const unit of [10n, 1_000n, MS]) {
      const digits = new Set(readings.map((reading) => reading % unit));
      expect(digits.size).toBeGreaterThan(3); // zeros that were appended would be one value
    }
    const apartMs = Number(systemClock.nowNs() / MS) - Date.now();
    expect(Math.abs(apartMs)).toBeLessThan(1_000);
  });
});
