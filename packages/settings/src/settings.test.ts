import { products } from '@topup/core/product';
import { requeryRules } from '@topup/core/purchase';
import { loadSettings, type Schema } from '@topup/runtime/settings';
import {
  bounds,
  dashboardAddress,
  dashboardUrl,
  database,
  defaultLimits,
  eventRetention,
  floatAlertOf,
  floatAlerts,
  leaseMs,
  masterKey,
  operations,
  personalData,
  ports,
  previousMasterKey,
  provider,
  proxies,
  queueStore,
  rateLimits,
  sending,
  stopTimeMs,
} from './index';

const nowhere = { DATA_DIR: '/nonexistent' };
const all: Schema = {
  ...database,
  ...queueStore,
  ...masterKey,
  ...ports,
  ...operations,
  ...sending,
  ...bounds,
  ...floatAlerts,
  ...eventRetention,
  ...personalData,
  ...rateLimits,
  ...proxies,
  ...dashboardAddress,
  ...provider,
};
function load(name: string, value = ''): unknown {
  const setting = all[name];
  if (setting === undefined) throw new Error(`there is no setting ${name}`);
  return loadSettings({ [name]: setting }, { ...nowhere, [name]: value })[name];
}

test.each([
  ['DATABASE_URL', 'mysql://x/y'],
  ['REDIS_URL', 'http://x'],
  ['REDIS_URL', 'redis://one:6379,two:6379'],
  ['REDIS_URL', 'redis+cluster://one:6379/1'],
  ['REDIS_URL', 'redis+sentinel://one:26379,two:26379'],
  ['DATABASE_POOLER', 'session'],
  ['API_PORT', '70000'],
  ['PROVIDER_TIMEOUT_MS', '0'],
  ['PROVIDER_TIMEOUT_MS', '1.5'],
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
  ['PROVIDERS', 'vtpass,nobody'],
  ['PROVIDERS', 'VTpass'],
  ['PROVIDERS', 'vtpass,'],
  ['MONNIFY_BASE_URL', 'api.monnify.com'],
  ['RELOADLY_TOPUPS_URL', 'topups.reloadly.com'],
  ['PROVIDER_FLOAT_ALERT_NAIRA', 'monnify'],
  ['PROVIDER_FLOAT_ALERT_NAIRA', '1000,monnify:-1'],
  ['PROVIDER_FLOAT_ALERT_NAIRA', 'vtpas:1000'],
  ['RATE_LIMIT_PURCHASES', '0'],
  ['RATE_LIMIT_OTHER', '1000001'],
  ['OPS_HOST', 'http://x'],
  ['OPS_TOKEN', 'short'],
  ['OPS_TOKEN', `${'a'.repeat(16)} b`],
  ['TRUSTED_PROXIES', 'true'],
  ['TRUSTED_PROXIES', '1'],
  ['TRUSTED_PROXIES', 'proxy.example.com'],
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', 'loopback, 10.0.0.256'],
  ['DASHBOARD_URL', 'http://dashboard.example.com'],
  ['DASHBOARD_URL', 'http://127.0.0.1.example.com'],
  ['DASHBOARD_URL', 'https://dashboard.example.com/app'],
  ['DASHBOARD_URL', 'dashboard.example.com'],
] as const)('%s=%p is a fault that names the setting', (name, value) => {
  expect(() => load(name, value)).toThrow(name);
});

test.each([
  ['https://dashboard.example.com/', 'https://dashboard.example.com'],
  ['http://localhost:3004', 'http://localhost:3004'],
] as const)('DASHBOARD_URL=%s is kept without a slash at the end', (given, kept) => {
  expect(load('DASHBOARD_URL', given)).toBe(kept);
});

test('a dashboard without an address of its own is at its port on this machine', () => {
  expect(dashboardUrl({ DASHBOARD_URL: undefined, DASHBOARD_PORT: 3004 })).toBe('http://127.0.0.1:3004');
  expect(dashboardUrl({ DASHBOARD_URL: 'https://x.example.com', DASHBOARD_PORT: 3004 })).toBe('https://x.example.com');
});

