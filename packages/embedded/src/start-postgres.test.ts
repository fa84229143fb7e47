import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { findProcess } from './processes';
import { freePort } from './server';
import { type PostgresOptions, type RunningPostgres, startPostgres } from './start-postgres';

// The user that runs Postgres instead of root must reach it. The space is for home directories that have one.
const base = mkdtempSync(path.join(tmpdir(), 'topup embedded '));
chmodSync(base, 0o755);
const dataDir = path.join(base, 'data');
const running: RunningPostgres[] = [];
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of running.splice(0)) await server.stop();
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe('a kill that costs data or blocks the next start', () => {
  test('keeps committed rows after Postgres was killed', async () => {
    const first = await start({ dataDir });
    await query(first.url, 'CREATE TABLE sold (n int)');
    await query(first.url, 'INSERT INTO sold VALUES (1)');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;

    const second = await start({ dataDir });

    expect(await query(second.url, 'SELECT n FROM sold')).toEqual([{ n: 1 }]);
    expect(second.url.split('@')[0]).toBe(first.url.split('@')[0]);
  });

  test('ends the server that a killed service left running, and continues with its data', async () => {
    const left = await startInOtherProcess({ dataDir });
    await query(left.url, 'CREATE TABLE left_behind (n int)');
    await killed(left.process);
    expect(findProcess(left.pid)).toBeDefined();

    const next = await start({ dataDir });

    expect(findProcess(left.pid)).toBeUndefined();
    expect(await query(next.url, 'SELECT n FROM left_behind')).toEqual([]);
  });

  test('starts despite a lock file with the process id of another program', async () => {
    const first = await start({ dataDir });
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    const { uid, gid } = statSync(path.join(first.home, 'cluster'));
    const stranger = spawn('sleep', ['60'], { uid, gid, cwd: '/' });
    children.push(stranger);
    const lockFile = path.join(first.home, 'cluster', 'postmaster.pid');
    writeFileSync(lockFile, readFileSync(lockFile, 'utf8').replace(/^\d+/, String(stranger.pid)));

    const next = await start({ dataDir });

    expect(await query(next.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  });

  test('starts after the very first start was killed half-way', async () => {
    const fresh = path.join(base, 'fresh');
    const child = otherProcess({ dataDir: fresh });
    await until(() => existsSync(fresh) && readdirSync(fresh).some((name) => name.startsWith('cluster.unfinished-')));
    await killed(child);
    expect(existsSync(path.join(fresh, 'cluster'))).toBe(false);

    const next = await start({ dataDir: fresh });

    expect(await query(next.url, 'SELECT current_database() AS name')).toEqual([{ name: 'topup' }]);
    expect(readdirSync(fresh).sort()).toEqual(['cluster', 'owner', 'password', 'postgres.log']);
  });
});

describe('an outgoing connection takes the port of a server that restarts', () => {
  test('a free port is none that Linux or Windows gives to outgoing connections', async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, freePort));
    expect(ports.filter((port) => port >= 32_768)).toEqual([]);
    expect(new Set(ports).size).toBeGreaterThan(40);
  });
});

describe('a server that loses commits or reveals phone numbers', () => {
  test('is durable, uses UTF-8, and accepts only this machine with the password', async () => {
    const server = await start({ dataDir });
    const shown = await query(
      server.url,
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits, current_setting('server_encoding') AS encoding,
       current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets, current_setting('TimeZone') AS zone`,
    );
    expect(shown).toEqual([
      { fsync: 'on', commits: 'on', encoding: 'UTF8', addresses: '127.0.0.1', sockets: '', zone: 'UTC' },
    ]);
    await expect(query(server.url.replace(/:[^:@]+@/, ':guessed@'), 'SELECT 1')).rejects.toThrow(/password/);
    expect(statSync(path.join(server.home, 'password')).mode & 0o777).toBe(0o600);
  });

  test('keeps the phone number of a failed statement out of the log', async () => {
    const server = await start({ dataDir });
    await query(server.url, 'CREATE TABLE IF NOT EXISTS buyer (phone text UNIQUE)');
    await query(server.url, "INSERT INTO buyer VALUES ('08030000001') ON CONFLICT DO NOTHING");
    await expect(query(server.url, "INSERT INTO buyer VALUES ('08030000001')")).rejects.toThrow(/duplicate key/);

    const log = readFileSync(path.join(server.home, 'postgres.log'), 'utf8');
    expect(log).toMatch(/duplicate key/);
    expect(log).not.toMatch(/08030000001/);
  });
});

describe('a data directory that is shared, temporary or private', () => {
  test('refuses a second start on the same data, and the first goes on', async () => {
    const first = await start({ dataDir });
    await expect(start({ dataDir })).rejects.toThrow(/in use by process/);
    expect(await query(first.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  test('leaves neither server nor data after a killed test run', async () => {
    const throwaway = path.join(base, 'throwaway');
    const left = await startInOtherProcess({ dataDir: throwaway, dieWithParent: true });
    await killed(left.process);
    await until(() => findProcess(left.pid) === undefined && !existsSync(throwaway));
  });

  test('works in a private home directory, and keeps its data when that is moved', async () => {
    const home = path.join(base, 'private');
    mkdirSync(home, { mode: 0o700 });
    const said: string[] = [];
    const first = await start({ dataDir: path.join(home, 'clone'), say: (text) => said.push(text) });
    try {
      await query(first.url, 'CREATE TABLE kept (n int)');
      await first.stop();
      renameSync(path.join(home, 'clone'), path.join(home, 'moved'));

      const second = await start({ dataDir: path.join(home, 'moved') });

      expect(await query(second.url, 'SELECT n FROM kept')).toEqual([]);
      // Only the user that runs Postgres instead of root cannot enter a private directory; then a message names the
      // place.
      expect(said.some((text) => text.includes(first.home))).toBe(process.getuid?.() === 0);
    } finally {
      await running.at(-1)?.stop();
      rmSync(first.home, { recursive: true, force: true });
    }
  });
});

async function start(options: PostgresOptions): Promise<RunningPostgres> {
  const server = await startPostgres({ dieWithParent: true, ...options }); // in case the test run is killed
  running.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // the server is killed while it is connected
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

// A process that can be killed and that runs these sources.
function otherProcess(options: PostgresOptions): ChildProcess {
  const script = `require(${JSON.stringify(__dirname)}).startPostgres(${JSON.stringify(options)})
    .then(({ pid, url }) => { console.log(JSON.stringify({ pid, url })); setInterval(() => undefined, 1000); });`;
  const child = spawn(process.execPath, ['-r', 'esbuild-register', '-e', script], {
    cwd: __dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function startInOtherProcess(
  options: PostgresOptions,
): Promise<{ process: ChildProcess; pid: number; url: string }> {
  const child = otherProcess(options);
  const line = await new Promise<string>((resolve) => child.stdout?.once('data', (text) => resolve(String(text))));
  return { process: child, ...JSON.parse(line) };
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10);
}
