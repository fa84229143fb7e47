import { type Clock, stopwatch } from './clock';

export type StandstillWatch = {
  /** Whether this process did nothing for 10 s or more, and went on less than 5 s ago. */
  stoodStill(): boolean;
  stop(): void;
};

const TICK_MS = 1_000;
/** A client may give up a purchase a minute after its last attempt (docs/integrate/unknown-outcomes.md). */
const STANDSTILL_MS = 10_000;
/** Within this the process has read what the kernel kept for it. */
const CATCHES_UP_MS = 5_000;

/**
 * Notices that this process stood still: it was stopped, its machine was suspended, or its event loop was blocked. Each
 * question looks too, because a process that goes on reads from its sockets before its timers run.
 */
export function watchStandstill(clock: Clock): StandstillWatch {
  let sinceTick = stopwatch(clock);
  let sinceStandstill: (() => number) | null = null;
  const look = () => {
    if (sinceTick() >= STANDSTILL_MS) sinceStandstill = stopwatch(clock);
    sinceTick = stopwatch(clock);
  };
  const timer = setInterval(look, TICK_MS).unref();
  return {
    stoodStill() {
      look();
      return sinceStandstill !== null && sinceStandstill() < CATCHES_UP_MS;
    },
    stop: () => clearInterval(timer),
  };
}
