import { loadSettings } from '@topup/runtime/settings';
import { apiSettings } from './settings';

const { PURCHASE_WAIT_MS, SYNC_WAIT_MS, SYNC_CONCURRENCY, RATE_LIMIT_FAILED_KEYS, VTPASS_CALLBACK_SECRET } =
  apiSettings;
const own = {
  PURCHASE_WAIT_MS,
  SYNC_WAIT_MS,
  SYNC_CONCURRENCY,
  RATE_LIMIT_FAILED_KEYS,
  VTPASS_CALLBACK_SECRET,
};
const load = (given: Record<string, string> = {}) => loadSettings(own, { DATA_DIR: '/nonexistent', ...given });

test.each([
  ['SYNC_WAIT_MS', '0'],
  ['SYNC_CONCURRENCY', '0'],
  ['SYNC_CONCURRENCY', '10001'],
  ['RATE_LIMIT_FAILED_KEYS', '1000001'],
  ['VTPASS_CALLBACK_SECRET', 'a'.repeat(23)],
  ['VTPASS_CALLBACK_SECRET', 'a'.repeat(129)],
  ['VTPASS_CALLBACK_SECRET', `${'a'.repeat(24)}/b`],
])('%s=%p is a fault that names the setting', (name, value) => {
  expect(() => load({ [name]: value })).toThrow(name);
});

test('an installation that sets nothing has the windows and limits that clients are promised', () => {
  expect(load()).toEqual({
    PURCHASE_WAIT_MS: 15_000,
    SYNC_WAIT_MS: 30_000,
    SYNC_CONCURRENCY: 512,
    RATE_LIMIT_FAILED_KEYS: 60,
    VTPASS_CALLBACK_SECRET: undefined,
  });
});

test('a callback secret is kept as it was written', () => {
  expect(load({ VTPASS_CALLBACK_SECRET: 'a-_Z'.repeat(6) }).VTPASS_CALLBACK_SECRET).toBe('a-_Z'.repeat(6));
});
