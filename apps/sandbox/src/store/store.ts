import { FIRST_PRICE_LISTS, type Variation } from '../catalogue/price-lists';
import type { Order } from '../orders/order';
import type { SandboxOptions } from '../settings';
import { createDuplicateWindow } from './duplicate-window';
import { openJournal } from './journal';

/** One delivery of value. A request id that stands here twice was delivered twice. */
export type DeliveryLine = {
  request_id: string;
  serviceID: string;
  recipient: string;
  /** The plan or bouquet, if the order named one. */
  variation_code?: string | undefined;
  /** Naira, as charged. */
  amount: number;
  at: string;
};

/** One return of money, for an order that was pending or that `deliveries` lists. */
export type ReversalLine = { request_id: string; at: string };

/** One `/api/pay` that arrived. `outcome` is a name of the outcome table, or "refused" and the rejection code. */
export type PostLine = { request_id: string | null; at: string; outcome: string };

export type Ledger = {
  deliveries: readonly DeliveryLine[];
  reversals: readonly ReversalLine[];
  posts: readonly PostLine[];
};

/**
 * Every change of the store, one line of its file each. `refused` is a rejection that a requery repeats, `token` one
 * that arrives after the delivery, `variations` a new price list, and `float` the new balance of the account.
 */
export type Entry =
  | ({ entry: 'post' } & PostLine)
  | { entry: 'order'; order: Order }
  | { entry: 'refused'; requestId: string; code: '019' }
  | { entry: 'settled'; requestId: string; status: 'delivered' | 'reversed'; at: string }
  | { entry: 'token'; requestId: string; at: string }
  | { entry: 'float'; naira: number; at: string }
  | { entry: 'variations'; serviceID: string; variations: Variation[]; at: string };

export type Store = {
  /** Writes the entry to the file, then acts on it. */
  record(entry: Entry): void;
  findOrder(requestId: string): Order | undefined;
  findRejection(requestId: string): '019' | undefined;
  /** The current price list of the service; empty for a service without one. */
  variations(serviceId: string): readonly Variation[];
  isLikelyDuplicate(recipient: string, amountNaira: number, at: Date): boolean;
  floatNaira(): number;
  ledger(): Ledger;
  close(): void;
};

/** Opens the store and replays `file`, if one is named. Lookups use maps, so their cost does not grow with the file. */
export function openStore({
  file,
  floatNaira,
  duplicateWindowMs,
}: Pick<SandboxOptions, 'file' | 'floatNaira' | 'duplicateWindowMs'>): Store {
  const journal = openJournal<Entry>(file);
  const orders = new Map<string, Order>();
  const rejections = new Map<string, '019'>();
  const duplicates = createDuplicateWindow(duplicateWindowMs);
  const lists = new Map(FIRST_PRICE_LISTS);
  const deliveries: DeliveryLine[] = [];
  const reversals: ReversalLine[] = [];
  const posts: PostLine[] = [];
  let float = floatNaira;

  function apply(entry: Entry): void {
    switch (entry.entry) {
      case 'post':
        posts.push({ request_id: entry.request_id, at: entry.at, outcome: entry.outcome });
        return;
      case 'refused':
        rejections.set(entry.requestId, entry.code);
        return;
      case 'order':
        place(entry.order);
        return;
      case 'settled':
        settle(entry.requestId, entry.status, entry.at);
        return;
      case 'token':
        recordToken(entry.requestId);
        return;
      case 'float':
        float = entry.naira;
        return;
      case 'variations':
        lists.set(entry.serviceID, entry.variations);
        return;
      default:
        entry satisfies never;
        throw new Error('the sandbox file holds an entry of an unknown kind');
    }
  }

  function place(order: Order): void {
    orders.set(order.requestId, order);
    if (order.status === 'failed') return;
    float -= order.totalNaira;
    duplicates.add(order.recipient, order.amountNaira, new Date(order.at));
    if (order.status === 'delivered') deliveries.push(toDelivery(order, order.at));
  }

  function settle(requestId: string, status: 'delivered' | 'reversed', at: string): void {
    const order = placed(requestId);
    orders.set(requestId, { ...order, status, settlesTo: null });
    if (status === 'delivered') {
      deliveries.push(toDelivery(order, at));
    } else {
      reversals.push({ request_id: requestId, at });
      float += order.totalNaira;
    }
  }

  function recordToken(requestId: string): void {
    const order = placed(requestId);
    if (order.meter?.type === 'prepaid')
      orders.set(requestId, { ...order, meter: { ...order.meter, awaitsToken: false } });
  }

  function placed(requestId: string): Order {
    const order = orders.get(requestId);
    if (order === undefined) throw new Error(`the sandbox file changes an order that is not in it: ${requestId}`);
    return order;
  }

  journal.past.forEach(apply);
  return {
    record(entry) {
      journal.append(entry);
      apply(entry);
    },
    findOrder: (requestId) => orders.get(requestId),
    findRejection: (requestId) => rejections.get(requestId),
    variations: (serviceId) => lists.get(serviceId) ?? [],
    isLikelyDuplicate: duplicates.has,
    floatNaira: () => float,
    ledger: () => ({ deliveries, reversals, posts }),
    close: journal.close,
  };
}

function toDelivery(order: Order, at: string): DeliveryLine {
  return {
    request_id: order.requestId,
    serviceID: order.service.id,
    recipient: order.recipient,
    variation_code: order.variationCode,
    amount: order.amountNaira,
    at,
  };
}
