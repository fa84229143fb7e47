/** Whether `npm run test:faults` asked for the full form, which repeats more and lets outages last as long as they do. `npm test` runs the short one. */
export const FULL = process.env.TEST_FAULTS === 'full';

/** Cases of which `npm test` runs only the last: put the one there that the others could not do without. */
export function cases<T>(...all: T[]): T[] {
  return FULL ? all : all.slice(-1);
}

/** The provider that vends every order it gets is the only one that proves that nothing is sent twice: it does not help us. */
export const PROVIDERS = cases(
  ['a provider that refuses a repeated order', 'false'] as const,
  ['a provider that vends every order it gets', 'true'] as const,
);

/** A test that `npm test` has no time for. */
export function testOfFullForm(title: string, run: () => Promise<void>, limitMs: number): void {
  if (FULL) test(title, run, limitMs);
}
