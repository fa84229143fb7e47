/** How many of the orders that have ended succeeded and failed. */
export type Outcomes = { success: number; failed: number };

/** Fewer orders than these say nothing: of the last hour, and of the time that it is compared with. */
const LEAST_NOW = 20;
const LEAST_USUAL = 100;
/** A rate is below its usual when it is lower by more than five points, */
const LEAST_DROP = 0.05;
/** and by more than chance explains: three standard deviations of a sample of that size. */
const DEVIATIONS = 3;

/** Null when nothing has ended. */
export const successRate = ({ success, failed }: Outcomes): number | null =>
  success + failed === 0 ? null : success / (success + failed);

/** Whether orders succeed less often than they usually do. False while there are too few to say. */
export function isBelowUsual(now: Outcomes, usual: Outcomes): boolean {
  const ended = now.success + now.failed;
  if (ended < LEAST_NOW || usual.success + usual.failed < LEAST_USUAL) return false;
  const share = successRate(usual) ?? 0;
  const missing = share * ended - now.success;
  return missing > Math.max(LEAST_DROP * ended, DEVIATIONS * Math.sqrt(ended * share * (1 - share)));
}
