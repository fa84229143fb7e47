import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  allOrNone,
  baseUrl,
  duration,
  environmentText,
  flag,
  integer,
  listOf,
  loadSettings,
  optional,
  port,
  redisUrl,
  required,
  type Setting,
  SettingsError,
  schedule,
  secret,
  text,
  url,
  withDefault,
  withRule,
} from './index';

const nowhere = { DATA_DIR: '/nonexistent' };
const load = <T>(setting: Setting<T>, value?: string): T =>
  loadSettings({ NAME: setting }, { ...nowhere, ...(value === undefined ? {} : { NAME: value }) }).NAME;

const PORT = withDefault(port(), '3000', 'A port.');

test('every fault is reported at once, so that an operator does not fix them one restart at a time', () => {
  const schema = {
    STORE_URL: required(url('postgresql'), ''),
    PORT,
    KEY: required(secret(), ''),
    SCHEDULE: required(schedule(), ''),
  };
  const faults = () => loadSettings(schema, { ...nowhere, PORT: 'x', KEY: 'short', SCHEDULE: '5s,1s' });
  expect(faults).toThrow(SettingsError);
  for (const fault of [
    'STORE_URL is required',
    'PORT must be a number',
    'KEY',
    '32 bytes in hex or base64',
    'ascending',
  ])
    expect(faults).toThrow(fault);
});

describe('the platform sets a variable that has the name of a setting', () => {
  // for a Service `sandbox`, Kubernetes sets SANDBOX_PORT in every pod, and Docker does for a link
  test.each(['tcp://10.96.41.7:3003', 'udp://[fd00::7]:53'])('%s counts as unset', (value) => {
    expect(load(PORT, value)).toBe(3000);
    expect(() => load(required(port(), ''), value)).toThrow('NAME is required');
  });
});

test('an empty value counts as unset', () => {
  expect(load(PORT, '')).toBe(3000);
  expect(load(optional(redisUrl(), ''), ' ')).toBeUndefined();
});

test.each(['redis://one:6379/1', 'rediss://user:pass@one', 'redis+sentinel://one:26379,two:26379/topup'])(
  '%s is the URL of a Redis',
  (value) => {
    expect(load(required(redisUrl(), ''), value)).toBe(value);
  },
);

const kinds = {
  redisUrl: redisUrl(),
  port: port(),
  duration: duration(),
  integer: integer(2, 100),
  listOf: listOf(['airtime', 'data']),
  flag: flag(),
  schedule: schedule(),
  secret: secret(),
  baseUrl: baseUrl(),
};

test.each<[keyof typeof kinds, string]>([
  ['redisUrl', 'http://x'],
  ['redisUrl', 'redis://one:6379,two:6379'],
  ['redisUrl', 'redis+cluster://one:6379/1'],
  ['port', '70000'],
  ['duration', '0'],
  ['duration', '1.5'],
  ['integer', '1'],
  ['integer', '101'],
  ['listOf', 'airtime,nothing'],
  ['flag', 'perhaps'],
  ['schedule', '5'],
  ['schedule', ''.padEnd(3, ',')],
  ['secret', 'short'],
  ['baseUrl', 'api.example.com'],
])('a wrong %s, %p, is reported with the name of its setting', (kind, value) => {
  expect(() => load(required<unknown>(kinds[kind], ''), value)).toThrow(/ NAME /);
});

test('values are parsed to what the code works with', () => {
  expect(load(required(schedule(), ''), '250ms, 5s,1m,2h')).toEqual([250, 5_000, 60_000, 7_200_000]);
  expect(load(required(listOf(['airtime', 'data']), ''), 'data, airtime,data')).toEqual(['data', 'airtime']);
  for (const encoding of ['base64', 'hex'] as const)
    expect(load(required(secret(), ''), Buffer.alloc(32, 1).toString(encoding))).toEqual(Buffer.alloc(32, 1));
  expect(load(required(baseUrl(), ''), 'https://api.example.com/')).toBe('https://api.example.com');
  expect(load(required(flag(), ''), 'true')).toBe(true);
  expect(load(withDefault(schedule(), '1s,2s', ''))).toEqual([1_000, 2_000]);
});

describe('half a group of settings does nothing, and nobody would notice', () => {
  const names = ['MAIL_URL', 'MAIL_KEY', 'MAIL_FROM'] as const;
  const schema = {
    MAIL_URL: withRule(optional(text(), ''), allOrNone(names, 'MAIL_*')),
    MAIL_KEY: optional(text(), ''),
    MAIL_FROM: optional(text(), ''),
  };
  const whole = { MAIL_URL: 'u', MAIL_KEY: 'k', MAIL_FROM: 'f' };
  const loadMail = (given: Record<string, string>) => loadSettings(schema, { ...nowhere, ...given });

  test('all of it is accepted, and none of it', () => {
    expect(loadMail(whole)).toEqual(whole);
    expect(loadMail({})).toEqual({ MAIL_URL: undefined, MAIL_KEY: undefined, MAIL_FROM: undefined });
  });

  test.each(names)('without %s the rest is a fault that names what is missing', (missing) => {
    expect(() => loadMail({ ...whole, [missing]: '' })).toThrow(`${missing} must be set too, or none of MAIL_*`);
  });

  test.each(names)('%s alone is a fault that names the others', (only) => {
    const others = names.filter((name) => name !== only).join(' and ');
    expect(() => loadMail({ [only]: whole[only] })).toThrow(`${others} must be set too`);
  });

  test('a process that does not read the group ignores it', () => {
    expect(loadSettings({ PORT }, { ...nowhere, MAIL_KEY: 'key' })).toEqual({ PORT: 3000 });
  });
});

test('what the environment leaves out is read from runtime.json, and the environment wins', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'topup-settings-'));
  try {
    writeFileSync(path.join(dir, 'runtime.json'), JSON.stringify({ PORT: '4000', OTHER: '4001' }));
    expect(loadSettings({ PORT, OTHER: PORT }, { DATA_DIR: dir, PORT: '5000' })).toEqual({ PORT: 5000, OTHER: 4001 });
    writeFileSync(path.join(dir, 'runtime.json'), '{');
    expect(() => loadSettings({ PORT }, { DATA_DIR: dir })).toThrow('runtime.json cannot be read');
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('a demo that ran in the folder decides nothing for a database of one’s own', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'topup-settings-'));
  const before = process.cwd();
  try {
    process.chdir(dir);
    mkdirSync('.data');
    writeFileSync('.data/runtime.json', JSON.stringify({ PORT: '4000', DATABASE_URL: 'postgres://demo' }));
    for (const [own, port] of [
      [{}, 4000],
      [{ DATABASE_URL: 'postgres://demo' }, 4000],
      [{ DATABASE_URL: 'postgres://own' }, 3000],
      [{ DATABASE_URL_FILE: '/run/secrets/url' }, 3000],
      [{ DATABASE_URL: 'postgres://own', DATA_DIR: '.data' }, 4000],
    ] as const)
      expect(loadSettings({ PORT }, own)).toEqual({ PORT: port });
  } finally {
    process.chdir(before);
    rmSync(dir, { recursive: true });
  }
});

test('the environment as text leaves out what is empty', () => {
  expect(environmentText({ PORT }, { PORT: '1', HOME: '/root', REDIS_URL: '', OTHER: undefined })).toEqual({
    PORT: '1',
    HOME: '/root',
  });
});
