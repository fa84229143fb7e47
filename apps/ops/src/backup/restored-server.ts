import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pause } from '@topup/core/shared';
import { Refusal } from '../refusal';
import { environmentOfPrograms } from './pgbackrest';

const LOOK_EVERY_MS = 50;
const PORT = 5432;

type Starting = {
  /** `--postgres-bin`. */
  bin: string | undefined;
  /** The command that fetches the segment `%f` of the log to `%p`. */
  archiveGet: string;
  /** Receives the process before it has recovered. */
  started: (server: ChildProcess) => void;
};

/**
 * Starts PostgreSQL on the restored data in `<directory>/data` and waits until it has recovered. It answers only at a
 * socket in `directory`, archives nothing, loads no extension, and begins every transaction as READ ONLY.
 *
 * It reads no configuration of the live server: what `ALTER SYSTEM` has set there is in the data, so each setting
 * that matters is on the command line, which wins.
 * @throws Refusal with the end of its log, when it does not start
 */
export async function startRestored(directory: string, { bin, archiveGet, started }: Starting): Promise<void> {
  const data = path.join(directory, 'data');
  const postgres = findPostgres(data, bin);
  const files = {
    'postgresql.conf': '',
    'pg_ident.conf': '',
    // nobody else can enter the directory
    'pg_hba.conf': 'local all all trust\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(directory, name), text);
  mkdirSync(path.join(directory, 'log'));
  const logFile = path.join(directory, 'log/postgres.log');
  const log = openSync(logFile, 'a');
  const server = spawn(postgres, ['-D', data, ...settingsIn(directory, archiveGet)], {
    cwd: '/',
    detached: true,
    env: environmentOfPrograms(),
    stdio: ['ignore', log, log],
  });
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()).once('error', () => resolve()));
  if (server.pid !== undefined) started(server);
  let over = false;
  void exited.then(() => {
    over = true;
  });
  while (!isReady(data, server.pid)) {
    if (over) throw new Refusal(`The restored PostgreSQL did not recover. The end of its log: ${endOf(logFile)}`);
    await Promise.race([exited, pause(LOOK_EVERY_MS)]);
  }
}

/** The URL of the same user and database at the restored server. */
export function urlAt(directory: string, liveUrl: string): string {
  const [, user, name] = /^\w+:\/\/([^:@/]*)(?::[^@]*)?@[^/]*\/([^?]*)/.exec(liveUrl) ?? [];
  if (user === undefined || name === undefined) throw new Refusal('DATABASE_URL must name a user and a database.');
  return `postgresql://${user}@localhost:${PORT}/${name}?host=${encodeURIComponent(directory)}`;
}

function settingsIn(directory: string, archiveGet: string): string[] {
  const settings = {
    config_file: path.join(directory, 'postgresql.conf'),
    hba_file: path.join(directory, 'pg_hba.conf'),
    ident_file: path.join(directory, 'pg_ident.conf'),
    external_pid_file: path.join(directory, 'external.pid'),
    listen_addresses: '',
    port: PORT,
    unix_socket_directories: directory,
    unix_socket_permissions: '0700',
    // with hot_standby it would accept connections before it has recovered, and need as many as the live server
    hot_standby: 'off',
    archive_mode: 'off',
    archive_command: '',
    restore_command: archiveGet,
    archive_cleanup_command: '',
    recovery_end_command: '',
    primary_conninfo: '',
    synchronous_standby_names: '',
    default_transaction_read_only: 'on',
    shared_preload_libraries: '',
    session_preload_libraries: '',
    local_preload_libraries: '',
    logging_collector: 'off',
    log_destination: 'stderr',
    // values of rows stay out of the log
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ssl: 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function findPostgres(data: string, bin: string | undefined): string {
  const version = readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim();
  const program = path.join(bin ?? `/usr/lib/postgresql/${version}/bin`, 'postgres');
  try {
    accessSync(program, constants.X_OK);
    return program;
  } catch {
    throw new Refusal(
      `There is no ${program}. Install PostgreSQL ${version}, or name its directory with --postgres-bin.`,
    );
  }
}

/** As pg_ctl looks: line 8 of the lock file is "ready" once the server accepts connections. */
function isReady(data: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false; // not written yet
  }
}

const endOf = (file: string): string =>
  readFileSync(file, 'utf8')
    .trim()
    .slice(-1500)
    .replaceAll(/\s*\n\s*/g, ' | ');
