import type { DeliveryLine, LedgerBook, PostLine } from '../store/ledger';
import { RELOADLY_KNOBS, type ReloadlyKnobs } from './knobs';
import { NAIRA_PER_DOLLAR, toDollars, UNITS } from './money';
import { nairaOf, type TopUp } from './top-up';

type Change =
  | ({ entry: 'post' } & Omit<PostLine, 'provider'>)
  | { entry: 'top-up'; topUp: TopUp }
  | { entry: 'top-up-settled'; transactionId: number; status: 'delivered' | 'reversed'; at: string }
  | { entry: 'float'; naira: number; at: string }
  | { entry: 'products-off'; products: readonly string[]; at: string }
  | { entry: 'knobs'; knobs: Partial<ReloadlyKnobs>; at: string };

/** What the file keeps of Reloadly, one line each. */
export type ReloadlyEntry = { provider: 'reloadly' } & Change;

export type ReloadlyBook = {
  apply(entry: ReloadlyEntry): void;
  find(transactionId: number): TopUp | undefined;
  /** All with this identifier, oldest first. Upper and lower case count as the same. */
  findAll(customIdentifier: string): TopUp[];
  /** Oldest first. */
  all(): TopUp[];
  /** Those that settle by themselves, and should have at this time. */
  due(at: Date): TopUp[];
  /** When the number was last topped up, in milliseconds. */
  lastFor(phone: string): number | undefined;
  nextId(): number;
  /** In the wallet's currency, in the units of `money.ts`. */
  balance(): number;
  isOff(operatorId: number): boolean;
  knobs(): ReloadlyKnobs;
};

const FIRST_ID = 181_341;

/** What Reloadly knows: top-ups, the float and knobs. Changed only by its entries. */
export function createReloadlyBook(ledger: LedgerBook, floatNaira: number): ReloadlyBook {
  const topUps = new Map<number, TopUp>();
  const byIdentifier = new Map<string, number[]>();
  const waiting = new Set<number>();
  const lastAt = new Map<string, number>();
  let lastId = FIRST_ID - 1;
  let balance = Math.round(floatNaira * 100) * (UNITS / 100);
  let off: ReadonlySet<string> = new Set();
  let knobs = RELOADLY_KNOBS;

  function apply(entry: ReloadlyEntry): void {
    switch (entry.entry) {
      case 'post': {
        const { request_id, at, outcome } = entry;
        ledger.posted({ request_id, at, outcome, provider: 'reloadly' });
        return;
      }
      case 'top-up':
        place(entry.topUp);
        return;
      case 'top-up-settled':
        settle(placed(entry.transactionId), entry.status, entry.at);
        return;
      case 'float':
        balance = inWallet(Math.round(entry.naira * 100) * (UNITS / 100));
        return;
      case 'products-off':
        off = new Set(entry.products);
        return;
      case 'knobs':
        turn(entry.knobs);
        return;
      default:
        entry satisfies never;
        throw new Error('the sandbox file holds an entry of an unknown kind');
    }
  }

  function place(topUp: TopUp): void {
    const { transactionId, customIdentifier, phone, cost, status, dueAt, at } = topUp;
    topUps.set(transactionId, topUp);
    lastId = Math.max(lastId, transactionId);
    ledger.recorded('reloadly', customIdentifier ?? String(transactionId));
    if (customIdentifier !== null) {
      const key = customIdentifier.toLowerCase();
      byIdentifier.set(key, [...(byIdentifier.get(key) ?? []), transactionId]);
    }
    if (status === 'FAILED') return;
    balance -= cost;
    lastAt.set(phone, Date.parse(at));
    if (dueAt !== null) waiting.add(transactionId);
    if (status === 'SUCCESSFUL') ledger.delivered(toDelivery(topUp, at));
  }

  function settle(topUp: TopUp, status: 'delivered' | 'reversed', at: string): void {
    const settled: TopUp = { ...topUp, status: status === 'delivered' ? 'SUCCESSFUL' : 'REFUNDED', settlesTo: null };
    topUps.set(topUp.transactionId, settled);
    waiting.delete(topUp.transactionId);
    if (status === 'delivered') {
      ledger.delivered(toDelivery(settled, at));
      return;
    }
    balance += topUp.currency === knobs.currency ? topUp.cost : converted(topUp.cost);
    const request_id = topUp.customIdentifier ?? String(topUp.transactionId);
    ledger.reversed({ request_id, at, provider: 'reloadly' });
  }

  function turn(changes: Partial<ReloadlyKnobs>): void {
    const before = knobs.currency;
    knobs = { ...knobs, ...changes };
    if (knobs.currency !== before) balance = converted(balance);
  }

  /** From the other currency into the one of the wallet. */
  const converted = (units: number) => (knobs.currency === 'USD' ? toDollars(units) : units * NAIRA_PER_DOLLAR);
  const inWallet = (naira: number) => (knobs.currency === 'USD' ? toDollars(naira) : naira);

  function placed(transactionId: number): TopUp {
    const topUp = topUps.get(transactionId);
    if (topUp === undefined) throw new Error(`the sandbox file changes a top-up that is not in it: ${transactionId}`);
    return topUp;
  }

  return {
    apply,
    find: (transactionId) => topUps.get(transactionId),
    findAll: (customIdentifier) => (byIdentifier.get(customIdentifier.toLowerCase()) ?? []).map(placed),
    all: () => [...topUps.values()],
    due: (at) => [...waiting].map(placed).filter(({ dueAt }) => dueAt !== null && Date.parse(dueAt) <= at.getTime()),
    lastFor: (phone) => lastAt.get(phone),
    nextId: () => lastId + 1,
    balance: () => balance,
    isOff: (operatorId) => off.has(String(operatorId)),
    knobs: () => knobs,
  };
}

function toDelivery(topUp: TopUp, at: string): DeliveryLine {
  return {
    request_id: topUp.customIdentifier ?? String(topUp.transactionId),
    serviceID: String(topUp.operatorId),
    recipient: topUp.phone,
    amount: nairaOf(topUp),
    at,
    provider: 'reloadly',
  };
}
