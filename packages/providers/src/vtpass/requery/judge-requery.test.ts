import type { RequeryOutcome } from '@topup/core/provider';
import fc from 'fast-check';
import { ORDER, TRANSACTION } from '../../../test/stub-provider';
import { readAnswer } from '../answer/read-answer';
import { judgeRequery } from './judge-requery';

const STATUSES = ['initiated', 'pending', 'delivered', 'resolved', 'failed', 'reversed', 'cancelled', null] as const;
type Status = (typeof STATUSES)[number];
/** All that do not give an order up, so that a code that ends it contradicts them. */
const LIVE: readonly Status[] = ['initiated', 'pending', 'delivered', 'resolved', 'cancelled'];
const REPEATS_A_REFUSAL = '010 012 013 017 018 019 020 025 026 028 030 031 032 091'.split(' ');
const LISTED =
  '000 001 010 011 012 013 014 015 016 017 018 019 020 021 022 023 024 025 026 027 028 030 031 032 034 035 040 044 083 085 087 089 091 099'.split(
    ' ',
  );
const UNLISTED = Array.from({ length: 1000 }, (_, code) => String(code).padStart(3, '0')).filter(
  (code) => !LISTED.includes(code),
);

function judge(code: unknown, status: Status, httpStatus = 200): RequeryOutcome {
  const content = status === null ? { errors: [] } : { transactions: { ...TRANSACTION, status } };
  return judgeRequery(readAnswer(httpStatus, JSON.stringify({ code, content, requestId: ORDER.providerRef })), ORDER);
}

function summary(outcome: RequeryOutcome): string {
  if (outcome.kind === 'rejected') return outcome.reversed ? 'reversed' : 'rejected';
  if (outcome.kind === 'open') return outcome.stuck ? 'stuck' : 'open';
  return outcome.kind;
}

function expectedByStatus(status: Status): string {
  if (status === null) return 'unanswered';
  if (status === 'delivered' || status === 'reversed') return status;
  if (status === 'failed') return 'rejected';
  return status === 'resolved' ? 'stuck' : 'open';
}

function expected(code: string, status: Status): string {
  if (code === '000' || code === '001') return expectedByStatus(status);
  if (code === '044') return 'stuck';
  if (['014', '089', '099'].includes(code)) return status === 'resolved' ? 'stuck' : 'open';
  const end = expectedEnd(code, status);
  return end !== 'unanswered' && LIVE.includes(status) ? 'open' : end;
}

function expectedEnd(code: string, status: Status): string {
  if (code === '016') return status === 'reversed' ? 'reversed' : 'rejected';
  if (code === '040') return 'reversed';
  if (code === '015') return 'missing';
  return REPEATS_A_REFUSAL.includes(code) ? 'refused' : 'unanswered';
}

describe('an order still on its way would be refunded, or a failed requery would end an order', () => {
  test.each(LISTED.flatMap((code) => STATUSES.map((status) => [code, status, expected(code, status)] as const)))(
    'code %s with status %p is %s',
    (code, status, outcome) => {
      expect(summary(judge(code, status))).toBe(outcome);
    },
  );

  test.each(STATUSES)('a code that is not listed settles nothing with status %p', (status) => {
    for (const code of UNLISTED) expect(summary(judge(code, status))).toBe(expected(code, status));
  });

  describe('what an outcome carries', () => {
    test('a delivery', () => {
      expect(judge('001', 'delivered')).toEqual({
        kind: 'delivered',
        costKobo: 9698n,
        providerTransactionId: '17415980564672211596777904',
        mismatch: null,
        goods: null,
      });
    });

    test('ends of an order', () => {
      expect(judge('016', 'failed')).toEqual({
        kind: 'rejected',
        reversed: false,
        code: '016',
        fault: 'order',
        reason: 'The provider could not complete the order.',
      });
      expect(judge('040', 'reversed')).toMatchObject({ kind: 'rejected', reversed: true, code: '040' });
      expect(judge('000', 'reversed')).toMatchObject({ kind: 'rejected', reversed: true, code: '000' });
    });

    test('a refusal repeated has the code it is to be compared by', () => {
      expect(judge(19, null)).toMatchObject({ kind: 'refused', code: '019', fault: 'duplicate' });
    });
  });

  describe('the HTTP status', () => {
    test.each([400, 404, 422])('under %d refusals count, and states of an order do not', (httpStatus) => {
      expect(summary(judge('015', null, httpStatus))).toBe('missing');
      expect(summary(judge('019', null, httpStatus))).toBe('refused');
      expect(summary(judge('016', 'failed', httpStatus))).toBe('rejected');
      for (const status of STATUSES) expect(summary(judge('000', status, httpStatus))).toBe('unanswered');
    });

    // fault V7: on a requery
    // fault V8: on a requery
    // fault V9: on a requery
    // fault V12: on a requery
    test.each([302, 408, 429, 500, 502, 503])('under %d nothing was learnt', (httpStatus) => {
      for (const code of ['000', '015', '016', '019', '040', '099']) {
        for (const status of STATUSES) expect(summary(judge(code, status, httpStatus))).toBe('unanswered');
      }
    });

    test.each([200, 401, 403, 500])('text that is not JSON says nothing under %d', (httpStatus) => {
      for (const text of ['', '<html></html>', '{"code":"015"']) {
        expect(judgeRequery(readAnswer(httpStatus, text), ORDER).kind).toBe('unanswered');
      }
    });
  });

  test("another order's state is never taken for ours", () => {
    for (const code of ['000', '015', '016', '019', '040', '099']) {
      for (const status of STATUSES) {
        const body = { code, content: { transactions: { ...TRANSACTION, status } }, requestId: '202503101014other' };
        expect(judgeRequery(readAnswer(200, JSON.stringify(body)), ORDER).kind).toBe('unanswered');
      }
    }
  });

  test('whatever text comes back, an order ends only by what the table names', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), fc.oneof(fc.json(), fc.string()), (httpStatus, text) => {
        expect(['unanswered', 'open']).toContain(judgeRequery(readAnswer(httpStatus, text), ORDER).kind);
      }),
      { numRuns: 1000 },
    );
  });
});
