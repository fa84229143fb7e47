import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100; // USER_HZ, which is 100 on every Linux that Node runs on

/** `withChildren`: its children count too, ended ones included. PostgreSQL has one for each connection. */
export type Counted = { name: string; pid: number; withChildren?: boolean };

/** The CPU seconds that each process has used; null when there is no /proc, or no such process. */
export function cpuSeconds(processes: readonly Counted[]): Record<string, number | null> {
  return Object.fromEntries(
    processes.map(({ name, pid, withChildren }) => [name, withChildren ? familySeconds(pid) : ownSeconds(pid)]),
  );
}

function ownSeconds(pid: number): number | null {
  return statOf(pid)?.own ?? null;
}

function familySeconds(pid: number): number | null {
  const parent = statOf(pid);
  if (parent === null) return null;
  return childrenOf(pid).reduce((sum, child) => sum + (statOf(child)?.own ?? 0), parent.own + parent.ended);
}

/** A process and its children; none where there is no /proc. */
export const familyOf = (pid: number): number[] => (statOf(pid) === null ? [] : [pid, ...childrenOf(pid)]);

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((each) => statOf(each)?.parent === pid);

/** `ended`: CPU of its ended children. See proc_pid_stat(5): 4 ppid, 14 utime, 15 stime, 16 cutime, 17 cstime. */
function statOf(pid: number): { parent: number; own: number; ended: number } | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null; // ended meanwhile, or another system
  }
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number); // from the third on; the second may hold blanks
  const at = (number: number) => fields[number - 3] ?? 0;
  return { parent: at(4), own: (at(14) + at(15)) / TICKS_PER_SECOND, ended: (at(16) + at(17)) / TICKS_PER_SECOND };
}
