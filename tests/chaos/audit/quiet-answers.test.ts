import { airtime, cable, PRODUCTS, prepaid } from '../../journey/support/products';
import type { ClientAnswer } from '../client-answers';
import type { Evidence } from './evidence';
import { promisedAnswer } from './promised-answer';
import { lateQuietAnswers, QUIET_LIMITS, quietAnswers, timesByKind, unpromisedAnswers } from './quiet-answers';

const account = { id: 'other', apiKey: 'k', keyId: 'k' };
const order = (ref: string, recipient = '08030000001', product = airtime) => ({ account, ref, recipient, product });

/** One order at 20 s of a run of a minute, with one fault from 30 to 40 s. So 5 to 30 s and 45 to 60 s are quiet. */
function evidence(answers: Partial<ClientAnswer>[], orders = [order('a')]): Evidence {
  return {
    answers: answers.map((fact) => ({
      account: 'other',
      ref: 'a',
      asked: 'purchase',
      synchronous: false,
      at: 'http://api',
      sentMs: 20_000,
      answeredMs: 20_050,
      outcome: 'success',
      ...fact,
    })),
    orders,
    abuser: 'abuser',
    run: { fromMs: 0, toMs: 60_000 },
    faults: [{ name: 'api killed', fromMs: 30_000, toMs: 40_000 }],
  } as unknown as Evidence;
}

describe('a client is stopped by somebody else and the audit does not see it', () => {
  test('an answer after the greatest time is reported with its product, time, fault and duration', () => {
    const [late, ...more] = lateQuietAnswers(evidence([{ sentMs: 50_000, answeredMs: 58_500 }]));
    expect(late).toBe('a: airtime at 50 s, 10 s after "api killed" answered success after 8500 ms, at most 8000');
    expect(more).toEqual([]);
  });

  test('many answers below the greatest time are too slow together', () => {
    const orders = Array.from({ length: 40 }, (_, n) => order(`a-${n}`));
    const slow = orders.map(({ ref }, n) => ({ ref, answeredMs: 20_050 + (n < 3 ? QUIET_LIMITS.p95 + 100 : 0) }));
    expect(lateQuietAnswers(evidence(slow, orders))).toEqual([
      `airtime: 95 % of 40 answers came within ${QUIET_LIMITS.p95 + 150} ms, not ${QUIET_LIMITS.p95}`,
    ]);
    const oneLess = slow.map((fact, n) => (n === 0 ? { ref: fact.ref } : fact));
    expect(lateQuietAnswers(evidence(oneLess, orders))).toEqual([]);
  });

  test.each<[string, Partial<ClientAnswer>]>([
    ['declined for too much work', { outcome: 'overloaded' }],
    ['declined by a rate limit', { outcome: 'rate_limited' }],
    ['told to wait', { outcome: 'pending', answeredMs: 20_900 }],
    ['failed', { outcome: 'failed' }],
    ['answered 500', { outcome: 'provider_unavailable' }],
    ['told that its new reference is used', { outcome: 'duplicate_reference' }],
    ['not answered', { outcome: null, trouble: 'socket hang up' }],
    ['declined when it asks for the status', { asked: 'status', outcome: 'rate_limited' }],
    ['declined when it looks up', { asked: 'lookup', outcome: 'overloaded' }],
  ])('an order that should succeed is %s', (_what, fact) => {
    expect(unpromisedAnswers(evidence([fact]))).toHaveLength(1);
  });

  test('an answer that never came before the next fault counts when it was due', () => {
    expect(lateQuietAnswers(evidence([{ sentMs: 20_000, answeredMs: 41_000 }]))).toHaveLength(1);
    expect(lateQuietAnswers(evidence([{ sentMs: 23_000, answeredMs: 41_000 }]))).toEqual([]);
  });
});

describe('a client is excused by a fault or by its own request', () => {
  test.each<[string, Partial<ClientAnswer>]>([
    ['an order of the first seconds', { sentMs: 4_000, answeredMs: 13_000, outcome: 'internal' }],
    ['an order under a fault', { sentMs: 35_000, answeredMs: 44_500, outcome: 'internal' }],
    ['an order while a fault settles', { sentMs: 44_000, answeredMs: 53_000, outcome: 'overloaded' }],
    ['an order that a fault overtakes', { sentMs: 29_900, answeredMs: 30_100, outcome: null }],
    ['a client that hangs up', { outcome: null, hungUp: true }],
    ['the abuser', { account: 'abuser', outcome: 'overloaded', answeredMs: 29_000 }],
    ['a client without money', { outcome: 'insufficient_balance' }],
  ])('%s', (_what, fact) => {
    expect([...lateQuietAnswers(evidence([fact])), ...unpromisedAnswers(evidence([fact]))]).toEqual([]);
  });

  test('an order that is sent again may be declined as used', () => {
    expect(unpromisedAnswers(evidence([{}, { outcome: 'duplicate_reference' }]))).toEqual([]);
  });

  test('a number that the provider keeps waiting may take as long as its window', () => {
    const pending = evidence([{ outcome: 'pending', sentMs: 8_000, answeredMs: 23_100 }], [order('a', '08000200001')]);
    expect([...lateQuietAnswers(pending), ...unpromisedAnswers(pending)]).toEqual([]);
    expect(timesByKind(quietAnswers(pending))).toEqual([]);
  });
});

test('each outcome of the sandbox that clients buy for has its promise', () => {
  expect(promisedAnswer(airtime, '08031234567')).toEqual({ outcomes: ['success'], atOnce: true });
  expect(promisedAnswer(cable, '08000000123')).toEqual({ outcomes: ['success'], atOnce: true });
  expect(promisedAnswer(airtime, '08000100123')).toEqual({ outcomes: ['failed', 'pending'], atOnce: false });
  expect(promisedAnswer(airtime, '08000001123')).toEqual({ outcomes: ['success', 'pending'], atOnce: false });
  expect(promisedAnswer(prepaid, '08001300123')).toEqual({ outcomes: ['success', 'pending'], atOnce: false });
  expect(promisedAnswer(airtime, '08001300123').atOnce).toBe(true);
  expect(() => PRODUCTS.map((product) => promisedAnswer(product, '08001200123'))).toThrow('outcome 12');
});
