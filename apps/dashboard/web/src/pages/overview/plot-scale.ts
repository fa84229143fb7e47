/** A day without sales has an axis too. */
const LEAST_NAIRA = 100;
const STEPS = [1, 2, 2.5, 5, 10];

/**
 * The ticks of an axis from 0 up to a round figure that holds `most`: at most five beside the 0, in steps of 1, 2, 2.5 or 5 times a power of ten.
 * @param whole whether what is counted comes in wholes, so that a step is at least 1 and never 2.5
 */
export function ticksUpTo(most: number, whole: boolean): number[] {
  const step = roundStep(Math.max(most, whole ? 1 : LEAST_NAIRA) / 5, whole);
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, place) => place * step);
}

function roundStep(atLeast: number, whole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const steps = STEPS.map((step) => step * power).filter((step) => step >= atLeast && (!whole || Number.isInteger(step)));
  return steps[0] ?? 1;
}

/** How many labels to pass over so that those that stand have `room` pixels each. */
export function labelStride(count: number, width: number, room: number): number {
  const fitting = Math.max(1, Math.floor(width / room));
  return Math.max(1, Math.ceil(count / fitting));
}
