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
  type Switch,
  WHOLE_PROVIDER,
} from '@topup/core/provider';
import type { Clock, Log } from '@topup/core/shared';
import { type AccountBreakers, createAccountBreakers } from './account-breakers';
import type { CallOutcome } from './breaker';
import { isSilent } from './is-silent';
import { createWholeProvider, type WholeProvider } from './whole-provider';

export type GuardOptions = {
  log: Log;
  clock: Clock;
  /** How long a breaker stays open before it is tried. 0: no breaker opens by itself. */
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

/** What "not found" proves of a provider that has lost our reference. */
const NOT_KNOWN_BY_OURS: RequeryOutcome = { kind: 'unanswered', reason: FOREIGN_REFERENCE };
const STOPPED = { kind: 'unavailable', reason: 'a breaker is open' } as const satisfies Lookup<never>;

/**
 * Puts breakers before a provider. One stops everybody (no connection, our account rejected, a float that is too low),
 * one stops an account at one service that does not answer its orders, and one its lookups. The first learns from our
 * side of the connection and tries again with lookups of ours; so nothing that one client orders stops another.
 */
export function guardProvider(
  bare: Provider & ProviderLookups,
  { log, clock, resetMs }: GuardOptions,
): GuardedProvider {
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const switches = new Map<string, Switch>();
  /** Until every process is told by a switch with this reason. */
  let distrusted = false;
  const hasLostReferences = () => switches.get(WHOLE_PROVIDER)?.reason === FOREIGN_REFERENCE;
  const whole =
    resetMs === 0
      ? unwatched(bare)
      : createWholeProvider({ clock, log, balance: () => bare.balance(), resetMs, onChange: changed });
  const accounts =
    resetMs === 0 ? NO_ACCOUNT_BREAKERS : createAccountBreakers({ clock, resetMs, onTurn: accountTurned });

  function accountTurned(turn: 'opened' | 'closed', breaker: string, account: string): void {
    const fields = { breaker, reason: 'silent', account };
    if (turn === 'opened')
      log.error('a service does not answer an account, or not readably; its further orders go elsewhere or wait', {
        alert: 'provider_breaker',
        ...fields,
      });
    else log.info('a service answers an account again', fields);
    changed();
  }

  /** What stops an order of anybody, or null. */
  function stopOfAll({ serviceId, amountKobo }: GatedOrder): Stop | null {
    if (distrusted || switches.has(WHOLE_PROVIDER)) return { breaker: WHOLE_PROVIDER, reason: 'operator' };
    const reason = whole.stopOf({ amountKobo });
    if (reason !== null) return { breaker: WHOLE_PROVIDER, reason };
    return switches.has(serviceId) ? { breaker: serviceId, reason: 'operator' } : null;
  }
  const silent = (serviceId: string): Stop => ({ breaker: serviceId, reason: 'silent' });
  /** What stops an order; nothing stops one of another provider. `passes`: the breaker of its account and service. */
  const stopFor = (order: GatedOrder, passes: AccountBreakers['admit']): Stop | null =>
    order.provider !== bare.name
      ? null
      : (stopOfAll(order) ?? (passes(order.accountId, order.serviceId) ? null : silent(order.serviceId)));

  /** A lookup of ours, or of an account. The float is asked also while nothing else can be. */
  async function look<T>(ask: () => Promise<Lookup<T>>, accountId: string | null): Promise<Lookup<T>> {
    if (whole.stopsLookups() || (accountId !== null && !accounts.admit(accountId, LOOKUPS))) return STOPPED;
    const end = accountId === null ? () => undefined : accounts.begin(accountId, LOOKUPS);
    const answer = await ask();
    whole.lookedUp(answer);
    end(answer.kind !== 'unavailable' ? 'answered' : answer.fault === undefined ? 'failed' : 'unknown');
    return answer;
  }

  const lookupsOf = (accountId: string | null): ProviderLookups => ({
    dataServices: bare.dataServices,
    variations: (serviceId) => look(() => bare.variations(serviceId), accountId),
    verifySmartcard: (serviceId, number) => look(() => bare.verifySmartcard(serviceId, number), accountId),
    verifyMeter: (serviceId, number, type) => look(() => bare.verifyMeter(serviceId, number, type), accountId),
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
        return outcome.kind === 'missing' && (distrusted || hasLostReferences()) ? NOT_KNOWN_BY_OURS : outcome;
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
      distrusted = true;
      changed();
    },
    breakers: {
      restricted: () => distrusted || switches.size > 0 || whole.isRestricted() || accounts.anyOpen(),
      stopOf: (order) => stopFor(order, (accountId, serviceId) => !accounts.isOpen(accountId, serviceId)),
      admit: (order) => stopFor(order, accounts.admit),
      onChange(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      statuses: () => [
        ...[...switches.values()].map(({ breaker, reason, closedAt }) => ({
          ...{
            provider: bare.name,
            breaker,
            reason: 'operator' as const,
            state: 'open' as const,
            accounts: null,
            leftKobo: null,
          },
          detail: reason,
          since: closedAt,
        })),
        ...whole.statuses().map((status) => ({ ...status, provider: bare.name })),
        ...accounts.statuses().map((status) => ({
          ...status,
          ...{ provider: bare.name, reason: 'silent' as const, leftKobo: null, detail: null },
        })),
      ],
      setSwitches(now) {
        const before = [...switches.keys()];
        switches.clear();
        const ours = now.filter(({ provider }) => provider === bare.name);
        for (const each of ours) switches.set(each.breaker, each);
        if (hasLostReferences()) distrusted = false;
        for (const { breaker } of ours)
          if (!before.includes(breaker))
            log.warn('it is closed by hand: its orders go elsewhere or wait', { provider: bare.name, breaker });
        const opened = before.filter((breaker) => !switches.has(breaker));
        for (const breaker of opened) log.info('an operator has opened it again', { provider: bare.name, breaker });
        if (opened.length > 0) changed();
      },
    },
  };
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
