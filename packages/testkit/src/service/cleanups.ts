export type Cleanups = {
  /** Calls `remove` for `thing` at the end. @returns `thing` */
  own<T>(thing: T, remove: (thing: T) => Promise<unknown>): T;
  /**
   * Removes everything in reverse order, whatever fails.
   * @throws AggregateError of all failures
   */
  run(): Promise<void>;
};

/** Keeps what was started, so that a start that fails half-way leaves nothing behind. */
export function createCleanups(): Cleanups {
  const removals: (() => Promise<unknown>)[] = [];
  return {
    own(thing, remove) {
      removals.push(() => remove(thing));
      return thing;
    },
    async run() {
      const failures: unknown[] = [];
      for (const removal of removals.splice(0).reverse()) await removal().catch((error) => failures.push(error));
      if (failures.length > 0) throw new AggregateError(failures, 'not everything could be cleaned up');
    },
  };
}
