type LookCounter = {
  /** Counts one look at the order. True once as many as are needed came before this one. */
  isEnough(id: string): boolean;
};

/**
 * Counts how often a client looked at an order that settles by being looked at. In memory only: after a restart as many
 * looks are needed again.
 */
export function createLookCounter(needed: number): LookCounter {
  const looks = new Map<string, number>();
  return {
    isEnough(id) {
      const before = looks.get(id) ?? 0;
      looks.set(id, before + 1);
      if (before < needed) return false;
      looks.delete(id);
      return true;
    },
  };
}
