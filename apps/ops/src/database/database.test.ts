import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@topup/embedded';
import { allInFullRun, COMPILE_QUICKLY, eventually, type TestDatabase, testDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { FIRST, REFUSE, SCHEMA, SECOND } from '../testing/small-schema';

const PROGRAM = path.join(__dirname, '../../dist/database.js');
const SCHEMA_ENGINE = path.join(__dirname, '../../dist/database/schema-engine.js');

describe('the database program', () => {
  let home: TestDatabase;
  let server: Client;
  let prismaDir: string;
  let databaseName: string;
  let db: Client;

  beforeAll(async () => {
    home = await testDatabase();
    server = new Client(home.url);
    await server.connect();
  });
  afterAll(async () => {
    await server.end();
    await home.drop();
  });

  beforeEach(async () => {
    prismaDir = mkdtempSync(path.join(os.tmpdir(), 'topup-migrations-'));
    writeFileSync(path.join(prismaDir, 'schema.prisma'), SCHEMA);
    mkdirSync(path.join(prismaDir, 'migrations'));
    writeFileSync(path.join(prismaDir, 'migrations/migration_lock.toml'), 'provider = "postgresql"\n');
    writeMigration('20260101000000_first', FIRST);
    mkdirSync(path.join(prismaDir, 'functions'));
    writeFunction('refuse', REFUSE);
    databaseName = `${new URL(home.url).pathname.slice(1)}_empty`;
    await server.query(`CREATE DATABASE ${databaseName} TEMPLATE template0`);
    db = new Client(databaseUrl());
    await db.connect();
  });
  afterEach(async () => {
    await db.end();
    await server.query(`DROP DATABASE ${databaseName} WITH (FORCE)`);
    rmSync(prismaDir, { recursive: true });
  });

  describe('migrate', () => {
    it('gives an empty database its tables, functions and triggers', async () => {
      const { code, stdout } = await run('migrate');
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('applied 20260101000000_first\n') });
      await db.query('INSERT INTO wallet VALUES (1, 5, 5); INSERT INTO move VALUES (1, 1)');
      await expect(db.query('UPDATE move SET id = 2')).rejects.toThrow('append only; never');
      await expect(db.query('UPDATE wallet SET balance = -1')).rejects.toThrow('wallet_balance_check');
    });

    it('applies the functions that changed, even without a migration', async () => {
      await run('migrate');
      writeFunction('refuse', REFUSE.replace('append only', 'forever'));
      expect(await run('migrate')).toMatchObject({ code: 0, stdout: expect.stringContaining('applied 1 functions\n') });
      await db.query('INSERT INTO wallet VALUES (1, 5, 5); INSERT INTO move VALUES (1, 1)');
      await expect(db.query('UPDATE move SET id = 2')).rejects.toThrow('forever; never');
    });

    it('does the same in a database that has session settings of its own', async () => {
      await server.query(`ALTER DATABASE ${databaseName} SET search_path TO nowhere`);
      await server.query(`ALTER DATABASE ${databaseName} SET DateStyle TO 'SQL, DMY'`);
      expect(await run('migrate')).toMatchObject({ code: 0 });
      expect(await run('check')).toMatchObject({ code: 0 });
      await db.query('INSERT INTO wallet VALUES (1, 5, 5)'); // this connection is older
    });

    it('applies everything even if nobody reads what it says', async () => {
      writeMigration('20260102000000_second', 'CREATE TABLE second ()');
      const running = start('migrate');
      running.stdout?.destroy();
      expect([(await result(running)).code, await existing('second')]).toEqual([0, 'second']);
    });

    it('does nothing the second time', async () => {
      await run('migrate');
      const before = await migrationRows();

      const { code, stdout } = await run('migrate');

      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^no pending migrations\nqueue /) });
      expect(await migrationRows()).toEqual(before);
    });

    it('applies each migration once when two runs overlap', async () => {
      await run('migrate');
      writeMigration('20260102000000_second', 'ALTER TABLE wallet ADD COLUMN note TEXT;\n');
      await db.query('BEGIN; LOCK TABLE wallet IN ACCESS SHARE MODE');
      const first = run('migrate');
      await backendWaitingFor('ADD COLUMN note');
      const second = run('migrate');
      await backendWaitingFor('pg_advisory_lock');
      await db.query('COMMIT');

      expect(await first).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('applied 20260102000000_second\n'),
      });
      expect(await second).toMatchObject({ code: 0, stdout: expect.stringContaining('no pending migrations\n') });
      expect(await migrationRows()).toEqual([
        { migration_name: '20260101000000_first', finished: true, rolled_back: false, applied_steps_count: 1 },
        { migration_name: '20260102000000_second', finished: true, rolled_back: false, applied_steps_count: 1 },
      ]);
    });

    it('leaves nothing of a failing migration, and applies the corrected one', async () => {
      writeMigration('20260102000000_second', `CREATE TABLE half (id INTEGER);\nINSERT INTO misspelt VALUES (1);\n`);
      const failed = await run('migrate');

      expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('20260102000000_second') });
      expect(failed.stderr).toContain('relation "misspelt" does not exist (42P01, line 2)');
      expect(await existing('half')).toBeNull();
      expect(await existing('wallet')).toBe('wallet');

      writeMigration('20260102000000_second', SECOND);
      const corrected = await run('migrate');

      expect(corrected).toMatchObject({ code: 0, stdout: expect.stringContaining('applied 20260102000000_second\n') });
      expect(await migrationRows()).toEqual([
        { migration_name: '20260101000000_first', finished: true, rolled_back: false, applied_steps_count: 1 },
        { migration_name: '20260102000000_second', finished: false, rolled_back: true, applied_steps_count: 0 },
        { migration_name: '20260102000000_second', finished: true, rolled_back: false, applied_steps_count: 1 },
      ]);
    });

    it.each(allInFullRun('is rolled back', 'ends'))(
      'finishes the work of a run that was killed inside a migration, which then %s on the server',
      async (fate) => {
        await run('migrate');
        writeMigration(
          '20260102000000_second',
          'INSERT INTO wallet VALUES (7, 1, 1); ALTER TABLE wallet ADD COLUMN note TEXT;\n',
        );
        await db.query('BEGIN; LOCK TABLE wallet IN ACCESS SHARE MODE');
        const killed = start('migrate');
        const backend = await backendWaitingFor('ADD COLUMN note');
        killed.kill('SIGKILL');
        if (fate === 'is rolled back') await server.query('SELECT pg_terminate_backend($1)', [backend]);
        await db.query('COMMIT');

        const { code } = await run('migrate');

        expect(code).toBe(0);
        expect((await db.query('SELECT id, note FROM wallet')).rows).toEqual([{ id: 7, note: null }]);
      },
    );

    it('says that a migration was rolled back when the server ends the connection', async () => {
      await run('migrate');
      writeMigration('20260102000000_second', 'ALTER TABLE wallet ADD COLUMN note TEXT;\n');
      await db.query('BEGIN; LOCK TABLE wallet IN ACCESS SHARE MODE');
      const cut = run('migrate');
      await server.query('SELECT pg_terminate_backend($1)', [await backendWaitingFor('ADD COLUMN note')]);

      expect(await cut).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('migration 20260102000000_second was rolled back: terminating connection'),
      });
      await db.query('COMMIT');
      expect(await run('migrate')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('applied 20260102000000_second\n'),
      });
    });

    it('changes nothing in a database with tables of somebody else', async () => {
      await db.query('CREATE TABLE invoice (id INTEGER)');

      expect(await run('migrate')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('The database has tables, but no migration was ever applied to it.'),
      });
      expect(await existing('wallet')).toBeNull();
    });

    it('warns about a migration that was edited after it was applied, and goes on', async () => {
      await run('migrate');
      writeMigration('20260101000000_first', `${FIRST}-- edited\n`);

      expect(await run('migrate')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('warning: 20260101000000_first was edited after it was applied here'),
      });
    });

    it('writes a history that Prisma reads as complete and unedited', async () => {
      writeMigration('20260102000000_second', 'SELECT broken;');
      await run('migrate');
      writeMigration('20260102000000_second', SECOND);
      await run('migrate');

      expect(await historyAsPrismaReadsIt({ '20260101000000_first': FIRST, '20260102000000_second': SECOND })).toEqual({
        hasMigrationsTable: true,
        history: null,
        failedMigrationNames: [],
        editedMigrationNames: [],
      });
    });

    it('waits for a database that starts after it', async () => {
      const port = await freePort();
      const child = start('migrate', { DATABASE_URL: databaseUrl(`127.0.0.1:${port}`) });
      const ended = result(child);
      await new Promise<void>((resolve) =>
        child.stdout?.on('data', (chunk) => String(chunk).includes('waiting for the database') && resolve()),
      );

      const closeDoor = await openDoor(port, new URL(home.url));

      expect(await ended).toMatchObject({ code: 0, stdout: expect.stringContaining('applied 20260101000000_first') });
      await closeDoor();
    });

    it('creates the tables of BullMQ only when there is no Redis', async () => {
      await run('migrate', { REDIS_URL: 'redis://127.0.0.1:6379' });
      expect(await existing('bullmq.job')).toBeNull();

      await run('migrate');
      expect(await existing('bullmq.job')).toBe('bullmq.job');
    });
  });

  describe('check', () => {
    it('accepts checks, triggers, functions and partial indexes', async () => {
      expect(await run('check')).toMatchObject({
        code: 0,
        stdout: 'schema.prisma, the functions and the migrations agree\n',
      });
    });

    it('prints the SQL that the migrations lack', async () => {
      writeFileSync(
        path.join(prismaDir, 'schema.prisma'),
        SCHEMA.replace('owner   Int', 'owner   Int\n  nickname String?'),
      );

      const { code, stderr } = await run('check');

      expect(code).toBe(1);
      expect(stderr).toMatch(/ALTER TABLE "wallet" ADD COLUMN\s+"nickname" TEXT/);
    });

    it('prints which functions have faults', async () => {
      writeMigration('20260102000000_second', 'CREATE FUNCTION hidden() RETURNS integer LANGUAGE sql RETURN 1;');
      writeFunction('broken', 'CREATE OR REPLACE FUNCTION broken() RETURNS text LANGUAGE sql AS $$ SELECT nothing $$;');

      const { code, stderr } = await run('check');

      expect(code).toBe(1);
      expect(stderr).toContain('hidden() has no file');
      expect(stderr).toContain('broken.sql: column "nothing" does not exist');
    });

    it('leaves no database behind', async () => {
      const databases = async () =>
        (await server.query(`SELECT datname FROM pg_database WHERE datname LIKE 'topup\\_check\\_%'`)).rows.map(
          ({ datname }) => datname,
        );
      const before = await databases();
      writeMigration('20260102000000_second', 'SELECT broken;');

      expect(await run('check')).toMatchObject({ code: 1 });

      // other tests check on this server too, and drop their own databases
      await eventually(databases, (names) => names.every((name) => before.includes(name)));
      expect(await existing('wallet')).toBeNull();
    });
  });

  function databaseUrl(host?: string): string {
    const url = new URL(home.url);
    if (host !== undefined) url.host = host;
    url.pathname = `/${databaseName}`;
    return url.href;
  }

  function writeMigration(name: string, script: string): void {
    mkdirSync(path.join(prismaDir, 'migrations', name), { recursive: true });
    writeFileSync(path.join(prismaDir, 'migrations', name, 'migration.sql'), script);
  }

  const writeFunction = (name: string, text: string) =>
    writeFileSync(path.join(prismaDir, `functions/${name}.sql`), text);

  function start(command: string, settings: Record<string, string> = {}): ChildProcess {
    const env = { DATABASE_URL: databaseUrl(), DATA_DIR: prismaDir, ...settings };
    return spawn(process.execPath, [COMPILE_QUICKLY, PROGRAM, command, '--dir', prismaDir], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  const run = (command: string, settings?: Record<string, string>) => result(start(command, settings));

  /** Prisma's engine is an ES module, which Jest cannot load: it runs in a process of its own. */
  async function historyAsPrismaReadsIt(migrations: Record<string, string>): Promise<unknown> {
    const migrationDirectories = Object.entries(migrations).map(([name, value]) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } },
    }));
    const lockfile = { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' };
    const input = {
      migrationsList: { baseDir: prismaDir, lockfile, shadowDbInitScript: '', migrationDirectories },
      optInToShadowDatabase: false,
      filters: { externalTables: [], externalEnums: [] },
    };
    const script = `require(${JSON.stringify(SCHEMA_ENGINE)})
      .withSchemaEngine(process.env.DATABASE_URL, ${JSON.stringify(SCHEMA)}, (engine) =>
        engine.diagnoseMigrationHistory(${JSON.stringify(input)}))
      .then((history) => process.stdout.write(JSON.stringify(history), () => process.exit()));`;
    const env = { DATABASE_URL: databaseUrl() };
    const { stdout, stderr } = await result(spawn(process.execPath, ['-e', script], { env }));
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  }

  async function migrationRows(): Promise<unknown[]> {
    const rows = `SELECT migration_name, finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS rolled_back,
                         applied_steps_count
                    FROM _prisma_migrations ORDER BY started_at`;
    return (await db.query(rows)).rows;
  }

  async function existing(relation: string): Promise<string | null> {
    return (await db.query('SELECT to_regclass($1)::text AS name', [relation])).rows[0].name;
  }

  async function backendWaitingFor(text: string): Promise<number> {
    for (;;) {
      const waiting = `SELECT pid FROM pg_stat_activity
                        WHERE wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%' AND datname = $2`;
      const { rows } = await server.query(waiting, [text, databaseName]);
      if (rows[0] !== undefined) return rows[0].pid;
      await sleep(20);
    }
  }
});

type Ended = { code: number | null; stdout: string; stderr: string };

function result(child: ChildProcess): Promise<Ended> {
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk) => {
      ended[name] += String(chunk);
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...ended, code }));
  });
}

/** Makes the port lead to the server. Returns how to end that. */
async function openDoor(port: number, { hostname, port: serverPort }: URL): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>();
  const door = createServer((inside) => {
    const outside = connect(Number(serverPort), hostname);
    for (const socket of [inside, outside]) sockets.add(socket.on('error', () => undefined));
    inside.pipe(outside).pipe(inside);
  });
  await new Promise<void>((resolve, reject) => door.once('error', reject).listen(port, '127.0.0.1', resolve));
  return () => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => door.close(() => resolve()));
  };
}
