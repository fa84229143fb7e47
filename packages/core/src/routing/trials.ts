const EVERY_MS = 10_000;

/** Whether a service that may have recovered gets an order as a trial: this process gives one every ten seconds. */
export type Trials = (provider: string, serviceId: string) => boolean;

export function createTrials({ monotonicMs }: { monotonicMs(): number }): Trials {
  const lastMs = new Map<string, number>();
  return (provider, serviceId) => {
    const key = JSON.stringify([provider, serviceId]);
    const last = lastMs.get(key);
    const nowMs = monotonicMs();
    if (last !== undefined && nowMs - last < EVERY_MS) return false;
    lastMs.set(key, nowMs);
    return true;
  };
}
