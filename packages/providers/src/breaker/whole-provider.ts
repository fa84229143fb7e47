import {
  type BreakerReason,
  type BreakerStatus,
  type GatedOrder,
  type Lookup,
  type SendOutcome,
  WHOLE_PROVIDER,
} from '@topup/core/provider';
import { type Clock, formatNaira, type Log } from '@topup/core/shared';
import { createCallWindow } from './call-window';
import { isSilent } from './is-silent';

/**
 * What stops orders of everybody: no connection, our account rejected, or a float that is too low. It is learnt only
 * from our side of the connection and from the float, which is a lookup of ours, and never from one order alone.
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

export type WholeProviderOptions = {
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
/** A provider that answered another order this lately does not reject our account. */
const TAKEN_MS = 10_000;

type Stopped = { since: Date };
type Low = Stopped & {
  /** What the float holds. */
  leftKobo: bigint;
  /** The largest order that was rejected for it; it is low until it covers that. */
  neededKobo: bigint;
};

const OPENED = {
  unreachable:
    'the provider cannot be reached; its orders go elsewhere or wait, and the float is asked until it answers',
  account: 'the provider rejects our account; its orders go elsewhere or wait, and the float is asked until it answers',
  float: 'the float is too low for some orders; they go elsewhere or wait, and the float is asked until it covers them',
} as const;

export function createWholeProvider({ clock, log, balance, resetMs, onChange }: WholeProviderOptions): WholeProvider {
  const calls = createCallWindow();
  let away: Stopped | null = null;
  let account: (Stopped & { code: string }) | null = null;
  let low: Low | null = null;
  /** Orders were rejected for our account, the largest of this amount, and the float was not read since. */
  let doubtedKobo: bigint | null = null;
  let takenMs = Number.NEGATIVE_INFINITY;
  let askedMs = Number.NEGATIVE_INFINITY;
  let asking: Promise<Lookup<bigint>> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function opened(reason: keyof typeof OPENED, fields: object = {}): void {
    log.error(OPENED[reason], { alert: 'provider_breaker', breaker: WHOLE_PROVIDER, reason, ...fields });
  }
  function closed(reason: keyof typeof OPENED): void {
    log.info('the provider is used again', { breaker: WHOLE_PROVIDER, reason });
  }

  const asksOn = () => away !== null || account !== null || low !== null || doubtedKobo !== null;

  function askIn(ms: number): void {
    if (timer !== undefined || asking !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void readFloat();
    }, ms).unref();
  }

  function readFloat(): Promise<Lookup<bigint>> {
    askedMs = clock.monotonicMs();
    asking ??= balance().then((answer) => {
      asking = undefined;
      learn(answer);
      if (asksOn()) askIn(resetMs);
      return answer;
    });
    return asking;
  }

  /** Counts whether the provider could be reached. */
  function reached(yes: boolean): void {
    const nowMs = clock.monotonicMs();
    calls.record(!yes, nowMs);
    if (yes || away !== null) return;
    if (!calls.halfFailed(VOLUME, nowMs) && !calls.halfFailed(VOLUME, nowMs, BUSY_SECONDS)) return;
    away = { since: clock.now() };
    calls.clear();
    opened('unreachable');
    onChange();
    askIn(resetMs);
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
      closed('unreachable');
    }
    if (answer.kind === 'found') floatIs(answer.value);
    else if (fault === 'account') accountIsRejected(answer.reason);
    onChange();
  }

  function floatIs(kobo: bigint): void {
    if (account !== null) {
      account = null;
      closed('account');
    }
    const neededKobo = max(doubtedKobo, low?.neededKobo ?? null);
    doubtedKobo = null;
    if (neededKobo === null) return;
    if (kobo < neededKobo) {
      if (low === null) opened('float', { float: formatNaira(kobo), needed: formatNaira(neededKobo) });
      low = { leftKobo: kobo, neededKobo, since: low?.since ?? clock.now() };
    } else if (low === null) {
      log.warn('the provider rejected an order for our account, although its float covers the order', {
        float: formatNaira(kobo),
        needed: formatNaira(neededKobo),
      });
    } else {
      low = null;
      closed('float');
    }
  }

  /** By its answer to the lookup of the float. Alone, that proves nothing: lookups have keys of their own. */
  function accountIsRejected(code: string): void {
    if (doubtedKobo === null || account !== null || clock.monotonicMs() - takenMs < TAKEN_MS) return;
    account = { code, since: clock.now() };
    opened('account', { answer: code });
  }

  return {
    stopOf({ amountKobo }) {
      if (away !== null) return 'unreachable';
      if (account !== null) return 'account';
      return low !== null && amountKobo > low.leftKobo ? 'float' : null;
    },
    stopsLookups: () => away !== null || account !== null,
    isRestricted: () => away !== null || account !== null || low !== null,
    sent(outcome, { amountKobo }) {
      if (outcome.kind === 'unsent') {
        if (outcome.code === 'unreachable') reached(false);
        return;
      }
      reached(true);
      if (outcome.kind === 'rejected' && outcome.fault === 'account') {
        doubtedKobo = max(doubtedKobo, amountKobo);
        askIn(Math.max(0, askedMs + ASK_AT_MOST_EVERY_MS - clock.monotonicMs()));
      } else if (!isSilent(outcome)) takenMs = clock.monotonicMs();
    },
    lookedUp: (answer) => reached(answer.kind !== 'unavailable' || answer.fault !== 'unreachable'),
    readFloat,
    statuses() {
      const status = { breaker: WHOLE_PROVIDER, state: 'open' as const, accounts: null, leftKobo: null, detail: null };
      return [
        ...(away === null ? [] : [{ ...status, reason: 'unreachable' as const, since: away.since }]),
        ...(account === null
          ? []
          : [{ ...status, reason: 'account' as const, detail: account.code, since: account.since }]),
        ...(low === null ? [] : [{ ...status, reason: 'float' as const, leftKobo: low.leftKobo, since: low.since }]),
      ];
    },
  };
}

function max(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}
