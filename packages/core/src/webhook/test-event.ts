import { type PurchaseEventName, products, productTypes, purchaseEventOf } from '../product/products';

export type EventName = PurchaseEventName | 'transaction.requery';

/** The documented events, each with the status that a test of it has. */
export const testEvents = Object.fromEntries([
  ...productTypes.flatMap((product) =>
    products[product].events.map((status) => [purchaseEventOf(product, status), status]),
  ),
  ['transaction.requery', 'success'],
]) as Record<EventName, 'success' | 'failed' | 'pending'>;

export const eventNames = Object.keys(testEvents) as EventName[];

export const testEventDetails = 'A test event: nothing was sold.';
