import { watchStandstill } from './standstill';

/** A watch whose timers never run, as in a process that is stopped, and its two clocks. */
function stoppedProcess() {
  const at = { wallMs: 1_790_000_000_000, monotonicMs: 5_000 };
  const watch = watchStandstill({ now: () => new Date(at.wallMs), monotonicMs: () => at.monotonicMs });
  watch.stop();
  const pass = (ms: number) => {
    at.wallMs += ms;
    at.monotonicMs += ms;
  };
  return { at, watch, pass };
}

describe('a process that stood still sells what its clients have given up', () => {
  // specification 5.8
  test('it says so from the first question on, for 5 s', () => {
    const { watch, pass } = stoppedProcess();
    expect(watch.stoodStill()).toBe(false);
    pass(10_000);
    expect(watch.stoodStill()).toBe(true);
    pass(4_999);
    expect(watch.stoodStill()).toBe(true);
    pass(1);
    expect(watch.stoodStill()).toBe(false);
  });

  test('a process that is busy for less than 10 s has not stood still', () => {
    const { watch, pass } = stoppedProcess();
    pass(9_999);
    expect(watch.stoodStill()).toBe(false);
    pass(9_999);
    expect(watch.stoodStill()).toBe(false);
  });

  test('a suspended machine, whose monotonic clock stood still too, is noticed by its wall clock', () => {
    const { at, watch } = stoppedProcess();
    at.wallMs += 60_000;
    expect(watch.stoodStill()).toBe(true);
  });

  test('a process that has nothing to do has not stood still: its timer looks each second', async () => {
    const at = { monotonicMs: 0 };
    const ticks = jest.useFakeTimers();
    const watch = watchStandstill({ now: () => new Date(0), monotonicMs: () => at.monotonicMs });
    try {
      for (let second = 0; second < 30; second += 1) {
        at.monotonicMs += 1_000;
        ticks.advanceTimersByTime(1_000);
      }
      expect(watch.stoodStill()).toBe(false);
      at.monotonicMs += 12_000;
      ticks.advanceTimersByTime(1_000); // the timer comes first here
      expect(watch.stoodStill()).toBe(true);
    } finally {
      watch.stop();
      jest.useRealTimers();
    }
  });
});
