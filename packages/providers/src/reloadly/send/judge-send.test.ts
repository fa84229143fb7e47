import type { SendOutcome } from '@topup/core/provider';
import fc from 'fast-check';
import { AIRTIME, DATA, refusal, topUp } from '../../../test/stub-reloadly';
import { readAnswer } from '../answer/read-answer';
import { judgeSend } from './judge-send';

const judge = (body: string, httpStatus = 200): SendOutcome => judgeSend(readAnswer(httpStatus, body), AIRTIME);

/** Refused before anything was written down, by its HTTP status: from the fact sheet of Reloadly. */
const REFUSING: readonly (readonly [number, string])[] = [
  [400, 'INVALID_INPUT_PROVIDED INVALID_AMOUNT_FOR_OPERATOR INVALID_LOCAL_AMOUNT_FOR_OPERATOR'],
  [400, 'LOCAL_AMOUNTS_NOT_SUPPORTED_BY_OPERATOR INVALID_RECIPIENT_PHONE INVALID_PHONE_NUMBER INVALID_SENDER_PHONE'],
  [400, 'OPERATOR_AND_RECIPIENT_PHONE_MISMATCH OPERATOR_NOT_IN_SERVICE PHONE_RECENTLY_RECHARGED'],
  [400, 'RECIPIENT_HAS_PENDING_TRANSACTION RECIPIENT_REACHED_MAX_TOPUP_NUMBER PHONE_BANNED_BY_OPERATOR'],
  [400, 'MAX_DAILY_TRANSACTION_AMOUNT_REACHED MAX_DAILY_TRANSACTION_COUNT_REACHED INACTIVE_ACCOUNT'],
  [400, 'ACCOUNT_NOT_FOUND INSUFFICIENT_BALANCE'],
  [401, 'INVALID_TOKEN MISSING_TOKEN INVALID_CREDENTIALS'],
  [404, 'COULD_NOT_AUTO_DETECT_OPERATOR OPERATOR_NOT_FOUND'],
  [409, 'COUNTRY_NOT_SUPPORTED'],
  [503, 'OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE'],
];
const refusing = REFUSING.flatMap(([httpStatus, codes]) => codes.split(' ').map((code) => [code, httpStatus] as const));
const REFUSING_CODES: readonly string[] = refusing.map(([code]) => code);
/** For a reason of Reloadly alone; the others would be refused by every provider, or only look like ours to mend. */
const NOT_ELSEWHERE = `INVALID_INPUT_PROVIDED INVALID_SENDER_PHONE INVALID_RECIPIENT_PHONE INVALID_PHONE_NUMBER
   OPERATOR_AND_RECIPIENT_PHONE_MISMATCH COULD_NOT_AUTO_DETECT_OPERATOR RECIPIENT_REACHED_MAX_TOPUP_NUMBER
   PHONE_BANNED_BY_OPERATOR RECIPIENT_HAS_PENDING_TRANSACTION`.split(/\s+/);
/** An attempt was made, or nobody knows. */
const UNDECIDED =
  `TRANSACTION_CANNOT_BE_PROCESSED_AT_THE_MOMENT TRANSACTION_FAILED_ON_OPERATOR TRANSACTION_REJECTED_BY_OPERATOR
   TOPUP_TRANSACTION_FAILED PROVIDER_INTERNAL_ERROR REQUEST_FAILED_ON_PROVIDER CONNECTION_TO_OPERATOR_TEMPORARILY_DOWN
   500 INSUFFICIENT_WALLET_BALANCE SOMETHING_NEW`.split(/\s+/);
const HTTP = [400, 401, 403, 404, 408, 409, 422, 429, 500, 502, 503, 504];

