import type { RequeryOutcome, SendOutcome } from '../../provider/provider.port';
import { delivered, duePurchase, purchaseOf, rules } from '../../testing/verdicts';
import { verdictOfRequery } from '../requery/verdict-of-requery';
import { noValueOfRequery, noValueOfSend } from '../send/next-attempt';
import { verdictOfSend } from './verdict';

const answer = 'HTTP 200, code: 016';
const rejected = { kind: 'rejected' as const, code: '016', reason: 'No.', fault: 'order' as const };

describe('operators cannot see what the provider answered to an attempt', () => {
  test.each<SendOutcome>([
    delivered,
    rejected,
    { kind: 'unknown', reason: 'status pending', rejection: null, orderSeen: true },
    { kind: 'unknown', reason: 'code 019', rejection: { ...rejected, code: '019' }, orderSeen: false },
  ])('the answer to a send is kept: $kind', (outcome) => {
    expect(verdictOfSend(purchaseOf('AIRTIME'), { ...outcome, answer }, rules).evidence.send_answer).toBe(answer);
    expect(verdictOfSend(purchaseOf('AIRTIME'), outcome, rules).evidence).not.toHaveProperty('send_answer');
  });

  test.each<RequeryOutcome>([
    delivered,
    { ...rejected, reversed: false },
    { ...rejected, kind: 'refused' },
    { kind: 'open', reason: 'status pending', stuck: false },
    { kind: 'unanswered', reason: 'HTTP 500' },
    { kind: 'missing' },
  ])('so is that to the last requery: $kind', (outcome) => {
    const early = duePurchase({ sinceSendMs: 1_000 });
    expect(verdictOfRequery(early, { ...outcome, answer }, rules)).toMatchObject({
      evidence: { requery_answer: answer },
    });
  });

  test('an attempt that goes elsewhere keeps them too', () => {
    const elsewhere: SendOutcome = { ...rejected, elsewhere: true, answer };
    expect(noValueOfSend(elsewhere)?.evidence).toEqual({ refused_code: '016', send_answer: answer });
    const denied: RequeryOutcome = { ...rejected, reversed: false, answer };
    const verdict = verdictOfRequery(duePurchase(), denied, rules);
    expect(noValueOfRequery(denied, verdict, 700_000, 600_000)?.evidence).toEqual({
      refused_code: '016',
      requery_answer: answer,
    });
  });
});
