import type { SendOutcome } from '@topup/core/provider';
import fc from 'fast-check';
import { ORDER, TRANSACTION } from '../../../test/stub-provider';
import { readAnswer } from '../answer/read-answer';
import { judgeSend } from './judge-send';

const STATUSES = ['initiated', 'pending', 'delivered', 'resolved', 'failed', 'reversed', 'cancelled', null] as const;
type Status = (typeof STATUSES)[number];
/** All that do not give an order up: one that is not listed, too, shows an order that a refusal has none of. */
const LIVE: readonly Status[] = ['initiated', 'pending', 'delivered', 'resolved', 'cancelled'];
const REJECTED = '010 011 012 013 017 018 021 022 023 024 025 026 027 028 031 032 034 035 040 085 087 091'.split(' ');
const CONFIRMED_FIRST = ['019', '020', '030'];
const PROVE_THE_ORDER = ['014', '044', '089', '099'];
const LISTED =
  '000 001 010 011 012 013 014 015 016 017 018 019 020 021 022 023 024 025 026 027 028 030 031 032 034 035 040 044 083 085 087 089 091 099'.split(
    ' ',
  );
const UNLISTED = Array.from({ length: 1000 }, (_, code) => String(code).padStart(3, '0')).filter(
  (code) => !LISTED.includes(code),
);

function judge(code: unknown, status: Status, httpStatus = 200): SendOutcome {
  const content = status === null ? { errors: [] } : { transactions: { ...TRANSACTION, status } };
  return judgeSend(readAnswer(httpStatus, JSON.stringify({ code, content, requestId: ORDER.providerRef })), ORDER);
}

/**
 * `delivered`, `rejected`, or for an unknown: `confirm` with a rejection, `seen` when it proves the order, else
 * `unknown`.
 */
function summary(outcome: SendOutcome): string {
  if (outcome.kind !== 'unknown') return outcome.kind;
  if (outcome.rejection !== null) return outcome.orderSeen ? 'confirm, seen' : 'confirm';
  return outcome.orderSeen ? 'seen' : 'unknown';
}

function expected(code: string, status: Status): string {
  const live = LIVE.includes(status);
  if (code === '000') {
    if (status === 'delivered') return 'delivered';
    if (status === 'reversed') return 'rejected';
    return status === 'failed' ? 'confirm, seen' : 'seen';
  }
  if (live) return 'seen';
  if (code === '016') return status === 'failed' ? 'rejected' : 'unknown';
  if (REJECTED.includes(code)) return 'rejected';
  if (CONFIRMED_FIRST.includes(code)) return 'confirm';
  return PROVE_THE_ORDER.includes(code) ? 'seen' : 'unknown';
}