describe('a customer would be refunded for what was delivered, or charged for what was rejected', () => {
  test.each(refusing)('%s refuses under %d, and under no other status', (code, its) => {
    for (const httpStatus of HTTP.filter((each) => each !== 429 && each !== 401 && each !== 403)) {
      const outcome = judge(refusal(code), httpStatus);
      expect([httpStatus, outcome.kind]).toEqual([httpStatus, httpStatus === its ? 'rejected' : 'unknown']);
    }
    for (const httpStatus of [200, 201, 204, 302])
      expect(judge(refusal(code), httpStatus)).toMatchObject({ kind: 'unknown', orderSeen: false });
    const outcome = judge(refusal(code), its);
    if (outcome.kind !== 'rejected') throw new Error(outcome.kind);
    expect([outcome.code, outcome.elsewhere ?? false]).toEqual([code, !NOT_ELSEWHERE.includes(code)]);
  });

  test.each(UNDECIDED)('%s refuses nothing under any status', (code) => {
    for (const httpStatus of [200, 400, 404, 408, 409, 422, 500, 502, 503, 504])
      expect(judge(refusal(code), httpStatus)).toMatchObject({ kind: 'unknown', rejection: null, orderSeen: false });
  });

  test.each([400, 404])('an identifier that was used proves that there is an order, under %d too', (httpStatus) => {
    for (const code of ['CUSTOM_IDENTIFIER_ALREADY_USED', 'REFERENCE_ID_ALREADY_USED'])
      expect(judge(refusal(code), httpStatus)).toMatchObject({ kind: 'unknown', rejection: null, orderSeen: true });
  });

  test.each([401, 403, 429])('%d in the words of Reloadly is a refusal at the door', (httpStatus) => {
    for (const body of [
      refusal('SOMETHING_NEW'),
      JSON.stringify({ error: 'access_denied', error_description: 'Forbidden' }),
      JSON.stringify({ timestamp: 1, status: httpStatus, error: 'Unauthorized', path: '/topups' }),
    ])
      expect(judge(body, httpStatus)).toMatchObject({ kind: 'rejected', fault: 'account', elsewhere: true });
    for (const body of ['', '<html>', '{"message":"Forbidden"}', topUp(), refusal('INSUFFICIENT_BALANCE')])
      expect(judge(body, httpStatus).kind).toBe('unknown');
  });

  test.each([
    ['SUCCESSFUL', 'delivered'],
    ['REFUNDED', 'rejected'],
    ['FAILED', 'rejected'],
    ['PROCESSING', 'seen'],
    ['PENDING', 'seen'],
    ['CANCELLED', 'seen'],
    ['successful', 'seen'],
    ['', 'seen'],
  ])('status %s is %s', (status, expected) => {
    const outcome = judge(topUp({ status: JSON.stringify(status) }));
    if (outcome.kind === 'unknown') expect(outcome).toMatchObject({ rejection: null, orderSeen: true });
    expect(outcome.kind).toBe(expected === 'seen' ? 'unknown' : expected);
    if (outcome.kind === 'rejected') expect(outcome.elsewhere).toBeUndefined();
  });

  test.each([301, 400, 401, 403, 404, 429, 500, 502, 503])('a top-up under %d is unknown, and seen', (httpStatus) => {
    for (const status of ['"SUCCESSFUL"', '"FAILED"', '"PROCESSING"'])
      expect(judge(topUp({ status }), httpStatus)).toMatchObject({ kind: 'unknown', orderSeen: true });
  });

  test('a refusal beside an order refuses nothing', () => {
    const both = topUp({ errorCode: '"INSUFFICIENT_BALANCE"', message: '"no"' });
    for (const httpStatus of [200, 400])
      expect(judge(both, httpStatus)).toMatchObject({ kind: 'unknown', orderSeen: true });
  });

  test.each([
    '',
    'null',
    '<html>',
    '[]',
    '{}',
    '{"transactionId":181385}',
    topUp({ status: '' }),
    topUp({ customIdentifier: '' }),
    topUp({ customIdentifier: 'null' }),
    topUp({ customIdentifier: '""' }),
    topUp({ status: '["SUCCESSFUL"]' }),
    `[${topUp()}]`,
    `{"transaction":${topUp()}}`,
    `{"__proto__":${topUp()}}`,
    topUp().slice(0, -1),
  ])('%s settles nothing', (body) => {
    expect(judge(body)).toMatchObject({ kind: 'unknown', rejection: null });
  });

  test('the outcome of another order is never taken for ours, and shows that ours was taken', () => {
    for (const customIdentifier of ['"other"', `"${AIRTIME.providerRef.toUpperCase()}"`, '17', '{}', 'false'])
      for (const status of ['"SUCCESSFUL"', '"FAILED"', '"REFUNDED"'])
        expect(judge(topUp({ customIdentifier, status }))).toMatchObject({ kind: 'unknown', orderSeen: true });
  });
});

