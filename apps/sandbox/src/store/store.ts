import { createMonnifyBook, type MonnifyBook, type MonnifyEntry } from '../monnify/book';
import { createReloadlyBook, type ReloadlyBook, type ReloadlyEntry } from '../reloadly/book';
import type { SandboxOptions } from '../settings';
import { FIRST_PRICE_LISTS, type Variation } from '../vtpass/catalogue/price-lists';
import { createDuplicateWindow } from '../vtpass/duplicate-window';
import { tokensInOrder } from '../vtpass/electricity/meter';
import type { Order } from '../vtpass/orders/order';
import { openJournal } from './journal';
import { createLedgerBook, type DeliveryLine, type Ledger, type PostLine } from './ledger';

/**
 * Every change of VTpass, one line of the file each. `refused` is a rejection that a requery repeats, `token` one that
 * arrives after the delivery, `variations` a new price list, and `float` the new balance of the account. Only kinds
 * that came with the other providers name theirs, so that the files of earlier versions are read.
 */
type VtpassEntry =
  | ({ entry: 'post' } & Omit<PostLine, 'provider'>)
  | { entry: 'order'; order: Order }
  | { entry: 'refused'; requestId: string; code: '019' }
  | { entry: 'settled'; requestId: string; status: 'delivered' | 'reversed'; at: string }
  | { entry: 'token'; requestId: string; at: string }
  | { entry: 'float'; naira: number; at: string }
  | { entry: 'variations'; serviceID: string; variations: Variation[]; at: string }
  | { entry: 'products-off'; provider: 'vtpass'; products: readonly string[]; at: string };

export type Entry = VtpassEntry | MonnifyEntry | ReloadlyEntry;

export type Store = {
  /** Writes the entry to the file, then acts on it. */
  record(entry: Entry): void;
  findOrder(requestId: string): Order | undefined;
  findRejection(requestId: string): '019' | undefined;
  /** The current price list of the service; empty for a service without one. */
  variations(serviceId: string): readonly Variation[];
  isLikelyDuplicate(recipient: string, amountNaira: number, at: Date): boolean;
  floatNaira(): number;
  /** Whether an operator turned the service off. */
  isOff(serviceId: string): boolean;
  readonly monnify: MonnifyBook;
  readonly reloadly: ReloadlyBook;
  /** Of all three providers. */
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
  const ledger = createLedgerBook();
  const monnify = createMonnifyBook(ledger, floatNaira);
  const reloadly = createReloadlyBook(ledger, floatNaira);
  let off: ReadonlySet<string> = new Set();
  let float = floatNaira;

  function apply(entry: Entry): void {
    if (!('provider' in entry) || entry.provider === 'vtpass') applyToVtpass(entry);
    else if (entry.provider === 'monnify') monnify.apply(entry);
    else reloadly.apply(entry);
  }

  function applyToVtpass(entry: VtpassEntry): void {
    switch (entry.entry) {
      case 'post': {
        const { request_id, at, outcome } = entry;
        ledger.posted({ request_id, at, outcome, provider: 'vtpass' });
        return;
      }
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
      case 'products-off':
        off = new Set(entry.products);
        return;
      default:
        entry satisfies never;
        throw new Error('the sandbox file holds an entry of an unknown kind');
    }
  }

  function place(order: Order): void {
    orders.set(order.requestId, order);
    ledger.recorded('vtpass', order.requestId);
    if (order.status === 'failed') return;
    float -= order.totalNaira;
    duplicates.add(order.recipient, order.amountNaira, new Date(order.at));
    if (order.status === 'delivered') ledger.delivered(toDelivery(order, order.at));
  }

  function settle(requestId: string, status: 'delivered' | 'reversed', at: string): void {
    const order = placed(requestId);
    orders.set(requestId, { ...order, status, settlesTo: null });
    if (status === 'delivered') {
      ledger.delivered(toDelivery(order, at));
    } else {
      ledger.reversed({ request_id: requestId, at, provider: 'vtpass' });
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
    isOff: (serviceId) => off.has(serviceId),
    monnify,
    reloadly,
    ledger: ledger.read,
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
    provider: 'vtpass',
    ...(order.meter?.type === 'prepaid' && { tokens: tokensInOrder(order.meter) }),
  };
}
