/** Whether this is a full run (`npm run test:faults`): more cases, and faults of realistic length. */
export const FULL_RUN = process.env.TEST_FAULTS === 'full';

/** All cases in a full run, otherwise only the last: put the most important one there. */
export function allInFullRun<T>(...all: T[]): T[] {
  return FULL_RUN ? all : all.slice(-1);
}

/** A test that only a full run has time for: it repeats in another way what others prove. */
export function testInFullRun(title: string, run: () => Promise<void>, limitMs?: number): void {
  if (FULL_RUN) test(title, run, limitMs);
}