describe('the books would have a cost that nobody charged', () => {
  test('a delivery', () => {
    expect(judge(topUp())).toEqual({
      kind: 'delivered',
      costKobo: 9_749n,
      providerTransactionId: '181341',
      mismatch: null,
      goods: null,
    });
  });

  test.each<[string, Record<string, string>, bigint | null]>([
    ['five decimals, by the balances that were read', {}, 9_749n],
    ['no balances: rounded up', { oldBalance: '', newBalance: '' }, 9_749n],
    ['balances that do not fit', { newBalance: '4000' }, 9_749n],
    ['more than a float holds', { ...wallet('90071992547409930.01', '90071992547409920', '10.01') }, 1_001n],
    ['an exponent', { ...wallet('5000', '4999.999962', '3.8E-5') }, 1n],
    ['nothing', { ...wallet('5000', '5000', '0') }, 0n],
    ['below nothing', { cost: '-5' }, null],
    ['no cost', { cost: '' }, null],
    ['a wallet in dollars', { currencyCode: '"USD"' }, null],
  ])('%s', (_, own, costKobo) => {
    expect(judge(topUp({}, own))).toMatchObject({ kind: 'delivered', costKobo });
  });

  test('an id of many digits keeps them all', () => {
    expect(judge(topUp({ transactionId: '123456789012345678' }))).toMatchObject({
      providerTransactionId: '123456789012345678',
    });
  });

  test.each([
    ['recipientPhone', '"2348031234568"', 'recipient …4568 instead of …4567'],
    ['operatorId', '342', 'operator 342 instead of 341'],
    ['requestedAmount', '100', 'amount 100.00 instead of 100.50'],
    ['requestedAmountCurrencyCode', '"USD"', 'an amount in USD instead of NGN'],
  ])('a delivery with another %s is one for a person to look at', (name, value, words) => {
    expect(judge(topUp({ [name]: value }))).toMatchObject({ kind: 'delivered', mismatch: `delivered with ${words}` });
  });

  test('a plan is compared with its own price, not with what the client paid', () => {
    const own = { operatorId: '646', requestedAmount: '499.91' };
    expect(judgeSend(readAnswer(200, topUp(own)), DATA)).toMatchObject({ kind: 'delivered', mismatch: null });
  });
});

function wallet(oldBalance: string, newBalance: string, cost: string): Record<string, string> {
  return { oldBalance, newBalance, cost };
}

test('no answer whatever is delivered or rejected without its proof', () => {
  const likely = <T>(...values: T[]) =>
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: fc.jsonValue() });
  const body = fc.record(
    {
      transactionId: likely<unknown>(1, 181_341, null),
      status: likely<unknown>('SUCCESSFUL', 'FAILED', 'REFUNDED', 'PROCESSING', null),
      customIdentifier: likely<unknown>(AIRTIME.providerRef, AIRTIME.providerRef, 'other', null),
      message: likely<unknown>('words', undefined),
      errorCode: likely<unknown>(undefined, undefined, ...REFUSING_CODES, ...UNDECIDED),
    },
    { requiredKeys: [] },
  );
  const anyText = fc.oneof(
    { weight: 8, arbitrary: body.map((value) => JSON.stringify(value)) },
    fc.json(),
    fc.string(),
  );
  const anyStatus = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(200, 200, 201, 400, 401, 403, 404, 503) },
    fc.integer({ min: 100, max: 599 }),
  );
  const counts = { delivered: 0, rejected: 0 };
  fc.assert(
    fc.property(anyStatus, anyText, (httpStatus, written) => {
      const outcome = judge(written, httpStatus);
      if (outcome.kind === 'unknown') return;
      counts[outcome.kind as 'delivered' | 'rejected'] += 1;
      const json = JSON.parse(written);
      if (outcome.kind === 'delivered' || outcome.code === 'FAILED' || outcome.code === 'REFUNDED') {
        expect(Math.floor(httpStatus / 100)).toBe(2);
        expect(json.customIdentifier).toBe(AIRTIME.providerRef);
        expect(json.status).toBe(outcome.kind === 'delivered' ? 'SUCCESSFUL' : outcome.code);
      } else {
        expect(['SUCCESSFUL', 'PROCESSING', 'PENDING']).not.toContain(json.status);
        if (![401, 403, 429].includes(httpStatus)) expect(refusing).toContainEqual([json.errorCode, httpStatus]);
      }
    }),
    { numRuns: 4_000, seed: 1119 },
  );
  expect(counts.delivered).toBeGreaterThan(20);
  expect(counts.rejected).toBeGreaterThan(50);
});
