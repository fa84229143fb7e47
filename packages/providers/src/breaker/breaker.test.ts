import { createBreaker, FORGET_MS, TRIAL_MS } from './breaker';

const RESET_MS = 2_000;

/** A breaker that needs four calls, with a clock of its own. */
function breaker() {
  const tested = createBreaker({ volume: 4, resetMs: RESET_MS });
  const clock = { nowMs: 0 };
  const call = (outcome: 'answered' | 'failed' | 'unknown', firstIsEnough = false) =>
    tested.end(tested.begin(clock.nowMs), outcome, clock.nowMs, firstIsEnough);
  const open = () => {
    for (let n = 0; n < 4; n += 1) call('failed');
    expect(tested.state(clock.nowMs)).toBe('open');
  };
  return { clock, call, open, state: () => tested.state(clock.nowMs), tested };
}

describe('a breaker opens too early, or never', () => {
  test('half of the least number of calls must have failed', () => {
    const { call, state } = breaker();
    expect([call('failed'), call('failed'), call('answered')]).toEqual([null, null, null]);
    expect(call('answered')).toBeNull();
    expect(state()).toBe('closed');
    expect(call('failed')).toBe('opened');
    expect(state()).toBe('open');
  });

  test('what is older than ten seconds does not count', () => {
    const { clock, call, state } = breaker();
    for (let n = 0; n < 3; n += 1) call('failed');
    clock.nowMs = 11_000;
    expect(call('failed')).toBeNull();
    expect(state()).toBe('closed');
    clock.nowMs = 20_900;
    for (let n = 0; n < 2; n += 1) call('failed');
    expect(call('failed')).toBe('opened');
  });

  test('in an outage one failure is enough, and one answer is not a failure', () => {
    const { call } = breaker();
    expect(call('answered', true)).toBeNull();
    expect(call('unknown', true)).toBeNull();
    expect(call('failed', true)).toBe('opened');
  });

  test('calls that say nothing about the other side open nothing', () => {
    const { call, state } = breaker();
    for (let n = 0; n < 30; n += 1) call('unknown');
    expect(state()).toBe('closed');
  });
});

describe('a breaker never closes again, or all that waits is the trial', () => {
  test('after the reset time one call is let through; its answer closes the breaker', () => {
    const { clock, open, state, tested } = breaker();
    open();
    expect(tested.admit(clock.nowMs)).toBe(false);
    clock.nowMs = RESET_MS;
    expect(state()).toBe('half_open');
    expect([tested.admit(clock.nowMs), tested.admit(clock.nowMs)]).toEqual([true, false]);
    const trial = tested.begin(clock.nowMs);
    expect(trial).toEqual({ trial: 1 });
    expect(state()).toBe('open');
    expect(tested.end(trial, 'answered', clock.nowMs)).toBe('closed');
    expect([tested.admit(clock.nowMs), tested.admit(clock.nowMs)]).toEqual([true, true]);
  });

  test('a trial that fails opens it for another reset time', () => {
    const { clock, open, call, state } = breaker();
    open();
    clock.nowMs = RESET_MS;
    expect(call('failed')).toBeNull();
    clock.nowMs = 2 * RESET_MS - 1;
    expect(state()).toBe('open');
    clock.nowMs = 2 * RESET_MS;
    expect(state()).toBe('half_open');
  });

  test('a trial that hangs has failed after ten seconds; its late answer still closes the breaker', () => {
    const { clock, open, state, tested } = breaker();
    open();
    clock.nowMs = RESET_MS;
    const trial = tested.begin(clock.nowMs);
    clock.nowMs += TRIAL_MS - 1;
    expect(state()).toBe('open');
    clock.nowMs += 1 + RESET_MS;
    expect(tested.admit(clock.nowMs)).toBe(true);
    expect(tested.end(trial, 'failed', clock.nowMs)).toBeNull(); // of the trial before: it does not end this one
    expect(tested.begin(clock.nowMs)).toEqual({ trial: 2 });
    expect(tested.end(trial, 'answered', clock.nowMs)).toBe('closed');
  });

  test('a trial that was admitted and never began is over after ten seconds', () => {
    const { clock, open, state, tested } = breaker();
    open();
    clock.nowMs = RESET_MS;
    expect(tested.admit(clock.nowMs)).toBe(true);
    clock.nowMs += TRIAL_MS + RESET_MS;
    expect(state()).toBe('half_open');
  });

  test('a trial that never left gives its place to the next call at once', () => {
    const { clock, open, call, state } = breaker();
    open();
    clock.nowMs = RESET_MS;
    expect(call('unknown')).toBeNull();
    expect(state()).toBe('half_open');
  });

  test('failures of calls from before do not keep it open', () => {
    const { clock, open, state, tested } = breaker();
    const before = tested.begin(0);
    open();
    clock.nowMs = RESET_MS - 1;
    tested.end(before, 'failed', clock.nowMs);
    clock.nowMs = RESET_MS;
    expect(state()).toBe('half_open');
  });

  test('when nothing tries it for a minute it closes, with nothing remembered', () => {
    const { clock, open, state, call } = breaker();
    open();
    clock.nowMs = RESET_MS + FORGET_MS - 1;
    expect(state()).toBe('half_open');
    clock.nowMs += 1;
    expect(state()).toBe('closed');
    expect(call('failed')).toBeNull();
  });
});
