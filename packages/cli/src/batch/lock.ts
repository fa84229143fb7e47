import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { UsageError } from '../output';

/**
 * Takes a file with the id of this process, also from a process that was killed. Two that take it from a dead one at
 * the same moment may both get it: they share the references of the rows, so each row is still sold once.
 * @returns gives it back @throws UsageError while another process has it
 */
export function takeLock(file: string): () => void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (Object(error).code !== 'EEXIST') throw error;
    }
    const holder = holderOf(file);
    if (attempt > 1 || (holder !== null && isAlive(holder)))
      throw new UsageError(
        `Process ${holder} is buying from this file. If that is no topup, delete ${file}, and try again.`,
      );
    rmSync(file, { force: true });
  }
}

/** Null: it has gone, or the process was killed before it wrote its id. */
function holderOf(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch {
    return null;
  }
}

/** In a container, each process can have the id that the killed one had. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return Object(error).code === 'EPERM'; // of another user
  }
}
