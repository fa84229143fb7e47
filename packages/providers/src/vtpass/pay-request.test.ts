// If this broke, VTpass would refuse every order around midnight (085), or charge another amount than the customer paid.
import fc from 'fast-check';
import { ORDER } from '../../test/stub-provider';
import { airtimeRequest, mintRef } from './pay-request';

describe('mintRef', () => {
  const id = '0190a1b2-c3d4-e57f-8a9b-acbdcedfe0f1';
  test.each([
    ['an hour before Lagos midnight', '2025-03-10T22:00:00.000Z', '202503102300'],
    ['the last minute of the Lagos day', '2025-03-10T22:59:59.999Z', '202503102359'],
    ['the first minute of the next Lagos day, while UTC is still on the old one', '2025-03-10T23:00:00.000Z', '202503110000'],
    ['a Lagos new year', '2024-12-31T23:30:00.000Z', '202501010030'],
    ['a leap day', '2024-02-28T23:05:00.000Z', '202402290005'],
    ['summer, which Lagos does not have', '2025-07-01T09:14:16.000Z', '202507011014'],
  ])('%s', (_, at, minute) => {
    expect(mintRef(id, new Date(at))).toBe(`${minute}0190a1b2c3d4e57f8a9bacbdcedfe0f1`);
  });
});

describe('airtimeRequest', () => {
  test('names the order, the network, the amount in naira and the phone as text', () => {
    expect(airtimeRequest(ORDER)).toEqual({ request_id: ORDER.providerRef, serviceID: 'mtn', amount: 100.5, phone: '08031234567' });
  });

  test('every amount there is reaches the wire as the exact decimal', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 99_999_999_999n }), (amountKobo) => {
        const text = /"amount":([0-9.]+),/.exec(JSON.stringify(airtimeRequest({ ...ORDER, amountKobo })))?.[1] ?? '';
        const [naira = '', decimals = ''] = text.split('.');
        expect(decimals.length).toBeLessThanOrEqual(2);
        expect(BigInt(naira + decimals.padEnd(2, '0'))).toBe(amountKobo);
      }),
    );
  });
});
