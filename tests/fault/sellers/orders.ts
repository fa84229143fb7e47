import { EventEmitter, once } from 'node:events';

/** `kill`: the process of the shop that sells it is killed at once, or when the service has the order. */
export type Order = { phone: string; amount: string; kill: 'at once' | 'accepted' | undefined };

/** Of 50 orders: `OODD` of the sandbox's numbers, which say what the provider does. */
const OUTCOMES = [
  ...Array<string>(25).fill('0000'),
  ...Array<string>(12).fill('0001'), // takes a second
  ...['0002', '0500'], // later than the service waits for the provider, or never answered; delivered
  ...['0100', '0100', '0100', '0101', '0101'], // rejected
  ...['0200', '0300'], // pending first: then delivered, and not
  ...['0700', '0800', '1000', '1400'], // the answer of the provider is lost or torn; all but the first are delivered
];

/** A thousand orders or fewer, each of another customer. */
export const ordersOf = (count: number): Order[] =>
  Array.from({ length: count }, (_, n) => ({
    phone: `0800${OUTCOMES[(n * 7) % OUTCOMES.length]}${String(n).padStart(3, '0')}`,
    amount: String(100 + (n % 150)),
    kill: ({ 50: 'at once', 100: 'accepted' } as const)[n % 125],
  }));

/** Orders that wait for a shop, as many as were let in. */
export type Queue = {
  letIn(count: number): void;
  /** The next one; undefined after the last. */
  take(): Promise<Order | undefined>;
  /** Fulfilled when so many were taken in all. @throws the reason of `signal` */
  untilTaken(count: number, signal: AbortSignal): Promise<void>;
};

export function createQueue(orders: Order[]): Queue {
  const changes = new EventEmitter().setMaxListeners(0);
  let isIn = 0;
  let taken = 0;
  return {
    letIn(count) {
      isIn += count;
      changes.emit('in');
    },
    async take() {
      while (taken === isIn && isIn < orders.length) await once(changes, 'in');
      taken += 1;
      changes.emit('taken');
      return orders[taken - 1];
    },
    async untilTaken(count, signal) {
      while (taken < count) await once(changes, 'taken', { signal });
    },
  };
}
