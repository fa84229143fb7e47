import type { Observer } from '../shared/observer.port';
import { observedProvider } from './observed-provider';
import type { Provider, ProviderLookups, ProviderOrder, Rejection } from './provider.port';

type Call = Parameters<Observer['providerCalled']>[0];

const rejection: Rejection = { code: '018', reason: 'no', fault: 'account' };
const order = {} as ProviderOrder;
const deadline = { remainingMs: () => 1 };

/** A provider that takes 250 ms for everything, and the calls that its observer got. */
function observed(answers: Partial<Provider & ProviderLookups>) {
  const calls: Call[] = [];
  let nowMs = 0;
  const clock = {
    now: () => new Date(),
    monotonicMs: () => {
      nowMs += 250;
      return nowMs;
    },
  };
  const provider = observedProvider(answers as Provider & ProviderLookups, {
    observer: { providerCalled: (call) => calls.push(call) },
    clock,
  });
  return { provider, calls };
}

describe('the alert on our account misses a rejection', () => {
  test('every rejection is counted with its fault: final, to be confirmed, or by a requery', async () => {
    const sends = [
      { kind: 'rejected', ...rejection } as const,
      { kind: 'unknown', reason: 'x', rejection, orderSeen: false } as const,
      { kind: 'unknown', reason: 'x', rejection: null, orderSeen: false } as const,
    ];
    const { provider, calls } = observed({
      send: async () => sends.shift() ?? { kind: 'unsent', code: 'unreachable', reason: 'ECONNREFUSED' },
      requery: async () => ({ kind: 'refused', ...rejection }),
    });
    for (let i = 0; i < 4; i += 1) await provider.send(order, deadline);
    await provider.requery(order);
    expect(calls).toEqual([
      { operation: 'send', outcome: 'rejected', fault: 'account', durationMs: 250 },
      { operation: 'send', outcome: 'unknown', fault: 'account', durationMs: 250 },
      { operation: 'send', outcome: 'unknown', fault: null, durationMs: 250 },
      { operation: 'send', outcome: 'unsent', fault: null, durationMs: 250 },
      { operation: 'requery', outcome: 'refused', fault: 'account', durationMs: 250 },
    ]);
  });

  test('lookups are counted too, and arguments and answers pass through unchanged', async () => {
    const received: unknown[][] = [];
    const { provider, calls } = observed({
      name: 'vtpass',
      variations: async (...args) => {
        received.push(args);
        return { kind: 'found', value: [] };
      },
      verifySmartcard: async (...args) => {
        received.push(args);
        return { kind: 'not_recognised', reason: 'no such card' };
      },
      verifyMeter: async (...args) => {
        received.push(args);
        return { kind: 'unavailable', reason: 'late' };
      },
      balance: async () => ({ kind: 'found', value: 7n }),
    });
    expect(provider.name).toBe('vtpass');
    expect(await provider.variations('gotv')).toEqual({ kind: 'found', value: [] });
    expect(await provider.verifySmartcard('gotv', '1')).toEqual({ kind: 'not_recognised', reason: 'no such card' });
    expect(await provider.verifyMeter('ikeja-electric', '2', 'prepaid')).toEqual({
      kind: 'unavailable',
      reason: 'late',
    });
    expect(await provider.balance()).toEqual({ kind: 'found', value: 7n });
    expect(received).toEqual([['gotv'], ['gotv', '1'], ['ikeja-electric', '2', 'prepaid']]);
    expect(calls.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
      'variations found',
      'verify not_recognised',
      'verify unavailable',
      'balance found',
    ]);
  });
});
