import { type ChildProcess, type ExecFileException, execFile } from 'node:child_process';
import { environmentText } from '@topup/runtime/settings';
import { Refusal } from '../refusal';

/** The oldest version with which `npm run test:extra -- backups` was run. */
const OLDEST: [major: number, minor: number] = [2, 45];

/** A backup of the repository. `bytes`: of the database; `storedBytes`: what this backup added to the repository. */
export type Backup = {
  label: string;
  type: 'full' | 'diff' | 'incr';
  startedAt: Date;
  endedAt: Date;
  bytes: number;
  storedBytes: number;
  repository: number;
  /** pgBackRest found pages with wrong checksums while it made it. */
  damaged: boolean;
  /** The newest segment of the log in the archive of its server. */
  newestInArchive: string | null;
};

/** pgBackRest's name of the database server. Its own settings, this one too, can be in the environment. */
export const stanzaName = (): string => environmentText({}).PGBACKREST_STANZA ?? 'topup';

/** Returns the environment of pgBackRest and a restored server: pgBackRest's settings, and none of our secrets. */
export function environmentOfPrograms(): Record<string, string> {
  const passed = Object.entries(environmentText({})).filter(([name]) =>
    /^(PATH|HOME|TZ|PGPASSFILE|PGBACKREST_\w+)$/.test(name),
  );
  return { ...Object.fromEntries(passed), LC_ALL: 'C' };
}

/** The arguments that every call has: errors and warnings on standard error, without times. */
export function argumentsOf(stanza: string): string[] {
  return [`--stanza=${stanza}`, '--log-level-console=off', '--log-level-stderr=warn', '--no-log-timestamp'];
}

/** @throws Refusal when pgBackRest is missing or too old */
export async function requirePgBackRest(): Promise<void> {
  const printed = await call(['version']);
  const [, major = '', minor = ''] = /^pgBackRest (\d+)\.(\d+)/.exec(printed) ?? [];
  const version = [Number(major), Number(minor)] as const;
  if (major === '' || version[0] < OLDEST[0] || (version[0] === OLDEST[0] && version[1] < OLDEST[1]))
    throw new Refusal(`pgBackRest ${OLDEST.join('.')} or newer is needed. This is "${printed.trim()}".`);
}

/** Makes a backup; pgBackRest then removes what is older than its retention. @throws Refusal with its error */
export async function makeBackup(stanza: string, type: Backup['type'], repository: number | undefined): Promise<void> {
  await call([...argumentsOf(stanza), ...ofRepository(repository), `--type=${type}`, 'backup']);
}

/** The backups that can be restored, oldest first. @throws Refusal when there is no such stanza, or no repository */
export async function listBackups(stanza: string, repository?: number): Promise<Backup[]> {
  const printed = await call([...argumentsOf(stanza), ...ofRepository(repository), '--output=json', 'info']);
  const [found] = JSON.parse(printed) as [Info?];
  if (found === undefined || found.backup.length === 0) {
    const reason = found?.repo?.map(({ key, status }) => `repository ${key}: ${status.message}`).join(', ');
    if (found?.status.code !== NO_BACKUP_YET)
      throw new Refusal(
        `pgBackRest knows no backups of the stanza ${stanza}${reason ? ` (${reason})` : ''}. ` +
          'Check PGBACKREST_STANZA and PGBACKREST_CONFIG, and that `pgbackrest stanza-create` was run.',
      );
  }
  const newestOf = (database: Database) =>
    found?.archive.find((each) => sameServer(each.database, database))?.max ?? null;
  return (found?.backup ?? [])
    .map((each) => ({
      label: each.label,
      type: each.type,
      startedAt: new Date(each.timestamp.start * 1000),
      endedAt: new Date(each.timestamp.stop * 1000),
      bytes: each.info.size,
      storedBytes: each.info.repository.delta,
      repository: each.database['repo-key'],
      damaged: each.error === true,
      newestInArchive: newestOf(each.database),
    }))
    .sort((one, other) => one.endedAt.getTime() - other.endedAt.getTime());
}

const NO_BACKUP_YET = 2;

/** The part of `pgbackrest info --output=json` that is read here. */
type Database = { id: number; 'repo-key': number };
type Info = {
  status: { code: number };
  repo?: { key: number; status: { message: string } }[];
  archive: { database: Database; max: string | null }[];
  backup: {
    label: string;
    type: Backup['type'];
    timestamp: { start: number; stop: number };
    info: { size: number; repository: { delta: number } };
    database: Database;
    error?: boolean;
  }[];
};

const sameServer = (one: Database, other: Database): boolean =>
  one.id === other.id && one['repo-key'] === other['repo-key'];

export const ofRepository = (repository: number | undefined): string[] =>
  repository === undefined ? [] : [`--repo=${repository}`];

/** Runs pgBackRest to its end. @returns what it printed @throws Refusal with its error */
export function call(args: string[], started?: (program: ChildProcess) => void): Promise<string> {
  const options = { cwd: '/', env: environmentOfPrograms(), maxBuffer: 64_000_000 };
  return new Promise((resolve, reject) => {
    const program = execFile('pgbackrest', args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Refusal(faultOf(error, stderr)));
    });
    if (program.pid !== undefined) started?.(program);
  });
}

/** One line for what pgBackRest says, or for why it could not be started. */
function faultOf({ code, signal, message }: ExecFileException, printed: string): string {
  if (code === 'ENOENT') return 'pgbackrest is not installed on this machine, or not on the PATH.';
  if (code === 'EACCES') return 'This user may not run pgbackrest.';
  const said = printed.trim().replaceAll(/\s*\n\s*/g, ' ');
  return `pgBackRest failed: ${said || (typeof code === 'string' ? message : `it ended with ${code ?? signal}`)}`;
}
