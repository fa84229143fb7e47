import { percentile } from '../measurement';

/** One record of tap.cjs. `at`: milliseconds of the clock that all processes of the machine share. */
export type Mark = { at: number; what: string; id: string | null };

/** One purchase as its client saw it, on the same clock. */
export type Call = { sentAt: number; receivedAt: number };

type Process = 'api' | 'worker';

/** The steps of an airtime purchase in their order, each with the mark at its end. `step` is its name in the report. */
const ENDS: { step: string; by: Process; what: string; last?: true }[] = [
  { step: 'request to the api', by: 'api', what: 'request' },
  { step: 'API key, body, fields', by: 'api', what: 'accept asked' },
  { step: 'accept: purchase and debit', by: 'api', what: 'accept answered' },
  { step: 'job handed to Redis', by: 'api', what: 'to redis' },
  { step: 'job reaches the worker', by: 'worker', what: 'from redis' },
  { step: 'claim', by: 'worker', what: 'claim answered' },
  { step: 'request to the provider made', by: 'worker', what: 'provider asked' },
  { step: 'provider answers', by: 'worker', what: 'provider answered' },
  { step: 'answer judged', by: 'worker', what: 'settle asked' },
  { step: 'settle', by: 'worker', what: 'settle answered' },
  { step: 'api notified through Redis', by: 'api', what: 'from redis', last: true },
  { step: 'answer written', by: 'api', what: 'response' },
];
const LAST_STEP = 'answer to the client';

export const stepNames: readonly string[] = [...ENDS.map(({ step }) => step), LAST_STEP];

/**
 * The duration of each step of each purchase, in milliseconds. The purchases were made one after the other.
 * @returns null for a purchase without all marks, such as one that the sweeper sent
 */
export function stepsOf(calls: readonly Call[], marks: Record<Process, readonly Mark[]>): (number[] | null)[] {
  return calls.map((call) => {
    const during = {
      api: marks.api.filter(({ at }) => at >= call.sentAt && at <= call.receivedAt),
      worker: marks.worker.filter(({ at }) => at >= call.sentAt && at <= call.receivedAt),
    };
    const id = during.api.find(({ what }) => what === 'accept asked')?.id;
    const ends = ENDS.map(({ by, what, last }) => {
      const fits = (mark: Mark) => mark.what === what && (mark.id === null || mark.id === id);
      return last ? during[by].findLast(fits)?.at : during[by].find(fits)?.at;
    });
    const times = [call.sentAt, ...ends, call.receivedAt];
    if (times.some((at) => at === undefined)) return null;
    const all = times as number[];
    return all.slice(1).map((at, i) => at - (all[i] ?? 0));
  });
}

export type Spread = { p50Ms: number; p99Ms: number };

/** @throws RangeError when there are no values */
export function spreadOf(values: readonly number[]): Spread {
  const ascending = [...values].sort((a, b) => a - b);
  return { p50Ms: percentile(ascending, 50), p99Ms: percentile(ascending, 99) };
}

/** What the service may add to the provider's own time. */
const BUDGET: Spread = { p50Ms: 12, p99Ms: 40 };

/** One line for each promise, and whether it holds. */
export function judgeLatency(whole: Spread, provider: Spread): { holds: boolean; line: string }[] {
  return (['p50Ms', 'p99Ms'] as const).map((figure) => {
    const limit = provider[figure] + BUDGET[figure];
    const holds = whole[figure] <= limit;
    const name = figure.slice(0, 3);
    return {
      holds,
      line: `${name}: ${whole[figure].toFixed(2)} ms ${holds ? '≤' : '>'} ${limit.toFixed(2)} ms (the provider's ${name} + ${BUDGET[figure]} ms): ${holds ? 'holds' : 'DOES NOT HOLD'}`,
    };
  });
}