describe('a customer would be refunded for what was delivered, or charged for what was rejected', () => {
  test.each(LISTED.flatMap((code) => STATUSES.map((status) => [code, status, expected(code, status)] as const)))(
    'code %s with status %p is %s',
    (code, status, outcome) => {
      expect(summary(judge(code, status))).toBe(outcome);
    },
  );

  // fault V12: on the send
  test.each(STATUSES)('a code that is not listed settles nothing with status %p', (status) => {
    for (const code of UNLISTED) expect(summary(judge(code, status))).toBe(expected(code, status));
  });

  describe('what an outcome carries', () => {
    test('a delivery', () => {
      expect(judge('000', 'delivered')).toEqual({
        kind: 'delivered',
        costKobo: 9698n,
        providerTransactionId: '17415980564672211596777904',
        mismatch: null,
        goods: null,
      });
    });

    test('a delivery of another amount is a delivery, for a person to look at', () => {
      const body = JSON.stringify({ code: '000', content: { transactions: { ...TRANSACTION, amount: 5 } } });
      expect(judgeSend(readAnswer(200, body), ORDER)).toMatchObject({
        kind: 'delivered',
        mismatch: 'delivered with amount 5.00 instead of 100.50',
      });
    });

    test('a refusal has its code, whose fault it is, and a sentence for the client', () => {
      expect(judge(13, null)).toEqual({
        kind: 'rejected',
        code: '013',
        fault: 'order',
        reason: "The amount is below the provider's minimum.",
      });
      expect(judge('012', null)).toMatchObject({ code: '012', fault: 'catalogue' });
      expect(judge('018', null)).toEqual({
        kind: 'rejected',
        code: '018',
        fault: 'account',
        reason: 'The provider cannot take orders at the moment.',
        elsewhere: true,
      });
    });

    test('a refusal to confirm is kept with its code', () => {
      expect(judge('019', null)).toMatchObject({
        kind: 'unknown',
        rejection: { code: '019', fault: 'duplicate' },
        orderSeen: false,
      });
      expect(judge('000', 'failed')).toMatchObject({
        kind: 'unknown',
        rejection: { code: '000', fault: 'order' },
        orderSeen: true,
      });
    });

    test('the reason of an unknown names the code and no text of the answer', () => {
      expect(judge('099', null)).toMatchObject({ reason: 'code 099 (in process)' });
      expect(judge('000', 'cancelled')).toMatchObject({ reason: 'code 000 without a listed status' });
    });
  });

  describe('the HTTP status', () => {
    test.each([400, 401, 403, 404, 409, 422, 499])('a listed refusal in JSON counts under %d', (httpStatus) => {
      expect(summary(judge('013', null, httpStatus))).toBe('rejected');
      expect(summary(judge('016', 'failed', httpStatus))).toBe('rejected');
      expect(summary(judge('083', null, httpStatus))).toBe('unknown');
    });

    test.each([400, 403, 404])('neither a delivery nor a reversal counts under %d', (httpStatus) => {
      expect(summary(judge('000', 'delivered', httpStatus))).toBe('seen');
      expect(judge('000', 'reversed', httpStatus).kind).toBe('unknown');
      expect(summary(judge('000', 'failed', httpStatus))).toBe('seen');
    });

    test.each([100, 300, 301, 302, 307, 308, 408, 429, 500, 502, 503, 504, 599, 600])(
      'under %d nothing is settled by the text',
      (httpStatus) => {
        for (const code of ['000', '013', '016', '018', '040', '087']) {
          for (const status of STATUSES) expect(judge(code, status, httpStatus).kind).toBe('unknown');
        }
      },
    );

    test.each([401, 403])('a bare %d is a refusal at the door', (httpStatus) => {
      for (const text of ['', '<html>Forbidden</html>']) {
        expect(judgeSend(readAnswer(httpStatus, text), ORDER)).toEqual({
          kind: 'rejected',
          code: `http_${httpStatus}`,
          fault: 'account',
          reason: 'The provider cannot take orders at the moment.',
          elsewhere: true,
        });
      }
      expect(summary(judgeSend(readAnswer(httpStatus, '{"message":"Unauthorized"}'), ORDER))).toBe('unknown');
    });

    // fault V7: on the send
    test.each([200, 204, 400, 404, 500])('text that is not JSON settles nothing under %d', (httpStatus) => {
      for (const text of ['', '<html></html>', '{"code":"016","content":{"transactions":{"status":"failed"']) {
        expect(summary(judgeSend(readAnswer(httpStatus, text), ORDER))).toBe('unknown');
      }
    });
  });

  describe('shapes that settle nothing', () => {
    test.each([
      '{"code":"000"}',
      '{"code":"000","content":null}',
      '{"code":"000","content":{"errors":[]}}',
      '{"code":"000","content":{"transactions":[{"status":"delivered"}]}}',
      '{"code":"000","content":{"transactions":{"status":"Delivered"}}}',
      '{"code":"000","content":{"transactions":{"status":["delivered"]}}}',
      '{"code":"000","status":"delivered"}',
      '{"code":"000","response_description":"TRANSACTION SUCCESSFUL","transactionId":"1","amount":"50.00","purchased_code":""}',
      '{"code":"016"}',
      '{"code":["016"],"content":{"transactions":{"status":"failed"}}}',
      '{"code":"","content":{"transactions":{"status":"delivered"}}}',
      '{"content":{"transactions":{"status":"delivered"}}}',
      '{"__proto__":{"code":"013"}}',
      '[{"code":"013"}]',
      '"013"',
      '13',
      'null',
    ])('%s', (text) => {
      expect(judgeSend(readAnswer(200, text), ORDER)).toMatchObject({ kind: 'unknown', rejection: null });
    });
  });

  test("another order's outcome is never taken for ours, and an order in it shows that ours was taken", () => {
    for (const code of ['000', '013', '014', '016', '019', '040']) {
      for (const status of STATUSES) {
        const body = { code, content: { transactions: { ...TRANSACTION, status } }, requestId: '202503101014other' };
        const isShown = LIVE.includes(status) || code === '014' || (code === '000' && status !== 'reversed');
        const outcome = judgeSend(readAnswer(200, JSON.stringify(body)), ORDER);
        expect(summary(outcome)).toBe(isShown ? 'seen' : 'unknown');
      }
    }
  });

  // fault V12: on the send
  test('no answer whatever is delivered or rejected without its proof', () => {
    const anyOr = <T>(...likely: T[]) =>
      fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...likely) }, { weight: 1, arbitrary: fc.jsonValue() });
    const body = fc.record(
      {
        code: fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom('000', '000', '000', 0, '', '013', '016', 16, '040', '099') },
          fc.jsonValue(),
        ),
        content: fc.oneof(
          {
            weight: 4,
            arbitrary: fc.record({
              transactions: fc.record({ status: anyOr('delivered', ...STATUSES), amount: fc.jsonValue() }),
            }),
          },
          fc.jsonValue(),
        ),
        requestId: anyOr(ORDER.providerRef, ORDER.providerRef, null, 'other'),
      },
      { requiredKeys: [] },
    );
    const text = fc.oneof({ weight: 6, arbitrary: body.map((value) => JSON.stringify(value)) }, fc.json(), fc.string());
    const httpStatus = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(200, 200, 200, 201, 400, 401, 403, 429, 500) },
      fc.integer({ min: 100, max: 599 }),
    );
    const counts = { delivered: 0, rejected: 0 };
    fc.assert(
      fc.property(httpStatus, text, (status, body) => {
        const outcome = judgeSend(readAnswer(status, body), ORDER);
        if (outcome.kind === 'delivered') {
          counts.delivered += 1;
          const parsed = JSON.parse(body);
          expect(Math.floor(status / 100)).toBe(2);
          expect(['000', 0]).toContain(parsed.code);
          expect(parsed.content.transactions.status).toBe('delivered');
          expect([ORDER.providerRef, null, undefined, '']).toContain(parsed.requestId);
        } else if (outcome.kind === 'rejected') {
          counts.rejected += 1;
          if (outcome.code.startsWith('http_')) return expect([401, 403]).toContain(status);
          const parsed = JSON.parse(body);
          expect([2, 4]).toContain(Math.floor(status / 100));
          expect([408, 429]).not.toContain(status);
          expect(['000', '016', ...REJECTED]).toContain(outcome.code);
          expect(Number(parsed.code)).toBe(Number(outcome.code));
          if (outcome.code === '000') expect(parsed.content.transactions.status).toBe('reversed');
          if (outcome.code === '016') expect(parsed.content.transactions.status).toBe('failed');
          expect([ORDER.providerRef, null, undefined, '']).toContain(parsed.requestId);
        } else {
          expect(outcome.kind).toBe('unknown');
        }
      }),
      { numRuns: 3000, seed: 1021 },
    );
    expect(counts.delivered).toBeGreaterThan(5);
    expect(counts.rejected).toBeGreaterThan(50);
  });
});
