import type { BreakerReason, BreakerStatus, GatedOrder, Lookup, SendOutcome } from '@topup/core/provider';
import type { Clock, Log } from '@topup/core/shared';
import { createCallWindow } from './call-window';
import { createFloatReading } from './float-reading';
import { isSilent } from './is-silent';
import { createOurAccount, OPEN } from './our-account';
import { createStopLog } from './stop-log';

/**
 * The reasons that stop everybody's orders: no connection, our account rejected, or a float that is too low. They are
 * learnt only from our side of the connection and from the float, which is one of our lookups, never from one order.
 */
export type WholeProvider = {
  /** Why every order is stopped, or the ones that the float does not cover; null: none is. */
  stopOf(order: Pick<GatedOrder, 'amountKobo'>): Exclude<BreakerReason, 'silent' | 'operator'> | null;
  /** Whether nothing can be looked up: there is no connection, or our account is rejected. */
  stopsLookups(): boolean;
  isRestricted(): boolean;
  /** A send, or a lookup, has ended. */
  sent(outcome: SendOutcome, order: Pick<GatedOrder, 'amountKobo'>): void;
  lookedUp(answer: Lookup<unknown>): void;
  /** The float, asked now; calls that come meanwhile share the answer. */
  readFloat(): Promise<Lookup<bigint>>;
  statuses(): Omit<BreakerStatus, 'provider'>[];
};

type WholeProviderOptions = {
  clock: Clock;
  log: Log;
  /** Asks for the float. Never throws. */
  balance(): Promise<Lookup<bigint>>;
  /** How long until the float is asked again, while anything is stopped. */
  resetMs: number;
  onChange(): void;
};

/** Calls within ten seconds that are needed to call the provider away. */
const VOLUME = 5;
/** Under load half of ten seconds would be five seconds of failed purchases: half of the last two is enough as well. */
const BUSY_SECONDS = 2;
/** A client who makes the provider reject our account again and again makes us ask for the float no more often. */
const ASK_AT_MOST_EVERY_MS = 1_000;

export function createWholeProvider(options: WholeProviderOptions): WholeProvider {
  const { clock, balance, resetMs, onChange } = options;
  const log = createStopLog(options.log);
  const calls = createCallWindow();
  const ours = createOurAccount({ clock, log });
  let away: { since: Date } | null = null;
  const float = createFloatReading({
    balance,
    monotonicMs: () => clock.monotonicMs(),
    learn(answer) {
      learn(answer);
      return away !== null || ours.isRestricted() || ours.isDoubted() ? resetMs : null;
    },
  });

  /** Counts whether the provider could be reached. */
  function reached(yes: boolean): void {
    const nowMs = clock.monotonicMs();
    calls.record(!yes, nowMs);
    if (yes || away !== null) return;
    if (!calls.halfFailed(VOLUME, nowMs) && !calls.halfFailed(VOLUME, nowMs, BUSY_SECONDS)) return;
    away = { since: clock.now() };
    calls.clear();
    log.opened('unreachable');
    onChange();
    float.within(resetMs);
  }

  function learn(answer: Lookup<bigint>): void {
    const fault = answer.kind === 'unavailable' ? answer.fault : undefined;
    if (fault === 'unreachable') {
      reached(false);
      return;
    }
    if (away === null) reached(true);
    else {
      away = null;
      calls.clear();
      log.closed('unreachable');
    }
    if (answer.kind === 'found') ours.floatIs(answer.value);
    else if (fault === 'account') ours.floatIsRefused(answer.reason);
    onChange();
  }

  return {
    stopOf: ({ amountKobo }) => (away === null ? ours.stopOf(amountKobo) : 'unreachable'),
    stopsLookups: () => away !== null || ours.isRejected(),
    isRestricted: () => away !== null || ours.isRestricted(),
    sent(outcome, { amountKobo }) {
      if (outcome.kind === 'unsent') {
        if (outcome.code === 'unreachable') reached(false);
        return;
      }
      reached(true);
      if (outcome.kind === 'rejected' && outcome.fault === 'account') {
        ours.doubt(amountKobo);
        float.notMoreOftenThan(ASK_AT_MOST_EVERY_MS);
      } else if (!isSilent(outcome)) ours.taken();
    },
    lookedUp: (answer) => reached(answer.kind !== 'unavailable' || answer.fault !== 'unreachable'),
    readFloat: float.now,
    statuses: () => [
      ...(away === null ? [] : [{ ...OPEN, reason: 'unreachable' as const, since: away.since }]),
      ...ours.statuses(),
    ],
  };
}
