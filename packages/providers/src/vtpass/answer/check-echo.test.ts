import { NO_GOODS, type ProviderOrder } from '@topup/core/provider';
import { DELIVERED, ORDER, TRANSACTION } from '../../../test/stub-provider';
import { namesAnotherOrder, readDelivery } from './check-echo';
import { readAnswer } from './read-answer';

const deliveryOf = (changes: Record<string, unknown>, order: ProviderOrder, beside: Record<string, unknown> = {}) =>
  readDelivery(
    readAnswer(200, JSON.stringify({ ...beside, content: { transactions: { ...TRANSACTION, ...changes } } })),
    order,
  );

const mismatchOf = (changes: Record<string, unknown>, order = ORDER) => deliveryOf(changes, order).mismatch;

const DATA: ProviderOrder = {
  ...ORDER,
  productType: 'DATA',
  serviceId: 'mtn-data',
  variationCode: 'mtn-50mb-200',
  amountKobo: 22_000n,
};
const METER: ProviderOrder = {
  ...ORDER,
  productType: 'ELECTRICITY',
  serviceId: 'eko-electric',
  recipient: '0412345678901',
  variationCode: 'prepaid',
};
const CARD: ProviderOrder = {
  ...ORDER,
  productType: 'CABLE_TV',
  serviceId: 'dstv',
  recipient: '7031234567',
  subscriptionType: 'renew',
};

describe('a delivery to a wrong number or of a wrong amount would pass unseen, or a number reach the logs', () => {
  test('a delivery brings the cost and the id of the provider', () => {
    expect(readDelivery(readAnswer(200, DELIVERED), ORDER)).toEqual({
      costKobo: 9698n,
      providerTransactionId: '17415980564672211596777904',
      mismatch: null,
      goods: null,
    });
  });

  test.each<[Record<string, unknown>, string | null]>([
    [{ unique_element: 8_031_234_567 }, null],
    [{ unique_element: '2348031234567' }, null],
    [{ unique_element: '+234 803 123 4567' }, null],
    [{ unique_element: null }, null],
    [{ unique_element: undefined, amount: undefined }, null],
    [{ amount: 100.5 }, null],
    [{ amount: '100.50' }, null],
    [{ amount: {} }, null],
    [{ unique_element: '08031234568' }, 'delivered with recipient …4568 instead of …4567'],
    [{ amount: 100 }, 'delivered with amount 100.00 instead of 100.50'],
    [
      { unique_element: '08090000001', amount: '1005' },
      'delivered with recipient …0001 instead of …4567 and amount 1005.00 instead of 100.50',
    ],
  ])('an answer with %p has mismatch %p', (changes, mismatch) => {
    expect(mismatchOf(changes)).toBe(mismatch);
  });

  // fault V22: on the send
  test('of a data plan the provider echoes its own price, which is no mismatch; another phone is', () => {
    expect(mismatchOf({ amount: 200 }, DATA)).toBeNull();
    expect(mismatchOf({ amount: 200, unique_element: '2348031234567' }, DATA)).toBeNull();
    expect(mismatchOf({ amount: 200, unique_element: '08031234568' }, DATA)).toBe(
      'delivered with recipient …4568 instead of …4567',
    );
  });

  describe.each([CARD, METER])('of a card or meter every digit counts', (order) => {
    test.each<[string, unknown, string | null]>([
      ['0412345678901', '0412345678901', null],
      ['0412345678901', '0412-345-678 901', null],
      ['0412345678901', 412_345_678_901, null],
      ['0412345678901', null, null],
      ['0412345678901', '412345678901', 'delivered with recipient …8901 instead of …8901'],
      ['0412345678901', 412_345_678_902, 'delivered with recipient …8902 instead of …8901'],
      ['412345678901', '0412345678901', 'delivered with recipient …8901 instead of …8901'],
      ['412345678901', '234412345678901', 'delivered with recipient …8901 instead of …8901'],
      ['2341234567890', 2_341_234_567_890, null],
      ['2341234567890', 1_234_567_890, 'delivered with recipient …7890 instead of …7890'],
    ])('%p echoed as %p: mismatch %p', (recipient, echoed, mismatch) => {
      expect(mismatchOf({ unique_element: echoed }, { ...order, recipient })).toBe(mismatch);
    });
  });

  test.each<ProviderOrder>([{ ...CARD, subscriptionType: 'change' }, METER])(
    'a bill of another amount is a mismatch',
    (order) => {
      expect(mismatchOf({ unique_element: order.recipient, amount: '100' }, order)).toBe(
        'delivered with amount 100.00 instead of 100.50',
      );
    },
  );

  describe('what a disco says besides', () => {
    const SAID = {
      token: 'Token : 0123-4567-8901-2345-6789',
      bonusToken: '98765432109876543210',
      units: '20.5 kWh',
      customerName: 'ADA OBI',
      customerAddress: '5 MARKET ROAD',
    };
    const meterOf = (order: ProviderOrder) => deliveryOf({ unique_element: order.recipient }, order, SAID).goods;

    test.each([
      ['0412345678902', null],
      ['412345678901', '01234567890123456789'],
      [undefined, '01234567890123456789'],
    ])('for meter %s, the token is %s: that of another meter loads nothing', (unique_element, token) => {
      expect(deliveryOf({ unique_element }, METER, SAID).goods).toMatchObject({ token, units: '20.5' });
    });

    test('comes with prepaid electricity', () => {
      expect(meterOf(METER)).toEqual({
        ...NO_GOODS,
        token: '01234567890123456789',
        bonusToken: '98765432109876543210',
        units: '20.5',
        customerName: 'ADA OBI',
        address: '5 MARKET ROAD',
      });
    });

    test('is a name and an address alone with postpaid: it buys no units', () => {
      expect(meterOf({ ...METER, variationCode: 'postpaid' })).toEqual({
        ...NO_GOODS,
        customerName: 'ADA OBI',
        address: '5 MARKET ROAD',
      });
    });

    test.each([ORDER, DATA, CARD])('is nothing with another product', (order) => {
      expect(meterOf(order)).toBeNull();
    });
  });

  test.each([
    [JSON.stringify({ requestId: ORDER.providerRef }), false],
    ['{}', false],
    ['{"requestId":null}', false],
    [JSON.stringify({ requestId: `${ORDER.providerRef}0` }), true],
    ['{"requestId":202503101014}', true],
    ['{"requestId":{}}', true],
  ])('%s names another order: %p', (body, expected) => {
    expect(namesAnotherOrder(readAnswer(200, body), ORDER)).toBe(expected);
  });

  test('a renewal may cost us less than the client paid, and not more', () => {
    const renewal = { ...CARD, amountKobo: 41_000n };
    const changes = { unique_element: CARD.recipient };
    expect(mismatchOf({ ...changes, amount: '369.00' }, renewal)).toBeNull();
    expect(mismatchOf({ ...changes, amount: 410 }, renewal)).toBeNull();
    expect(mismatchOf({ ...changes, amount: 3_600 }, renewal)).toBe('delivered with amount 3600.00 instead of 410.00');
    expect(mismatchOf({ ...changes, amount: 369 }, { ...renewal, subscriptionType: 'change' })).toBe(
      'delivered with amount 369.00 instead of 410.00',
    );
  });
});
