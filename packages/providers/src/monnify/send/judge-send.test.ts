import type { SendOutcome } from '@topup/core/provider';
import fc from 'fast-check';
import { AIRTIME, failure, METER, success, vend } from '../../../test/stub-monnify';
import { readAnswer } from '../answer/read-answer';
import { FOREIGN, judgeSend } from './judge-send';

const LISTED = ['SUCCESS', 'IN_PROGRESS', 'PENDING', 'PROCESSING', 'FAILED'];
/** Words that clients of Monnify expect, and others: none of them is in Monnify's pages. */
const UNLISTED = ['FAILURE', 'UNSUCCESSFUL', 'PAID', 'REVERSED', 'success', '', 'SUCCESS '];
const STATUSES = [...LISTED, ...UNLISTED, null];

const text = (value: string | null): string => (value === null ? '' : JSON.stringify(value));
const judge = (body: string, httpStatus = 200): SendOutcome => judgeSend(readAnswer(httpStatus, body), AIRTIME);
const judgeVend = (own: Record<string, string>, httpStatus = 200) => judge(success(vend(own)), httpStatus);

/** `delivered`, `rejected`, or for an unknown: `seen` when it proves the order. */
function summary(outcome: SendOutcome): string {
  if (outcome.kind !== 'unknown') return outcome.kind;
  expect(outcome.rejection).toBeNull();
  return outcome.orderSeen ? 'seen' : 'unknown';
}

describe('a customer would be refunded for what was delivered, or charged for what was not', () => {
  test.each(STATUSES.flatMap((status) => STATUSES.map((payment) => [status, payment] as const)))(
    'a vend of status %p with a payment of status %p',
    (status, payment) => {
      const delivered = status === 'SUCCESS' && [null, 'SUCCESS', 'PAID'].includes(payment);
      expect(summary(judgeVend({ vendStatus: text(status), status: text(payment) }))).toBe(
        delivered ? 'delivered' : 'seen',
      );
    },
  );

  test('a delivery carries what it cost, and who has delivered what', () => {
    expect(judgeVend({})).toEqual({
      kind: 'delivered',
      costKobo: 9_748n,
      providerTransactionId: 'MFBP2503101014027a41',
      mismatch: null,
      goods: null,
    });
  });

  test('an early FAILED is to be confirmed, because a requery may still find it delivered', () => {
    expect(judgeVend({ vendStatus: '"FAILED"' })).toEqual({
      kind: 'unknown',
      reason: 'status FAILED',
      rejection: null,
      orderSeen: true,
    });
  });

  test.each([400, 404, 409, 422, 429, 500, 503, 200])('no error text and no code refuses under %d', (httpStatus) => {
    for (const body of [
      failure('Insufficient balance'),
      failure('Invalid product', '0'),
      failure('anything', '401'),
      failure(`Transaction not found for reference: ${AIRTIME.providerRef}`),
    ])
      expect(summary(judge(body, httpStatus))).toBe('unknown');
  });

  test('a delivery without the fields that prove it is unknown', () => {
    for (const body of [
      success(vend(), { requestSuccessful: '' }),
      success(vend(), { requestSuccessful: '"true"' }),
      success(vend(), { responseCode: '' }),
      success(vend(), { responseCode: '"99"' }),
      success(vend(), { responseCode: '"00"' }),
      success('null'),
      success(''),
      success('{}'),
      success(`[${vend()}]`),
      success(vend({ vendReference: '' })),
      success(vend({ vendReference: 'null' })),
      `[${success(vend())}]`,
      `{"__proto__":${success(vend())}}`,
      success(vend()).slice(0, -1),
      `${success(vend())}}`,
      '<html>OK</html>',
      '',
      'null',
    ])
      expect([body, judge(body).kind]).toEqual([body, 'unknown']);
  });

  test.each([100, 201, 204, 299])('%d: only a status of 2xx delivers', (httpStatus) => {
    expect(judgeVend({}, httpStatus).kind).toBe(httpStatus >= 200 ? 'delivered' : 'unknown');
  });

  test.each([301, 302, 307, 400, 404, 408, 429, 500, 502, 503, 504, 599])(
    'under %d a delivery is unknown, and its order was seen',
    (httpStatus) => {
      expect(summary(judgeVend({}, httpStatus))).toBe('seen');
    },
  );
});

