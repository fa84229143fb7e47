/** The CPU of a process while nothing happened, in percent of one core; null where there is no /proc. */
export type IdleUse = { name: string; percent: number | null };

/** What all processes together may use of one core while nothing happens. */
const MOST_PERCENT = 4;

/** `percent`: of all that is known; null when nothing is. What is unknown breaks no promise. */
export function judgeIdle(use: readonly IdleUse[]): { percent: number | null; holds: boolean; line: string } {
  const known = use.flatMap(({ percent }) => percent ?? []);
  if (known.length === 0) return { percent: null, holds: true, line: 'CPU is not known: there is no /proc.' };
  const percent = known.reduce((sum, each) => sum + each, 0);
  const holds = percent < MOST_PERCENT;
  return {
    percent,
    holds,
    line: `${holds ? 'holds' : 'BROKEN'}: all together below ${MOST_PERCENT} % of one core (${percent.toFixed(2)})`,
  };
}
