import fc from 'fast-check';
import { readCallback } from './read-callback';

const REQUEST_ID = '2025031010140190a1b2c3d4e57f8a9bacbdcedfe0f1a2';

describe('settled orders would wait for the schedule, or a stranger could make us do more than requery', () => {
  test('an order that was settled later', () => {
    const body = {
      type: 'transaction-update',
      data: {
        code: '040',
        content: {
          transactions: {
            status: 'reversed',
            unique_element: '08031234567',
            amount: 50,
            transactionId: '1583519914158857111079',
          },
        },
        response_description: 'TRANSACTION REVERSAL TO WALLET',
        amount: 48.5,
        transaction_date: null,
        requestId: REQUEST_ID,
        wallet_credit_id: '1',
      },
    };
    expect(readCallback(body)).toEqual({ kind: 'transaction', requestId: REQUEST_ID });
  });

  test('a price list that changed', () => {
    const body = {
      type: 'variations-update',
      response_description: 'VARIATION CODE UPDATE',
      serviceID: 'glo-sme-data',
      summary: { added_variation_codes: 1 },
      data: { response_description: '000', content: { serviceID: 'glo-sme-data', variations: [] } },
      datetime: '2025-06-11 23-31-15',
    };
    expect(readCallback(body)).toEqual({ kind: 'variations', serviceId: 'glo-sme-data' });
  });

  test.each([
    {},
    null,
    [],
    'transaction-update',
    { type: 'transaction-update' },
    { type: 'transaction-update', requestId: REQUEST_ID },
    { type: 'transaction-update', data: { requestId: '' } },
    { type: 'transaction-update', data: { requestId: 202503101014 } },
    { type: 'transaction-update', data: { requestId: [REQUEST_ID] } },
    { type: 'transaction-update', data: { requestId: `${REQUEST_ID}\n` } },
    { type: 'transaction-update', data: { requestId: "1' OR '1'='1" } },
    { type: 'transaction-update', data: { requestId: '1'.repeat(65) } },
    { type: 'transaction-update', data: [{ requestId: REQUEST_ID }] },
    { type: 'TRANSACTION-UPDATE', data: { requestId: REQUEST_ID } },
    { type: ['transaction-update'], data: { requestId: REQUEST_ID } },
    { type: 'variations-update' },
    { type: 'variations-update', serviceID: 'mtn-data?x=1' },
    { type: 'variations-update', serviceID: '../pay' },
    { type: 'variations-update', serviceID: { toString: 'dstv' } },
    JSON.parse(`{"__proto__":{"type":"transaction-update","data":{"requestId":"${REQUEST_ID}"}}}`),
  ])('%j is no callback', (body) => {
    expect(readCallback(body)).toBeNull();
  });

  test('no JSON makes it throw, or brings more than a short plain name', () => {
    const name = fc.oneof(fc.stringMatching(/^[0-9a-z-]{1,80}$/), fc.string(), fc.jsonValue());
    const likely = fc.record({
      type: fc.oneof(fc.constantFrom('transaction-update', 'variations-update'), fc.jsonValue()),
      data: fc.oneof(fc.record({ requestId: name }), fc.jsonValue()),
      serviceID: name,
    });
    let read = 0;
    fc.assert(
      fc.property(fc.oneof(likely, fc.jsonValue()), (body) => {
        const callback = readCallback(body);
        if (callback === null) return;
        read += 1;
        expect(callback.kind === 'transaction' ? callback.requestId : callback.serviceId).toMatch(
          /^[0-9A-Za-z-]{1,64}$/,
        );
      }),
      { numRuns: 1000, seed: 1021 },
    );
    expect(read).toBeGreaterThan(50);
  });
});