describe('a refusal at the door would be taken for an order, or an order for a refusal', () => {
  test.each([401, 403])('%d refuses in whatever words, and another provider may be asked', (httpStatus) => {
    for (const body of ['', '<html>Forbidden</html>', '{"error":"invalid_token"}', failure('Bills are not active')])
      expect(judge(body, httpStatus)).toEqual({
        kind: 'rejected',
        code: `http_${httpStatus}`,
        reason: 'The provider cannot take orders at the moment.',
        fault: 'account',
        elsewhere: true,
      });
  });

  test.each([401, 403])('%d beside an order, or beside a success, refuses nothing', (httpStatus) => {
    expect(summary(judgeVend({}, httpStatus))).toBe('seen');
    expect(summary(judgeVend({ vendStatus: '"IN_PROGRESS"' }, httpStatus))).toBe('seen');
    expect(summary(judge(success('null'), httpStatus))).toBe('unknown');
    expect(summary(judge(success(vend(), { requestSuccessful: 'false' }), httpStatus))).toBe('seen');
  });
});

describe('the reference that makes "not found" mean something is lost', () => {
  test.each(['"MFBP-MDR-43901766923-260625173742f9cb"', '"x"', '17', '""', '{}', '[]', 'true'])(
    'an answer that echoes %s is about none of our orders, and ours was taken',
    (reference) => {
      for (const vendStatus of ['"SUCCESS"', '"FAILED"', '"IN_PROGRESS"'])
        expect(judgeVend({ vendReference: reference, vendStatus })).toEqual({
          kind: 'unknown',
          reason: FOREIGN,
          rejection: null,
          orderSeen: true,
        });
    },
  );

  test.each(['', 'null'])(
    'the provider still took an order without a reference (%p), no matter what its state is',
    (reference) => {
      for (const vendStatus of ['"SUCCESS"', '"FAILED"', '"IN_PROGRESS"', ''])
        expect(summary(judgeVend({ vendReference: reference, vendStatus }))).toBe('seen');
      expect(summary(judgeVend({ vendReference: reference, vendStatus: '"SUCCESS"', transactionReference: '' }))).toBe(
        'seen',
      );
      expect(summary(judge(success('{}')))).toBe('unknown');
    },
  );

  test('an error that echoes another one as well', () => {
    expect(judgeVend({ vendReference: '"MFBP-MDR-1"' }, 500)).toMatchObject({ reason: FOREIGN, orderSeen: true });
  });
});

describe('a customer would get a token that opens no meter, or none', () => {
  const judgeMeter = (own: Record<string, string>) =>
    judgeSend(
      readAnswer(
        200,
        success(
          vend({ customerId: '"0412345678901"', productCode: '"product-ikedc-pre"', vendAmount: '5000', ...own }),
        ),
      ),
      METER,
    );
  const TOKEN = '"3772-0340-4164-5060-0336"';

  test('the token is 20 digits without dashes, the units are a text', () => {
    expect(judgeMeter({ metaData: `{"token":${TOKEN},"unit":"4.5"}` })).toMatchObject({
      kind: 'delivered',
      mismatch: null,
      goods: { token: '37720340416450600336', bonusToken: null, units: '4.5' },
    });
  });

  test.each([
    ['flat', { token: '"0772 0340 4164 5060 0336"' }, '07720340416450600336'],
    ['of 19 digits', { metaData: '{"token":"377203404164506033"}' }, null],
    ['with a letter', { metaData: '{"token":"3772034041645060033X"}' }, null],
    ['the text null', { metaData: '{"token":"null"}' }, null],
    ['not there', { metaData: '{}' }, null],
    ['not there at all', {}, null],
  ])('a token that is %s', (_, own: Record<string, string>, token) => {
    expect(judgeMeter(own)).toMatchObject({ kind: 'delivered', goods: { token } });
  });

  const [K1, K2, ENERGY] = ['1111-2222-3333-4444-5555', '2222-3333-4444-5555-6666', '0999-8888-7777-6666-5555'];
  const KEYS = ['11112222333344445555', '22223333444455556666'];
  test.each([
    ['fields', { metaData: `{"kct1":"${K1}","kct2":"${K2}","token":"${ENERGY}"}` }],
    ['one text', { metaData: `{"token":"KCT1 : ${K1} KCT2 : ${K2} Token : ${ENERGY}"}` }],
    ['a flat text', { token: `"Token : ${ENERGY} KCT1 : ${K1} KCT2 : ${K2}"` }],
  ])('key change tokens in %s are named', (_, own: Record<string, string>) => {
    expect(judgeMeter(own)).toMatchObject({
      mismatch: null,
      goods: { keyChangeTokens: KEYS, token: '09998888777766665555' },
    });
  });

  test.each([
    ['without labels', { metaData: `{"token":"${K1}, ${K2}, ${ENERGY}"}` }],
    ['with one missing', { metaData: `{"kct2":"${K2}","token":"${ENERGY}"}` }],
    ['that contradict each other', { metaData: `{"token":"${ENERGY}"}`, token: `"${K1}"` }],
  ])('tokens %s are asked for again, and a person looks', (_, own: Record<string, string>) => {
    expect(judgeMeter(own)).toMatchObject({
      kind: 'delivered',
      mismatch: expect.stringContaining('token'),
      goods: { keyChangeTokens: [], token: null, bonusToken: null },
    });
  });

  test('a postpaid bill buys no units: what looks like a token would be sent to the customer', () => {
    const body = success(vend({ metaData: `{"token":${TOKEN},"unit":"4.5"}`, customerName: '"ADA OBI"' }));
    expect(judgeSend(readAnswer(200, body), { ...METER, variationCode: 'postpaid' })).toMatchObject({
      kind: 'delivered',
      goods: { token: null, bonusToken: null, units: null, customerName: 'ADA OBI' },
    });
  });

  test.each([
    ['another meter', '"0412345678902"', null],
    ['its own without the leading zero', '"412345678901"', '09998888777766665555'],
  ])('a token for %s', (_, customerId, token) => {
    expect(judgeMeter({ customerId, metaData: `{"token":"${ENERGY}"}` })).toMatchObject({
      kind: 'delivered',
      mismatch: expect.stringContaining('customer'),
      goods: { token },
    });
  });

  test.each([
    ['customerId', '"0412345678902"', 'customer …8902 instead of …8901'],
    ['productCode', '"product-ikedc-post"', 'product product-ikedc-post instead of product-ikedc-pre'],
    ['vendAmount', '500', 'amount 500.00 instead of 5000.00'],
  ])('a delivery with another %s (%s) is one for a person to look at', (name, value, words) => {
    expect(judgeMeter({ [name]: value })).toMatchObject({ kind: 'delivered', mismatch: `delivered with ${words}` });
  });
});

