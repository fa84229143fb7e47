import { createCallWindow } from './call-window';

/**
 * One circuit breaker: closed, then open when half of the calls of ten seconds failed, then half-open, in which one
 * call is the trial. It has no timer: its state follows from the times that it is given, monotonic milliseconds.
 */
export type Breaker = {
  state(nowMs: number): 'closed' | 'half_open' | 'open';
  /** Whether a call may be made now. Of a half-open breaker this takes the trial, so the call must follow. */
  admit(nowMs: number): boolean;
  /** A call begins, also one that was not asked for. Its value is given back with the outcome. */
  begin(nowMs: number): Call;
  /**
   * A call has ended. `unknown`: it says nothing about the other side. `firstIsEnough`: one failure opens it.
   * @returns what it did to the breaker
   */
  end(call: Call, outcome: CallOutcome, nowMs: number, firstIsEnough?: boolean): 'opened' | 'closed' | null;
};

export type CallOutcome = 'answered' | 'failed' | 'unknown';

/** The number of the trial that a call is; null: it is none. */
type Call = { trial: number | null };

type BreakerRules = {
  /** How many calls within ten seconds are needed to open it. */
  volume: number;
  /** How long it stays open before a trial. */
  resetMs: number;
};

/** A trial that has not answered for this long has failed, while its call goes on. */
export const TRIAL_MS = 10_000;
/** A breaker that nothing tries any more knows nothing of the present, and closes. */
export const FORGET_MS = 60_000;

export function createBreaker({ volume, resetMs }: BreakerRules): Breaker {
  const calls = createCallWindow();
  /** When it opened, or the last trial failed; null: closed. */
  let openedMs: number | null = null;
  let trial: { number: number; sinceMs: number; isBegun: boolean } | null = null;
  let trials = 0;

  function close(): void {
    openedMs = null;
    trial = null;
    calls.clear();
  }

  /** Does what time alone has done. */
  function settle(nowMs: number): void {
    if (trial !== null && nowMs - trial.sinceMs >= TRIAL_MS) {
      openedMs = trial.sinceMs + TRIAL_MS;
      trial = null;
    }
    if (openedMs !== null && trial === null && nowMs - openedMs >= resetMs + FORGET_MS) close();
  }

  function state(nowMs: number): ReturnType<Breaker['state']> {
    settle(nowMs);
    if (openedMs === null) return 'closed';
    return trial === null && nowMs - openedMs >= resetMs ? 'half_open' : 'open';
  }

  function admit(nowMs: number): boolean {
    const now = state(nowMs);
    if (now !== 'half_open') return now === 'closed';
    trials += 1;
    trial = { number: trials, sinceMs: nowMs, isBegun: false };
    return true;
  }

  return {
    state,
    admit,
    begin(nowMs) {
      admit(nowMs);
      if (trial === null || trial.isBegun) return { trial: null };
      trial.isBegun = true;
      return { trial: trial.number };
    },
    end(call, outcome, nowMs, firstIsEnough = false) {
      settle(nowMs);
      const isTrial = trial !== null && call.trial === trial.number;
      if (outcome === 'unknown') {
        if (isTrial) trial = null;
        return null;
      }
      const failed = outcome === 'failed';
      if (openedMs === null) {
        calls.record(failed, nowMs);
        if (!failed || !(firstIsEnough || calls.halfFailed(volume, nowMs))) return null;
        openedMs = nowMs;
        return 'opened';
      }
      if (!failed) {
        close();
        return 'closed';
      }
      if (isTrial) {
        openedMs = nowMs;
        trial = null;
      }
      return null;
    },
  };
}
