import { createBatcher } from '@topup/core/flow';
import type { ProductType } from '@topup/core/product';
import {
  markPending,
  messages,
  type PurchaseState,
  readMovedPurchases,
  readPurchaseStates,
} from '@topup/core/purchase';
import type { Clock, Db, Log } from '@topup/core/shared';
import { errorFields, within } from '@topup/runtime';

/** `requestId` is that of the waiting request, for the log. */
type WaitedFor = { id: string; productType: ProductType; requestId?: string };

export type PurchaseWaiter = {
  /**
   * Resolves with the state of the purchase as soon as it is not `initiated` any more. At `untilMs` (monotonic clock)
   * it marks the purchase pending. Never rejects: without the database it is `pending`.
   */
  wait(purchase: WaitedFor, untilMs: number): Promise<PurchaseState>;
  /** Reads the purchase now. What announces its end may be lost or forged: only the row is an answer. */
  notify(purchaseId: string): void;
  size(): number;
  /** Stops reading. Clients that still wait get `pending`. */
  close(): void;
};

type Waiting = WaitedFor & { sinceMs: number; untilMs: number; resolve(state: PurchaseState): void };

const POLL_MS = 250; // with UNREAD_MS the cost of a lost notice: BullMQ on PostgreSQL loses some (4 of 50, measured)
const UNREAD_MS = 200; // most purchases end in this time, and nobody has to ask for them
const TICK_MS = 50;
const MARK_WITHIN_MS = 1_000; // a silent database is not waited for: the sweeper marks what is left

type WaiterDeps = { db: Db; clock: Clock; log: Log; enqueueEvent(eventId: string, requestId?: string): void };

/** Keeps the waiting clients in one map. The end of a job says only when to read the row. */
export function createPurchaseWaiter(deps: WaiterDeps): PurchaseWaiter {
  const { db, clock, log } = deps;
  const waiting = new Map<string, Waiting>();

  const reader = createBatcher<string, PurchaseState | 'not_yet'>({
    maxItems: 500,
    run: async (ids) => {
      const moved = new Map((await readMovedPurchases(db, ids)).map((state) => [state.id, state]));
      return ids.map((id) => moved.get(id) ?? 'not_yet');
    },
  });

  function answer(state: PurchaseState): void {
    const one = waiting.get(state.id);
    waiting.delete(state.id);
    one?.resolve(state);
  }

  async function look(id: string): Promise<void> {
    if (!waiting.has(id)) return;
    const state = await reader.submit(id);
    if (state !== 'not_yet') answer(state);
  }

  const poll = () => {
    const latestMs = clock.monotonicMs() - UNREAD_MS;
    const overdue = [...waiting.values()].filter(({ sinceMs }) => sinceMs <= latestMs);
    return Promise.all(overdue.map(({ id }) => look(id))).catch((error) =>
      log.warn('waiting purchases could not be read', errorFields(error)),
    );
  };

  /** Marks purchases of one product pending, in one statement, and answers their clients with the state after that. */
  async function expire(product: ProductType, due: Waiting[]): Promise<void> {
    const ids = due.map(({ id }) => id);
    const marked = await markPending(db, ids, 'client_told_pending', messages.pending(product));
    for (const { id, eventId } of marked) if (eventId !== null) deps.enqueueEvent(eventId, waiting.get(id)?.requestId);
    const states = await readPurchaseStates(db, ids);
    for (const state of states) answer(state);
  }

  function closeWindows(): void {
    if (waiting.size === 0) stopTimers();
    const due = [...waiting.values()].filter(({ untilMs }) => untilMs <= clock.monotonicMs());
    for (const one of due) waiting.delete(one.id);
    for (const product of new Set(due.map(({ productType }) => productType))) {
      const sameProduct = due.filter(({ productType }) => productType === product);
      for (const one of sameProduct) waiting.set(one.id, { ...one, untilMs: Number.POSITIVE_INFINITY });
      within(MARK_WITHIN_MS, 'the database', expire(product, sameProduct)).catch((error) => {
        log.error('purchases could not be marked pending; a sweeper will do it', errorFields(error));
        for (const { id } of sameProduct) answer({ id, ...UNKNOWN });
      });
    }
  }

  let timers: NodeJS.Timeout[] = [];

  function stopTimers(): void {
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }

  return {
    wait: (purchase, untilMs) =>
      new Promise((resolve) => {
        waiting.set(purchase.id, { ...purchase, sinceMs: clock.monotonicMs(), untilMs, resolve });
        // until a tick finds nobody waiting: an idle process has no timers
        if (timers.length === 0) timers = [setInterval(poll, POLL_MS), setInterval(closeWindows, TICK_MS)];
      }),
    notify: (id) =>
      void look(id).catch((error) => log.warn('a waiting purchase could not be read', errorFields(error))),
    size: () => waiting.size,
    close: () => {
      stopTimers();
      for (const { id } of waiting.values()) answer({ id, ...UNKNOWN });
    },
  };
}

/** The state of an accepted purchase whose outcome cannot be read now. It is debited, so it is no failure. */
export const UNKNOWN = { status: 'pending', message: null, causeCode: null, result: {} } as const;
