import { type BreakerStatus, FOREIGN_REFERENCE, type Stop, type Switch, WHOLE_PROVIDER } from '@topup/core/provider';
import type { Log } from '@topup/core/shared';

/** The closures by hand at one provider, and whether its references can be trusted. */
type Switches = {
  /** Why an order for this service is stopped, or null. */
  stopOf(serviceId: string): Stop | null;
  any(): boolean;
  /** No "not found" proves anything: it answered with another reference than ours. */
  haveLostReferences(): boolean;
  /** The same from now on, until every process is told by a switch with this reason. */
  distrust(): void;
  set(now: readonly Switch[]): void;
  statuses(): BreakerStatus[];
};

/** `onOpened`: an operator has opened something again. */
export function createSwitches({
  provider,
  log,
  onOpened,
}: {
  provider: string;
  log: Log;
  onOpened(): void;
}): Switches {
  const closed = new Map<string, Switch>();
  let distrusted = false;
  const isMarked = () => closed.get(WHOLE_PROVIDER)?.reason === FOREIGN_REFERENCE;
  return {
    stopOf(serviceId) {
      if (distrusted || closed.has(WHOLE_PROVIDER)) return { breaker: WHOLE_PROVIDER, reason: 'operator' };
      return closed.has(serviceId) ? { breaker: serviceId, reason: 'operator' } : null;
    },
    any: () => distrusted || closed.size > 0,
    haveLostReferences: () => distrusted || isMarked(),
    distrust() {
      distrusted = true;
    },
    set(now) {
      const before = [...closed.keys()];
      closed.clear();
      for (const each of now) if (each.provider === provider) closed.set(each.breaker, each);
      if (isMarked()) distrusted = false;
      for (const breaker of closed.keys())
        if (!before.includes(breaker))
          log.warn('an operator closed a provider or service; its orders go elsewhere or wait', { provider, breaker });
      const opened = before.filter((breaker) => !closed.has(breaker));
      for (const breaker of opened) log.info('an operator opened a provider or service again', { provider, breaker });
      if (opened.length > 0) onOpened();
    },
    statuses: () =>
      [...closed.values()].map(({ breaker, reason, closedAt }) => ({
        provider,
        breaker,
        reason: 'operator',
        state: 'open',
        accounts: null,
        leftKobo: null,
        detail: reason,
        since: closedAt,
      })),
  };
}
