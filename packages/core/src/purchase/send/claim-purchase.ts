import { randomUUID } from 'node:crypto';
import type { Provider, SendDeadline } from '../../provider/provider.port';
import { type Batcher, createBatcher } from '../../shared/batcher';
import { type Clock, stopwatch } from '../../shared/clock';
import { type Db, databaseFault } from '../../shared/db';
import type { Log } from '../../shared/log.port';
import type { Observer } from '../../shared/observer.port';
import { pause } from '../../shared/pause';
import { type ClaimItem, claimPurchases, type PurchaseToSend, readClaimed } from './claim.store';

/** Permission to send one purchase once, until the deadline. */
export type ClaimedPurchase = { purchase: PurchaseToSend; deadline: SendDeadline };

export type Claimer = Batcher<ClaimItem, PurchaseToSend | 'not_yours'>;

export type ClaimDeps = {
  claimer: Claimer;
  provider: Pick<Provider, 'mintRef'>;
  clock: Clock;
  observer: Pick<Observer, 'claimed'>;
  providerTimeoutMs: number;
};

/**
 * Claims a purchase for sending, committed before anything is sent. Null when it is not to be sent by this caller: somebody has sent it, it is final,
 * too old, or the claim could not be confirmed (then its lease ends and a requery tells what became of it).
 */
export async function claimPurchase(deps: ClaimDeps, id: string): Promise<ClaimedPurchase | null> {
  // The clock starts before the claim: a process that is suspended in between wakes up too late to send.
  const deadline = startDeadline(deps.clock, deps.providerTimeoutMs);
  const purchase = await deps.claimer.submit({ id, providerRef: deps.provider.mintRef(id, deps.clock.now()) });
  if (purchase === 'not_yours') return null;
  deps.observer.claimed(purchase.productType);
  return { purchase, deadline };
}

function startDeadline(clock: Clock, timeoutMs: number): SendDeadline {
  const elapsedMs = stopwatch(clock);
  return { remainingMs: () => timeoutMs - elapsedMs() };
}

const MAX_ITEMS = 256;
const TRIES = 3;

export function createClaimer(deps: { db: Db; log: Log; leaseMs: number; startDeadlineMs: number }): Claimer {
  return createBatcher({
    maxItems: MAX_ITEMS,
    run: async (items) => {
      const claimed = new Map((await claimAll(deps, items)).map((purchase) => [purchase.id, purchase]));
      return items.map(({ id }) => handOut(claimed, id));
    },
  });
}

/** Each purchase to one caller only: a job and a sweep may ask for the same one in one batch. */
function handOut(claimed: Map<string, PurchaseToSend>, id: string): PurchaseToSend | 'not_yours' {
  const purchase = claimed.get(id);
  claimed.delete(id);
  return purchase ?? 'not_yours';
}

async function claimAll(
  deps: { db: Db; log: Log; leaseMs: number; startDeadlineMs: number },
  items: ClaimItem[],
): Promise<PurchaseToSend[]> {
  const token = randomUUID();
  for (let tries = 1; ; tries += 1) {
    try {
      return await claimPurchases(deps.db, items, {
        token,
        leaseMs: deps.leaseMs,
        startWithinMs: deps.startDeadlineMs,
      });
    } catch (error) {
      const fault = databaseFault(error);
      if (fault === 'unknown') return reread(deps, items, token);
      if (fault !== 'again' || tries === TRIES) throw error;
      await pause(20 * tries);
    }
  }
}

/** The claim's COMMIT is unknown. Only what carries our token may be sent; when that cannot be read either, nothing is. */
async function reread(deps: { db: Db; log: Log }, items: ClaimItem[], token: string): Promise<PurchaseToSend[]> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    await pause(100 * tries);
    try {
      return await readClaimed(
        deps.db,
        items.map(({ id }) => id),
        token,
      );
    } catch {
      // the next try, or the lease
    }
  }
  deps.log.error('the outcome of a claim is unknown; its purchases will be re-queried when the lease is over', {
    purchases: items.map(({ id }) => id),
  });
  return [];
}
