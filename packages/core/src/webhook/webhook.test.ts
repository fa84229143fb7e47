import { eventBody, eventHash } from './event-body';

const event = {
  event: 'airtime.purchase.success',
  status: 'success',
  details: 'Airtime purchase successful.',
  requestRef: 'order-1',
  amountKobo: 10_000n,
  productType: 'AIRTIME',
} as const;

test('a receiver gets exactly the eight documented fields, all strings', () => {
  const body = eventBody(event, 'tup_live_key', new Date('2026-11-21T10:00:00.123Z'));
  expect(body).toEqual({
    event: 'airtime.purchase.success',
    reference: 'order-1',
    status: 'success',
    amount: '100.00',
    product_type: 'AIRTIME',
    details: 'Airtime purchase successful.',
    hash: eventHash('tup_live_key', 'order-1'),
    timestamp: '2026-11-21T10:00:00.123000000Z',
  });
});

test('the hash is what any receiver computes: printf "tup_live_key:order-1" | sha256sum', () => {
  expect(eventHash('tup_live_key', 'order-1')).toBe('fc0ac6365fdb1208988f3e12d0c6309ec103d15b332a5f8229a54f5e1f7bc617');
});
