import { loadSettings, type Schema, SettingsError, settingWarnings } from '@topup/runtime/settings';
import { everySetting, readers } from './every-setting';

test('a secret that is wrong is not quoted: the fault ends in a log', () => {
  for (const [name, { confidential }] of Object.entries(everySetting)) {
    const wrong = confidential ? `wrong secret ${name} \u0000` : '';
    try {
      loadSettings(everySetting, { DATA_DIR: '/nonexistent', [name]: wrong });
    } catch (error) {
      if (confidential) expect(String(error)).not.toContain('wrong secret');
    }
  }
  expect(() => loadSettings(everySetting, { DATA_DIR: '/nonexistent', OPS_TOKEN: 'short' })).toThrow(
    'OPS_TOKEN must be of 16 to 512 letters',
  );
});

test('every secret can be in a file, and its examples are refused in production', () => {
  const named = Object.keys(everySetting).filter((name) =>
    /_(SECRET|SECRET_PREVIOUS|TOKEN|PASSWORD|\w*KEY)$/.test(name),
  );
  // they hold a password, or the key of a collector
  const others = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'OTEL_EXPORTER_OTLP_HEADERS'];
  const secrets = Object.entries(everySetting).flatMap(([name, { confidential }]) => (confidential ? [name] : []));
  expect(secrets.toSorted()).toEqual([...named, ...others].toSorted());
});

test('no setting of one process passes for a misspelt one of another', () => {
  const environment = Object.fromEntries(Object.keys(everySetting).map((name) => [name, 'x']));
  for (const program of ['api', 'worker', 'dashboard'])
    for (const [name, setting] of Object.entries(readers[program] ?? {})) {
      const alone: Schema = { [name]: setting };
      expect(settingWarnings(alone, {}, environment)).toEqual([]);
    }
});

describe('an operator learns what is missing one start after the other', () => {
  const isRequired = ({ level }: { level: string }) => level === 'required';

  test.each(Object.entries(readers))('%s names everything at once when nothing is set', (_program, schema) => {
    const required = Object.entries(schema).flatMap(([name, each]) => (isRequired(each) ? [name] : []));
    let faults: string[] = [];
    try {
      loadSettings(schema, { DATA_DIR: '/nonexistent' });
    } catch (error) {
      if (error instanceof SettingsError) faults = error.faults;
    }
    const missing = faults.filter((fault) => !fault.startsWith('ROLE_PASSWORD'));
    expect(missing.toSorted()).toEqual(required.map((name) => `${name} is required`).toSorted());
  });

  test('at most ten settings are required', () => {
    expect(Object.values(everySetting).filter(isRequired).length).toBeLessThanOrEqual(10);
  });
});
