import type { LoadSlice } from '../load/generate';

/** How many ms the p99 of the answers may grow while a provider is away, or its float is empty. */
const MOST_MORE_MS = 1_500;

export type FailoverVerdict = { holds: boolean; lines: string[]; awayMoreMs: number; emptyMoreMs: number };

/**
 * @param slices the parts of the load: all well, the first provider away, and its float empty
 * @param errors what was not a success, by kind. An order that was under way as the provider went is pending (HTTP
 *   202), because it may have been delivered; everything else is broken.
 */
export function judgeFailover(
  { quiet, away, empty }: Record<'quiet' | 'away' | 'empty', Pick<LoadSlice, 'p99Ms' | 'rate'>>,
  errors: Readonly<Record<string, number>>,
): FailoverVerdict {
  const [awayMoreMs, emptyMoreMs] = [away.p99Ms - quiet.p99Ms, empty.p99Ms - quiet.p99Ms];
  const judged = [
    ['one provider away', awayMoreMs, away.rate],
    ['the float of one empty', emptyMoreMs, empty.rate],
  ] as const;
  const slow = judged.map(([what, more, rate]) => {
    const holds = more <= MOST_MORE_MS && rate > 0;
    return { holds, line: `${verdict(holds)}: ${what}, p99 ≤ quiet + ${MOST_MORE_MS} ms (+ ${more.toFixed(1)})` };
  });
  const failed = Object.entries(errors).filter(([kind]) => kind !== 'HTTP 202');
  const none = `${verdict(failed.length === 0)}: no purchase fails that another provider can serve`;
  const counts = Object.entries(errors).map(([kind, count]) => `${count} answers ${kind}`);
  return {
    holds: failed.length === 0 && slow.every(({ holds }) => holds),
    lines: [...slow.map(({ line }) => line), [none, ...counts].join('; ')],
    awayMoreMs,
    emptyMoreMs,
  };
}

const verdict = (holds: boolean): string => (holds ? 'holds' : 'BROKEN');
