import type { RequeryOutcome } from '@topup/core/provider';
import fc from 'fast-check';
import { AIRTIME, page, refusal, topUp } from '../../../test/stub-reloadly';
import { readReport } from '../statement/read-report';
import { judgeRequery } from './judge-requery';

const judge = (body: string, httpStatus = 200): RequeryOutcome => judgeRequery(readReport(httpStatus, body), AIRTIME);

describe('an order still on its way would be refunded, or a failed look-up would end an order', () => {
  test.each([
    ['SUCCESSFUL', 'delivered'],
    ['FAILED', 'rejected'],
    ['REFUNDED', 'rejected'],
    ['PROCESSING', 'open'],
    ['PENDING', 'open'],
    ['CANCELLED', 'open'],
    ['failed', 'open'],
    ['', 'open'],
  ])('status %s is %s', (status, kind) => {
    expect(judge(page([topUp({ status: JSON.stringify(status) })])).kind).toBe(kind);
  });

  test('an order without a status is still there', () => {
    expect(judge(page([topUp({ status: '' })]))).toEqual({
      kind: 'open',
      reason: 'an order without a status',
      stuck: false,
    });
  });

  test('what was refunded was never delivered', () => {
    expect(judge(page([topUp({ status: '"REFUNDED"' })]))).toEqual({
      kind: 'rejected',
      reversed: false,
      code: 'REFUNDED',
      fault: 'order',
      reason: 'The provider could not complete the order.',
    });
  });

  test('two orders for our reference are for a person: their check lets requests at the same time through', () => {
    for (const status of ['"SUCCESSFUL"', '"FAILED"'])
      expect(judge(page([topUp(), topUp({ transactionId: '181342', status })]))).toEqual({
        kind: 'open',
        reason: 'two orders for one reference',
        stuck: true,
      });
  });

  test('our reference in other letters is an order for a person to look at, and never "not found"', () => {
    const other = topUp({ customIdentifier: `"${AIRTIME.providerRef.toUpperCase()}"`, status: '"SUCCESSFUL"' });
    expect(judge(page([other]))).toEqual({
      kind: 'open',
      reason: 'the order has our reference in other letters',
      stuck: true,
    });
    expect(judge(page([other, topUp({ transactionId: '7', status: '"FAILED"' })]))).toMatchObject({
      kind: 'open',
      reason: 'two orders for one reference',
      stuck: true,
    });
  });
});

describe('"not found" refunds, so it must be the whole list of our reference', () => {
  test('an empty page is one', () => {
    expect(judge(page([]))).toEqual({ kind: 'missing' });
  });

  test.each([
    ['more pages', page([], { last: 'false' })],
    ['rows that are not here', page([], { totalElements: '1' })],
    ['no number of rows', page([], { totalElements: '' })],
    ['no word on its end', page([], { last: '' })],
    ['a word on its end that is a text', page([], { last: '"true"' })],
    ['no list', page([], { content: 'null' })],
    ['a list in a text', page([], { content: '"[]"' })],
    ['a row that is no order', page(['{}'])],
    ['a row without an id', page([topUp({ transactionId: '' })])],
    ['orders of others', page([topUp({ customIdentifier: '"other"' })])],
    ['orders of nobody', page([topUp({ customIdentifier: 'null' })])],
    ['a refusal', refusal('INVALID_INPUT_PROVIDED')],
    ['an empty object', '{}'],
    ['an empty list', '[]'],
    ['half of it', page([]).slice(0, -1)],
    ['a page of HTML', '<html>'],
    ['nothing', ''],
  ])('with %s nothing was learnt', (_, body) => {
    expect(judge(body).kind).toBe('unanswered');
  });

  test.each([204, 302, 400, 401, 403, 404, 429, 500, 502, 503])('under %d nothing was learnt', (httpStatus) => {
    const bodies = httpStatus === 204 ? [''] : [page([]), page([topUp()]), page([topUp({ status: '"FAILED"' })])];
    for (const body of bodies) expect(judge(body, httpStatus).kind).toBe('unanswered');
  });
});

test('whatever text comes back, an order ends only by what proves it', () => {
  const anyPage = fc.record({
    content: fc.array(fc.oneof(fc.constant({ transactionId: 5, status: 'FAILED' }), fc.jsonValue()), { minLength: 1 }),
    last: fc.constantFrom(true, true, false, 'true'),
    totalElements: fc.constantFrom(0, 1, 2),
  });
  const text = fc.oneof(
    anyPage.map((value) => JSON.stringify(value)),
    fc.json(),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.constantFrom(200, 201, 400, 404, 500), text, (httpStatus, body) => {
      expect(judge(body, httpStatus).kind).toBe('unanswered');
    }),
    { numRuns: 2_000, seed: 1120 },
  );
});
