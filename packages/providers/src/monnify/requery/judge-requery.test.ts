import type { RequeryOutcome } from '@topup/core/provider';
import fc from 'fast-check';
import { AIRTIME, failure, success, vend } from '../../../test/stub-monnify';
import { readAnswer } from '../answer/read-answer';
import { judgeRequery } from './judge-requery';

const LIVE = ['IN_PROGRESS', 'PENDING', 'PROCESSING'];
const UNLISTED = ['FAILURE', 'UNSUCCESSFUL', 'PAID', 'REVERSED', 'failed', ''];
const STATUSES = ['SUCCESS', 'FAILED', ...LIVE, ...UNLISTED, null];
const NOT_FOUND = `Transaction not found for reference: ${AIRTIME.providerRef}`;

const text = (value: string | null): string => (value === null ? '' : JSON.stringify(value));
const judge = (body: string, httpStatus = 200): RequeryOutcome => judgeRequery(readAnswer(httpStatus, body), AIRTIME);
const judgeVend = (own: Record<string, string>, httpStatus = 200) => judge(success(vend(own)), httpStatus);

function expected(status: string | null, payment: string | null): RequeryOutcome['kind'] {
  if (status === null && payment === null) return 'unanswered';
  if (status === 'SUCCESS' && [null, 'SUCCESS', 'PAID'].includes(payment)) return 'delivered';
  return status === 'FAILED' && (payment === null || payment === 'FAILED') ? 'rejected' : 'open';
}

describe('an order still on its way would be refunded, or a failed requery would end an order', () => {
  test.each(STATUSES.flatMap((status) => STATUSES.map((payment) => [status, payment] as const)))(
    'a vend of status %p with a payment of status %p',
    (status, payment) => {
      const outcome = judgeVend({ vendStatus: text(status), status: text(payment) });
      expect(outcome.kind).toBe(expected(status, payment));
      if (outcome.kind === 'open') expect(outcome.stuck).toBe(false);
    },
  );

  test('a failure was never delivered, and says so to the client', () => {
    expect(judgeVend({ vendStatus: '"FAILED"' })).toEqual({
      kind: 'rejected',
      reversed: false,
      code: 'FAILED',
      reason: 'The provider could not complete the order.',
      fault: 'order',
    });
  });

  test('a delivery carries what it cost', () => {
    expect(judgeVend({})).toMatchObject({
      kind: 'delivered',
      costKobo: 9_748n,
      providerTransactionId: 'MFBP2503101014027a41',
    });
  });

  test.each([400, 404, 500, 502, 503])('under %d no state of a vend counts', (httpStatus) => {
    for (const vendStatus of ['"SUCCESS"', '"FAILED"', '"IN_PROGRESS"'])
      expect(judgeVend({ vendStatus }, httpStatus).kind).toBe('unanswered');
  });

  test('the state of another order is never taken for ours', () => {
    for (const vendReference of ['"MFBP-MDR-1"', `"${AIRTIME.providerRef.toUpperCase()}"`, '5', 'null', ''])
      for (const vendStatus of ['"SUCCESS"', '"FAILED"', '"IN_PROGRESS"'])
        expect(judgeVend({ vendReference, vendStatus }).kind).toBe('unanswered');
  });
});

describe('"not found" refunds, so it must be said of our reference', () => {
  test.each([200, 400, 404])('in these words, under %d', (httpStatus) => {
    expect(judge(failure(NOT_FOUND), httpStatus)).toEqual({ kind: 'missing' });
  });

  test.each([201, 401, 403, 408, 429, 500, 502, 503])('but not under %d', (httpStatus) => {
    expect(judge(failure(NOT_FOUND), httpStatus).kind).toBe('unanswered');
  });

  test.each([
    failure('Transaction not found for reference: bogus-ref'),
    failure(`${NOT_FOUND}0`),
    failure(NOT_FOUND.toUpperCase()),
    failure('Transaction not found'),
    failure("Required request parameter 'reference' is not present"),
    failure('Transaction not found for reference: '),
    success('', { responseMessage: JSON.stringify(NOT_FOUND) }),
    success('null', { responseMessage: JSON.stringify(NOT_FOUND) }),
    JSON.stringify({ responseMessage: NOT_FOUND, responseCode: '99' }),
    JSON.stringify({ requestSuccessful: 'false', responseMessage: NOT_FOUND }),
    failure(NOT_FOUND).slice(0, -1),
    NOT_FOUND,
    `<html>${NOT_FOUND}</html>`,
  ])('not as %s', (body) => {
    for (const httpStatus of [200, 400, 404]) expect(judge(body, httpStatus).kind).toBe('unanswered');
  });

  test('nor beside an order', () => {
    const both = success(vend(), { requestSuccessful: 'false', responseMessage: JSON.stringify(NOT_FOUND) });
    expect(judge(both).kind).toBe('unanswered');
  });
});

test('whatever text comes back, an order ends only by what proves it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), fc.oneof(fc.json(), fc.string()), (httpStatus, body) => {
      expect(['unanswered', 'open']).toContain(judge(body, httpStatus).kind);
    }),
    { numRuns: 1_000, seed: 1118 },
  );
});
