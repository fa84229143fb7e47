import { queueNames } from '@topup/core/queue';
import { loadSettings } from '@topup/runtime/settings';
import { workerSettings } from './settings';

const { WORKER_QUEUES, WORKER_CONCURRENCY, WEBHOOK_ALLOW_PRIVATE } = workerSettings;
const { TERMII_BASE_URL, TERMII_API_KEY, TERMII_SENDER_ID } = workerSettings;
const own = { WORKER_QUEUES, WORKER_CONCURRENCY, WEBHOOK_ALLOW_PRIVATE };
const termii = { TERMII_BASE_URL, TERMII_API_KEY, TERMII_SENDER_ID };
const load = (given: Record<string, string> = {}) =>
  loadSettings({ ...own, ...termii }, { DATA_DIR: '/nonexistent', ...given });

const TERMII = { TERMII_BASE_URL: 'https://v3.api.termii.com', TERMII_API_KEY: 'key', TERMII_SENDER_ID: 'Top Up 24' };

test.each([
  ['WORKER_QUEUES', 'airtime,nothing'],
  ['WORKER_CONCURRENCY', '0'],
  ['WEBHOOK_ALLOW_PRIVATE', 'perhaps'],
  ['TERMII_BASE_URL', 'v3.api.termii.com'],
  ['TERMII_SENDER_ID', 'ab'],
  ['TERMII_SENDER_ID', 'TwelveLetters'],
  ['TERMII_SENDER_ID', 'Top-Up'],
])('%s=%p is a fault that names the setting', (name, value) => {
  expect(() => load({ ...TERMII, [name]: value })).toThrow(name);
});

test('a worker serves every queue unless it is given some', () => {
  expect(load().WORKER_QUEUES).toEqual(queueNames);
  expect(load({ WORKER_QUEUES: 'webhooks, webhooks' }).WORKER_QUEUES).toEqual(['webhooks']);
});

test('half a Termii account sends no token, so it is a fault that names what is missing', () => {
  expect(load(TERMII)).toMatchObject(TERMII);
  expect(() => load({ ...TERMII, TERMII_API_KEY: '' })).toThrow('TERMII_API_KEY must be set too, or none of TERMII_*');
  expect(() => load({ TERMII_API_KEY: 'key' })).toThrow('TERMII_BASE_URL and TERMII_SENDER_ID must be set too');
});
