import { chargeFields, tokenFields } from '@topup/core/shared';
import { NAMED, toProductData } from './purchase-response';

const isNamed = (name: string) => NAMED.some((each) => each === name);

const electricity = {
  productType: 'ELECTRICITY' as const,
  details: { disco: 'ikeja-electric', meter_number: 'removed' },
  providerOrder: {
    serviceId: 'ikeja-electric',
    variationCode: 'prepaid',
    subscriptionType: null,
    contactPhone: 'removed',
  },
};

describe('the answer about a purchase whose personal data was removed breaks its contract', () => {
  test.each(['initiated', 'pending', 'failed', 'refunded'] as const)(
    '%s: no token, whatever is known of it',
    (status) => {
      const result = Object.fromEntries(
        [...tokenFields, ...chargeFields, 'units'].map((name) => [name, '1'.repeat(20)]),
      );
      expect(toProductData(electricity, { status, result })).toMatchObject({ token: '', units: null });
      expect(Object.keys(toProductData(electricity, { status, result })).filter(isNamed)).toEqual([]);
    },
  );

  test.each([...tokenFields, ...chargeFields])('the answer of a success has %s', (name) => {
    expect(toProductData(electricity, { status: 'success', result: { [name]: '1' } })).toMatchObject({ [name]: '1' });
  });

  test('the token is empty, because it is 20 digits or nothing; the rest says that it was removed', () => {
    const result = { token: 'removed', units: '12.3', customer_name: 'removed', address: 'removed' };
    expect(toProductData(electricity, { status: 'success', result })).toEqual({
      disco: 'ikeja-electric',
      meter_number: 'removed',
      customer_name: 'removed',
      address: 'removed',
      token: '',
      units: '12.3',
    });
  });
});
