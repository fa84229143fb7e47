/**
 * Resolves or rejects as `work` does; rejects when it takes longer than `ms`, naming `what`. The work itself is not
 * stopped, so it needs a time limit of its own.
 */
export function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer from ${what} within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
