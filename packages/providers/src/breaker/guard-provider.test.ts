import {
  FOREIGN_REFERENCE,
  type Lookup,
  type Provider,
  type ProviderLookups,
  type ProviderOrder,
  type SendOutcome,
  type Switch,
  type Variation,
} from '@topup/core/provider';
import type { Clock, Log } from '@topup/core/shared';
import { ORDER } from '../../test/stub-provider';
import { guardProvider } from './guard-provider';

const delivered: SendOutcome = {
  kind: 'delivered',
  costKobo: 1n,
  providerTransactionId: '1',
  mismatch: null,
  goods: null,
};
const refused: SendOutcome = { kind: 'unsent', code: 'unreachable', reason: 'ECONNREFUSED' };
const silent: SendOutcome = { kind: 'unknown', reason: 'the deadline passed', rejection: null, orderSeen: false };
const pending: SendOutcome = { kind: 'unknown', reason: 'status pending', rejection: null, orderSeen: true };
const toConfirm: SendOutcome = {
  kind: 'unknown',
  reason: 'code 030',
  rejection: { code: '030', reason: 'x', fault: 'order' },
  orderSeen: false,
};
const lowFloat: SendOutcome = { kind: 'rejected', code: '018', reason: 'x', fault: 'account' };
const rejected: SendOutcome = { kind: 'rejected', code: '016', reason: 'x', fault: 'order' };
const late: SendOutcome = { kind: 'unsent', code: 'too_late', reason: 'the deadline passed' };

const found = (kobo: bigint): Lookup<bigint> => ({ kind: 'found', value: kobo });
const MUCH = found(1_000_000_000n);
const noConnection: Lookup<never> = { kind: 'unavailable', reason: 'ECONNREFUSED', fault: 'unreachable' };
const noAccount: Lookup<never> = { kind: 'unavailable', reason: 'code 087', fault: 'account' };
const unreadable: Lookup<never> = { kind: 'unavailable', reason: 'HTTP 502' };
const STOPPED = { kind: 'unavailable', reason: 'a breaker is open' };

const RESET_MS = 2_000;
const A: ProviderOrder = { ...ORDER, provider: 'scripted', accountId: 'a' };
const B: ProviderOrder = { ...ORDER, provider: 'scripted', accountId: 'b' };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A provider with scripted answers, behind breakers. `pass` advances timers and clock. */
function guarded(resetMs = RESET_MS) {
  const alerts: unknown[] = [];
  const log: Log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_text, { alert, breaker, reason }: Record<string, unknown> = {}) =>
      void alerts.push(`${alert} ${breaker} ${reason}`),
  };
  const clock: Clock = { now: () => new Date(), monotonicMs: () => Date.now() };
  const state = { answer: delivered, float: MUCH, list: { kind: 'found', value: [] } as Lookup<Variation[]> };
  const asked = { sends: 0, floats: 0, lists: 0 };
  const bare: Provider & ProviderLookups = {
    name: 'scripted',
    mode: 'live',
    mintRef: (id) => id,
    send: async () => {
      asked.sends += 1;
      return state.answer;
    },
    requery: async () => ({ kind: 'missing' }),
    dataServices: [],
    variations: async () => {
      asked.lists += 1;
      return state.list;
    },
    verifySmartcard: async () => ({ kind: 'unavailable', reason: 'x' }),
    verifyMeter: async () => ({ kind: 'unavailable', reason: 'x' }),
    balance: async () => {
      asked.floats += 1;
      return state.float;
    },
  };
  const guard = guardProvider(bare, { log, clock, resetMs });
  const { breakers, provider } = guard;
  const send = async (order: ProviderOrder, times = 1) => {
    for (let n = 0; n < times; n += 1) await provider.send(order, { remainingMs: () => 1_000 });
    await jest.advanceTimersByTimeAsync(0);
  };
  const reasons = () => breakers.statuses().map(({ breaker, reason }) => `${breaker} ${reason}`);
  return { state, asked, alerts, send, reasons, ...guard, pass: (ms: number) => jest.advanceTimersByTimeAsync(ms) };
}

