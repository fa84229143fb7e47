import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { COMPILE_QUICKLY, type TestDatabase, testDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { startOps } from '../testing/run-ops';

// The steps of docker-compose.yml before the services start, and its one-shot commands under their database role.

const ROOT = path.join(__dirname, '../../../..');
const ROLES = ['topup_service', 'topup_dashboard', 'topup_ops'];
const PASSWORDS = {
  SERVICE_DATABASE_PASSWORD: 'password-of-the-service',
  DASHBOARD_DATABASE_PASSWORD: `of-the-dashboard';DROP/**/ROLE/**/topup_ops;--$1`,
  OPS_DATABASE_PASSWORD: 'password-of-ops',
};
const MASTER_KEY = Buffer.alloc(32, 5).toString('hex');

let home: TestDatabase;
let owner: Client;

beforeAll(async () => {
  home = await testDatabase();
  owner = new Client(home.url);
  await owner.connect();
  const { rows } = await owner.query('SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)', [ROLES]);
  if (rows.length > 0) throw new Error('This server has roles of an installation, so nothing is tried on it.');
});
afterAll(async () => {
  for (const role of ROLES) await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`).catch(() => undefined);
  await owner.end();
  await home.drop();
});

type Result = { code: number; stdout: string; stderr: string };

function run(words: string[], settings: Record<string, string | undefined>): Promise<Result> {
  const env = { DATABASE_URL: home.url, DATA_DIR: '/nonexistent', ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [COMPILE_QUICKLY, ...words], { env, cwd: ROOT }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
}

const migrate = (settings: Record<string, string> = {}, more: string[] = []) =>
  run(['docker/migrate.mjs', ...more], { ...PASSWORDS, ...settings });
const grant = (more: string[], settings: Record<string, string> = {}) =>
  run(['apps/ops/dist/database.js', 'grant', '--role', 'topup_ops', ...more], settings);

const urlAs = (role: string, password: string) =>
  Object.assign(new URL(home.url), { username: role, password: encodeURIComponent(password) }).href;

async function signsIn(role: string, password: string): Promise<boolean> {
  const client = new Client(urlAs(role, password));
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

describe('the services share a role, or the owner’s', () => {
  test('each has a role of its own, with its own password and no right to alter anything', async () => {
    expect(await migrate()).toMatchObject({ code: 0, stderr: '' });
    const [service, dashboard, ops] = Object.values(PASSWORDS) as [string, string, string];
    expect(await signsIn('topup_service', service)).toBe(true);
    expect(await signsIn('topup_dashboard', dashboard)).toBe(true);
    expect(await signsIn('topup_ops', ops)).toBe(true);
    expect(await signsIn('topup_service', ops)).toBe(false);
    const { rows } = await owner.query(
      `SELECT rolname AS role, has_schema_privilege(rolname, 'public', 'CREATE') AS creates,
              has_function_privilege(rolname, 'accept_purchases(jsonb, timestamptz, boolean, interval)', 'EXECUTE') AS buys,
              has_table_privilege(rolname, 'dashboard_user', 'SELECT') AS users,
              has_table_privilege(rolname, 'ledger_entry', 'UPDATE') AS forges
         FROM pg_roles WHERE rolname = ANY ($1) ORDER BY array_position($1, rolname::text)`,
      [ROLES],
    );
    expect(rows).toEqual([
      { role: 'topup_service', creates: false, buys: true, users: false, forges: false },
      { role: 'topup_dashboard', creates: false, buys: false, users: true, forges: false },
      { role: 'topup_ops', creates: false, buys: false, users: true, forges: false },
    ]);
  });

  test('its arguments are those of db:migrate', async () => {
    expect(await migrate({}, ['--dir', '/nowhere'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('/nowhere'),
    });
  });

  test('a password that was changed in .env is the one that works after the next start', async () => {
    expect(await migrate({ SERVICE_DATABASE_PASSWORD: 'another-password' })).toMatchObject({ code: 0 });
    expect(await signsIn('topup_service', 'another-password')).toBe(true);
    expect(await signsIn('topup_service', PASSWORDS.SERVICE_DATABASE_PASSWORD)).toBe(false);
  });

  test('the server never learns a password, so that it cannot log it', async () => {
    // a password that arrives as text would now be stored in this form
    await owner.query(`ALTER DATABASE ${new URL(home.url).pathname.slice(1)} SET password_encryption = 'md5'`);
    await migrate();
    const { rows } = await owner.query(`SELECT rolpassword FROM pg_authid WHERE rolname = 'topup_ops'`);
    expect(rows[0].rolpassword).toMatch(/^SCRAM-SHA-256\$4096:.+\$.+:.+$/);
  });

  test('a migration that fails stops the start, and a role without a password is not made', async () => {
    expect(await migrate({ DATABASE_URL: urlAs('nobody', 'wrong') })).toMatchObject({
      code: 1,
    });
    const { code, stderr } = await migrate({ OPS_DATABASE_PASSWORD: '' });
    expect([code, stderr]).toEqual([1, expect.stringContaining('ROLE_PASSWORD is required')]);
  }, 90_000);

  test('with NODE_ENV=production a role gets no password that is published', async () => {
    const { code, stderr } = await grant(['--for', 'ops', '--create'], {
      NODE_ENV: 'production',
      ROLE_PASSWORD: 'development-only-ops',
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining('ROLE_PASSWORD is an example')]);
  });

  test('without --create no password is set, and no role made', async () => {
    await migrate();
    expect(await grant(['--for', 'ops'], { ROLE_PASSWORD: 'ignored-password' })).toMatchObject({ code: 0 });
    expect(await signsIn('topup_ops', PASSWORDS.OPS_DATABASE_PASSWORD)).toBe(true);
  });
});

describe('ops has rights that it does not need, or lacks one', () => {
  const settings = () => ({
    DATABASE_URL: urlAs('topup_ops', PASSWORDS.OPS_DATABASE_PASSWORD),
    KEY_ENCRYPTION_SECRET: MASTER_KEY,
    VTPASS_BASE_URL: 'http://127.0.0.1:1/api',
    VTPASS_API_KEY: 'none',
    VTPASS_PUBLIC_KEY: 'none',
    VTPASS_SECRET_KEY: 'none',
    DASHBOARD_PORT: '3004',
  });

  test('its role makes the demo account of the containers, with a key and two users, but not in production', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'topup-demo-'));
    try {
      const demo = { ...settings(), BASE_URL: 'http://127.0.0.1:3000', DATA_DIR: directory };
      const inProduction = await run(['docker/demo.mjs'], { ...demo, NODE_ENV: 'production' });
      expect(inProduction).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^NODE_ENV=production: no demo.*\n$/),
      });
      expect((await owner.query('SELECT FROM account')).rowCount).toBe(0);
      const { code, stdout } = await run(['docker/demo.mjs'], demo);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^API key +tup_live_/m);
      expect(stdout).toContain('dashboard http://127.0.0.1:3004\n');
      expect(stdout).toMatch(/operator@topup\.test: set a password at http:\/\/127\.0\.0\.1:3004\//);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test.each([
    ['wallet fund --account demo --amount 500 --reference bank-1'],
    ['account set-tier --account demo --tier standard'],
    ['account limit --account demo --purchases 100'],
    ['webhook-secret create --account demo'],
    ['keys rotate-master'],
    ['user disable --yes --email demo@topup.test'],
    ['provider close --reason test'],
    ['provider open'],
    ['quarantine --yes --note test --nothing-lost'],
    ['books verify'],
  ])('its role may: %s', async (words) => {
    // no worker runs, whose seals `books verify` misses after a minute
    await owner.query('SELECT seal_audit_log(1000)');
    const previous = {
      KEY_ENCRYPTION_SECRET: Buffer.alloc(32, 6).toString('hex'),
      KEY_ENCRYPTION_SECRET_PREVIOUS: MASTER_KEY,
    };
    const { code, lines } = await startOps(
      { ...settings(), ...(words.startsWith('keys') ? previous : {}) },
      words.split(' '),
    );
    expect({ code, complaints: code === 0 ? [] : lines }).toEqual({ code: 0, complaints: [] });
  });
});
