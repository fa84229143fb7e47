import type { DeliveryLine } from '../store/ledger';
import type { Kept, Store } from '../store/store';
import { RELOADLY_KNOBS, type ReloadlyKnobs } from './knobs';
import { NAIRA_PER_DOLLAR, toDollars, UNITS } from './money';
import { nairaOf, type TopUp } from './top-up';

/** The lines of the file that belong to Reloadly alone. */
type Change =
  | { entry: 'top-up'; topUp: TopUp }
  | { entry: 'top-up-settled'; transactionId: number; status: 'delivered' | 'reversed'; at: string };

export type ReloadlyBook = Kept<Change, ReloadlyKnobs> & {
  find(transactionId: number): TopUp | undefined;
  /** All with this identifier, oldest first. Upper and lower case count as the same. */
  findAll(customIdentifier: string): TopUp[];
  /** Oldest first. */
  all(): TopUp[];
  /** Those that settle automatically, and should have at this time. */
  due(at: Date): TopUp[];
  /** When the number was last topped up, in milliseconds. */
  lastFor(phone: string): number | undefined;
  nextId(): number;
  /** In the wallet's currency, in the units of `money.ts`. */
  balance(): number;
};

const FIRST_ID = 181_341;

/** Creates the state of Reloadly: top-ups and the float. Only changes that the file keeps alter it. */
export function createReloadlyBook(store: Store, floatNaira: number): ReloadlyBook {
  const topUps = new Map<number, TopUp>();
  const byIdentifier = new Map<string, number[]>();
  const waiting = new Set<number>();
  const lastAt = new Map<string, number>();
  let lastId = FIRST_ID - 1;
  let balance = unitsOf(floatNaira);
  const kept = store.keep<Change, ReloadlyKnobs>('reloadly', RELOADLY_KNOBS, {
    apply,
    setFloat(naira) {
      balance = kept.knobs().currency === 'USD' ? toDollars(unitsOf(naira)) : unitsOf(naira);
    },
    turned(before) {
      if (before.currency !== kept.knobs().currency) balance = converted(balance);
    },
  });

  function apply(change: Change): void {
    switch (change.entry) {
      case 'top-up':
        place(change.topUp);
        return;
      case 'top-up-settled':
        settle(placed(change.transactionId), change.status, change.at);
        return;
      default:
        change satisfies never;
        throw new Error('the sandbox file holds an entry of an unknown kind');
    }
  }

  function place(topUp: TopUp): void {
    const { transactionId, customIdentifier, phone, cost, status, dueAt, at } = topUp;
    topUps.set(transactionId, topUp);
    lastId = Math.max(lastId, transactionId);
    kept.recorded(customIdentifier ?? String(transactionId));
    if (customIdentifier !== null) {
      const key = customIdentifier.toLowerCase();
      byIdentifier.set(key, [...(byIdentifier.get(key) ?? []), transactionId]);
    }
    if (status === 'FAILED') return;
    balance -= cost;
    lastAt.set(phone, Date.parse(at));
    if (dueAt !== null) waiting.add(transactionId);
    if (status === 'SUCCESSFUL') kept.delivered(toDelivery(topUp, at));
  }

  function settle(topUp: TopUp, status: 'delivered' | 'reversed', at: string): void {
    const settled: TopUp = { ...topUp, status: status === 'delivered' ? 'SUCCESSFUL' : 'REFUNDED', settlesTo: null };
    topUps.set(topUp.transactionId, settled);
    waiting.delete(topUp.transactionId);
    if (status === 'delivered') {
      kept.delivered(toDelivery(settled, at));
      return;
    }
    balance += topUp.currency === kept.knobs().currency ? topUp.cost : converted(topUp.cost);
    const request_id = topUp.customIdentifier ?? String(topUp.transactionId);
    kept.reversed({ request_id, at });
  }

  /** From the other currency into the one of the wallet. */
  const converted = (units: number) => (kept.knobs().currency === 'USD' ? toDollars(units) : units * NAIRA_PER_DOLLAR);

  function placed(transactionId: number): TopUp {
    const topUp = topUps.get(transactionId);
    if (topUp === undefined) throw new Error(`the sandbox file changes a top-up that is not in it: ${transactionId}`);
    return topUp;
  }

  return {
    ...kept,
    find: (transactionId) => topUps.get(transactionId),
    findAll: (customIdentifier) => (byIdentifier.get(customIdentifier.toLowerCase()) ?? []).map(placed),
    all: () => [...topUps.values()],
    due: (at) => [...waiting].map(placed).filter(({ dueAt }) => dueAt !== null && Date.parse(dueAt) <= at.getTime()),
    lastFor: (phone) => lastAt.get(phone),
    nextId: () => lastId + 1,
    balance: () => balance,
  };
}

const unitsOf = (naira: number): number => Math.round(naira * 100) * (UNITS / 100);

function toDelivery(topUp: TopUp, at: string): Omit<DeliveryLine, 'provider'> {
  return {
    request_id: topUp.customIdentifier ?? String(topUp.transactionId),
    serviceID: String(topUp.operatorId),
    recipient: topUp.phone,
    amount: nairaOf(topUp),
    at,
  };
}