describe('every client’s order is tried at a provider that is away', () => {
  test('after five calls without a connection all orders are stopped, and one of our lookups tries', async () => {
    const { state, asked, alerts, send, breakers, provider, pass } = guarded();
    Object.assign(state, { answer: refused, float: noConnection });
    await send(B, 4);
    expect(breakers.restricted()).toBe(false);
    await send(B);
    expect(breakers.stopOf(A)).toEqual({ breaker: 'provider', reason: 'unreachable' });
    expect(alerts).toEqual(['provider_breaker provider unreachable']);
    await pass(3 * RESET_MS);
    expect(asked).toEqual({ sends: 5, floats: 3, lists: 0 });
    expect(await provider.variations('dstv')).toEqual(STOPPED);
    expect(asked.lists).toBe(0);

    const woken = new Promise<void>((resolve) => void breakers.onChange(resolve));
    state.float = MUCH;
    await pass(RESET_MS);
    await woken;
    expect(breakers.restricted()).toBe(false);
    await pass(10 * RESET_MS);
    expect(asked.floats).toBe(4);
  });

  test('under load it is noticed within two seconds, not when half of ten seconds have failed', async () => {
    const { state, send, breakers, pass } = guarded();
    for (let second = 0; second < 10; second += 1) {
      await send(A, 50);
      await pass(1_000);
    }
    Object.assign(state, { answer: refused, float: noConnection });
    await pass(1_000);
    await send(A, 5);
    expect(breakers.stopOf(A)).toMatchObject({ reason: 'unreachable' });
  });

  test('lookups that find no connection count too, no matter who asked', async () => {
    const { state, lookupsOf, provider, breakers } = guarded();
    state.list = noConnection;
    for (let n = 0; n < 3; n += 1) await lookupsOf('b').variations('dstv');
    for (let n = 0; n < 2; n += 1) await provider.variations('dstv');
    expect(breakers.stopOf(A)).toMatchObject({ reason: 'unreachable' });
  });

  test('a trial that gets any answer ends it: the connection is there', async () => {
    const { state, send, breakers, pass } = guarded();
    Object.assign(state, { answer: refused, float: unreadable });
    await send(A, 5);
    await pass(RESET_MS);
    expect(breakers.restricted()).toBe(false);
  });

  test.each([
    ['delivered', delivered],
    ['pending', pending],
    ['to be confirmed', toConfirm],
    ['rejected for the customer’s reasons', rejected],
    ['too late by our own clock', late],
    ['not answered', silent],
  ])('answers that are %s stop nobody else', async (_what, answer) => {
    const { state, send, breakers } = guarded();
    state.answer = answer;
    await send(B, 50);
    expect(breakers.stopOf(A)).toBeNull();
  });
});

describe('an order that gets "low wallet balance" stops everybody', () => {
  test('when the float covers the order, nothing is stopped', async () => {
    const { state, asked, alerts, send, breakers, pass } = guarded();
    state.answer = lowFloat;
    await send(B);
    await send(B, 19);
    expect(breakers.restricted()).toBe(false);
    await pass(1_000);
    expect(asked.floats).toBe(2); // one at once, and one for the nineteen that came within a second
    await pass(60_000);
    expect({ floats: asked.floats, alerts }).toEqual({ floats: 2, alerts: [] });
  });

  test('when it does not, orders above what is left are stopped, until the float covers the order again', async () => {
    const { state, alerts, send, breakers, pass } = guarded();
    Object.assign(state, { answer: lowFloat, float: found(5_000n) });
    await send(B); // of 10,050
    expect(breakers.stopOf({ ...A, amountKobo: 5_001n })).toEqual({ breaker: 'provider', reason: 'float' });
    expect(breakers.stopOf({ ...A, amountKobo: 5_000n })).toBeNull();
    expect(breakers.statuses()).toMatchObject([{ reason: 'float', leftKobo: 5_000n }]);
    expect(alerts).toEqual(['provider_breaker provider float']);

    state.float = found(8_000n);
    await pass(RESET_MS);
    expect(breakers.stopOf({ ...A, amountKobo: 8_000n })).toBeNull();
    expect(breakers.stopOf(A)).toMatchObject({ reason: 'float' });
    state.float = found(10_050n);
    await pass(RESET_MS);
    expect(breakers.restricted()).toBe(false);
  });

  test('while the float cannot be read nothing is stopped, and it is asked again', async () => {
    const { state, send, breakers, pass } = guarded();
    Object.assign(state, { answer: lowFloat, float: unreadable });
    await send(B);
    await pass(RESET_MS);
    expect(breakers.restricted()).toBe(false);
    state.float = found(0n);
    await pass(RESET_MS);
    expect(breakers.stopOf(A)).toMatchObject({ reason: 'float' });
  });

  test('a reading of the float for the metrics serves the breaker as well', async () => {
    const { state, asked, send, breakers, provider } = guarded();
    Object.assign(state, { answer: lowFloat, float: found(1n) });
    await send(B);
    state.float = MUCH;
    expect(await provider.balance()).toEqual(MUCH);
    expect({ restricted: breakers.restricted(), floats: asked.floats }).toEqual({ restricted: false, floats: 2 });
  });
});