test('a pooler of transactions needs queues on Redis, and what knows no queues does not ask for them', () => {
  const given = { ...nowhere, DATABASE_URL: 'postgresql://x/y', DATABASE_POOLER: 'transaction' };
  const REDIS_URL = 'redis://localhost';
  expect(() => loadSettings({ ...database, ...queueStore }, given)).toThrow('needs REDIS_URL');
  expect(() => loadSettings({ ...database, ...queueStore }, { ...given, REDIS_URL })).not.toThrow();
  expect(() => loadSettings(database, given)).not.toThrow();
});

test.each([
  ['WEBHOOK_EVENT_DAYS', '29', '30'],
  ['PERSONAL_DATA_DAYS', '179', '180'],
] as const)('%s is never, or as long as somebody may ask', (name, tooShort, least) => {
  expect(() => load(name, tooShort)).toThrow(least);
  expect([load(name, '0'), load(name, least)]).toEqual([0, Number(least)]);
});

test('a lease outlasts its send by a third', () => {
  expect([55_000, 1_500, 1].map((PROVIDER_TIMEOUT_MS) => leaseMs({ PROVIDER_TIMEOUT_MS }))).toEqual([73_334, 2_000, 2]);
});

test('the same master key twice is a fault: keys under the one before it could not be read', () => {
  const keys = (current: number, previous: number) => () =>
    loadSettings(
      { ...masterKey, ...previousMasterKey },
      {
        ...nowhere,
        KEY_ENCRYPTION_SECRET: Buffer.alloc(32, current).toString('base64'),
        KEY_ENCRYPTION_SECRET_PREVIOUS: Buffer.alloc(32, previous).toString('base64'),
      },
    );
  expect(keys(1, 1)).toThrow('KEY_ENCRYPTION_SECRET_PREVIOUS must be another than KEY_ENCRYPTION_SECRET');
  expect(keys(2, 1)).not.toThrow();
});

test('each provider counts once, in the order of preference; without a name it is VTpass alone', () => {
  expect(load('PROVIDERS', 'reloadly, vtpass,reloadly,monnify ,vtpass')).toEqual(['reloadly', 'vtpass', 'monnify']);
  expect(load('PROVIDERS')).toEqual(['vtpass']);
});

test.each([
  ['vtpass', ['VTPASS_BASE_URL', 'VTPASS_API_KEY', 'VTPASS_PUBLIC_KEY', 'VTPASS_SECRET_KEY']],
  ['monnify', ['MONNIFY_BASE_URL', 'MONNIFY_API_KEY', 'MONNIFY_SECRET_KEY', 'MONNIFY_WALLET_ACCOUNT']],
  ['reloadly', ['RELOADLY_AUTH_URL', 'RELOADLY_TOPUPS_URL', 'RELOADLY_CLIENT_ID', 'RELOADLY_CLIENT_SECRET']],
])('%s in PROVIDERS needs all of its settings, and those of no other', (name, needed) => {
  const start = (without?: string) => {
    const own = needed.filter((setting) => setting !== without).map((setting) => [setting, 'https://x.example.com']);
    return () => loadSettings(provider, { ...nowhere, PROVIDERS: name, ...Object.fromEntries(own) });
  };
  expect(start()).not.toThrow();
  for (const missing of needed) expect(start(missing)).toThrow(`${missing} is required`);
});

test('the address of Reloadly is its audience, so it ends without a slash', () => {
  expect(load('RELOADLY_TOPUPS_URL', 'https://topups.reloadly.com/')).toBe('https://topups.reloadly.com');
});

test.each([
  ['700,monnify:50000, reloadly:0', [70_000n, 5_000_000n, 0n]],
  ['monnify:50000', [10_000_000n, 5_000_000n, 10_000_000n]],
])('with %s the mark of a float is that of its provider, or the common one', (text, expected) => {
  const settings = loadSettings(floatAlerts, { ...nowhere, PROVIDER_FLOAT_ALERT_NAIRA: text });
  expect(['vtpass', 'monnify', 'reloadly'].map((name) => floatAlertOf(settings, name))).toEqual(expected);
});

