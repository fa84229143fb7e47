import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { environmentExample, givenSettings, loadSettings, type SettingName, SettingsError } from './settings';

const nowhere = { DATA_DIR: '/nonexistent' };
const load = <K extends SettingName>(name: K, value?: string) =>
  loadSettings([name], { ...nowhere, ...(value === undefined ? {} : { [name]: value }) })[name];

test('every fault is reported at once, so that an operator does not fix them one restart at a time', () => {
  const faults = () =>
    loadSettings(['DATABASE_URL', 'API_PORT', 'KEY_ENCRYPTION_SECRET', 'REQUERY_SCHEDULE'], {
      ...nowhere,
      API_PORT: 'x',
      KEY_ENCRYPTION_SECRET: 'short',
      REQUERY_SCHEDULE: '5s,1s',
    });
  expect(faults).toThrow(SettingsError);
  for (const text of [
    'DATABASE_URL is required',
    'API_PORT must be a number',
    'KEY_ENCRYPTION_SECRET',
    '32 bytes in base64',
    'ascending',
  ])
    expect(faults).toThrow(text);
});

test('an empty value counts as unset', () => {
  expect(load('API_PORT', '')).toBe(3000);
  expect(load('REDIS_URL', ' ')).toBeUndefined();
});

test.each([
  ['DASHBOARD_URL', 'https://dashboard.example.com/', 'https://dashboard.example.com'],
  ['DASHBOARD_URL', 'http://localhost:3004', 'http://localhost:3004'],
  ['API_URL', 'https://api.example.com/', 'https://api.example.com'],
] as const)(
  '%s=%s is what links and checks begin with, whether it was written with a slash or not',
  (name, given, kept) => {
    expect(load(name, given)).toBe(kept);
  },
);

test('a mail server without a sender is no way to send mail', () => {
  const smtp = (given: Record<string, string>) => () =>
    loadSettings(['SMTP_URL', 'SMTP_FROM'], { ...nowhere, ...given });
  expect(smtp({ SMTP_URL: 'smtp://127.0.0.1' })).toThrow('SMTP_FROM must be set too, or none of SMTP_*');
  expect(smtp({ SMTP_FROM: 'a@example.com' })).toThrow('SMTP_URL must be set too');
  expect(smtp({})).not.toThrow();
});

test.each(['redis://one:6379/1', 'rediss://user:pass@one', 'redis+cluster://one:6379,two:6379'])(
  'REDIS_URL=%s is one of ours',
  (url) => {
    expect(load('REDIS_URL', url)).toBe(url);
  },
);

test.each<[SettingName, string]>([
  ['DATABASE_URL', 'mysql://x/y'],
  ['REDIS_URL', 'http://x'],
  ['REDIS_URL', 'redis://one:6379,two:6379'],
  ['REDIS_URL', 'redis+cluster://one:6379/1'],
  ['API_PORT', '70000'],
  ['LEASE_MS', '0'],
  ['LEASE_MS', '1.5'],
  ['NOT_FOUND_MIN_COUNT', '1'],
  ['WORKER_QUEUES', 'airtime,nothing'],
  ['WORKER_CONCURRENCY', '0'],
  ['WEBHOOK_ALLOW_PRIVATE', 'perhaps'],
  ['REQUERY_SCHEDULE', '5'],
  ['REQUERY_SCHEDULE', ''.padEnd(3, ',')],
  ['AIRTIME_BOUNDS', 'mtn'],
  ['AIRTIME_BOUNDS', 'vodafone:1-2'],
  ['AIRTIME_BOUNDS', 'mtn:100-50'],
  ['AIRTIME_BOUNDS', 'ikeja-electric:1000-5000'],
  ['ELECTRICITY_BOUNDS', 'ikeja-electric'],
  ['ELECTRICITY_BOUNDS', 'ikeja:1000-5000'],
  ['ELECTRICITY_BOUNDS', 'mtn:50-500'],
  ['ELECTRICITY_BOUNDS', 'ikeja-electric:5000-1000'],
  ['ELECTRICITY_BOUNDS', 'ikeja-electric:0-1000'],
  ['ELECTRICITY_BOUNDS', 'ikeja-electric:10.50-1000'],
  ['SYNC_WAIT_MS', '0'],
  ['SYNC_CONCURRENCY', '0'],
  ['SYNC_CONCURRENCY', '1001'],
  ['RATE_LIMIT_PER_MINUTE', '-1'],
  ['RATE_LIMIT_PER_MINUTE', '0.5'],
  ['VTPASS_CALLBACK_SECRET', 'a'.repeat(23)],
  ['VTPASS_CALLBACK_SECRET', 'a'.repeat(129)],
  ['VTPASS_CALLBACK_SECRET', `${'a'.repeat(24)}/b`],
  ['TERMII_BASE_URL', 'v3.api.termii.com'],
  ['TERMII_SENDER_ID', 'ab'],
  ['TERMII_SENDER_ID', 'TwelveLetters'],
  ['TERMII_SENDER_ID', 'Top-Up'],
  ['DASHBOARD_URL', 'http://dashboard.example.com'],
  ['DASHBOARD_URL', 'http://127.0.0.1.example.com'],
  ['DASHBOARD_URL', 'https://dashboard.example.com/app'],
  ['DASHBOARD_URL', 'dashboard.example.com'],
  ['DASHBOARD_SECRET', 'short'],
  ['API_URL', 'api.example.com'],
  ['SMTP_URL', 'https://mail.example.com'],
])('%s=%p is refused by name', (name, value) => {
  expect(() => load(name, value)).toThrow(name);
});

