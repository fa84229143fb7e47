import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { COMPILE_QUICKLY, eventually, startWorld, type World } from '@topup/testkit';
import { type Buyer, newBuyer } from '../fault/buyer';
import { airtime, cable, prepaid } from '../journey/support/products';
import { type BackedUpPostgres, startBackedUpPostgres } from './backed-up-postgres';

const OPS = path.join(__dirname, '../../apps/ops/dist/main.js');

let postgres: BackedUpPostgres;
let world: World;
let first: Buyer;
let second: Buyer;
let between: string;

type Verified = {
  sound: boolean;
  backup: { label: string; type: string };
  purchases: number;
  newestPurchaseAt: string;
  newestPurchaseAgeSeconds: number;
  problems: string[];
  recorded: boolean;
};
type Listed = { backups: { label: string; type: string; bytes: number }[] };

/** One purchase, the full backup, purchases of three products, the incremental backup, and one more in the archive. */
beforeAll(async () => {
  postgres = await startBackedUpPostgres();
  world = await startWorld({ databaseUrl: postgres.url });
  first = await newBuyer(world);
  expect(await first.buy()).toMatchObject({ status: 200 });
  await ops('backup', 'run', '--type', 'full');
  for (const product of [airtime, cable, prepaid]) {
    const buyer = await newBuyer(world, { product });
    expect([200, 202]).toContain((await buyer.buy()).status);
  }
  await ops('backup', 'run', '--type', 'incr');
  [{ at: between }] = (await postgres.sql<{ at: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`,
  )) as [{ at: string }];
  second = await newBuyer(world);
  expect(await second.buy()).toMatchObject({ status: 200 });
  await eventually(
    () => postgres.sql('SELECT FROM purchase WHERE final_at IS NULL'),
    (open) => open.length === 0,
  );
  await postgres.archiveAll();
}, 300_000);
afterAll(async () => {
  await world?.stop();
  await postgres?.remove();
});

type Ended = { code: number | null; stdout: string; stderr: string };

/** A command of `ops` in a process of its own, as the user of the server. */
function start(args: string[], settings: Record<string, string> = {}, as: object = postgres.runAs) {
  const child = spawn(process.execPath, [COMPILE_QUICKLY, OPS, ...args], {
    ...as,
    cwd: '/',
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      DATA_DIR: '/nonexistent',
      DATABASE_URL: postgres.url,
      PGBACKREST_CONFIG: postgres.config,
      TMPDIR: postgres.restoreDir,
      ...settings,
    },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text) => (stdout += text));
  child.stderr.on('data', (text) => (stderr += text));
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
  return { child, ended };
}

/** Its JSON. It must exit 0, and leave nothing of a restore. */
async function ops<T>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await start([...args, '--json']).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(readdirSync(postgres.restoreDir)).toEqual([]);
  return JSON.parse(stdout);
}

/** Returns the error output of a command that exits 1, and its JSON, if there is any. */
async function refused(settings: Record<string, string>, ...args: string[]) {
  const { code, stdout, stderr } = await start([...args, '--json'], settings).ended;
  expect({ code, left: readdirSync(postgres.restoreDir) }).toEqual({ code: 1, left: [] });
  return { stderr, printed: stdout === '' ? undefined : (JSON.parse(stdout) as Verified) };
}

async function createdAt({ ref }: Buyer): Promise<string | undefined> {
  const [row] = await postgres.sql<{ at: Date }>(`SELECT created_at AS at FROM purchase WHERE request_ref = '${ref}'`);
  return row?.at.toISOString();
}

const newestRecord = async () =>
  (
    await postgres.sql<{ action: string; subject: string; subject_id: string | null; sound: boolean | null }>(
      `SELECT action, subject, subject_id, (after ->> 'sound')::boolean AS sound
         FROM audit_log ORDER BY id DESC LIMIT 1`,
    )
  )[0];

/** The files of a part of the repository, sorted; of the archive the last one is the newest segment. */
const filesOf = (repository: string, part: string) =>
  readdirSync(path.join(repository, part, 'topup'), { recursive: true, encoding: 'utf8' }).sort();

/** A copy of the repository that may be damaged, and a configuration that names it. */
function copyOfRepository(name: string) {
  const copy = path.join(path.dirname(postgres.repository), name);
  cpSync(postgres.repository, copy, { recursive: true, preserveTimestamps: true });
  for (const inside of ['', ...readdirSync(copy, { recursive: true, encoding: 'utf8' })])
    postgres.give(path.join(copy, inside));
  return { copy, settings: { PGBACKREST_CONFIG: postgres.configWith(`${name}.conf`, { 'repo1-path': copy }) } };
}

describe('a backup exists that cannot be restored, and nobody knows', () => {
  test('each backup is listed and recorded, and the repository is encrypted', async () => {
    const { backups } = await ops<Listed>('backup', 'list');
    expect(backups.map(({ type }) => type)).toEqual(['full', 'incr']);
    const made = await postgres.sql<{ subject_id: string }>(
      `SELECT subject_id FROM audit_log WHERE action = 'backup.run' AND subject = 'topup' ORDER BY id`,
    );
    expect(made.map(({ subject_id }) => subject_id)).toEqual(backups.map(({ label }) => label));
    const text = await start(['backup', 'list']).ended;
    expect(text.stdout).toMatch(
      /^LABEL +TYPE +STARTED +ENDED +DATABASE MB +STORED MB +REPOSITORY\n\d{8}-\d{6}F +full /,
    );
    expect(readFileSync(path.join(postgres.repository, 'backup/topup/backup.info'), 'latin1')).toMatch(/^Salted__/);
  });

  test('the newest backup has every purchase and sound books; the live server is as it was', async () => {
    const [before, server] = [
      filesOf(postgres.repository, 'archive'),
      await postgres.sql('SELECT * FROM known_server'),
    ];
    const verified = await ops<Verified>('backup', 'verify');
    expect(verified).toMatchObject({
      sound: true,
      backup: { type: 'incr' },
      purchases: 5,
      newestPurchaseAt: await createdAt(second),
      problems: [],
      recorded: true,
    });
    expect(verified.newestPurchaseAgeSeconds).toBeGreaterThan(0);
    expect(await newestRecord()).toMatchObject({
      action: 'backup.verify',
      subject_id: verified.backup.label,
      sound: true,
    });
    expect(await postgres.sql('SELECT * FROM known_server')).toEqual(server);
    const added = filesOf(postgres.repository, 'archive').filter((file) => !before.includes(file));
    expect(added.filter((file) => !/^15-1\/0000000100000000(\/|$)/.test(file))).toEqual([]); // no other timeline
    const buyer = await newBuyer(world);
    expect(await buyer.buy()).toMatchObject({ status: 200 });
  });

  test('--to restores the moment between two purchases, --set begins with the backup that it names', async () => {
    const newest = await ops<Verified>('backup', 'verify', '--to', between);
    expect(newest).toMatchObject({ sound: true, backup: { type: 'incr' }, purchases: 4 });
    expect(newest.newestPurchaseAt < between).toBe(true);
    const [full] = (await ops<Listed>('backup', 'list')).backups;
    const older = await ops<Verified>('backup', 'verify', '--set', full?.label ?? '', '--to', between);
    expect(older).toMatchObject({ sound: true, backup: { type: 'full' }, purchases: 4 });
    expect(older.newestPurchaseAt).toBe(newest.newestPurchaseAt);
    const { stderr } = await refused({}, 'backup', 'verify', '--to', (await createdAt(first)) ?? '');
    expect(stderr).toMatch(/^No such backup had ended by /);
  });

  test('a time that the archive does not reach is no success', async () => {
    const { stderr } = await refused({}, 'backup', 'verify', '--to', '2099-01-01T00:00:00Z');
    expect(stderr).toContain('recovery ended before configured recovery target was reached');
  });
});

describe('damage in the repository is taken for a sound backup', () => {
  test('a file of the backup that was changed', async () => {
    const { copy, settings } = copyOfRepository('damaged-backup');
    const bundles = filesOf(copy, 'backup').filter((file) => /F\/bundle\/\d+$/.test(file));
    for (const file of bundles) {
      const bundle = path.join(copy, 'backup/topup', file);
      const bytes = readFileSync(bundle);
      bytes.fill(0x55, bytes.length / 2, bytes.length / 2 + 4096);
      writeFileSync(bundle, bytes);
    }
    expect(bundles).not.toEqual([]);
    const { stderr } = await refused(settings, 'backup', 'verify');
    expect(stderr).toMatch(/^pgBackRest failed: ERROR: /);
    expect(await newestRecord()).toMatchObject({ action: 'backup.verify', sound: false });
  });

  test('a segment of the log that was cut off, which PostgreSQL takes for the end of the log', async () => {
    const { copy, settings } = copyOfRepository('damaged-archive');
    const segments = filesOf(copy, 'archive').filter((file) => /[0-9A-F]{24}-[0-9a-f]{40}/.test(file));
    const newest = segments.at(-2) ?? '';
    truncateSync(path.join(copy, 'archive/topup', newest), 1000);
    const { stderr, printed } = await refused(settings, 'backup', 'verify');
    expect(stderr).toMatch(/^Recovery ended in segment /);
    expect(printed).toMatchObject({ sound: false, recorded: true });
  });

  test('books that are unsound in the backup itself', async () => {
    const change = (sign: string) =>
      postgres.sql(
        `UPDATE wallet SET balance_kobo = balance_kobo ${sign} 150 WHERE account_id = '${first.account.id}'`,
      );
    await change('+');
    await postgres.archiveAll();
    const { stderr, printed } = await refused({}, 'backup', 'verify');
    await change('-');
    await postgres.archiveAll();
    expect(stderr).toContain('The books in the backup are unsound: A01, X04.');
    expect(printed).toMatchObject({ sound: false, recorded: true });
    expect(await ops<Verified>('backup', 'verify')).toMatchObject({ sound: true });
  });
});

describe('a rehearsal leaves something behind, or says nothing useful when it cannot begin', () => {
  const restored = () => readdirSync(postgres.restoreDir);
  const isRestoring = () => restored().some((name) => existsSync(path.join(postgres.restoreDir, name, 'data')));
  const hasServer = () => restored().some((name) => serverOf(name) !== undefined);
  const serverOf = (name: string) => {
    const file = path.join(postgres.restoreDir, name, 'data/postmaster.pid');
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
  };

  test.each([
    ['while it restores', isRestoring],
    ['while its server runs', hasServer],
  ])('killed %s, it leaves no server and no directory', async (_when, reached) => {
    const { child, ended } = start(['backup', 'verify', '--json']);
    await eventually(reached, Boolean);
    const server = restored().map(serverOf)[0];
    child.kill('SIGKILL');
    expect(await ended).toMatchObject({ code: null, stdout: '' });
    await eventually(restored, (left) => left.length === 0);
    if (server !== undefined) expect(existsSync(`/proc/${server}/fd/0`)).toBe(false);
    expect(await ops<Verified>('backup', 'verify')).toMatchObject({ sound: true });
  });

  test('what is missing is named', async () => {
    expect((await refused({ PGBACKREST_STANZA: 'other' }, 'backup', 'list')).stderr).toMatch(
      /^pgBackRest knows no backups of the stanza other \(repository 1: missing stanza path\)\. Check PGBACKREST_STANZA/,
    );
    expect((await refused({ PGBACKREST_STANZA: 'other' }, 'backup', 'run')).stderr).toContain(
      'requires option: pg1-path',
    );
    expect((await refused({ PGBACKREST_CONFIG: '/nowhere' }, 'backup', 'list')).stderr).toContain('/nowhere');
    expect((await refused({}, 'backup', 'verify', '--postgres-bin', '/nowhere')).stderr).toContain(
      'There is no /nowhere/postgres. Install PostgreSQL 15, or name its directory with --postgres-bin.',
    );
    expect((await refused({}, 'backup', 'verify', '--set', '20000101-000000F')).stderr).toContain(
      'There is no backup 20000101-000000F.',
    );
  });

  test('without the live database a backup is verified, and that it was not recorded fails the command', async () => {
    const away = { DATABASE_URL: postgres.url.replace(/:\d+\//, ':1/') };
    const { stderr, printed } = await refused(away, 'backup', 'verify');
    expect(printed).toMatchObject({ sound: true, recorded: false });
    expect(stderr).toContain('This verification could not be recorded: DATABASE_URL leads to no PostgreSQL: ');
  });

  test('root is told to be somebody else', async () => {
    if (process.getuid?.() !== 0) return expect(postgres.runAs.uid).not.toBe(0);
    const { code, stderr } = await start(['backup', 'verify'], {}, {}).ended;
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^PostgreSQL does not run as root\./) });
  });
});
