/** Counts the calls of the last ten seconds, and how many of them failed. Times are monotonic milliseconds. */
type CallWindow = {
  record(failed: boolean, nowMs: number): void;
  /** Whether there were at least `volume` calls in the last `seconds`, by default ten, and half of them failed. */
  halfFailed(volume: number, nowMs: number, seconds?: number): boolean;
  clear(): void;
};

const SLOT_MS = 1_000;
const SLOTS = 10;

export function createCallWindow(): CallWindow {
  /** One for each second with a call, the oldest first. */
  let slots: { second: number; calls: number; failures: number }[] = [];

  function forget(second: number): void {
    while (slots[0] !== undefined && slots[0].second <= second - SLOTS) slots.shift();
  }

  return {
    record(failed, nowMs) {
      const second = Math.floor(nowMs / SLOT_MS);
      forget(second);
      let slot = slots.at(-1);
      if (slot?.second !== second) {
        slot = { second, calls: 0, failures: 0 };
        slots.push(slot);
      }
      slot.calls += 1;
      if (failed) slot.failures += 1;
    },
    halfFailed(volume, nowMs, seconds = SLOTS) {
      const now = Math.floor(nowMs / SLOT_MS);
      const counted = slots.filter(({ second }) => second > now - seconds);
      const calls = counted.reduce((sum, slot) => sum + slot.calls, 0);
      const failures = counted.reduce((sum, slot) => sum + slot.failures, 0);
      return calls >= volume && failures * 2 >= calls;
    },
    clear() {
      slots = [];
    },
  };
}
