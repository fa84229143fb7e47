import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSettings } from '@topup/runtime/settings';
import { environmentOf, processes, ROOT, readCompose, services } from './compose';

// A secret in the environment of a container is shown by `docker inspect`. docker-compose.secrets.yml has none there.

const overlay = readCompose('docker-compose.secrets.yml');
const OF_PROVIDER = ['vtpass_api_key', 'vtpass_public_key', 'vtpass_secret_key'];
const files = new Map<string, string>();
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'topup-secrets-'));
  const made = path.join(directory, 'secrets');
  const make = () => execFileSync(path.join(ROOT, 'docker/make-secrets.sh'), [], { cwd: directory });
  make();
  for (const name of readdirSync(made)) files.set(name, readFileSync(path.join(made, name), 'utf8').trim());
  make(); // keeps what is there
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Returns the environment of a service, with the places of secrets that are not settings. */
const mergedOf = (service: string) => ({ ...environmentOf(service), ...overlay.services[service]?.environment });

describe.each(Object.entries(processes))('%s', (service, schema) => {
  const merged = mergedOf(service);

  test('has each secret that docker-compose.yml publishes from a file instead', () => {
    const secrets = Object.keys(services[service]?.environment ?? {}).filter(
      (name) => schema[name]?.confidential || /_PASSWORD$/.test(name),
    );
    const inEnvironment = secrets.filter((name) => merged[name] !== '' && name !== 'REDIS_URL'); // it has no password
    expect(inEnvironment).toEqual([]);
    expect(merged.DATABASE_URL_FILE).toMatch(/^\/run\/secrets\/\w+_database_url$/);
  });

  test('is given the files that it reads, and no others', () => {
    const read = Object.entries(overlay.services[service]?.environment ?? {}).flatMap(([name, value]) =>
      name.endsWith('_FILE') ? [path.basename(value)] : [],
    );
    expect([...(overlay.services[service]?.secrets ?? [])].sort()).toEqual(read.sort());
  });

  test('starts in production with them', () => {
    // the files of the provider are not made here, so any other stands for them
    const here = Object.entries(merged).map(([name, value]) => [
      name,
      value.replace(/vtpass_\w+_key$/, 'ops_token').replace('/run/secrets', path.join(directory, 'secrets')),
    ]);
    const settings = loadSettings(schema, { ...Object.fromEntries(here), NODE_ENV: 'production' });
    const file = path.basename(merged.DATABASE_URL_FILE ?? '');
    expect(settings).toMatchObject({ DATABASE_URL: files.get(file) });
  });
});

describe('the files', () => {
  test('are those that the overlay names, but for the provider’s', () => {
    expect([...files.keys(), ...OF_PROVIDER].sort()).toEqual(Object.keys(overlay.secrets).sort());
    for (const [name, { file }] of Object.entries(overlay.secrets))
      expect(file).toBe(`\${SECRETS_DIR:-./secrets}/${name}`);
  });

  test('are made once, in a directory that others cannot enter, and the containers’ user can read them', () => {
    const made = path.join(directory, 'secrets');
    expect(statSync(made).mode & 0o777).toBe(0o700);
    for (const [name, text] of files) {
      expect(statSync(path.join(made, name)).mode & 0o777).toBe(0o644);
      expect(readFileSync(path.join(made, name), 'utf8').trim()).toBe(text);
    }
  });

  test('hold a secret of their own each, and URLs with the password of their role', () => {
    const secrets = [...files].filter(([name]) => !name.endsWith('_url')).map(([, text]) => text);
    expect(new Set(secrets).size).toBe(secrets.length);
    for (const text of secrets) expect(text).toMatch(/^[0-9a-f]{64}$/);
    for (const [role, user] of Object.entries({ service: 'topup_service', ops: 'topup_ops' }))
      expect(new URL(files.get(`${role}_database_url`) ?? '')).toMatchObject({
        username: user,
        password: files.get(`${role}_database_password`),
      });
    expect(new URL(files.get('owner_database_url') ?? '')).toMatchObject({ password: files.get('postgres_password') });
  });
});
