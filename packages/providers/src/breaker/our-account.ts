import { type BreakerStatus, WHOLE_PROVIDER } from '@topup/core/provider';
import { type Clock, formatNaira } from '@topup/core/shared';
import type { StopLog } from './stop-log';

/** A provider that answered another order this lately does not reject our account. */
const TAKEN_MS = 10_000;

/** Whether a provider rejects our account, or its float is too low: learnt from rejected orders and the float. */
type OurAccount = {
  stopOf(amountKobo: bigint): 'account' | 'float' | null;
  isRejected(): boolean;
  isRestricted(): boolean;
  /** Orders were rejected for our account, and the float was not read since. */
  isDoubted(): boolean;
  /** An order of this amount was rejected for our account. */
  doubt(amountKobo: bigint): void;
  /** The provider answered an order and did not reject our account. */
  taken(): void;
  floatIs(kobo: bigint): void;
  /** By its answer to the lookup of the float. Alone, that proves nothing: lookups have keys of their own. */
  floatIsRefused(code: string): void;
  statuses(): Omit<BreakerStatus, 'provider'>[];
};

type Low = {
  since: Date;
  /** The balance of the float. */
  leftKobo: bigint;
  /** The largest order that was rejected for it; it is low until it covers that. */
  neededKobo: bigint;
};

export function createOurAccount({ clock, log }: { clock: Clock; log: StopLog }): OurAccount {
  let rejected: { since: Date; code: string } | null = null;
  let low: Low | null = null;
  /** The largest order that was rejected for our account since the float was read. */
  let doubtedKobo: bigint | null = null;
  let takenMs = Number.NEGATIVE_INFINITY;
  return {
    stopOf(amountKobo) {
      if (rejected !== null) return 'account';
      return low !== null && amountKobo > low.leftKobo ? 'float' : null;
    },
    isRejected: () => rejected !== null,
    isRestricted: () => rejected !== null || low !== null,
    isDoubted: () => doubtedKobo !== null,
    doubt(amountKobo) {
      doubtedKobo = max(doubtedKobo, amountKobo);
    },
    taken() {
      takenMs = clock.monotonicMs();
    },
    floatIs(kobo) {
      if (rejected !== null) log.closed('account');
      rejected = null;
      const neededKobo = max(doubtedKobo, low?.neededKobo ?? null);
      doubtedKobo = null;
      if (neededKobo === null) return;
      const amounts = { float: formatNaira(kobo), needed: formatNaira(neededKobo) };
      if (kobo < neededKobo) {
        if (low === null) log.opened('float', amounts);
        low = { leftKobo: kobo, neededKobo, since: low?.since ?? clock.now() };
      } else if (low === null) {
        log.warn('the provider rejected an order for our account, although its float covers the order', amounts);
      } else {
        low = null;
        log.closed('float');
      }
    },
    floatIsRefused(code) {
      if (doubtedKobo === null || rejected !== null || clock.monotonicMs() - takenMs < TAKEN_MS) return;
      rejected = { code, since: clock.now() };
      log.opened('account', { answer: code });
    },
    statuses: () => [
      ...(rejected === null
        ? []
        : [{ ...OPEN, reason: 'account' as const, detail: rejected.code, since: rejected.since }]),
      ...(low === null ? [] : [{ ...OPEN, reason: 'float' as const, leftKobo: low.leftKobo, since: low.since }]),
    ],
  };
}

/** The status of what stops a whole provider. */
export const OPEN = { breaker: WHOLE_PROVIDER, state: 'open' as const, accounts: null, leftKobo: null, detail: null };

function max(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}
