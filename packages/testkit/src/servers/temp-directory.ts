import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A new directory that other users can enter too: run by root, Postgres works as one of them. Whoever makes it removes it. */
export function makeTempDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'topup-test-'));
  chmodSync(directory, 0o755);
  return directory;
}
