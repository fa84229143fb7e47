import { spawnSync } from 'node:child_process';
import { loadSettings } from '@topup/runtime/settings';
import { environmentOf, processes, ROOT, read, services } from './compose';

// People who start containers read one of our files, or none.

/** Variables that compose passes besides settings. */
const BESIDES: Record<string, string[]> = {
  demo: ['BASE_URL', 'DATA_DIR'],
  migrate: ['SERVICE_DATABASE_PASSWORD', 'DASHBOARD_DATABASE_PASSWORD', 'OPS_DATABASE_PASSWORD'],
};

/** How to reach the database, which is one of the containers. */
const OWN_DATABASE = ['DATABASE_URL', 'DATABASE_POOLER'];

const ROLES: Record<string, string> = {
  api: 'topup_service',
  worker: 'topup_service',
  dashboard: 'topup_dashboard',
  ops: 'topup_ops',
  demo: 'topup_ops',
  migrate: 'topup',
};

const textOf = (service: string, name: string) => services[service]?.environment?.[name] ?? '';

describe.each(Object.entries(processes))('%s', (service, schema) => {
  test('takes every setting that it reads from .env', () => {
    const unreachable = Object.keys(schema).filter(
      (name) => !OWN_DATABASE.includes(name) && !new RegExp(`^\\$\\{${name}:-[^}]*\\}$`).test(textOf(service, name)),
    );
    expect(unreachable).toEqual([]);
  });

  test('is given nothing that it does not read, so that it can lose no secret of another', () => {
    const known = [...Object.keys(schema), 'NODE_ENV', 'LOG_LEVEL', ...(BESIDES[service] ?? [])];
    expect(Object.keys(services[service]?.environment ?? {}).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('has usable settings beside an empty .env', () => {
    expect(() => loadSettings(schema, environmentOf(service))).not.toThrow();
  });

  test('connects as its own role, with the password of that role', () => {
    const { username, password } = new URL(environmentOf(service, { ...PASSWORDS }).DATABASE_URL ?? '');
    expect([username, password]).toEqual([ROLES[service], PASSWORDS[VARIABLES[ROLES[service] ?? ''] ?? '']]);
  });
});

const VARIABLES: Record<string, string> = {
  topup: 'POSTGRES_PASSWORD',
  topup_service: 'SERVICE_DATABASE_PASSWORD',
  topup_dashboard: 'DASHBOARD_DATABASE_PASSWORD',
  topup_ops: 'OPS_DATABASE_PASSWORD',
};
const PASSWORDS = Object.fromEntries(Object.values(VARIABLES).map((name) => [name, `of-${name.toLowerCase()}`]));

describe('a setting in .env', () => {
  test('has its effect: the text arrives at each process that reads it', () => {
    const dotEnv = { SMTP_URL: 'smtps://mail.example.com', SMTP_FROM: 'a@example.com', API_URL: 'https://x.example' };
    expect(loadSettings(processes.dashboard ?? {}, environmentOf('dashboard', dotEnv))).toMatchObject(dotEnv);
    const limits = { RATE_LIMIT_PURCHASES: '7', VTPASS_CALLBACK_SECRET: 'a'.repeat(24) };
    expect(environmentOf('api', limits)).toMatchObject(limits);
  });

  test('that names a port moves it, inside the container and outside', () => {
    for (const [service, name] of [
      ['api', 'API_PORT'],
      ['dashboard', 'DASHBOARD_PORT'],
    ] as const) {
      const [, port] = /^\$\{\w+:-(\d+)\}$/.exec(textOf(service, name)) ?? [];
      expect(services[service]?.ports).toEqual([`127.0.0.1:\${${name}:-${port}}:\${${name}:-${port}}`]);
    }
  });

  test('is not shared with the readers of the repository', () => {
    const ignored = (file: string) => spawnSync('git', ['check-ignore', '--quiet', file], { cwd: ROOT }).status === 0;
    expect(['.env', '.env.production', '.env.example'].map(ignored)).toEqual([true, true, false]);
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', '.env.*']));
  });
});

describe('containers that cannot be checked or built', () => {
  const long = Object.entries(services).filter(([, { restart }]) => restart === 'unless-stopped');

  test('there are long ones', () => {
    expect(long.map(([name]) => name)).toEqual(['postgres', 'redis', 'sandbox', 'api', 'worker', 'dashboard']);
  });

  test.each(long)('%s is checked with arguments without spaces, which podman splits', (_, { healthcheck }) => {
    expect(healthcheck?.test[0]).toBe('CMD');
    expect(healthcheck?.test.filter((argument) => /\s/.test(argument))).toEqual([]);
  });

  test.each(long)('%s is checked often until it is healthy, and rarely afterwards', (_, { healthcheck }) => {
    expect(healthcheck).toMatchObject({ interval: '30s', start_interval: '1s', start_period: '60s' });
  });

  test('the image is built once, and nobody else’s of that name is pulled', () => {
    const own = Object.entries(services).filter(([, { image }]) => image === 'topup');
    expect(own.map(([name]) => name).sort()).toEqual([...Object.keys(processes), 'sandbox'].sort());
    expect(own.flatMap(([name, { build }]) => (build ? [name] : []))).toEqual(['migrate']);
    for (const [, { build, pull_policy }] of own) expect(pull_policy).toBe(build ? undefined : 'never');
  });
});

describe('a process that was broken into', () => {
  test.each([...Object.keys(processes), 'sandbox'])('%s can change no file and gain no privilege', (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });
});

describe('the image', () => {
  const dockerfile = read('Dockerfile');

  test('runs as a numeric user, who is not root', () => {
    expect([...dockerfile.matchAll(/^USER (.+)$/gm)].map(([, user]) => user)).toEqual(['1000:1000']);
  });

  test('is checked rarely, with arguments without spaces', () => {
    expect([...dockerfile.matchAll(/^HEALTHCHECK (.+)$/gm)].map(([, check]) => check)).toEqual([
      '--interval=30s --timeout=3s --start-period=30s CMD ["node", "/app/docker/healthcheck.mjs"]',
    ]);
  });

  test('runs each service by its name', () => {
    for (const name of [...Object.keys(processes), 'sandbox'])
      expect([...(services[name]?.entrypoint ?? []), ...(services[name]?.command ?? [])]).toEqual(
        name === 'ops' ? ['node', '/app/docker/start.mjs', 'ops', '--help'] : [name],
      );
    expect(dockerfile).toContain('ENTRYPOINT ["node", "/app/docker/start.mjs"]');
  });

  test('has the query compiler that the generated client loads', () => {
    const client = read('packages/core/src/generated/prisma/internal/class.ts');
    const [, kept = ''] = /! -name '(query_compiler_[^*']+)\*' -delete/.exec(dockerfile) ?? [];
    const loaded = [...client.matchAll(/runtime\/(query_compiler_\w+\.\w+\.)/g)].map(([, name]) => name);
    expect(loaded.length).toBeGreaterThan(0);
    expect([...new Set(loaded)]).toEqual([kept]);
  });
});