describe('every order is rejected because the provider rejects our account', () => {
  test('when the lookup of the float is rejected too, all orders are stopped until it works', async () => {
    const { state, alerts, send, breakers, provider, pass } = guarded();
    Object.assign(state, { answer: lowFloat, float: noAccount });
    await send(B);
    expect(breakers.stopOf(A)).toEqual({ breaker: 'provider', reason: 'account' });
    expect(breakers.statuses()).toMatchObject([{ reason: 'account', detail: 'code 087' }]);
    expect(alerts).toEqual(['provider_breaker provider account']);
    expect(await provider.variations('dstv')).toEqual(STOPPED);
    state.float = MUCH;
    await pass(RESET_MS);
    expect(breakers.restricted()).toBe(false);
  });

  test('a lookup of the float that is rejected alone stops nothing: it has a key of its own', async () => {
    const { state, send, breakers, provider } = guarded();
    state.float = noAccount;
    await provider.balance();
    await send(A);
    state.answer = lowFloat;
    await send(B);
    expect(breakers.restricted()).toBe(false);
  });
});

describe('what one account meets stops another', () => {
  test('twenty unreadable orders stop their own account at that service alone', async () => {
    const { state, alerts, send, breakers, reasons } = guarded();
    state.answer = silent;
    await send(B, 20);
    expect(breakers.stopOf(B)).toEqual({ breaker: 'mtn', reason: 'silent' });
    expect([breakers.stopOf(A), breakers.stopOf({ ...B, serviceId: 'glo' })]).toEqual([null, null]);
    expect({ alerts, reasons: reasons() }).toEqual({
      alerts: ['provider_breaker mtn silent'],
      reasons: ['mtn silent'],
    });
  });

  test('after the reset time one of its orders is the trial, the others wait for its answer', async () => {
    const { state, send, breakers, pass } = guarded();
    state.answer = silent;
    await send(B, 20);
    await pass(RESET_MS);
    expect(breakers.stopOf(B)).toBeNull();
    expect([breakers.admit(B), breakers.admit(B)]).toEqual([null, { breaker: 'mtn', reason: 'silent' }]);
    state.answer = delivered;
    await send(B);
    expect(breakers.restricted()).toBe(false);
  });

  test('twenty broken lookups stop the lookups of their own account, and no orders', async () => {
    const { state, asked, lookupsOf, provider, breakers } = guarded();
    state.list = unreadable;
    for (let n = 0; n < 24; n += 1) await lookupsOf('b').variations('gotv');
    expect(asked.lists).toBe(20);
    state.list = { kind: 'found', value: [] };
    expect(await lookupsOf('b').variations('gotv')).toEqual(STOPPED);
    expect(await lookupsOf('a').variations('gotv')).toEqual(state.list);
    expect(await provider.variations('gotv')).toEqual(state.list);
    expect([breakers.stopOf(A), breakers.stopOf(B)]).toEqual([null, null]);
  });
});

