import { loadSettings } from '@topup/runtime/settings';
import { dashboardSettings } from './settings';

const { API_URL, DASHBOARD_SECRET, DASHBOARD_SECRET_PREVIOUS, FUNDING_DETAILS, SMTP_URL, SMTP_FROM } =
  dashboardSettings;
const own = { API_URL, DASHBOARD_SECRET, DASHBOARD_SECRET_PREVIOUS, FUNDING_DETAILS, SMTP_URL, SMTP_FROM };
const DASHBOARD = { DASHBOARD_SECRET: Buffer.alloc(32, 1).toString('base64'), DATA_DIR: '/nonexistent' };
const load = (given: Record<string, string> = {}) => loadSettings(own, { ...DASHBOARD, ...given });

test.each([
  ['DASHBOARD_SECRET', 'short'],
  ['API_URL', 'api.example.com'],
  ['SMTP_URL', 'https://mail.example.com'],
  ['FUNDING_DETAILS', 'a\u0007b'],
  ['FUNDING_DETAILS', 'x'.repeat(1_001)],
])('%s=%p is a fault that names the setting', (name, value) => {
  expect(() => load({ [name]: value })).toThrow(name);
});

test('the secret before DASHBOARD_SECRET is another one', () => {
  const secret = (byte: number) => Buffer.alloc(32, byte).toString('base64');
  expect(load({ DASHBOARD_SECRET_PREVIOUS: secret(2) }).DASHBOARD_SECRET_PREVIOUS).toEqual(Buffer.alloc(32, 2));
  expect(() => load({ DASHBOARD_SECRET_PREVIOUS: secret(1) })).toThrow(
    'DASHBOARD_SECRET_PREVIOUS must be another than DASHBOARD_SECRET',
  );
});

test('API_URL is kept without a slash at the end, because paths are appended to it', () => {
  expect(load({ API_URL: 'https://api.example.com/' }).API_URL).toBe('https://api.example.com');
});

test('FUNDING_DETAILS has several lines, however the file of settings writes a line break', () => {
  for (const written of ['Kuda Bank\\n0123456789\\nTop-Up', ' Kuda Bank\r\n0123456789\nTop-Up\n'])
    expect(load({ FUNDING_DETAILS: written }).FUNDING_DETAILS).toBe('Kuda Bank\n0123456789\nTop-Up');
  expect(load({ FUNDING_DETAILS: ' ' }).FUNDING_DETAILS).toBeUndefined();
});

test('a mail server without a sender is no way to send mail', () => {
  const smtp = (given: Record<string, string>) => () => load(given);
  expect(smtp({ SMTP_URL: 'smtp://127.0.0.1' })).toThrow('SMTP_FROM must be set too, or none of SMTP_*');
  expect(smtp({ SMTP_FROM: 'a@example.com' })).toThrow('SMTP_URL must be set too');
  expect(smtp({})).not.toThrow();
});
