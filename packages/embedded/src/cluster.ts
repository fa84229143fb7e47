import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Place } from './place';
import { run } from './run-as';

/** The superuser of the cluster, and the name of its one database. */
export const OWNER = 'topup';
const UNFINISHED = 'cluster.unfinished-';

/**
 * Creates the cluster with an empty database `topup`, unless it exists. It is created completely or not at all, so a
 * start that is killed does not block the next one.
 * @returns the password of user `topup`
 */
export async function ensureCluster(
  { home, cluster, runAs }: Place,
  bin: string,
  say: (text: string) => void,
): Promise<string> {
  const passwordFile = path.join(home, 'password');
  removeUnfinished(home);
  if (existsSync(cluster)) return readFileSync(passwordFile, 'utf8');
  say('creating the database');
  const password = randomBytes(24).toString('base64url');
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const unfinished = makePrivate(path.join(home, UNFINISHED), runAs);
  await initialise(unfinished, password, bin, runAs);
  renameSync(path.join(unfinished, 'cluster'), cluster);
  rmSync(unfinished, { recursive: true });
  return password;
}

async function initialise(directory: string, password: string, bin: string, runAs: Place['runAs']): Promise<void> {
  const cluster = path.join(directory, 'cluster');
  const passwordFile = path.join(directory, 'password'); // initdb reads it as its own user
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (runAs !== undefined) chownSync(passwordFile, runAs.uid, runAs.gid);
  const initdb = (locale: string) =>
    run(
      path.join(bin, 'initdb'),
      [
        `--pgdata=${cluster}`,
        `--username=${OWNER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        `--locale=${locale}`,
      ],
      runAs,
    );
  await initdb('C.UTF-8').catch((error) => {
    if (!/invalid locale/.test(String(error))) throw error;
    return initdb('C');
  });
  // The single-user mode needs no password and no port: anyone who can read the files can use it.
  await run(
    path.join(bin, 'postgres'),
    ['--single', '-D', cluster, '-c', 'exit_on_error=on', 'postgres'],
    runAs,
    `CREATE DATABASE ${OWNER}\n`,
  );
}

// A new name each time: the initdb of a killed start can still write for a moment. This is also why removing retries.
function makePrivate(prefix: string, runAs: Place['runAs']): string {
  const directory = mkdtempSync(prefix);
  if (runAs !== undefined) chownSync(directory, runAs.uid, runAs.gid);
  return directory;
}

function removeUnfinished(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith(UNFINISHED)) rmSync(path.join(home, name), { recursive: true, force: true, maxRetries: 10 });
  }
}
