import type { BreakerStatus } from '@topup/core/provider';
import type { Clock } from '@topup/core/shared';
import { type Breaker, type CallOutcome, createBreaker } from './breaker';

/**
 * One breaker for each account and service, because one client's orders say nothing about another's. Only when the
 * breakers of three other accounts are open, and nobody has had an answer of the service for ten seconds, is the first
 * failure of an account enough for its own.
 */
export type AccountBreakers = {
  /** Whether any is not closed. */
  anyOpen(): boolean;
  isOpen(accountId: string, service: string): boolean;
  /** Whether a call may be made now, which must then follow: it may be the trial. */
  admit(accountId: string, service: string): boolean;
  /** A call begins. Returns what is to be called with its outcome. */
  begin(accountId: string, service: string): (outcome: CallOutcome) => void;
  /** The services that are not closed for every account. */
  statuses(): AccountStatus[];
};

type AccountStatus = Pick<BreakerStatus, 'breaker' | 'state' | 'accounts' | 'since'>;

type AccountBreakersOptions = {
  clock: Clock;
  resetMs: number;
  /** Called when the breaker of an account opens or closes by an outcome. */
  onTurn(turn: 'opened' | 'closed', service: string, accountId: string): void;
  /** How many breakers are kept; the one that was used longest ago is forgotten. Default 10,000. */
  maxEntries?: number;
};

/** Calls within ten seconds that are needed to open a breaker. */
const VOLUME = 20;
const OUTAGE_ACCOUNTS = 3;
const OUTAGE_MS = 10_000;

type Entry = { accountId: string; service: string; breaker: Breaker; since: Date };

export function createAccountBreakers(options: AccountBreakersOptions): AccountBreakers {
  const { clock, resetMs, onTurn, maxEntries = 10_000 } = options;
  /** By account and service, the one that was used longest ago first. */
  const entries = new Map<string, Entry>();
  const open = new Map<string, Set<Entry>>();
  const answeredMs = new Map<string, number>();

  const keyOf = (accountId: string, service: string) => `${accountId} ${service}`;

  function used(accountId: string, service: string): Entry {
    const key = keyOf(accountId, service);
    const entry = entries.get(key) ?? newEntry(accountId, service);
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > maxEntries) forgetOldest();
    return entry;
  }

  function newEntry(accountId: string, service: string): Entry {
    return { accountId, service, breaker: createBreaker({ volume: VOLUME, resetMs }), since: clock.now() };
  }

  function forgetOldest(): void {
    const [oldest] = entries;
    if (oldest === undefined) return;
    entries.delete(oldest[0]);
    unmark(oldest[1]);
  }

  function unmark(entry: Entry): void {
    const others = open.get(entry.service);
    others?.delete(entry);
    if (others?.size === 0) open.delete(entry.service);
  }

  /** Those of a service that are open still: time alone closes one that nothing tries any more. */
  function openOf(service: string): Set<Entry> {
    for (const entry of open.get(service) ?? []) {
      if (entry.breaker.state(clock.monotonicMs()) === 'closed') unmark(entry);
    }
    return open.get(service) ?? new Set();
  }

  function isOutage({ service }: Entry): boolean {
    const lastMs = answeredMs.get(service) ?? Number.NEGATIVE_INFINITY;
    return clock.monotonicMs() - lastMs >= OUTAGE_MS && openOf(service).size >= OUTAGE_ACCOUNTS;
  }

  function turned(entry: Entry, turn: 'opened' | 'closed'): void {
    unmark(entry);
    if (turn === 'opened') {
      entry.since = clock.now();
      open.set(entry.service, (open.get(entry.service) ?? new Set()).add(entry));
    }
    onTurn(turn, entry.service, entry.accountId);
  }

  return {
    anyOpen: () => open.size > 0,
    isOpen: (accountId, service) =>
      entries.get(keyOf(accountId, service))?.breaker.state(clock.monotonicMs()) === 'open',
    admit: (accountId, service) => entries.get(keyOf(accountId, service))?.breaker.admit(clock.monotonicMs()) ?? true,
    begin(accountId, service) {
      const entry = used(accountId, service);
      const call = entry.breaker.begin(clock.monotonicMs());
      return (outcome) => {
        if (outcome === 'answered') answeredMs.set(service, clock.monotonicMs());
        const firstIsEnough = outcome === 'failed' && isOutage(entry);
        const turn = entry.breaker.end(call, outcome, clock.monotonicMs(), firstIsEnough);
        if (turn !== null && entries.get(keyOf(accountId, service)) === entry) turned(entry, turn);
      };
    },
    statuses: () =>
      [...open.keys()].flatMap((service) => {
        const stopped = [...openOf(service)];
        return stopped.length === 0 ? [] : [statusOf(service, stopped, clock.monotonicMs())];
      }),
  };
}

function statusOf(service: string, stopped: readonly Entry[], nowMs: number): AccountStatus {
  return {
    breaker: service,
    state: stopped.some(({ breaker }) => breaker.state(nowMs) === 'open') ? 'open' : 'half_open',
    accounts: stopped.length,
    since: new Date(Math.min(...stopped.map(({ since }) => since.getTime()))),
  };
}
