import type { Refusal, RequeryOutcome } from '../provider/provider.port';
import type { DuePurchase } from './purchase.store';
import { nextCheck, type RequeryRules, verdictOfNeverSent, verdictOfRequery, verdictOfSend } from './verdict';

const minutes = (n: number) => n * 60_000;

const rules: RequeryRules = {
  schedule: [5_000, 15_000, minutes(10), minutes(15), minutes(20), minutes(1440)],
  notFoundMinCount: 3,
  notFoundSpanMs: minutes(10),
  notFoundMinAgeMs: minutes(10),
  random: () => 0.5,
};

const purchase = { id: 'p', productType: 'AIRTIME' as const, result: {} };

const due = (facts: Partial<DuePurchase> = {}): DuePurchase =>
  ({
    ...purchase,
    orderSeen: false,
    refusedWith: null,
    missingCount: 0,
    sinceSendMs: minutes(11),
    missingSpanMs: null,
    ...facts,
  }) as DuePurchase;

const delivered = { kind: 'delivered', costKobo: 9_700n, providerTransactionId: '1', mismatch: null } as const;
const refusal: Refusal = { code: '019', reason: 'It looks like a duplicate.', fault: 'duplicate' };
const refusedBefore = { refusedWith: '019', result: { refusal } };

describe('money moves only on an answer that proves something', () => {
  test('delivered: success with its cost', () => {
    expect(verdictOfSend(purchase, delivered, rules)).toMatchObject({ goal: 'success', ground: 'answer', costKobo: 9_700n, review: false });
  });

  test('delivered to somebody else: success all the same, and a person looks', () => {
    expect(verdictOfSend(purchase, { ...delivered, mismatch: 'recipient …0002' }, rules)).toMatchObject({ goal: 'success', review: true });
  });

  test('rejected and provably unsent: refunded', () => {
    expect(verdictOfSend(purchase, { kind: 'rejected', code: '016', reason: 'No.', fault: 'order' }, rules)).toMatchObject({
      goal: 'failed',
      ground: 'answer',
      cause: 'provider_rejected_016',
      message: 'Airtime purchase failed: No. Your wallet has been refunded.',
    });
    expect(verdictOfSend(purchase, { kind: 'unsent', reason: 'ECONNREFUSED' }, rules)).toMatchObject({
      goal: 'failed',
      cause: 'provider_unreachable',
    });
  });

  test('anything unclear stays open and is asked for', () => {
    expect(verdictOfSend(purchase, { kind: 'unknown', reason: 'timeout', refusal: null, orderSeen: false }, rules)).toMatchObject({
      goal: 'open',
      nextCheckMs: 5_000,
    });
    expect(verdictOfSend(purchase, { kind: 'unknown', reason: 'code 019', refusal, orderSeen: false }, rules)).toMatchObject({
      goal: 'open',
      refusedWith: '019',
    });
  });

  test('never sent: given back on that ground alone, which the database checks', () => {
    expect(verdictOfNeverSent(purchase)).toMatchObject({ goal: 'refunded', ground: 'never_sent' });
  });
});

describe('a requery refunds only by the rules', () => {
  const missing: RequeryOutcome = { kind: 'missing' };

  test.each<[string, RequeryOutcome, Partial<DuePurchase>, object]>([
    ['delivered', delivered, {}, { goal: 'success', ground: 'requery' }],
    [
      'rejected',
      { kind: 'rejected', reversed: false, code: '016', reason: 'No.', fault: 'order' },
      {},
      { goal: 'failed', ground: 'requery', cause: 'provider_rejected_016' },
    ],
    [
      'reversed',
      { kind: 'rejected', reversed: true, code: '040', reason: 'Back.', fault: 'order' },
      {},
      { goal: 'failed', cause: 'provider_reversed_040' },
    ],
    ['still open', { kind: 'open', reason: 'pending', stuck: false }, {}, { goal: 'open', orderSeen: true, review: false }],
    ['stuck', { kind: 'open', reason: 'resolved', stuck: true }, {}, { goal: 'open', orderSeen: true, review: true }],
    ['no answer', { kind: 'unanswered', reason: 'timeout' }, {}, { goal: 'open', missing: false }],
    ['the same refusal again', { kind: 'refused', ...refusal }, refusedBefore, { goal: 'failed', ground: 'refusal', alone: true }],
    ['another refusal than the send’s', { kind: 'refused', ...refusal, code: '030' }, refusedBefore, { goal: 'open' }],
    ['a refusal after a lost answer', { kind: 'refused', ...refusal }, {}, { goal: 'open' }],
    ['no such order, after a refusal', missing, refusedBefore, { goal: 'failed', ground: 'refusal', alone: true }],
    ['no such order, too early to count', missing, { sinceSendMs: minutes(9) }, { goal: 'open', missing: false }],
    ['no such order, the first that counts', missing, {}, { goal: 'open', missing: true }],
    ['no such order, the third but too soon', missing, { missingCount: 2, missingSpanMs: minutes(9) }, { goal: 'open', missing: true }],
    [
      'no such order, long enough but only twice',
      missing,
      { missingCount: 1, missingSpanMs: minutes(60) },
      { goal: 'open', missing: true },
    ],
    [
      'no such order, often and long enough',
      missing,
      { missingCount: 2, missingSpanMs: minutes(10) },
      { goal: 'failed', ground: 'not_found', missingCount: 2 },
    ],
    [
      'no such order, though it was seen',
      missing,
      { orderSeen: true, missingCount: 9, missingSpanMs: minutes(60) },
      { goal: 'open', review: true },
    ],
  ])('%s', (_what, outcome, facts, expected) => {
    expect({ missing: false, ...verdictOfRequery(due(facts), outcome, rules) }).toMatchObject(expected);
  });

  test('an outcome that stays unknown to the end of the schedule is put before a person, never refunded by age', () => {
    expect(verdictOfRequery(due({ sinceSendMs: minutes(1441) }), { kind: 'unanswered', reason: 'timeout' }, rules)).toMatchObject({
      goal: 'open',
      nextCheckMs: null,
      review: true,
    });
  });

  test('the checks that make up the proof are spread over the whole span and never early', () => {
    for (const random of [() => 0, () => 0.999]) {
      const verdict = verdictOfRequery(due(), missing, { ...rules, random });
      expect(verdict.nextCheckMs).toBeGreaterThanOrEqual(minutes(5));
      expect(verdict.nextCheckMs).toBeLessThan(minutes(5.5));
    }
  });
});

test('checks are offsets since the send, within a fifth of the way to the next', () => {
  expect(nextCheck(0, rules)).toBe(5_000);
  expect(nextCheck(6_000, rules)).toBe(9_000);
  expect(nextCheck(6_000, { ...rules, random: () => 0 })).toBe(7_200);
  expect(nextCheck(minutes(1440), rules)).toBeNull();
});
