import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What identifies a live process: when it began (an opaque text; process ids are given out again, this pair is not) and its command line. */
export type ProcessInfo = { started: string; command: string };

/** The live process with this id, or undefined when there is none (one that has ended but was not yet reaped counts as none). */
export function findProcess(pid: number): ProcessInfo | undefined {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

// Slim container images have no `ps`.
function fromProc(pid: number): ProcessInfo | undefined {
  try {
    // proc_pid_stat(5): the second field, the name, stands in parentheses and may hold spaces; then follow the state (3) and, as field 22, the start time.
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
