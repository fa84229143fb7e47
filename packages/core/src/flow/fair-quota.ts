/**
 * The permits of one bounded resource. Three quarters go to the accounts that ask first; of the rest an account gets at
 * most an eighth of what is free, or one permit, so that each leaves something to the next.
 */
export type FairQuota = {
  readonly size: number;
  mayTake(accountId: string): boolean;
  /** Takes a permit. Its caller has asked `mayTake` in the same tick. */
  take(accountId: string): void;
  release(accountId: string): void;
  held(accountId: string): number;
  holders(): number;
  available(): number;
};

const OPEN_TO_ALL = 3 / 4;
const OF_THE_REST = 1 / 8;

export function createFairQuota(size: number): FairQuota {
  const openToAll = Math.round(size * OPEN_TO_ALL); // of one or two permits nothing is kept back
  const heldBy = new Map<string, number>();
  let taken = 0;

  const held = (accountId: string) => heldBy.get(accountId) ?? 0;
  return {
    size,
    held,
    holders: () => heldBy.size,
    available: () => size - taken,
    mayTake(accountId) {
      if (taken < openToAll) return true;
      const free = size - taken;
      return free > 0 && held(accountId) < Math.max(1, free * OF_THE_REST);
    },
    take(accountId) {
      heldBy.set(accountId, held(accountId) + 1);
      taken += 1;
    },
    release(accountId) {
      const left = held(accountId) - 1;
      if (left < 0) throw new Error('a permit was released twice');
      if (left === 0) heldBy.delete(accountId);
      else heldBy.set(accountId, left);
      taken -= 1;
    },
  };
}

/** Quotas of many resources of one size, such as the services of a provider. Those that nobody holds cost nothing. */
export function createFairQuotaByName(size: number): (name: string) => FairQuota {
  const inUse = new Map<string, FairQuota>();
  const none = createFairQuota(size);
  return (name) => {
    const now = () => inUse.get(name) ?? none;
    return {
      size,
      mayTake: (accountId) => now().mayTake(accountId),
      held: (accountId) => now().held(accountId),
      holders: () => now().holders(),
      available: () => now().available(),
      take(accountId) {
        const quota = inUse.get(name) ?? createFairQuota(size);
        inUse.set(name, quota);
        quota.take(accountId);
      },
      release(accountId) {
        const quota = now();
        quota.release(accountId);
        if (quota.holders() === 0) inUse.delete(name);
      },
    };
  };
}

/** Takes a permit of each, or of none. Returns what gives all of them back, once; null when the account may not. */
export function takeQuotas(all: readonly FairQuota[], accountId: string): (() => void) | null {
  if (!all.every((quota) => quota.mayTake(accountId))) return null;
  for (const quota of all) quota.take(accountId);
  let given = false;
  return () => {
    if (given) return;
    given = true;
    for (const quota of all) quota.release(accountId);
  };
}

/** Does the work now, or throws what `refuse` returns: it never waits for a permit. */
export async function runInQuota<T>(
  quota: FairQuota,
  accountId: string,
  refuse: () => Error,
  work: () => Promise<T>,
): Promise<T> {
  const giveBack = takeQuotas([quota], accountId);
  if (giveBack === null) throw refuse();
  try {
    return await work();
  } finally {
    giveBack();
  }
}
