import { eventBody, eventHash, toTimestamp } from './signed-event';

const event = {
  event: 'airtime.purchase.success',
  status: 'success',
  details: 'Airtime purchase successful.',
  requestRef: 'order-1',
  amountKobo: 10_000n,
  productType: 'AIRTIME',
} as const;

test('a receiver gets exactly the eight documented fields, all strings', () => {
  const body = eventBody(event, 'tup_live_key', '2026-11-21T10:00:00.123456789Z');
  expect(body).toEqual({
    event: 'airtime.purchase.success',
    reference: 'order-1',
    status: 'success',
    amount: '100.00',
    product_type: 'AIRTIME',
    details: 'Airtime purchase successful.',
    hash: eventHash('tup_live_key', 'order-1'),
    timestamp: '2026-11-21T10:00:00.123456789Z',
  });
});

test('the hash is what any receiver computes: printf "tup_live_key:order-1" | sha256sum', () => {
  expect(eventHash('tup_live_key', 'order-1')).toBe('fc0ac6365fdb1208988f3e12d0c6309ec103d15b332a5f8229a54f5e1f7bc617');
});

test.each([
  [1_790_000_000_123_456_789n, '2026-09-21T14:13:20.123456789Z'],
  [1_790_000_000_000_000_001n, '2026-09-21T14:13:20.000000001Z'],
  [1_790_000_000_999_999_999n, '2026-09-21T14:13:20.999999999Z'],
])('%i ns are %s: no digit is lost or rounded', (ns, timestamp) => {
  expect(toTimestamp(ns)).toBe(timestamp);
});
