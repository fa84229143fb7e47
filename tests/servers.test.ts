import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// The files of deploy/systemd, as far as they can be judged without systemd.

const ROOT = path.join(__dirname, '..');
const UNITS = path.join(ROOT, 'deploy/systemd');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const units = readdirSync(UNITS).filter((name) => /\.(service|timer)$/.test(name));
const valuesOf = (unit: string, key: string) =>
  [...read(`deploy/systemd/${unit}`).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value ?? '');

/** How long a stop may take without a drain delay, as upgrading.md says. */
const STOP_S = Number(/Give them (\d+) s before SIGKILL/.exec(read('docs/operate/upgrading.md'))?.[1]);

describe('a unit of systemd starts nothing, or kills a process in the middle of a call', () => {
  const services = units.filter((name) => name.endsWith('.service'));

  test.each(services)('%s starts a program that exists, with secrets of its own', (unit) => {
    const [command = ''] = valuesOf(unit, 'ExecStart');
    const program = /^\/usr\/bin\/node \/opt\/topup\/apps\/([a-z]+)\/dist\/([a-z]+)\.js/.exec(command);
    expect(existsSync(path.join(ROOT, 'apps', program?.[1] ?? 'none', 'src', `${program?.[2]}.ts`))).toBe(true);
    expect(valuesOf(unit, 'LoadCredential')).toEqual([
      expect.stringMatching(/^secrets:\/etc\/topup\/secrets\/[a-z]+$/),
    ]);
    // the prefix of its name gives it the common part
    expect(unit).toMatch(/^topup-/);
  });

  test.each(services)('%s reads the settings of all, then of its kind, then of its instance', (unit) => {
    const kind = /[a-z]+$/.exec(valuesOf(unit, 'LoadCredential')[0] ?? '')?.[0];
    const files = ['common', `${kind}`, ...(unit.includes('@') ? [`${kind}-%i`] : [])];
    expect(valuesOf(unit, 'EnvironmentFile')).toEqual(files.map((name) => `-/etc/topup/${name}.env`));
  });

  test('what is common names no file of settings, because that would win over those of a unit', () => {
    const common = 'topup-.service.d/common.conf';
    expect(valuesOf(common, 'EnvironmentFile')).toEqual([]);
    expect(valuesOf(common, 'Environment')).toContain('DATABASE_URL_FILE=%d/secrets_DATABASE_URL');
  });

  test.each(services.filter((name) => name.includes('@')))('%s gets the time that a stop takes', (unit) => {
    expect(STOP_S).toBeGreaterThan(0);
    expect(Number(valuesOf(unit, 'TimeoutStopSec')[0])).toBeGreaterThan(STOP_S);
  });

  test.each(units.filter((name) => name.endsWith('.timer')))('%s starts a service by a calendar', (timer) => {
    expect(units).toContain(timer.replace('.timer', '.service'));
    expect(valuesOf(timer, 'OnCalendar')).toHaveLength(1);
  });

  test('a backup loosens no other restriction than it needs', () => {
    const loosened = read('deploy/systemd/topup-backup-.service.d/postgres.conf').match(/^\w+=.*$/gm);
    expect(loosened).toEqual(['DynamicUser=no', 'User=postgres', 'PrivateTmp=no', expect.stringMatching(/^ReadWrite/)]);
  });

  test('no unit is left out of the common restrictions', () => {
    const common = read('deploy/systemd/topup-.service.d/common.conf');
    for (const line of ['DynamicUser=yes', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet='])
      expect(common.split('\n')).toContain(line);
  });
});

describe('an operator on a server has to gather settings and secrets by hand', () => {
  test('topup-ops brings those of ops, and passes every word on', () => {
    const place = mkdtempSync(path.join(tmpdir(), 'topup-ops-'));
    try {
      for (const folder of ['etc/secrets/ops', 'root/apps/ops/dist'])
        mkdirSync(path.join(place, folder), { recursive: true });
      writeFileSync(path.join(place, 'etc/secrets/ops/DATABASE_URL'), 'postgresql://x');
      writeFileSync(
        path.join(place, 'etc/common.env'),
        '# a comment\nAPI_URL=https://a.example\nFUNDING_DETAILS="Bank A"\n',
      );
      writeFileSync(path.join(place, 'etc/ops.env'), 'API_URL=https://b.example?x=1&y=$z');
      const program = 'process.stdout.write(JSON.stringify({ words: process.argv.slice(2), env: process.env }))';
      writeFileSync(path.join(place, 'root/apps/ops/dist/main.js'), program);
      const printed = execFileSync(path.join(UNITS, 'topup-ops'), ['key', 'create', '--name', 'a b'], {
        env: { PATH: '/usr/bin:/bin', NODE: process.execPath, TOPUP_ETC: `${place}/etc`, TOPUP_ROOT: `${place}/root` },
      });
      expect(JSON.parse(String(printed))).toEqual({
        words: ['key', 'create', '--name', 'a b'],
        env: expect.objectContaining({
          API_URL: 'https://b.example?x=1&y=$z',
          FUNDING_DETAILS: 'Bank A',
          NODE_ENV: 'production',
          DATABASE_URL_FILE: path.join(place, 'etc/secrets/ops/DATABASE_URL'),
        }),
      });
    } finally {
      rmSync(place, { recursive: true });
    }
  });

  test('the recipe gives ops what its commands read, and builds beneath no live process', () => {
    const recipe = read('docs/operate/servers.md');
    for (const name of ['REDIS_URL', '$name', 'KEY_ENCRYPTION_SECRET'])
      expect(recipe.split('\n')).toContainEqual(expect.stringContaining(`ops}/${name} >`));
    for (const name of ['API_URL', 'OPS_HOST']) expect(recipe).toMatch(new RegExp(`^${name}=`, 'm'));
    expect(recipe).not.toMatch(/cd \/opt\/topup\b(?!-)/);
  });
});

describe('a command rebuilds the release in which processes run', () => {
  const SENTENCE =
    'This release was pruned: only api, worker, dashboard and ops run in it. Run this command in a full clone.\n';

  /** As `npm ci --omit=dev` leaves a release of servers.md. */
  let release: string;
  beforeEach(() => {
    release = mkdtempSync(path.join(tmpdir(), 'topup-pruned-'));
    for (const file of ['package.json', 'package-lock.json', 'scripts/run.mjs', 'scripts/prepare.mjs'])
      cpSync(path.join(ROOT, file), path.join(release, file));
    for (const app of ['ops', 'local']) {
      mkdirSync(path.join(release, 'apps', app, 'dist'), { recursive: true });
      writeFileSync(path.join(release, 'apps', app, 'dist/main.js'), 'process.stdout.write(process.argv.slice(2)[0])');
    }
    mkdirSync(path.join(release, 'node_modules/@topup/ops'), { recursive: true });
    writeFileSync(path.join(release, 'node_modules/.package-lock.json'), '{}');
  });
  afterEach(() => rmSync(release, { recursive: true }));

  function run(...args: string[]) {
    const before = readdirSync(release, { recursive: true });
    // without npm on the PATH, an install would fail at once
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: release,
      encoding: 'utf8',
      env: { PATH: '' },
    });
    expect(readdirSync(release, { recursive: true })).toEqual(before);
    return { status, stdout, stderr };
  }

  test('npm run ops runs the built program, and installs nothing', () => {
    expect(run('scripts/run.mjs', 'apps/ops/dist/main.js', 'status')).toEqual({
      status: 0,
      stdout: 'status',
      stderr: '',
    });
  });

  test.each([
    ['npm run build', ['scripts/prepare.mjs']],
    ['npm start', ['scripts/run.mjs', 'apps/local/dist/main.js']],
    ['npm test', ['scripts/run.mjs', 'node_modules/jest/bin/jest.js']],
  ])('%s says where it works, and installs nothing', (_, args) => {
    expect(run(...args)).toEqual({ status: 1, stdout: '', stderr: SENTENCE });
  });
});

describe('a restore is done from memory', () => {
  const page = read('docs/operate/restore.md');

  test('it takes money back where the copy lacks the purchase, and names the unit of every process', () => {
    expect(page).toMatch(/topup-ops wallet adjust .*--amount=-/);
    for (const [, unit = ''] of page.matchAll(/\btopup-(\w+)@/g)) expect(units).toContain(`topup-${unit}@.service`);
  });
});