describe('a provider that loses our references is believed when it does not know an order', () => {
  const foreign = (): Switch => {
    const reason = FOREIGN_REFERENCE;
    return { provider: 'scripted', breaker: 'provider', reason, closedBy: 'worker', closedAt: new Date(0) };
  };

  test('at once it gets no orders, and its "not found" says nothing, until an operator opens it', async () => {
    const { breakers, provider, distrust } = guarded();
    expect(await provider.requery(A as ProviderOrder)).toEqual({ kind: 'missing' });
    distrust();
    breakers.setSwitches([]); // the database does not know it yet
    expect(breakers.stopOf(A)).toEqual({ breaker: 'provider', reason: 'operator' });
    expect(await provider.requery(A as ProviderOrder)).toMatchObject({ kind: 'unanswered' });
    breakers.setSwitches([foreign()]);
    expect(await provider.requery(A as ProviderOrder)).toMatchObject({ kind: 'unanswered' });
    breakers.setSwitches([]);
    expect([breakers.stopOf(A), breakers.restricted()]).toEqual([null, false]);
    expect(await provider.requery(A as ProviderOrder)).toEqual({ kind: 'missing' });
  });

  test('a switch for another reason does not end it: the database does not know of the lost references yet', async () => {
    const { breakers, provider, distrust } = guarded();
    const byHand = { ...foreign(), reason: 'ticket 17' };
    breakers.setSwitches([byHand]);
    distrust();
    breakers.setSwitches([byHand]);
    expect(await provider.requery(A as ProviderOrder)).toMatchObject({ kind: 'unanswered' });
    breakers.setSwitches([]);
    expect(breakers.stopOf(A)).toEqual({ breaker: 'provider', reason: 'operator' });
    breakers.setSwitches([foreign()]);
    breakers.setSwitches([]);
    expect(await provider.requery(A as ProviderOrder)).toEqual({ kind: 'missing' });
  });

  test('another process learns it from the switch', async () => {
    const { breakers, provider } = guarded();
    breakers.setSwitches([{ ...foreign(), provider: 'another' }]);
    expect(await provider.requery(A as ProviderOrder)).toEqual({ kind: 'missing' });
    breakers.setSwitches([foreign()]);
    expect(await provider.requery(A as ProviderOrder)).toMatchObject({ kind: 'unanswered' });
  });
});

describe('an operator cannot stop what goes wrong', () => {
  const closed = (breaker: string): Switch => {
    return { provider: 'scripted', breaker, reason: 'ticket 17', closedBy: 'ada@example.com', closedAt: new Date(0) };
  };

  test('a provider or a service that is closed by hand gets no orders, until it is opened', async () => {
    const { breakers, lookupsOf, state } = guarded();
    breakers.setSwitches([closed('mtn')]);
    expect(breakers.stopOf(A)).toEqual({ breaker: 'mtn', reason: 'operator' });
    expect(breakers.stopOf({ ...A, serviceId: 'glo' })).toBeNull();
    expect(breakers.statuses()).toEqual([
      {
        provider: 'scripted',
        breaker: 'mtn',
        reason: 'operator',
        state: 'open',
        accounts: null,
        leftKobo: null,
        detail: 'ticket 17',
        since: new Date(0),
      },
    ]);
    breakers.setSwitches([closed('mtn'), closed('provider')]);
    expect(breakers.stopOf({ ...A, serviceId: 'glo' })).toEqual({ breaker: 'provider', reason: 'operator' });
    expect(await lookupsOf('a').variations('dstv')).toEqual(state.list);

    const woken = new Promise<void>((resolve) => void breakers.onChange(resolve));
    breakers.setSwitches([]);
    await woken;
    expect(breakers.restricted()).toBe(false);
  });

  test('without a reset time no breaker opens automatically, but an operator can still close', async () => {
    const { state, send, breakers } = guarded(0);
    for (const answer of [refused, silent, lowFloat]) {
      state.answer = answer;
      await send(A, 30);
    }
    expect(breakers.restricted()).toBe(false);
    breakers.setSwitches([closed('provider')]);
    expect(breakers.stopOf(A)).toMatchObject({ reason: 'operator' });
  });
});

// fault V23: on a requery
test('requeries go through whatever the breakers say: they find out unknown outcomes', async () => {
  const { state, send, provider } = guarded();
  state.answer = refused;
  await send(A, 6);
  expect(await provider.requery(A)).toEqual({ kind: 'missing' });
});
