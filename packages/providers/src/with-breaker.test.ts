import { setTimeout as sleep } from 'node:timers/promises';
import type { Lookup, Provider, ProviderLookups, ProviderOrder, SendOutcome, Variation } from '@topup/core/provider';
import type { BreakerState, Log } from '@topup/core/shared';
import { ORDER } from '../test/stub-provider';
import { withBreaker } from './with-breaker';

const delivered: SendOutcome = {
  kind: 'delivered',
  costKobo: 1n,
  providerTransactionId: '1',
  mismatch: null,
  meter: null,
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
const noFloat: SendOutcome = { kind: 'rejected', code: '018', reason: 'x', fault: 'account' };
const rejected: SendOutcome = { kind: 'rejected', code: '016', reason: 'x', fault: 'order' };
const late: SendOutcome = { kind: 'unsent', code: 'too_late', reason: 'the deadline had passed' };

const found: Lookup<bigint> = { kind: 'found', value: 1n };
const deadline = { remainingMs: () => 1_000 };
const RESET_MS = 200;

/** A provider with scripted answers, behind breakers that need four calls to open. */
function guarded() {
  const alerts: unknown[] = [];
  const turns: string[] = [];
  const observer = { breakerTurned: (breaker: string, state: BreakerState) => void turns.push(`${breaker} ${state}`) };
  const log: Log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_text, fields) => void alerts.push((fields as { breaker: string }).breaker),
  };
  const state = {
    answer: delivered,
    list: { kind: 'found', value: [] } as Lookup<Variation[]>,
    float: found,
    sends: 0,
    reads: 0,
  };
  const provider: Provider & ProviderLookups = {
    name: 'scripted',
    mintRef: (id) => id,
    send: async () => {
      state.sends += 1;
      return state.answer;
    },
    requery: async () => ({ kind: 'missing' }),
    dataServices: [],
    variations: async () => {
      state.reads += 1;
      return state.list;
    },
    verifySmartcard: async () => ({ kind: 'unavailable', reason: 'x' }),
    verifyMeter: async () => ({ kind: 'unavailable', reason: 'x' }),
    balance: async () => {
      state.reads += 1;
      return state.float;
    },
  };
  const broken = withBreaker(provider, { log, observer, resetMs: RESET_MS, volume: 4 });
  const sendMany = async (times: number, order: ProviderOrder = ORDER) => {
    const outcomes: SendOutcome[] = [];
    for (let n = 0; n < times; n += 1) outcomes.push(await broken.send(order, deadline));
    return outcomes;
  };
  return { state, alerts, turns, observer, broken, provider, sendMany };
}

const OPEN = { kind: 'unsent', code: 'breaker_open', reason: 'the circuit breaker is open' };
const IKEJA: ProviderOrder = {
  ...ORDER,
  productType: 'ELECTRICITY',
  serviceId: 'ikeja-electric',
  variationCode: 'prepaid',
};

describe('every client would wait for a provider that fails', () => {
  test('a provider that is away: after a few calls sends are unsent at once, with an alert', async () => {
    const { state, alerts, sendMany } = guarded();
    state.answer = refused;
    const outcomes = await sendMany(10);
    expect(outcomes.slice(-6)).toEqual(Array(6).fill(OPEN));
    expect(state.sends).toBe(4);
    expect(alerts).toEqual(['provider']);
  });

  test('one call tries when the time is over, and a good answer lets all through again', async () => {
    const { state, sendMany } = guarded();
    state.answer = refused;
    await sendMany(6);
    await sleep(RESET_MS + 50);
    expect(await sendMany(2)).toEqual([refused, OPEN]);
    state.answer = delivered;
    await sleep(RESET_MS + 50);
    expect(await sendMany(3)).toEqual([delivered, delivered, delivered]);
  });

  test('the observer sees every change of a breaker, from closed at the start to closed again', async () => {
    const { state, turns, sendMany } = guarded();
    expect(turns).toEqual(['provider closed', 'lookups closed']);
    state.answer = refused;
    await sendMany(6);
    await sleep(RESET_MS + 50);
    state.answer = delivered;
    await sendMany(1);
    expect(turns.slice(2)).toEqual(['mtn closed', 'provider open', 'provider half_open', 'provider closed']);
  });

  test('a disco that hangs opens the breaker of its own service only', async () => {
    const { state, alerts, sendMany } = guarded();
    state.answer = silent;
    expect((await sendMany(6, IKEJA)).at(-1)).toEqual(OPEN);
    state.answer = delivered;
    expect(await sendMany(2)).toEqual([delivered, delivered]);
    expect(alerts).toEqual(['ikeja-electric']);
  });

  test('the first rejection because of our account, such as an empty float, stops all sends', async () => {
    const { state, sendMany } = guarded();
    state.answer = noFloat;
    expect(await sendMany(3)).toEqual([noFloat, OPEN, OPEN]);
    expect(state.sends).toBe(1);
  });

  test.each([
    ['delivered', delivered],
    ['pending', pending],
    ['to be confirmed', toConfirm],
    ['rejected for the customer’s reasons', rejected],
    ['too late by our own clock', late],
  ])('answers that are %s open no breaker', async (_what, outcome) => {
    const { state, sendMany, alerts } = guarded();
    state.answer = outcome;
    expect(await sendMany(30)).toEqual(Array(30).fill(outcome));
    expect(alerts).toEqual([]);
  });

  test('lookups that are not answered become unavailable at once; sends are not affected', async () => {
    const { state, broken, sendMany } = guarded();
    state.list = { kind: 'unavailable', reason: 'HTTP 500' };
    for (let n = 0; n < 6; n += 1) await broken.variations('gotv');
    expect(state.reads).toBe(4);
    expect(await broken.verifyMeter('ikeja-electric', '1', 'prepaid')).toEqual({
      kind: 'unavailable',
      reason: OPEN.reason,
    });
    expect(await broken.balance()).toEqual({ kind: 'unavailable', reason: OPEN.reason });
    expect(state.reads).toBe(4);
    expect(await sendMany(1)).toEqual([delivered]);
  });

  test('requeries go through whatever the breakers say: they find out unknown outcomes', async () => {
    const { state, broken, sendMany } = guarded();
    state.answer = refused;
    await sendMany(6);
    expect(await broken.requery(ORDER)).toEqual({ kind: 'missing' });
  });

  test('without a reset time there is no breaker', () => {
    const { provider, observer } = guarded();
    const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    expect(withBreaker(provider, { log, observer, resetMs: 0 })).toBe(provider);
  });
});
