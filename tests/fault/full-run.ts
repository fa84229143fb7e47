/** Whether `npm run test:faults` asked for the full form, which repeats more and lets outages last as long as they do. `npm test` runs the short one. */
export const FULL_RUN = process.env.TEST_FAULTS === 'full';

/** Cases of which `npm test` runs only the last: put the one there that the others could not do without. */
export function allInFullRun<T>(...all: T[]): T[] {
  return FULL_RUN ? all : all.slice(-1);
}

/** The provider that vends every order it gets is the only one that proves that nothing is sent twice: it does not help us. */
export const PROVIDER_MODES = allInFullRun(
  ['a provider that refuses a repeated order', 'false'] as const,
  ['a provider that vends every order it gets', 'true'] as const,
);

/** A test that `npm test` has no time for. */
export function testInFullRun(title: string, run: () => Promise<void>, limitMs: number): void {
  if (FULL_RUN) test(title, run, limitMs);
}
