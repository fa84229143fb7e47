import type { KeyRow } from '@topup/dashboard-contract';
import { setPageZone } from '../../../format/zone';
import { NO_LIMITS, toKeyLimits, typedLimitsOf } from './typed-limits';

const key: KeyRow = {
  id: '1',
  name: 'shop',
  display: 'tup_live_Ab12…Yz89',
  createdAt: '2026-11-21T12:00:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
  scope: 'read',
  expiresAt: '2026-12-31T23:00:07.123Z',
  allowedCidrs: ['192.0.2.0/24', '2001:db8::/48'],
  dailyLimit: '5000.00',
  signs: 'now',
  use: [],
};

test('limits that nobody touched are sent as they were, to the millisecond', () => {
  expect(toKeyLimits(typedLimitsOf(key), key)).toEqual({
    scope: 'read',
    expiresAt: key.expiresAt,
    allowedCidrs: '192.0.2.0/24\n2001:db8::/48',
    dailyLimit: '5000.00',
  });
});

test.each([
  ['Africa/Lagos', '2027-01-01T00:00'],
  ['America/New_York', '2026-12-31T18:00'],
])('a time is read in the time zone in which it is shown: %s', (zone, shown) => {
  setPageZone(zone);
  const { expires } = typedLimitsOf(key);
  expect([expires, toKeyLimits({ ...NO_LIMITS, expires }).expiresAt]).toEqual([shown, '2026-12-31T23:00:00.000Z']);
  setPageZone('Africa/Lagos');
});

test('empty inputs are no limits, and an amount may have commas', () => {
  const none = { scope: 'purchase', expiresAt: null, allowedCidrs: '', dailyLimit: null };
  expect(toKeyLimits(NO_LIMITS)).toEqual(none);
  expect(toKeyLimits({ ...NO_LIMITS, dailyLimit: ' ' }, key)).toEqual(none);
  expect(toKeyLimits({ ...NO_LIMITS, dailyLimit: '1,250,000' }).dailyLimit).toBe('1250000.00');
});

test('what cannot be read is sent as typed, so that the server names it', () => {
  const typed = { ...NO_LIMITS, dailyLimit: 'much', expires: 'soon' };
  expect(toKeyLimits(typed)).toMatchObject({ dailyLimit: 'much', expiresAt: 'soon' });
});
