import type { ProviderOrder } from '@topup/core/provider';
import { exampleOrders } from '@topup/testkit';
import fc from 'fast-check';
import { ORDER } from '../../../test/stub-provider';
import { VTPASS } from '../profile';
import { payRequest } from './pay-request';

describe('VTpass would deliver something else than was paid for', () => {
  const DATA: ProviderOrder = {
    ...ORDER,
    productType: 'DATA',
    serviceId: 'glo-sme-data',
    variationCode: 'glo-weekly-2gb',
    contactPhone: '08099999999',
  };
  const CARD = '7031234567';
  const CHANGE: ProviderOrder = {
    ...ORDER,
    productType: 'CABLE_TV',
    serviceId: 'gotv',
    recipient: CARD,
    amountKobo: 360_000n,
    variationCode: 'gotv-max',
    subscriptionType: 'change',
    contactPhone: '08099999999',
  };
  const PREPAID: ProviderOrder = {
    ...ORDER,
    productType: 'ELECTRICITY',
    serviceId: 'jos-electric',
    recipient: '0412345678901',
    amountKobo: 150_075n,
    variationCode: 'prepaid',
    contactPhone: '08099999999',
  };

  describe('payRequest', () => {
    test.each(VTPASS.sells)('%s: the service, the package and the number of the customer', (productType) => {
      const { serviceId, code } = exampleOrders[productType];
      const request = payRequest({ ...CHANGE, productType, serviceId, variationCode: code });
      expect(request).toMatchObject({ serviceID: serviceId, ...(code !== null && { variation_code: code }) });
      expect([request?.billersCode, request?.phone]).toContain(CARD);
    });

    test.each<[string, ProviderOrder, object]>([
      ['airtime: the phone to load', ORDER, { serviceID: 'mtn', amount: 100.5, phone: '08031234567' }],
      [
        'data: the number to load twice, never our price',
        DATA,
        {
          serviceID: 'glo-sme-data',
          billersCode: '08031234567',
          variation_code: 'glo-weekly-2gb',
          phone: '08031234567',
        },
      ],
      [
        'another package for GOtv',
        CHANGE,
        {
          serviceID: 'gotv',
          billersCode: CARD,
          variation_code: 'gotv-max',
          amount: 3600,
          phone: '08099999999',
          subscription_type: 'change',
        },
      ],
      [
        'another package for DStv',
        { ...CHANGE, serviceId: 'dstv', variationCode: 'dstv79' },
        {
          serviceID: 'dstv',
          billersCode: CARD,
          variation_code: 'dstv79',
          amount: 3600,
          phone: '08099999999',
          subscription_type: 'change',
        },
      ],
      [
        'a renewal: what was paid, and no package',
        { ...CHANGE, serviceId: 'dstv', subscriptionType: 'renew' },
        { serviceID: 'dstv', billersCode: CARD, amount: 3600, phone: '08099999999', subscription_type: 'renew' },
      ],
      [
        'a renewal that names no package',
        { ...CHANGE, variationCode: null, subscriptionType: 'renew' },
        { serviceID: 'gotv', billersCode: CARD, amount: 3600, phone: '08099999999', subscription_type: 'renew' },
      ],
      [
        'StarTimes, which knows no kinds of subscription',
        { ...CHANGE, serviceId: 'startimes', variationCode: 'nova', subscriptionType: 'renew' },
        { serviceID: 'startimes', billersCode: CARD, variation_code: 'nova', amount: 3600, phone: '08099999999' },
      ],
      [
        'prepaid electricity: the meter with its leading zero',
        PREPAID,
        {
          serviceID: 'jos-electric',
          billersCode: '0412345678901',
          variation_code: 'prepaid',
          amount: 1500.75,
          phone: '08099999999',
        },
      ],
      [
        'postpaid electricity',
        { ...PREPAID, variationCode: 'postpaid' },
        {
          serviceID: 'jos-electric',
          billersCode: '0412345678901',
          variation_code: 'postpaid',
          amount: 1500.75,
          phone: '08099999999',
        },
      ],
    ])('%s', (_, order, body) => {
      // as JSON, because a field that is undefined must not reach the wire as null
      expect(JSON.parse(JSON.stringify(payRequest(order)))).toStrictEqual({ request_id: ORDER.providerRef, ...body });
    });

    test.each<[string, ProviderOrder]>([
      ['data without a plan', { ...DATA, variationCode: null }],
      ['a change to no package', { ...CHANGE, variationCode: null }],
      ['GOtv without a kind of subscription', { ...CHANGE, subscriptionType: null }],
      ['StarTimes without a package', { ...CHANGE, serviceId: 'startimes', variationCode: null }],
      ['electricity of no kind of meter', { ...PREPAID, variationCode: null }],
    ])('%s cannot be ordered', (_, order) => {
      expect(payRequest(order)).toBeNull();
    });

    test('every amount there is reaches the wire as the exact decimal', () => {
      fc.assert(
        fc.property(
          fc.bigInt({ min: 1n, max: 99_999_999_999n }),
          fc.constantFrom(ORDER, CHANGE, PREPAID),
          (amountKobo, order) => {
            const text = /"amount":([0-9.]+),/.exec(JSON.stringify(payRequest({ ...order, amountKobo })))?.[1] ?? '';
            const [naira = '', decimals = ''] = text.split('.');
            expect(decimals.length).toBeLessThanOrEqual(2);
            expect(BigInt(naira + decimals.padEnd(2, '0'))).toBe(amountKobo);
          },
        ),
      );
    });
  });
});