test.each([
  ['VTPASS_BASE_URL', 'http://vtpass.com/api', 'must be https at vtpass.com'],
  ['VTPASS_BASE_URL', 'https://sandbox.vtpass.com', 'has another path at vtpass.com'],
  ['MONNIFY_BASE_URL', 'http://api.monnify.com', 'must be https at monnify.com'],
  ['RELOADLY_TOPUPS_URL', 'https://topups.reloadly.com/topups', 'has another path at reloadly.com'],
])('%s=%s is refused: nothing would be sold there, or the keys could be read', (name, value, fault) => {
  expect(() => load(name, value)).toThrow(`${name} ${fault}`);
});

test('a base URL without encryption is a risk in production, unless it leads to this machine', () => {
  const risk = all.VTPASS_BASE_URL?.risk;
  expect(risk?.('http://proxy.internal/api')).toMatch('is http');
  for (const safe of ['https://vtpass.com/api', 'http://127.0.0.1:3003/api', undefined])
    expect(risk?.(safe)).toBeUndefined();
});

test('bounds are read in naira and kept in kobo; what is not named keeps its default', () => {
  expect(load('AIRTIME_BOUNDS', 'mtn:50-200')).toMatchObject({
    mtn: { min: 5_000n, max: 20_000n },
    glo: { min: 1_000n, max: 5_000_000n },
  });
  expect(load('ELECTRICITY_BOUNDS', ' ikeja-electric:500-400000, eko-electric:900-1000')).toMatchObject({
    'ikeja-electric': { min: 50_000n, max: 40_000_000n },
    'eko-electric': { min: 90_000n, max: 100_000n },
    'abuja-electric': { min: 100_000n, max: 50_000_000n },
  });
  expect(load('ELECTRICITY_BOUNDS')).toEqual(
    Object.fromEntries(products.ELECTRICITY.services.map((disco) => [disco, { min: 100_000n, max: 50_000_000n }])),
  );
});

test('an installation that sets nothing has limits, and believes no proxy', () => {
  expect(defaultLimits(loadSettings(rateLimits, nowhere))).toEqual({
    purchases: 6_000,
    status: 600,
    lookups: 300,
    other: 300,
  });
  expect(load('TRUSTED_PROXIES')).toEqual([]);
});

test('proxies are addresses, networks, and the names that Express knows', () => {
  const given = 'loopback, 10.0.0.0/8,2001:db8::/32 , 192.0.2.1,';
  expect(load('TRUSTED_PROXIES', given)).toEqual(['loopback', '10.0.0.0/8', '2001:db8::/32', '192.0.2.1']);
});

test('by default the provider is asked from 5 s to 24 h after the send', () => {
  const { REQUERY_SCHEDULE: schedule } = loadSettings(sending, nowhere);
  expect(schedule.slice(0, 4)).toEqual([5_000, 15_000, 30_000, 60_000]);
  expect(schedule.at(-1)).toBe(24 * 3_600_000);
  expect(requeryRules(schedule)).toMatchObject({ notFoundMs: 600_000 });
});

test('a schedule with which "no such order" refunds early is a risk in production', () => {
  const riskOf = (text: string) => sending.REQUERY_SCHEDULE.risk?.(load('REQUERY_SCHEDULE', text));
  expect(riskOf('5s,10m')).toMatch('a minute after its send');
  expect(riskOf('5s,11m')).toBeUndefined();
  expect(sending.REQUERY_SCHEDULE.risk?.(load('REQUERY_SCHEDULE'))).toBeUndefined();
});

test('a stop takes the drain delay, the longest call that is in hand, and 15 s', () => {
  expect(stopTimeMs({ PROVIDER_TIMEOUT_MS: 55_000 })).toBe(70_000);
  expect(stopTimeMs({ PROVIDER_TIMEOUT_MS: 55_000, DRAIN_DELAY_MS: 10_000, SYNC_WAIT_MS: 30_000 })).toBe(80_000);
  expect(stopTimeMs({ PROVIDER_TIMEOUT_MS: 5_000 })).toBe(25_000); // a webhook receiver has 10 s
});
