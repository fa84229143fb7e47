import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A new directory that other users can enter: when root runs the tests, Postgres runs as one. The caller removes it.
 */
export function makeTempDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'topup-test-'));
  chmodSync(directory, 0o755);
  return directory;
}
