import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

/** A file system in memory, on Linux. A container's has 64 MB by default. */
const MEMORY = '/dev/shm';
/** The log of a run's changes takes 1 GB, its databases less. */
const ENOUGH_BYTES = 4_000_000_000;

/**
 * A new directory that other users can enter: when root runs the tests, Postgres runs as one. The caller removes it.
 */
export function makeTempDirectory(parent = tmpdir()): string {
  const directory = mkdtempSync(path.join(parent, 'topup-test-'));
  chmodSync(directory, 0o755);
  return directory;
}

/** The same in memory, where fsync costs nothing, if this machine has plenty of it. */
export function makeFastDirectory(): string {
  return makeTempDirectory(freeBytes() < ENOUGH_BYTES ? tmpdir() : MEMORY);
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem());
  } catch {
    return 0; // not on this system
  }
}
