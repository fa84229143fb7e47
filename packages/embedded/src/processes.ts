import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * The start time (an opaque text) and the command line of a live process. An id can be reused, an id and start time
 * not.
 */
type ProcessInfo = { started: string; command: string };

/** The live process with this id, or undefined. A process that has ended but was not reaped counts as ended. */
export function findProcess(pid: number): ProcessInfo | undefined {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

// Slim container images have no `ps`.
function fromProc(pid: number): ProcessInfo | undefined {
  try {
    // proc_pid_stat(5): field 2, the name, is in parentheses and can contain spaces. Field 3 is the state, 22 the start
    // time.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    return {
      started: fields[18] ?? '',
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
    };
  } catch {
    return undefined;
  }
}

function fromPs(pid: number): ProcessInfo | undefined {
  const { status, stdout } = spawnSync('ps', ['-ww', '-o', 'lstart=', '-o', 'command=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { LC_ALL: 'C' },
  });
  // lstart is 24 characters wide: "Mon Nov  3 10:41:00 2025"
  return status === 0 && stdout.trim() !== ''
    ? { started: stdout.slice(0, 24), command: stdout.slice(24).trim() }
    : undefined;
}
