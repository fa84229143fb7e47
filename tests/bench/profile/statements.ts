import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from '../cpu';
import type { TestBed } from '../test-bed/test-bed';

type Backend = { pid: number; kind: string; query: string | null; busy: boolean };

const EVERY_MS = 20;
const LONGEST = 56;
const CLIENT = 'client backend';

/** Of one connection or process of PostgreSQL: the CPU seconds it had used at first and at last. */
type Used = { kind: string; first: number; last: number };

/**
 * CPU seconds of PostgreSQL by statement until `over`: what the connections used, divided by how often each statement
 * was seen on the CPU. Its other processes stand under their names.
 */
export async function cpuByStatement(sql: TestBed['sql'], over: Promise<unknown>): Promise<Map<string, number>> {
  let done = false;
  const end = () => {
    done = true;
  };
  over.then(end, end);
  const used = new Map<number, Used>();
  const seen = new Map<string, number>();
  for (let looks = 0; !done; looks += 1) {
    for (const { pid, kind, query, busy } of await backends(sql)) {
      const seconds = cpuSeconds([{ name: 'it', pid }]).it ?? 0;
      used.set(pid, { kind, first: used.get(pid)?.first ?? (looks === 0 ? seconds : 0), last: seconds });
      if (busy && query !== null) add(seen, statementName(query), 1);
    }
    await sleep(EVERY_MS);
  }
  return divide([...used.values()], seen);
}

function divide(used: readonly Used[], seen: ReadonlyMap<string, number>): Map<string, number> {
  const byKind = new Map<string, number>();
  for (const { kind, first, last } of used) add(byKind, kind, last - first);
  const clients = byKind.get(CLIENT) ?? 0;
  byKind.delete(CLIENT);
  const looks = [...seen.values()].reduce((sum, count) => sum + count, 0);
  for (const [name, count] of seen) byKind.set(name, (clients * count) / looks);
  return new Map([...byKind].sort(([, a], [, b]) => b - a));
}

const add = (to: Map<string, number>, name: string, more: number) => void to.set(name, (to.get(name) ?? 0) + more);

const backends = (sql: TestBed['sql']): Promise<Backend[]> =>
  sql<Backend>(`
    SELECT pid, backend_type AS kind, query, state = 'active' AND wait_event IS NULL AS busy
      FROM pg_stat_activity WHERE pid <> pg_backend_pid()`);

/** The function of the service that it calls, otherwise how it begins. */
export function statementName(query: string): string {
  const text = query.replace(/\s+/g, ' ').trim();
  const called = /\b(?:FROM|SELECT) "?((?!jsonb?_|pg_|clock_)[a-z]+_[a-z_]+)"?\s?\(/i.exec(text)?.[1];
  if (called !== undefined) return called;
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}
