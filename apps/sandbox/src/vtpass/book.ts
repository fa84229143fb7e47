import { tokensInOrder } from '../customers/tokens';
import type { SandboxOptions } from '../options';
import type { DeliveryLine } from '../store/ledger';
import type { Kept, Store } from '../store/store';
import { FIRST_PRICE_LISTS, type Variation } from './catalogue/price-lists';
import { createDuplicateWindow } from './duplicate-window';
import { withToken } from './orders/goods';
import type { Order } from './orders/order';

/**
 * A line that the file keeps for VTpass alone. `refused`: a rejection that a requery repeats; `token`: tokens or PINs
 * that arrive after the delivery; `variations`: a new price list.
 */
type Change =
  | { entry: 'order'; order: Order }
  | { entry: 'refused'; requestId: string; code: '019' }
  | { entry: 'settled'; requestId: string; status: 'delivered' | 'reversed'; at: string }
  | { entry: 'token'; requestId: string; at: string }
  | { entry: 'variations'; serviceID: string; variations: Variation[]; at: string };

export type VtpassBook = Kept<Change, object> & {
  findOrder(requestId: string): Order | undefined;
  findRejection(requestId: string): '019' | undefined;
  /** The current price list of the service; empty for a service without one. */
  variations(serviceId: string): readonly Variation[];
  isLikelyDuplicate(recipient: string, amountNaira: number, at: Date): boolean;
  floatNaira(): number;
};

type BookOptions = Pick<SandboxOptions, 'floatNaira' | 'duplicateWindowMs'>;

/** Creates the state of VTpass: orders, price lists and our float. Only changes that the file keeps alter it. */
export function createVtpassBook(store: Store, { floatNaira, duplicateWindowMs }: BookOptions): VtpassBook {
  const orders = new Map<string, Order>();
  const rejections = new Map<string, '019'>();
  const duplicates = createDuplicateWindow(duplicateWindowMs);
  const lists = new Map(FIRST_PRICE_LISTS);
  let float = floatNaira;
  const setFloat = (naira: number) => {
    float = naira;
  };
  const kept = store.keep<Change, object>('vtpass', {}, { apply, setFloat });

  function apply(change: Change): void {
    switch (change.entry) {
      case 'refused':
        rejections.set(change.requestId, change.code);
        return;
      case 'order':
        place(change.order);
        return;
      case 'settled':
        settle(change.requestId, change.status, change.at);
        return;
      case 'token':
        recordToken(change.requestId);
        return;
      case 'variations':
        lists.set(change.serviceID, change.variations);
        return;
      default:
        change satisfies never;
        throw new Error('the sandbox file holds an entry of an unknown kind');
    }
  }

  function place(order: Order): void {
    orders.set(order.requestId, order);
    kept.recorded(order.requestId);
    if (order.status === 'failed') return;
    float -= order.totalNaira;
    duplicates.add(order.recipient, order.amountNaira, new Date(order.at));
    if (order.status === 'delivered') kept.delivered(toDelivery(order, order.at));
  }

  function settle(requestId: string, status: 'delivered' | 'reversed', at: string): void {
    const order = placed(requestId);
    orders.set(requestId, { ...order, status, settlesTo: null });
    if (status === 'delivered') {
      kept.delivered(toDelivery(order, at));
    } else {
      kept.reversed({ request_id: requestId, at });
      float += order.totalNaira;
    }
  }

  function recordToken(requestId: string): void {
    orders.set(requestId, withToken(placed(requestId)));
  }

  function placed(requestId: string): Order {
    const order = orders.get(requestId);
    if (order === undefined) throw new Error(`the sandbox file changes an order that is not in it: ${requestId}`);
    return order;
  }

  return {
    ...kept,
    findOrder: (requestId) => orders.get(requestId),
    findRejection: (requestId) => rejections.get(requestId),
    variations: (serviceId) => lists.get(serviceId) ?? [],
    isLikelyDuplicate: duplicates.has,
    floatNaira: () => float,
  };
}

function toDelivery(order: Order, at: string): Omit<DeliveryLine, 'provider'> {
  return {
    request_id: order.requestId,
    serviceID: order.service.id,
    recipient: order.recipient,
    variation_code: order.variationCode,
    amount: order.amountNaira,
    at,
    ...(order.meter?.type === 'prepaid' && { tokens: tokensInOrder(order.meter) }),
    ...(order.exam !== undefined && { tokens: order.exam.cards.map(({ pin }) => pin) }),
  };
}
