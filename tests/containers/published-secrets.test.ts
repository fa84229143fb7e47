import { randomBytes } from 'node:crypto';
import { loadSettings, type Schema, SettingsError } from '@topup/runtime/settings';
import { everySetting } from '../../apps/local/src/every-setting';
import { PAGES } from '../pages';
import { environmentOf, processes, read } from './compose';

// Anyone who has read this repository has its examples. In production none of them may protect anything.

const production = { NODE_ENV: 'production' };
const secrets = Object.entries(everySetting).flatMap(([name, { confidential }]) => (confidential ? [name] : []));

function faultsOf(schema: Schema, environment: Record<string, string>): string[] {
  try {
    loadSettings(schema, environment);
    return [];
  } catch (error) {
    return error instanceof SettingsError ? error.faults : [String(error)];
  }
}

const refused = (faults: string[]) =>
  faults.flatMap((fault) => /^(\w+) is an example that everybody can read/.exec(fault)?.[1] ?? []).sort();

/** The recipe of the documents, as often as one likes. */
const recipe = () => randomBytes(32).toString('hex');

describe('a secret that stands in docker-compose.yml', () => {
  const withDefault = (service: string, schema: Schema) =>
    Object.keys(schema).filter((name) => secrets.includes(name) && environmentOf(service)[name] !== '');

  test.each(Object.entries(processes))('%s refuses each of its own in production', (service, schema) => {
    const expected = withDefault(service, schema).filter((name) => name !== 'REDIS_URL'); // it has no password
    expect(expected).toContain('DATABASE_URL');
    expect(refused(faultsOf(schema, { ...environmentOf(service), ...production }))).toEqual(expected.sort());
  });

  test('does not start a role either: migrate refuses the passwords that it would give them', () => {
    for (const password of Object.values(environmentOf('migrate')).filter((text) => /^development-only/.test(text)))
      expect(
        refused(faultsOf({ VTPASS_SECRET_KEY: secretSetting() }, { VTPASS_SECRET_KEY: password, ...production })),
      ).toEqual(['VTPASS_SECRET_KEY']);
  });

  test.each(Object.entries(processes))('%s starts in production with secrets of the recipe', (service, schema) => {
    const [, names = ''] = /for name in ([\sA-Z_#\\]+); do/.exec(read('docker-compose.yml')) ?? [];
    const own = names.split(/[\s#\\]+/).filter(Boolean);
    expect(own).toContain('KEY_ENCRYPTION_SECRET');
    const [, others = ''] = /Then add ([\sA-Z_#,and]+)\./.exec(read('docker-compose.yml')) ?? [];
    const ofProvider = Object.fromEntries(
      others.split(/[\s#,]+|and/).flatMap((name) => (/^VTPASS_.*KEY$/.test(name) ? [[name, recipe()]] : [])),
    );
    const dotEnv = { ...Object.fromEntries(own.map((name) => [name, recipe()])), ...ofProvider, ...production };
    expect(faultsOf(schema, environmentOf(service, dotEnv))).toEqual([]);
  });
});

describe('a secret that stands in a document', () => {
  const pages = ['docker-compose.yml', ...PAGES];

  /** `NAME=value` and `NAME: value` of secrets, and passwords in URLs; without placeholders such as `$PASSWORD`. */
  const examplesIn = (text: string) =>
    [
      ...[...text.matchAll(new RegExp(`\\b(?:${secrets.join('|')})(?:=|: )["'\`]?([^\\s"'\`|,]+)`, 'g'))],
      ...[...text.matchAll(/\b([a-z+]+:\/\/[^\s/@:]+:[^\s/@]+@)/g)],
    ]
      .map(([, value = '']) => value)
      .filter((value) => !/[$<]/.test(value));

  test('is found by this test', () => {
    expect(examplesIn('`SMTP_URL=x` KEY_ENCRYPTION_SECRET: abc redis://a:b@c OPS_TOKEN=$OPS_TOKEN')).toEqual([
      'x',
      'abc',
      'redis://a:b@',
    ]);
  });

  test.each(pages)('%s has none that a production process accepts', (page) => {
    const accepted = examplesIn(read(page)).filter(
      (value) => refused(faultsOf({ OTHER: secretSetting() }, { OTHER: value, ...production })).length === 0,
    );
    expect(accepted).toEqual([]);
  });
});

describe('the recipe for secrets', () => {
  test('is the same everywhere', () => {
    const recipes = ['docker-compose.yml', ...PAGES].flatMap((page) =>
      [...read(page).matchAll(/openssl rand -\w+ \d+/g)].map(([text]) => text.trim()),
    );
    expect(recipes.length).toBeGreaterThan(4);
    expect([...new Set(recipes)]).toEqual(['openssl rand -hex 32']);
  });

  test('gives nothing that a setting or a URL misreads', () => {
    for (let n = 0; n < 200; n += 1) {
      const secret = recipe();
      const { KEY_ENCRYPTION_SECRET, OPS_TOKEN, DATABASE_URL } = loadSettings(everySetting, {
        ...environmentOf('dashboard', { DASHBOARD_DATABASE_PASSWORD: secret, KEY_ENCRYPTION_SECRET: secret }),
        OPS_TOKEN: secret,
        ROLE_PASSWORD: secret,
      });
      expect([KEY_ENCRYPTION_SECRET, OPS_TOKEN]).toEqual([Buffer.from(secret, 'hex'), secret]);
      expect(new URL(String(DATABASE_URL)).password).toBe(secret);
    }
  });
});

function secretSetting() {
  const { VTPASS_SECRET_KEY } = everySetting;
  if (VTPASS_SECRET_KEY === undefined) throw new Error('there is no such setting');
  return VTPASS_SECRET_KEY;
}
