import {
  type Breakers,
  FOREIGN_REFERENCE,
  type GatedOrder,
  LOOKUPS,
  type Lookup,
  type Provider,
  type ProviderLookups,
  type RequeryOutcome,
  type SendOutcome,
  type Stop,
  WHOLE_PROVIDER,
} from '@topup/core/provider';
import type { Clock, Log } from '@topup/core/shared';
import { type AccountBreakers, createAccountBreakers } from './account-breakers';
import type { CallOutcome } from './breaker';
import { isSilent } from './is-silent';
import { createSwitches } from './switches';
import { createWholeProvider, type WholeProvider } from './whole-provider';

export type GuardOptions = {
  log: Log;
  clock: Clock;
  /** How long a breaker stays open before it is tried. 0: no breaker opens automatically. */
  resetMs: number;
};

/** A provider behind breakers, which learn from every call that goes through it. */
export type GuardedProvider = {
  /**
   * Sends and requeries whatever it is given: `breakers` says beforehand what may be sent. Lookups are `unavailable` at
   * once while nothing can be asked, all but that of the float.
   */
  provider: Provider & ProviderLookups;
  /** The lookups of one account. They are also stopped when its own lookups were not answered. */
  lookupsOf(accountId: string): ProviderLookups;
  breakers: Breakers;
  /** It answered with another reference than ours: no order goes there until an operator has opened it. */
  distrust(): void;
};

/** The outcome when a provider that has lost our reference answers "not found". */
const NOT_KNOWN_BY_OURS: RequeryOutcome = { kind: 'unanswered', reason: FOREIGN_REFERENCE };
const SILENT = { reason: 'silent', leftKobo: null, detail: null } as const;
const STOPPED = { kind: 'unavailable', reason: 'a breaker is open' } as const satisfies Lookup<never>;

/**
 * Puts breakers before a provider. One stops everybody (no connection, our account rejected, a float that is too low),
 * one stops an account at one service that does not answer its orders, and one its lookups. The first learns from our
 * side of the connection and tries again with our lookups; so nothing that one client orders stops another.
 */
export function guardProvider(
  bare: Provider & ProviderLookups,
  { log, clock, resetMs }: GuardOptions,
): GuardedProvider {
  const { changed, onChange } = createListeners();
  const switches = createSwitches({ provider: bare.name, log, onOpened: changed });
  const whole =
    resetMs === 0
      ? unwatched(bare)
      : createWholeProvider({ clock, log, balance: () => bare.balance(), resetMs, onChange: changed });
  const accounts =
    resetMs === 0 ? NO_ACCOUNT_BREAKERS : createAccountBreakers({ clock, resetMs, onTurn: accountTurned });

  function accountTurned(turn: 'opened' | 'closed', breaker: string, account: string): void {
    tellTurn(log, turn, { breaker, reason: 'silent', account });
    changed();
  }

  /** Returns the stop of an order; another provider's order has none. `passes`: the breaker of account and service. */
  function stopFor(order: GatedOrder, passes: AccountBreakers['admit']): Stop | null {
    const { provider, accountId, serviceId } = order;
    if (provider !== bare.name) return null;
    const byHand = switches.stopOf(serviceId);
    if (byHand?.breaker === WHOLE_PROVIDER) return byHand;
    const reason = whole.stopOf(order);
    if (reason !== null) return { breaker: WHOLE_PROVIDER, reason };
    return byHand ?? (passes(accountId, serviceId) ? null : { breaker: serviceId, reason: 'silent' });
  }

  /** One of our lookups, or a lookup of an account. The float is asked for even while nothing else can be. */
  async function look<T>(ask: () => Promise<Lookup<T>>, accountId: string | null): Promise<Lookup<T>> {
    if (whole.stopsLookups() || (accountId !== null && !accounts.admit(accountId, LOOKUPS))) return STOPPED;
    const end = accountId === null ? () => undefined : accounts.begin(accountId, LOOKUPS);
    const answer = await ask();
    whole.lookedUp(answer);
    end(answer.kind !== 'unavailable' ? 'answered' : answer.fault === undefined ? 'failed' : 'unknown');
    return answer;
  }

  const lookupsOf = (accountId: string | null): ProviderLookups => ({
    ...lookupsThrough(bare, (ask) => look(ask, accountId)),
    balance: whole.readFloat,
  });

  return {
    provider: {
      ...lookupsOf(null),
      name: bare.name,
      mode: bare.mode,
      mintRef: bare.mintRef,
      async requery(order) {
        const outcome = await bare.requery(order);
        return outcome.kind === 'missing' && switches.haveLostReferences() ? NOT_KNOWN_BY_OURS : outcome;
      },
      async send(order, deadline) {
        const end = accounts.begin(order.accountId, order.serviceId);
        const outcome = await bare.send(order, deadline);
        end(callOutcomeOf(outcome));
        whole.sent(outcome, order);
        return outcome;
      },
    },
    lookupsOf,
    distrust() {
      switches.distrust();
      changed();
    },
    breakers: {
      restricted: () => switches.any() || whole.isRestricted() || accounts.anyOpen(),
      stopOf: (order) => stopFor(order, (accountId, serviceId) => !accounts.isOpen(accountId, serviceId)),
      admit: (order) => stopFor(order, accounts.admit),
      onChange,
      statuses: () => [
        ...switches.statuses(),
        ...whole.statuses().map((status) => ({ ...status, provider: bare.name })),
        ...accounts.statuses().map((status) => ({ ...status, ...SILENT, provider: bare.name })),
      ],
      setSwitches: switches.set,
    },
  };
}

/** The lookups of a provider, each asked by `look`; that of the float as it is. */
const lookupsThrough = (
  { verifyProfile, ...bare }: ProviderLookups,
  look: <T>(ask: () => Promise<Lookup<T>>) => Promise<Lookup<T>>,
): ProviderLookups => ({
  dataServices: bare.dataServices,
  variations: (serviceId) => look(() => bare.variations(serviceId)),
  verifySmartcard: (serviceId, number) => look(() => bare.verifySmartcard(serviceId, number)),
  verifyMeter: (serviceId, number, type) => look(() => bare.verifyMeter(serviceId, number, type)),
  ...(verifyProfile && { verifyProfile: (...what) => look(() => verifyProfile(...what)) }),
  balance: bare.balance,
});

function createListeners(): { changed(): void; onChange: Breakers['onChange'] } {
  const listeners = new Set<() => void>();
  return {
    changed() {
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function tellTurn(log: Log, turn: 'opened' | 'closed', fields: object): void {
  if (turn === 'opened')
    log.error('a service gives an account no readable answer; its further orders go elsewhere or wait', {
      alert: 'provider_breaker',
      ...fields,
    });
  else log.info('a service answers an account again', fields);
}

function callOutcomeOf(outcome: SendOutcome): CallOutcome {
  if (outcome.kind === 'unsent') return 'unknown';
  return isSilent(outcome) ? 'failed' : 'answered';
}

/** Without breakers of its own: nothing is stopped, and nothing is learnt. */
const unwatched = (bare: Pick<ProviderLookups, 'balance'>): WholeProvider => ({
  stopOf: () => null,
  stopsLookups: () => false,
  isRestricted: () => false,
  sent: () => undefined,
  lookedUp: () => undefined,
  readFloat: () => bare.balance(),
  statuses: () => [],
});

const NO_ACCOUNT_BREAKERS: AccountBreakers = {
  anyOpen: () => false,
  isOpen: () => false,
  admit: () => true,
  begin: () => () => undefined,
  statuses: () => [],
};
