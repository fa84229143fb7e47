import { percentile } from '../../bench/measurement';

/**
 * One call of the neighbour. `kind`: the product, or what it asked. `timed` false: its time does not count, because it
 * was made while there was no worker.
 */
export type Call = { kind: string; status: number; ms: number; timed: boolean };

/** `status` to how many calls; times in ms, of the calls whose time counts. */
export type KindFigures = { calls: number; statuses: Record<number, number>; p50: number; p95: number; max: number };

/** What the neighbour met in one round. */
export type Figures = {
  kinds: Record<string, KindFigures>;
  /** From the final time of its purchases to the arrival of their events, in ms, ascending. Infinity: not in time. */
  webhookMs: readonly number[];
};

/** Webhooks must be there this long after their purchase is final. */
export const WEBHOOK_WITHIN_MS = 5_000;
/** The kind of the calls that make a file. Files that are made at the same time share one processor. */
export const EXPORT_CALLS = 'export';
const EXPORT_WITHIN_MS = 5_000;

export function figuresOf(calls: readonly Call[], webhookMs: readonly number[]): Figures {
  const kinds: Record<string, KindFigures> = {};
  for (const kind of new Set(calls.map((call) => call.kind))) {
    const own = calls.filter((call) => call.kind === kind);
    const ms = own
      .filter((call) => call.timed)
      .map((call) => call.ms)
      .sort((a, b) => a - b);
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
  return { kinds, webhookMs: [...webhookMs].sort((a, b) => a - b) };
}

const SLACK_MS = 100;

/**
 * What the neighbour can complain of; empty when nobody stopped it. Every answer is 200, the p50 and the p95 of each
 * kind are at most twice what they are in quiet plus 100 ms, the p95 of exports is at most 5 s, and each webhook is
 * there within 5 s.
 */
export function complaints(quiet: Figures, attacked: Figures): string[] {
  const found: string[] = [];
  for (const [kind, figures] of Object.entries(attacked.kinds)) {
    for (const [status, count] of Object.entries(figures.statuses))
      if (status !== '200') found.push(`${kind}: ${count} of ${figures.calls} answered ${status}`);
    for (const part of ['p50', 'p95'] as const) {
      const before = quiet.kinds[kind]?.[part] ?? Number.NaN;
      const allowed = kind === EXPORT_CALLS ? EXPORT_WITHIN_MS : 2 * before + SLACK_MS;
      if (!(figures[part] <= allowed))
        found.push(`${kind}: ${part} ${ms(figures[part])}, allowed ${ms(allowed)} (quiet ${ms(before)})`);
    }
  }
  const late = attacked.webhookMs.filter((each) => each > WEBHOOK_WITHIN_MS);
  if (late.length > 0) found.push(`webhooks: ${late.length} of ${attacked.webhookMs.length} not within 5 s`);
  return found;
}

/** One line for each kind, for a person. */
export function reportText(title: string, rounds: Record<string, Figures>): string {
  const lines = Object.entries(rounds).flatMap(([round, { kinds, webhookMs }]) => [
    ...Object.entries(kinds).map(([kind, { statuses, p50, p95, max }]) => {
      const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
      return `  ${round}: ${kind}: ${answers.join(', ')}; p50 ${ms(p50)}, p95 ${ms(p95)}, max ${ms(max)}`;
    }),
    ...(webhookMs.length === 0
      ? []
      : [
          `  ${round}: ${webhookMs.length} webhooks after ${ms(percentile(webhookMs, 50))} (p50) to ${ms(percentile(webhookMs, 100))}`,
        ]),
  ]);
  return [title, ...lines, ''].join('\n');
}

const ms = (value: number): string => (Number.isFinite(value) ? `${Math.round(value)} ms` : 'never');
