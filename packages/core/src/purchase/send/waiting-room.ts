import { createBatcher } from '../../flow/batcher';
import type { ProviderGate, Stop } from '../../provider/breakers.port';
import type { Clock } from '../../shared/clock';
import type { Db } from '../../shared/db';
import { settlePurchase } from '../settle/settle-purchase';
import { verdictOfStopped } from '../settle/verdict';
import { type TracedDeps, traceWork } from '../traced';
import { holdUnsent, readUnsent, type UnsentPurchase } from './claim.store';
import type { NextAttempts } from './next-attempt';

type WaitingRoomDeps = {
  db: Db;
  gate: ProviderGate;
  clock: Clock;
  /** How old a purchase may be, by the database's clock, before one that is stopped is given up. */
  maxWaitMs: number;
};

/** `stopped`: until its maximum wait was over. `left`: it waits here already, or the room is closed. */
type Waited = { kind: 'send' } | { kind: 'left' } | { kind: 'stopped'; purchase: UnsentPurchase; stop: Stop };

/** Where purchases wait, unsent and in their order, until a breaker lets them pass. */
export type WaitingRoom = {
  /** Whether nothing is stopped, so that no purchase needs to be looked at. */
  isOpen(): boolean;
  /**
   * Resolves at once for a purchase that may be sent, is too old to wait, or for which `divert` has found another
   * provider. `divert` is asked again whenever a breaker changes.
   */
  wait(id: string, divert: Divert): Promise<Waited>;
  /** Lets everybody go, and nobody in. */
  close(): void;
};

/** Opens an attempt with another provider. False when there is none. */
type Divert = (purchase: UnsentPurchase) => Promise<boolean>;

type Waiting = { purchase: UnsentPurchase; untilMs: number; divert: Divert; resolve(waited: Waited): void };

const LOOK_MS = 100; // a breaker becomes half-open by time alone
/** How much longer than its maximum wait a purchase is kept from the sweepers, so that its own room decides. */
const GRACE_MS = 1_000;
const MAX_ITEMS = 256;

export function createWaitingRoom({ db, gate, clock, maxWaitMs }: WaitingRoomDeps): WaitingRoom {
  const waiting = new Map<string, Waiting>();
  /** Everything that `wait` has begun with, in the room or not yet. */
  const here = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  gate.onChange(() => {
    look();
    for (const one of waiting.values()) void divertWaiting(one);
  });

  const reader = createBatcher<string, UnsentPurchase | 'gone'>({
    maxItems: MAX_ITEMS,
    run: async (ids) => {
      const found = new Map((await readUnsent(db, ids)).map((purchase) => [purchase.id, purchase]));
      return ids.map((id) => found.get(id) ?? 'gone');
    },
  });
  const holder = createBatcher<string, true>({
    maxItems: MAX_ITEMS,
    run: async (ids) => {
      await holdUnsent(db, ids, maxWaitMs + GRACE_MS);
      return ids.map(() => true);
    },
  });

  /** Lets out the purchases that may be sent, and those whose maximum wait is over, in the order in which they came. */
  function look(): void {
    for (const [id, { purchase, untilMs, resolve }] of waiting) {
      const stop = gate.admit(purchase);
      if (stop !== null && clock.monotonicMs() < untilMs) continue;
      waiting.delete(id);
      resolve(stop === null ? { kind: 'send' } : { kind: 'stopped', purchase, stop });
    }
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  async function divertWaiting({ purchase, divert, resolve }: Waiting): Promise<void> {
    if ((await divert(purchase)) && waiting.delete(purchase.id)) resolve({ kind: 'send' });
  }

  function enter(purchase: UnsentPurchase, stop: Stop, divert: Divert): Promise<Waited> {
    if (closed) return Promise.resolve({ kind: 'left' });
    const leftMs = maxWaitMs - purchase.ageMs;
    if (leftMs <= 0) return Promise.resolve({ kind: 'stopped', purchase, stop });
    // without it a sweeper finds the purchase every two seconds, which does no harm
    void holder.submit(purchase.id).catch(() => undefined);
    timer ??= setInterval(look, LOOK_MS);
    return new Promise((resolve) => {
      waiting.set(purchase.id, { purchase, untilMs: clock.monotonicMs() + leftMs, divert, resolve });
    });
  }

  return {
    isOpen: () => !gate.restricted(),
    async wait(id, divert) {
      if (closed || here.has(id)) return { kind: 'left' };
      here.add(id);
      try {
        const purchase = await reader.submit(id);
        if (purchase === 'gone') return { kind: 'send' }; // its claim will say so
        const stop = gate.admit(purchase);
        if (stop === null || (await divert(purchase))) return { kind: 'send' };
        return await enter(purchase, stop, divert);
      } finally {
        here.delete(id);
      }
    },
    close() {
      closed = true;
      clearInterval(timer);
      for (const { resolve } of waiting.values()) resolve({ kind: 'left' });
      waiting.clear();
    },
  };
}

type WaitDeps = TracedDeps & { waitingRoom: WaitingRoom; nextAttempts?: NextAttempts | undefined };

/**
 * Call it before a permit is taken for a send: a stopped purchase goes to another provider, or waits. One whose
 * maximum wait is over is failed here, and refunded.
 * @returns whether the caller may send it now
 */
export async function waitForProvider(deps: WaitDeps, id: string): Promise<boolean> {
  if (deps.waitingRoom.isOpen()) return true;
  const waited = await deps.waitingRoom.wait(
    id,
    async (purchase) =>
      (await deps.nextAttempts?.open(purchase, { outcome: 'not_sent', basis: 'never_sent', evidence: {} })) ?? false,
  );
  if (waited.kind !== 'stopped') return waited.kind === 'send';
  const { purchase, stop } = waited;
  deps.log.info('not sent', { purchase: id, requestRef: purchase.requestRef, ...stop });
  await traceWork(deps, 'give up', purchase, (traced) =>
    settlePurchase(traced, purchase, verdictOfStopped(purchase, stop)),
  );
  return false;
}
