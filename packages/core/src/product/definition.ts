/** The queues of purchases. Products may share one. */
export const purchaseQueues = ['airtime', 'data'] as const;
export type PurchaseQueue = (typeof purchaseQueues)[number];

/** All that is different from product to product, and is not the adapter's of a provider or a page's. */
export type ProductDefinition = {
  /** What people call it in the middle of a sentence. */
  words: string;
  /** The services that its orders name, which clients send. Null: those under which providers sell data plans. */
  services: readonly string[] | null;
  /** From which workers take its purchases. Null: it is synchronous, so the API process sends it. */
  queue: PurchaseQueue | null;
  /** The statuses of which its clients get an event. */
  events: readonly ('success' | 'failed' | 'pending')[];
  /** Whose number receives the value. The number of a smartcard or meter can be looked up before. */
  recipient: 'phone' | 'smartcard' | 'meter';
  /**
   * An object: the client names any amount in naira between these two, unless a setting has other bounds. Otherwise an
   * order names the code of a plan, which has a price for each tier, or of a package, with its provider's price.
   */
  price: { min: number; max: number } | 'plan' | 'package';
  /** Of which kinds an open amount is, by the variation that the order names; null: it names none. */
  variations: readonly string[] | null;
  /** The variation whose purchases deliver a token, which is also sent by SMS; null: none does. */
  tokenFor: string | null;
};