describe('the books would have a cost that nobody charged', () => {
  test.each([
    ['110.50', '13.02', 9_748n],
    ['"110.50"', '"13.02"', 9_748n],
    ['4.35', '0', 435n],
    ['999999999999.99', '0.01', 99_999_999_999_998n],
    ['1e40', '0', null],
    ['1.105E2', '0', 11_050n],
    ['110', '10', 10_000n],
    ['110.505', '10', null],
    ['110', '110.01', null],
    ['-1', '0', null],
    ['110', '', null],
    ['', '10', null],
    ['null', 'null', null],
  ])('payable %s less commission %s', (payableAmount, commission, costKobo) => {
    expect(judgeVend({ payableAmount, commission })).toMatchObject({ kind: 'delivered', costKobo });
  });
});

test('no answer whatever is delivered or rejected without its proof', () => {
  const likely = <T>(...values: T[]) =>
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: fc.jsonValue() });
  const body = fc.record({
    requestSuccessful: likely<unknown>(true, true, true, false, undefined),
    responseCode: likely<unknown>('0', '0', '0', '99', undefined),
    responseBody: fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          vendReference: likely<unknown>(AIRTIME.providerRef, AIRTIME.providerRef, 'other', null, undefined),
          vendStatus: likely<unknown>('SUCCESS', 'SUCCESS', 'SUCCESS', 'FAILED', 'PENDING', 'PAID', undefined),
          status: likely<unknown>('SUCCESS', undefined, null, 'PENDING', 'PAID', 'FAILURE'),
        }),
      },
      fc.jsonValue(),
    ),
  });
  const anyText = fc.oneof(
    { weight: 8, arbitrary: body.map((value) => JSON.stringify(value)) },
    fc.json(),
    fc.string(),
  );
  const anyStatus = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(200, 200, 200, 201, 400, 401, 403, 500) },
    fc.integer({ min: 100, max: 599 }),
  );
  const counts = { delivered: 0, rejected: 0 };
  fc.assert(
    fc.property(anyStatus, anyText, (httpStatus, written) => {
      const outcome = judge(written, httpStatus);
      if (outcome.kind === 'delivered') {
        counts.delivered += 1;
        const json = JSON.parse(written);
        expect(Math.floor(httpStatus / 100)).toBe(2);
        expect([json.requestSuccessful, String(json.responseCode)]).toEqual([true, '0']);
        expect(json.responseBody).toMatchObject({ vendReference: AIRTIME.providerRef, vendStatus: 'SUCCESS' });
        expect([...LISTED.slice(1), 'FAILURE', '']).not.toContain(json.responseBody.status);
      } else if (outcome.kind === 'rejected') {
        counts.rejected += 1;
        expect([401, 403]).toContain(httpStatus);
      } else expect(outcome.kind).toBe('unknown');
    }),
    { numRuns: 6_000, seed: 1117 },
  );
  expect(counts.delivered).toBeGreaterThan(20);
  expect(counts.rejected).toBeGreaterThan(50);
});
