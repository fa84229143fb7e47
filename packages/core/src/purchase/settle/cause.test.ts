import type { Rejection } from '../../provider/provider.port';
import { verdictOfRequery } from '../requery/verdict-of-requery';
import { formatCause } from './cause';
import { endCauseOf } from './settle-purchase';
import { type RequeryRules, verdictOfNeverSent, verdictOfSend } from './verdict';

const rules: RequeryRules = {
  schedule: [60_000],
  notFoundMinCount: 1,
  notFoundSpanMs: 0,
  notFoundMinAgeMs: 0,
  random: () => 0.5,
};
const refusal: Rejection = { code: '016', reason: 'no', fault: 'order' };
const purchase = {
  sinceSendMs: 1,
  missingCount: 0,
  missingSpanMs: 0,
  orderSeen: false,
  refusedWith: null,
  quarantinedAt: null,
  tokenAwaited: false,
  providerEvidence: {},
  providerOrder: {},
};
const delivery = { costKobo: null, providerTransactionId: null, mismatch: null, meter: null };
// only what verdicts look at
const judged = (changes: object = {}) =>
  ({ ...purchase, ...changes }) as unknown as Parameters<typeof verdictOfRequery>[0];

test('an end of a kind that nobody gave a class would be counted as "other", and an alert on its class would never fire', () => {
  const ends = [
    verdictOfSend(judged(), { kind: 'delivered', ...delivery }, rules),
    verdictOfSend(judged(), { kind: 'rejected', ...refusal }, rules),
    verdictOfSend(judged(), { kind: 'unsent', code: 'unreachable', reason: 'ECONNREFUSED' }, rules),
    verdictOfRequery(judged(), { kind: 'rejected', reversed: true, ...refusal }, rules),
    verdictOfRequery(
      judged({ refusedWith: '016', providerEvidence: { refusal } }),
      { kind: 'refused', ...refusal },
      rules,
    ),
    verdictOfRequery(judged(), { kind: 'missing' }, rules),
    verdictOfNeverSent(judged()),
  ];
  expect(ends.map((end) => [end.targetStatus, end.targetStatus === 'open' ? null : endCauseOf(end.cause)])).toEqual([
    ['success', 'provider_delivered'],
    ['failed', 'provider_rejected'],
    ['failed', 'provider_unreachable'],
    ['failed', 'provider_reversed'],
    ['failed', 'provider_refused'],
    ['failed', 'provider_never_had_it'],
    ['refunded', 'start_deadline'],
  ]);
});

test('the provider names its codes: they must not become series of their own', () => {
  const code = 'TRANSACTION FAILED 0803';
  const end = verdictOfSend(judged(), { kind: 'rejected', ...refusal, code }, rules);
  if (end.targetStatus === 'open') throw new Error('a rejection ends a purchase');
  expect(formatCause(end.cause)).toBe('provider_rejected_TRANSACTION FAILED 0803');
  expect(endCauseOf(end.cause)).toBe('provider_rejected');
  expect(endCauseOf({ code: 'operator', detail: 'asked the provider' })).toBe('other');
});
