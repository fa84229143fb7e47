import { toProductData } from './purchase-response';

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
