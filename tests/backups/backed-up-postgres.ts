import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort, guard } from '@topup/embedded';
import { COMPILE_QUICKLY, example, exampleWith, onThePath } from '@topup/testkit';
import { Client } from 'pg';

const ROOT = path.join(__dirname, '../..');
const BIN = '/usr/lib/postgresql/15/bin';

/** The user of server, pgBackRest and `ops`: PostgreSQL does not run as root. */
type RunAs = { uid: number; gid: number };

/** A PostgreSQL 15 of Debian with an archive, and a pgBackRest repository, both set as deploy/pgbackrest says. */
export type BackedUpPostgres = {
  readonly url: string;
  readonly runAs: RunAs;
  readonly config: string;
  /** The repository of `config`. */
  readonly repository: string;
  /** Empty until a restore is rehearsed. */
  readonly restoreDir: string;
  sql<Row>(text: string): Promise<Row[]>;
  /** Waits until all that is written so far is in the archive. */
  archiveAll(): Promise<void>;
  /** A configuration like `config` with other values. */
  configWith(name: string, values: Record<string, string>): string;
  /** A file or a directory that its user may change. */
  give(target: string): void;
  remove(): Promise<void>;
};

/** @throws Error when PostgreSQL 15 or pgBackRest is missing: this run is for machines that have both */
export async function startBackedUpPostgres(): Promise<BackedUpPostgres> {
  if (!existsSync(`${BIN}/initdb`) || onThePath('pgbackrest') === undefined)
    throw new Error('npm run test:extra -- backups needs the Debian packages postgresql-15 and pgbackrest.');
  const home = mkdtempSync(path.join(tmpdir(), 'topup-backups-'));
  const runAs = userOf();
  const give = (target: string) => chownSync(target, runAs.uid, runAs.gid);
  give(home);
  const at = (name: string) => path.join(home, name);
  const write = (name: string, text: string) => {
    writeFileSync(at(name), text, { mode: 0o600 });
    give(at(name));
    return at(name);
  };
  const run = (program: string, args: string[]) =>
    promisify(execFile)(program, args, {
      ...runAs,
      cwd: home,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
    });
  for (const name of ['repo', 'log', 'lock', 'spool', 'sock', 'restore']) {
    mkdirSync(at(name));
    give(at(name));
  }
  const port = await freePort();
  const paths = {
    'repo1-path': at('repo'),
    'repo1-cipher-pass': 'a-passphrase-of-the-test',
    'log-path': at('log'),
    'lock-path': at('lock'),
    'spool-path': at('spool'),
    'pg1-path': at('data'),
    'pg1-socket-path': at('sock'),
    'pg1-port': String(port),
    'pg1-user': 'topup',
  };
  const configWith = (name: string, values: Record<string, string>) =>
    write(name, exampleWith('pgbackrest/pgbackrest.conf', { ...paths, ...values }));
  const config = configWith('pgbackrest.conf', {});

  const password = 'of-the-test';
  await run(`${BIN}/initdb`, [
    ...['-D', at('data'), '-U', 'topup', '--data-checksums', '--encoding=UTF8', '--locale=C.UTF-8'],
    ...['--auth-local=trust', '--auth-host=scram-sha-256', '--pwfile', write('password', password)],
  ]);
  const settings = example('pgbackrest/postgresql.conf').replace("= 'pgbackrest ", `= 'pgbackrest --config=${config} `);
  if (!settings.includes(config)) throw new Error('deploy/pgbackrest/postgresql.conf has another archive_command');
  const own = [
    `listen_addresses = '127.0.0.1'`,
    `port = ${port}`,
    `unix_socket_directories = '${at('sock')}'`,
    'max_connections = 200',
  ];
  appendFileSync(at('data/postgresql.conf'), `${settings}${own.join('\n')}\n`);
  await run(`${BIN}/pg_ctl`, ['-D', at('data'), '-l', at('log/postgres.log'), '-w', '-t', '120', 'start']);
  const pid = Number(readFileSync(at('data/postmaster.pid'), 'utf8').split('\n')[0]);
  const watch = guard(pid, 'SIGQUIT', [home]);
  // before the first segment is full: PostgreSQL waits a minute after a segment that it could not archive
  await run('pgbackrest', [`--config=${config}`, '--stanza=topup', 'stanza-create']);
  const url = `postgresql://topup:${password}@127.0.0.1:${port}/topup`;
  const ask = async <Row>(text: string, of = url): Promise<Row[]> => {
    const client = new Client({ connectionString: of });
    await client.connect();
    try {
      return (await client.query(text)).rows as Row[];
    } finally {
      await client.end();
    }
  };
  await ask('CREATE DATABASE topup', url.replace(/topup$/, 'postgres'));
  await promisify(execFile)(
    process.execPath,
    [COMPILE_QUICKLY, path.join(ROOT, 'apps/ops/dist/database.js'), 'migrate'],
    {
      env: { DATABASE_URL: url },
    },
  );

  return {
    url,
    runAs,
    config,
    repository: at('repo'),
    restoreDir: at('restore'),
    sql: (text) => ask(text),
    configWith,
    give,
    archiveAll: async () => {
      await ask('SELECT pg_switch_wal()');
      await run('pgbackrest', [`--config=${config}`, '--stanza=topup', 'check']);
    },
    remove: async () => {
      await run(`${BIN}/pg_ctl`, ['-D', at('data'), '-m', 'fast', '-w', 'stop']);
      watch.release();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The current user, or `postgres` when that is root. */
function userOf(): RunAs {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid !== 0) return { uid, gid };
  const line = readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m);
  if (line === null) throw new Error('There is no user postgres.');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}
