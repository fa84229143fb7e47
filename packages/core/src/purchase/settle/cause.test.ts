import { duePurchase, duplicate, minutes, rules } from '../../testing/verdicts';
import { verdictOfRequery } from '../requery/verdict-of-requery';
import { type CauseCode, endCauses, failureCodeOf, formatCause } from './cause';
import { endCauseOf } from './report-settlement';
import { verdictOfNeverSent, verdictOfSend, verdictOfStopped } from './verdict';

const rejection = { ...duplicate, code: '016', fault: 'order' } as const;
const delivery = { costKobo: null, providerTransactionId: null, mismatch: null, goods: null };

describe('an alert on a cause does not fire, or the codes of the provider become endless metrics', () => {
  test('every verdict that ends a purchase has a cause that the metrics know', () => {
    const rejectedBefore = duePurchase({ refusedWith: '016', providerEvidence: { refusal: rejection } });
    const ends = [
      verdictOfSend(duePurchase(), { kind: 'delivered', ...delivery }, rules),
      verdictOfSend(duePurchase(), { kind: 'rejected', ...rejection }, rules),
      verdictOfSend(duePurchase(), { kind: 'unsent', code: 'unreachable', reason: 'ECONNREFUSED' }, rules),
      verdictOfRequery(duePurchase(), { kind: 'rejected', reversed: true, ...rejection }, rules),
      verdictOfRequery(rejectedBefore, { kind: 'refused', ...rejection }, rules),
      verdictOfRequery(duePurchase({ missingCount: 2, missingSpanMs: minutes(10) }), { kind: 'missing' }, rules),
      verdictOfNeverSent(duePurchase()),
      verdictOfStopped(duePurchase(), { breaker: 'provider', reason: 'float' }),
    ];
    expect(ends.map((end) => [end.targetStatus, end.targetStatus === 'open' ? null : endCauseOf(end.cause)])).toEqual([
      ['success', 'provider_delivered'],
      ['failed', 'provider_rejected'],
      ['failed', 'provider_unreachable'],
      ['failed', 'provider_reversed'],
      ['failed', 'provider_refused'],
      ['failed', 'provider_never_had_it'],
      ['refunded', 'start_deadline'],
      ['failed', 'provider_unavailable'],
    ]);
  });

  test('a rejection code of the provider is in the text of the cause and not in the metric', () => {
    const code = 'TRANSACTION FAILED 0803';
    const end = verdictOfSend(duePurchase(), { kind: 'rejected', ...rejection, code }, rules);
    if (end.targetStatus === 'open') throw new Error('a rejection ends a purchase');
    expect(formatCause(end.cause)).toBe('provider_rejected_TRANSACTION FAILED 0803');
    expect(endCauseOf(end.cause)).toBe('provider_rejected');
    expect(endCauseOf({ code: 'operator', detail: 'asked the provider' })).toBe('other');
  });
});

describe('a client cannot tell a rejection from an order that never left', () => {
  test.each<[CauseCode | null, string, string]>([
    ['provider_rejected', 'failed', 'provider_rejected'],
    ['provider_refused', 'failed', 'provider_rejected'],
    ['provider_reversed', 'failed', 'provider_rejected'],
    ['provider_unreachable', 'failed', 'provider_unreachable'],
    ['provider_never_had_it', 'failed', 'provider_unreachable'],
    ['start_deadline', 'refunded', 'not_sent'],
    ['operator', 'failed', 'refunded_by_operator'],
    ['operator', 'refunded', 'refunded_by_operator'],
    ['other', 'failed', 'provider_rejected'],
    [null, 'refunded', 'refunded_by_operator'],
  ])('the cause %s of a purchase that is %s has the code %s', (cause, status, code) => {
    expect(failureCodeOf(status === 'failed' ? 'failed' : 'refunded', cause)).toBe(code);
  });

  test('every cause of a failure has a code of its own, not one by its status', () => {
    for (const cause of endCauses.filter((each) => each !== 'provider_delivered'))
      expect(failureCodeOf('refunded', cause)).not.toBe('refunded_by_operator');
  });
});
