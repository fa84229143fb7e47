import { randomUUID } from 'node:crypto';
import type { FailoverFence } from '../../fence';
import { type Batcher, createBatcher } from '../../flow/batcher';
import { type Db, databaseFault } from '../../shared/db';
import type { Log } from '../../shared/log.port';
import { pause } from '../../shared/pause';
import { type ClaimItem, claimPurchases, type PurchaseToSend, readClaimed } from './claim.store';

/** Answers `not_yours` when somebody else has the claim, or the purchase is final or too old to be sent. */
export type Claimer = Batcher<ClaimItem, PurchaseToSend | 'not_yours'>;

type ClaimerDeps = {
  db: Db;
  log: Log;
  /** The names of the live providers that this process can send to. */
  serves: readonly string[];
  leaseMs: number;
  startDeadlineMs: number;
  saw?: FailoverFence['saw'];
};

const MAX_ITEMS = 256;
const TRIES = 3;

/** Puts claims that arrive together into one statement, and resolves a claim whose answer was lost. */
export function createClaimer(deps: ClaimerDeps): Claimer {
  return createBatcher({
    maxItems: MAX_ITEMS,
    run: async (items) => {
      const claimed = new Map((await claimAll(deps, items)).map((purchase) => [purchase.id, purchase]));
      const [first] = claimed.values();
      if (first) deps.saw?.({ kind: 'claimed', id: first.id, attempt: first.attempt });
      return items.map(({ id }) => {
        const purchase = claimed.get(id);
        claimed.delete(id); // for one caller only: a job and a sweep may claim the same one in one batch
        return purchase ?? 'not_yours';
      });
    },
  });
}

async function claimAll(deps: ClaimerDeps, items: ClaimItem[]): Promise<PurchaseToSend[]> {
  const token = randomUUID();
  const { db, serves, leaseMs, startDeadlineMs: startWithinMs } = deps;
  for (let tries = 1; ; tries += 1) {
    try {
      return await claimPurchases(db, items, { token, serves, leaseMs, startWithinMs });
    } catch (error) {
      const fault = databaseFault(error);
      if (fault === 'unknown') return reread(deps, items, token);
      if (fault !== 'again' || tries === TRIES) throw error;
      await pause(20 * tries);
    }
  }
}

/**
 * Whether the claim was committed is unknown, so only purchases that carry our token may be sent. When they cannot be
 * read either, nothing is sent: the lease ends, and a requery finds the outcome.
 */
async function reread({ db, log }: ClaimerDeps, items: ClaimItem[], token: string): Promise<PurchaseToSend[]> {
  const purchases = items.map(({ id }) => id);
  for (let tries = 1; tries <= TRIES; tries += 1) {
    await pause(100 * tries);
    try {
      return await readClaimed(db, purchases, token);
    } catch {
      // the next try, or the end of the lease
    }
  }
  log.error('the outcome of a claim is unknown; its purchases are requeried when the lease is over', {
    purchases,
  });
  return [];
}
