import { percentile } from '../../bench/measurement';

/** One call, or one webhook. `kind`: the product, or what was asked. `status` 0: no answer, or it never came. */
export type Call = { kind: string; status: number; ms: number };

/** `status` to how many calls; times in ms. */
type KindFigures = { calls: number; statuses: Record<number, number>; p50: number; p95: number; max: number };

/** The calls of an account in a round, by kind. */
export type Figures = Record<string, KindFigures>;

export function figuresOf(calls: readonly Call[]): Figures {
  const kinds: Figures = {};
  for (const kind of new Set(calls.map((call) => call.kind))) {
    const own = calls.filter((call) => call.kind === kind);
    const ms = own.map((call) => call.ms).sort((a, b) => a - b);
    const statuses: Record<number, number> = {};
    for (const { status } of own) statuses[status] = (statuses[status] ?? 0) + 1;
    kinds[kind] = {
      calls: own.length,
      statuses,
      p50: percentile(ms, 50),
      p95: percentile(ms, 95),
      max: percentile(ms, 100),
    };
  }
  return kinds;
}

/** The neighbour shares its processes with attackers that keep them computing; the bystander has its own. */
const TIMES = 10;
/** A client that has to wait for an attacker waits for 10 s or longer: nothing that hangs ends before. */
const AT_LEAST_MS = 9_000;

/**
 * Lists the neighbour's complaints; empty when nobody stopped it. Every answer has status 200, and the p50 and the
 * p95 of each kind are at most ten times those of the bystander in the same seconds, or 9 s where that is more.
 */
export function complaints(bystander: Figures, neighbour: Figures): string[] {
  const found: string[] = [];
  for (const [kind, figures] of Object.entries(neighbour)) {
    for (const [status, count] of Object.entries(figures.statuses))
      if (status !== '200') found.push(`${kind}: ${count} of ${figures.calls} answered ${status}`);
    for (const part of ['p50', 'p95'] as const) {
      const beside = bystander[kind]?.[part] ?? Number.NaN;
      const allowed = Math.max(AT_LEAST_MS, TIMES * beside);
      if (!(figures[part] <= allowed))
        found.push(`${kind}: ${part} ${ms(figures[part])}, allowed ${ms(allowed)} (bystander ${ms(beside)})`);
    }
  }
  return found;
}

/** One line for each account and kind, for a person. */
export function reportText(accounts: Record<string, Figures>): string {
  const lines = Object.entries(accounts).flatMap(([account, kinds]) =>
    Object.entries(kinds).map(([kind, { statuses, p50, p95, max }]) => {
      const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
      return `${account}: ${kind}: ${answers.join(', ')}; p50 ${ms(p50)}, p95 ${ms(p95)}, max ${ms(max)}`;
    }),
  );
  return [...lines, ''].join('\n');
}

const ms = (value: number): string => (Number.isFinite(value) ? `${Math.round(value)} ms` : 'never');
