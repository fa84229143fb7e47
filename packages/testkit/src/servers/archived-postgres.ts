import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type RunningPostgres, startPostgres } from '@topup/embedded';
import { eventually } from '../service/eventually';
import { type OwnPostgres, startOwnPostgres } from './own-postgres';
import { withClient } from './sql';
import { makeTempDirectory } from './temp-directory';

export type BaseBackup = {
  /** Starts a server with the copy, recovered to a restore point or to the end of the archive. */
  restore(restorePoint?: string): Promise<RunningPostgres>;
  /** The same as a standby: it stays in recovery at the restore point, and can only be read. */
  standby(restorePoint: string): Promise<RunningPostgres>;
  /** The same as a standby of this name that follows the server. */
  follower(name: string): Promise<RunningPostgres>;
};

export type ArchivedPostgres = Omit<OwnPostgres, 'remove'> & {
  /** Copies the cluster while it runs, as pg_basebackup does: between two SQL calls. */
  baseBackup(): Promise<BaseBackup>;
  /** Names this moment in the write-ahead log, so that a copy can be recovered to it. */
  restorePoint(name: string): Promise<void>;
  /** Waits until everything written so far is in the archive. */
  archiveAll(): Promise<void>;
  /** Stops it and all restored servers, and deletes their data. */
  remove(): Promise<void>;
};

/**
 * Like `startOwnPostgres`, with an archive of the write-ahead log, so that copies can be recovered to a point in time.
 */
export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  const server = await startOwnPostgres();
  const archive = makeTempDirectory();
  chmodSync(archive, 0o777); // when root runs the tests, Postgres runs as another user
  const directories = [archive];
  const restored: RunningPostgres[] = [];
  const cluster = path.join(server.home, 'cluster');
  const ask = <Row>(text: string) => withClient(server.url, async (client) => (await client.query(text)).rows as Row[]);

  await ask(`ALTER SYSTEM SET archive_mode = 'on'`);
  await ask(`ALTER SYSTEM SET archive_command = 'cp %p ${archive}/%f'`);
  await server.stop();
  await server.start();

  /** Starts a copy that recovers by these settings, and is told so by a file of this name. */
  async function startCopy(
    copy: string,
    file: 'recovery.signal' | 'standby.signal',
    recovery: Record<string, string>,
  ): Promise<RunningPostgres> {
    const dataDir = makeTempDirectory();
    directories.push(dataDir);
    const target = path.join(dataDir, 'cluster');
    copyTree(copy, target);
    const settings = { archive_mode: 'off', restore_command: `cp ${archive}/%f %p`, ...recovery };
    for (const [name, value] of Object.entries(settings))
      appendFileSync(path.join(target, 'postgresql.auto.conf'), `${name} = '${value}'\n`);
    writeFileSync(path.join(target, file), '');
    giveTo(target, statSync(cluster));
    writeFileSync(path.join(dataDir, 'password'), new URL(server.url).password, { mode: 0o600 });
    const running = await startPostgres({ dataDir, maxConnections: 300, dieWithParent: true });
    restored.push(running);
    return running;
  }

  async function restore(copy: string, restorePoint: string | undefined): Promise<RunningPostgres> {
    const target = restorePoint === undefined ? {} : { recovery_target_name: restorePoint };
    const running = await startCopy(copy, 'recovery.signal', { recovery_target_action: 'promote', ...target });
    // it is ready as soon as it can be read, and recovery goes on
    const recovering = () =>
      withClient(running.url, async (client) => (await client.query('SELECT pg_is_in_recovery() AS still')).rows[0]);
    await eventually(recovering, ({ still }) => !still);
    return running;
  }

  async function archiveAll(): Promise<void> {
    const [wal] = await ask<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file');
    await eventually(() => existsSync(path.join(archive, wal?.file ?? '')), Boolean);
  }

  return {
    ...server,
    archiveAll,
    restorePoint: async (name) => {
      await ask(`SELECT pg_create_restore_point('${name}')`);
    },
    baseBackup: () =>
      withClient(server.url, async (client) => {
        const copy = makeTempDirectory();
        directories.push(copy);
        await client.query(`SELECT pg_backup_start('test', true)`);
        copyTree(cluster, path.join(copy, 'cluster'));
        const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
        writeFileSync(path.join(copy, 'cluster/backup_label'), rows[0]?.labelfile ?? '');
        const files = path.join(copy, 'cluster');
        return {
          restore: (restorePoint) => restore(files, restorePoint),
          standby: (restorePoint) =>
            startCopy(files, 'recovery.signal', {
              recovery_target_action: 'pause',
              recovery_target_name: restorePoint,
            }),
          follower: (name) =>
            startCopy(files, 'standby.signal', { primary_conninfo: `${server.url}?application_name=${name}` }),
        };
      }),
    remove: async () => {
      await Promise.all(restored.map((each) => each.stop()));
      await server.remove();
      for (const directory of [...directories, ...restored.map(({ home }) => home)])
        rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Not part of a base backup: the log, which is in the archive, and files of the running server. */
const LEFT_OUT = /^(pg_wal\/.+|pg_replslot\/.+|postmaster\.(pid|opts)|recovery\.signal)$/;

function copyTree(from: string, to: string, below = ''): void {
  mkdirSync(to, { mode: 0o700 });
  for (const name of readdirSync(from)) {
    const inside = path.join(below, name);
    if (LEFT_OUT.test(inside)) continue;
    const [source, target] = [path.join(from, name), path.join(to, name)];
    try {
      if (lstatSync(source).isDirectory()) copyTree(source, target, inside);
      else copyFileSync(source, target);
    } catch (error) {
      // deleted by the server in the meantime; the log contains that
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

function giveTo(target: string, owner: { uid: number; gid: number }): void {
  if (process.getuid?.() !== 0) return;
  chownSync(target, owner.uid, owner.gid);
  if (lstatSync(target).isDirectory()) for (const name of readdirSync(target)) giveTo(path.join(target, name), owner);
}