test('a lease that does not outlast its send is refused', () => {
  const both = (lease: string, timeout: string) => () =>
    loadSettings(['LEASE_MS', 'PROVIDER_TIMEOUT_MS'], { ...nowhere, LEASE_MS: lease, PROVIDER_TIMEOUT_MS: timeout });
  expect(both('60000', '55000')).toThrow('a third longer');
  expect(both('75000', '55000')).not.toThrow();
});

describe('half a Termii account sends no token, and nobody would notice', () => {
  const TERMII = { TERMII_BASE_URL: 'https://v3.api.termii.com', TERMII_API_KEY: 'key', TERMII_SENDER_ID: 'TopUp' };
  const names = ['TERMII_BASE_URL', 'TERMII_API_KEY', 'TERMII_SENDER_ID'] as const;
  const loadTermii = (given: Record<string, string>) => loadSettings(names, { ...nowhere, ...given });

  test('all of it, or nothing', () => {
    expect(loadTermii(TERMII)).toEqual(TERMII);
    expect(loadTermii({})).toEqual({
      TERMII_BASE_URL: undefined,
      TERMII_API_KEY: undefined,
      TERMII_SENDER_ID: undefined,
    });
  });

  test.each(names)('without %s it is refused, with the name of what is missing', (missing) => {
    expect(() => loadTermii({ ...TERMII, [missing]: '' })).toThrow(`${missing} must be set too`);
  });

  test.each(names)('with nothing but %s it is refused', (only) => {
    const others = names.filter((name) => name !== only).join(' and ');
    expect(() => loadTermii({ [only]: TERMII[only] })).toThrow(`${others} must be set too`);
  });

  test('who does not ask for it is not bothered by it', () => {
    expect(loadSettings(['API_PORT'], { ...nowhere, TERMII_API_KEY: 'key' })).toEqual({ API_PORT: 3000 });
  });
});

test('values are parsed to what the code works with', () => {
  expect(load('REQUERY_SCHEDULE', '250ms, 5s,1m,2h')).toEqual([250, 5_000, 60_000, 7_200_000]);
  expect(load('REQUERY_SCHEDULE').slice(0, 4)).toEqual([5_000, 15_000, 30_000, 60_000]);
  expect(load('REQUERY_SCHEDULE').at(-1)).toBe(24 * 3_600_000);
  expect(load('WORKER_QUEUES', 'webhooks, webhooks')).toEqual(['webhooks']);
  expect(load('WORKER_QUEUES')).toEqual(['airtime', 'data', 'webhooks', 'notifications']);
  expect(load('AIRTIME_BOUNDS', 'mtn:50-200')).toMatchObject({
    mtn: { min: 5_000n, max: 20_000n },
    glo: { min: 1_000n, max: 5_000_000n },
  });
  expect(load('ELECTRICITY_BOUNDS', ' ikeja-electric:500-400000, eko-electric:900-1000')).toMatchObject({
    'ikeja-electric': { min: 50_000n, max: 40_000_000n },
    'eko-electric': { min: 90_000n, max: 100_000n },
    'abuja-electric': { min: 100_000n, max: 50_000_000n },
  });
  expect(load('VTPASS_CALLBACK_SECRET', 'a-_Z'.repeat(6))).toBe('a-_Z'.repeat(6));
  expect(load('TERMII_SENDER_ID', 'Top Up 24')).toBe('Top Up 24');
  expect(load('KEY_ENCRYPTION_SECRET', Buffer.alloc(32, 1).toString('base64'))).toEqual(Buffer.alloc(32, 1));
});

test('what an installation that sets nothing gets is what the document promises its clients', () => {
  expect([load('PURCHASE_WAIT_MS'), load('SYNC_WAIT_MS'), load('SYNC_CONCURRENCY')]).toEqual([15_000, 30_000, 64]);
  expect(load('VTPASS_CALLBACK_SECRET')).toBeUndefined();
  const discos = ['ikeja', 'eko', 'abuja', 'ibadan', 'kano', 'portharcourt', 'enugu', 'jos', 'kaduna', 'benin'];
  expect(load('ELECTRICITY_BOUNDS')).toEqual(
    Object.fromEntries(discos.map((disco) => [`${disco}-electric`, { min: 100_000n, max: 50_000_000n }])),
  );
});

test('what the environment leaves out is read from runtime.json, and the environment wins', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'topup-settings-'));
  try {
    writeFileSync(path.join(dir, 'runtime.json'), JSON.stringify({ API_PORT: '4000', API_OPS_PORT: '4001' }));
    expect(loadSettings(['API_PORT', 'API_OPS_PORT'], { DATA_DIR: dir, API_PORT: '5000' })).toEqual({
      API_PORT: 5000,
      API_OPS_PORT: 4001,
    });
    writeFileSync(path.join(dir, 'runtime.json'), '{');
    expect(() => loadSettings(['API_PORT'], { DATA_DIR: dir })).toThrow('runtime.json cannot be read');
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('npm start hands on what was given, and only settings', () => {
  expect(givenSettings({ API_PORT: '1', SANDBOX_FILE: 'x', HOME: '/root', REDIS_URL: '' })).toEqual({
    API_PORT: '1',
    SANDBOX_FILE: 'x',
  });
});

test('the example names every setting with its default, commented out', () => {
  expect(environmentExample()).toContain('#API_PORT=3000');
  expect(environmentExample()).toContain('#REQUERY_SCHEDULE=5s,15s,30s');
  expect(
    environmentExample()
      .split('\n')
      .every((line) => line === '' || line.startsWith('#')),
  ).toBe(true);
});
