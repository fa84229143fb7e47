import { environmentExample, loadSettings, type Schema, settingWarnings } from '@topup/runtime/settings';
import { everySetting, sections } from './every-setting';

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
  for (const [name, setting] of Object.entries(everySetting)) {
    const alone: Schema = { [name]: setting };
    expect(settingWarnings(alone, {}, environment)).toEqual([]);
  }
});

test('the example shows every setting once, however many processes read it', () => {
  const names = [...environmentExample(sections).matchAll(/^#([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names.toSorted()).toEqual(Object.keys(everySetting).toSorted());
  expect(environmentExample(sections)).toContain('\n#REQUERY_SCHEDULE=5s,15s,30s');
});
