import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { canEnter, type RunAs, userInsteadOfRoot } from './run-as';

const ELSEWHERE = '/var/lib/prepaid-topup';

/** The place of one database and the user of its server. `home` contains the cluster, its password and its log. */
export type Place = { home: string; cluster: string; runAs: RunAs };

/**
 * Chooses the place of the database of `dataDir`: inside it, or below /var/lib if root starts and the user that runs
 * Postgres instead cannot reach `dataDir`. Then a file in `dataDir` names the place, so moving `dataDir` keeps the
 * database.
 * @throws Error if a database exists that the current user cannot run
 */
export function choosePlace(dataDir: string, say: (text: string) => void): Place {
  mkdirSync(dataDir, { recursive: true });
  const wanted = realpathSync(dataDir);
  return process.getuid?.() === 0 ? placeForRoot(wanted, say) : placeForUser(wanted);
}

function placeForUser(wanted: string): Place {
  const elsewhere = readPointer(wanted);
  const place = { home: wanted, cluster: clusterOf(wanted), runAs: undefined };
  if (elsewhere === undefined && (!existsSync(place.cluster) || statSync(place.cluster).uid === process.getuid?.()))
    return place;
  throw new Error(
    `The database in ${elsewhere ?? wanted} was made by another user. Start as that user, or choose another data directory.`,
  );
}

function placeForRoot(wanted: string, say: (text: string) => void): Place {
  if (existsSync(clusterOf(wanted))) return existing(wanted);
  const runAs = userInsteadOfRoot();
  const elsewhere = readPointer(wanted) ?? (canEnter(wanted, runAs) ? undefined : makeElsewhere(wanted));
  if (elsewhere === undefined) return { home: wanted, cluster: clusterOf(wanted), runAs };
  say(
    `the database is kept in ${elsewhere}: Postgres refuses to run as root, and the user it runs as cannot reach ${wanted}`,
  );
  return existsSync(clusterOf(elsewhere))
    ? existing(elsewhere)
    : { home: elsewhere, cluster: clusterOf(elsewhere), runAs };
}

// The files belong to the user that ran Postgres first. Root continues as that user.
function existing(home: string): Place {
  const { uid, gid } = statSync(clusterOf(home));
  if (canEnter(home, { uid, gid })) return { home, cluster: clusterOf(home), runAs: { uid, gid } };
  throw new Error(
    `The database in ${home} belongs to user ${uid}, who can no longer enter that directory. Give the directories above it the right "x".`,
  );
}

function makeElsewhere(wanted: string): string {
  mkdirSync(ELSEWHERE, { recursive: true });
  chmodSync(ELSEWHERE, 0o755);
  const home = mkdtempSync(path.join(ELSEWHERE, `${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}-`));
  chmodSync(home, 0o755);
  writeFileSync(pointerOf(wanted), `${home}\n`);
  return home;
}

function readPointer(wanted: string): string | undefined {
  const home = existsSync(pointerOf(wanted)) ? readFileSync(pointerOf(wanted), 'utf8').trim() : '';
  return existsSync(home) ? home : undefined;
}

const clusterOf = (home: string) => path.join(home, 'cluster');
const pointerOf = (wanted: string) => path.join(wanted, 'kept-elsewhere');
