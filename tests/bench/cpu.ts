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
  const children = readdirSync('/proc').flatMap((entry) => {
    const stat = /^\d+$/.test(entry) ? statOf(Number(entry)) : null;
    return stat?.parent === pid ? [stat.own] : [];
  });
  return children.reduce((sum, seconds) => sum + seconds, parent.own + parent.ended);
}

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
