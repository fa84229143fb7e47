import type { RequeryOutcome } from '../../provider/provider.port';
import { delivered, duePurchase, duplicate, minutes, rules } from '../../testing/verdicts';
import type { DuePurchase } from './due.store';
import { nextCheck, requeryRules } from './requery-rules';
import { verdictOfRequery } from './verdict-of-requery';

const rejectedBefore = { refusedWith: duplicate.code, providerEvidence: { refusal: duplicate } };

describe('a requery refunds an order that may still be delivered', () => {
  const missing: RequeryOutcome = { kind: 'missing' };

  test.each<[string, RequeryOutcome, Partial<DuePurchase>, object]>([
    ['delivered: success', delivered, {}, { targetStatus: 'success', basis: 'requery' }],
    [
      'rejected: refunded',
      { kind: 'rejected', reversed: false, code: '016', reason: 'No.', fault: 'order' },
      {},
      { targetStatus: 'failed', basis: 'requery', cause: { code: 'provider_rejected', detail: '016' } },
    ],
    [
      'reversed: refunded',
      { kind: 'rejected', reversed: true, code: '040', reason: 'Back.', fault: 'order' },
      {},
      { targetStatus: 'failed', cause: { code: 'provider_reversed', detail: '040' } },
    ],
    [
      'in progress: open',
      { kind: 'open', reason: 'pending', stuck: false },
      {},
      { targetStatus: 'open', orderSeen: true, review: false },
    ],
    [
      'to be decided by a person at the provider: open, in review',
      { kind: 'open', reason: 'resolved', stuck: true },
      {},
      { targetStatus: 'open', orderSeen: true, review: true },
    ],
    ['no answer: open', { kind: 'unanswered', reason: 'timeout' }, {}, { targetStatus: 'open', notFound: false }],
    [
      'the same rejection as the send: refunded, if no other purchase of the recipient is open',
      { kind: 'refused', ...duplicate },
      rejectedBefore,
      { targetStatus: 'failed', basis: 'rejection_repeated', onlyIfAlone: true },
    ],
    [
      'another rejection than the send: open',
      { kind: 'refused', ...duplicate, code: '030' },
      rejectedBefore,
      { targetStatus: 'open' },
    ],
    [
      'the same rejection as the send, though the provider has shown it: open, in review',
      { kind: 'refused', ...duplicate },
      { ...rejectedBefore, orderSeen: true },
      { targetStatus: 'open', basis: 'requery', review: true },
    ],
    ['a rejection after a lost answer: open', { kind: 'refused', ...duplicate }, {}, { targetStatus: 'open' }],
    [
      'not found after a rejection: refunded, if no other purchase of the recipient is open',
      missing,
      rejectedBefore,
      { targetStatus: 'failed', basis: 'rejection_repeated', onlyIfAlone: true },
    ],
    [
      'not found 9 minutes after the send: open, not counted',
      missing,
      { sinceSendMs: minutes(9) },
      { targetStatus: 'open', notFound: false },
    ],
    ['not found 11 minutes after the send: open, counted', missing, {}, { targetStatus: 'open', notFound: true }],
    [
      'not found three times within 9 minutes: open',
      missing,
      { missingCount: 2, missingSpanMs: minutes(9) },
      { targetStatus: 'open', notFound: true },
    ],
    [
      'not found twice within an hour: open',
      missing,
      { missingCount: 1, missingSpanMs: minutes(60) },
      { targetStatus: 'open', notFound: true },
    ],
    [
      'not found three times over ten minutes: refunded',
      missing,
      { missingCount: 2, missingSpanMs: minutes(10) },
      { targetStatus: 'failed', basis: 'not_found', missingCount: 2 },
    ],
    [
      'not found, though the provider has shown it: open, in review',
      missing,
      { orderSeen: true, missingCount: 9, missingSpanMs: minutes(60) },
      { targetStatus: 'open', review: true },
    ],
    [
      'not found, but perhaps sent under another reference: open, in review',
      missing,
      { quarantinedAt: new Date(), missingCount: 9, missingSpanMs: minutes(60) },
      {
        targetStatus: 'open',
        review: true,
        notFound: false,
        evidence: { answer: 'in quarantine, and not found under its likeliest reference' },
      },
    ],
    [
      'rejected, but an earlier attempt may have delivered: open, in review',
      { kind: 'rejected', reversed: false, code: '016', reason: 'No.', fault: 'order' },
      { contradicted: true },
      { targetStatus: 'open', review: true },
    ],
    [
      'rejected after a restore, in which another provider may have got it: open, in review',
      { kind: 'rejected', reversed: false, code: '016', reason: 'No.', fault: 'order' },
      { quarantinedAt: new Date() },
      { targetStatus: 'open', review: true },
    ],
    [
      'reversed after a success: a contradiction, even if it was in quarantine',
      { kind: 'rejected', reversed: true, code: '040', reason: 'Back.', fault: 'order' },
      { quarantinedAt: new Date(), status: 'success' },
      { targetStatus: 'failed', cause: { code: 'provider_reversed', detail: '040' } },
    ],
  ])('%s', (_what, outcome, facts, expected) => {
    expect(verdictOfRequery(duePurchase(facts), outcome, rules)).toMatchObject(expected);
  });

  test('an outcome that is unknown at the end of the schedule goes to review, and is not refunded', () => {
    expect(
      verdictOfRequery(duePurchase({ sinceSendMs: minutes(1441) }), { kind: 'unanswered', reason: 'timeout' }, rules),
    ).toMatchObject({
      targetStatus: 'open',
      nextCheckMs: null,
      review: true,
    });
  });

  // fault V20: on a requery
  test('the three requeries that must find nothing are spread over ten minutes, and none is early', () => {
    for (const random of [() => 0, () => 0.999]) {
      const verdict = verdictOfRequery(duePurchase(), missing, { ...rules, random });
      if (verdict.targetStatus !== 'open') throw new Error('one requery has decided it');
      expect(verdict.nextCheckMs).toBeGreaterThanOrEqual(minutes(5));
      expect(verdict.nextCheckMs).toBeLessThan(minutes(5.5));
    }
  });
});

describe('a short schedule refunds an order that is still on its way', () => {
  test('"no such order" counts from ten minutes after the send, over ten minutes, unless all ends before', () => {
    const ends = [minutes(1440), minutes(11), minutes(10), 30_000];
    const proofs = ends.map((end) => requeryRules([5_000, end]).notFoundMs);
    expect(proofs).toEqual([minutes(10), minutes(10), 30_000, 1_500]);
  });
});

describe('a provider is requeried too early, all at once, or forever', () => {
  test('a requery is due at the next offset since the send, up to 20 % of the way to it later', () => {
    const nth = (random: number) => ({ ...rules, random: () => random });
    expect(nextCheck(0, nth(0))).toBe(5_000);
    expect(nextCheck(6_000, nth(0))).toBe(9_000);
    expect(nextCheck(6_000, nth(1))).toBe(10_800);
    expect(nextCheck(minutes(1440), rules)).toBeNull();
  });

  test.each([0, 0.3, 1])('each offset asks once, with %d for every random number', (random) => {
    const { schedule } = rules;
    const after = (sinceSendMs: number) => nextCheck(sinceSendMs, { ...rules, random: () => random });
    let [asked, sinceSendMs] = [0, 0];
    for (let waitMs = after(0); waitMs !== null; waitMs = after(sinceSendMs)) {
      sinceSendMs += waitMs;
      asked += 1;
    }
    expect(asked).toBe(schedule.length);
  });
});
