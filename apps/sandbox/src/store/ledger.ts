/** One delivery of value. A request id that stands here twice was delivered twice. */
export type DeliveryLine = {
  /** The reference that the client sent, also where the provider made one of its own. */
  request_id: string;
  /** The product sold, in the provider's words: VTpass's service, Monnify's biller, Reloadly's operator. */
  serviceID: string;
  /** A phone in the national form. */
  recipient: string;
  /** VTpass: the plan or bouquet, if the order named one. Monnify: the product. */
  variation_code?: string | undefined;
  /** Naira, as charged. */
  amount: number;
  at: string;
  provider: string;
  /** Of a prepaid meter, in the order in which they are entered: those that change its key, and the energy. */
  tokens?: string[];
};

/** One return of money, for an order that was pending or that `deliveries` lists. */
export type ReversalLine = { request_id: string; at: string; provider: string };

/** One order that arrived. `outcome` is a name of the outcome table, or "refused" and the provider's code. */
export type PostLine = { request_id: string | null; at: string; outcome: string; provider: string };

/** `recorded`: an order came of it; of one that a sandbox was killed over before, none did. */
type PostOfLedger = PostLine & { recorded: boolean };

export type Ledger = {
  deliveries: readonly DeliveryLine[];
  reversals: readonly ReversalLine[];
  posts: readonly PostOfLedger[];
};

/** The append-only record of everything that any of the providers did. */
type LedgerBook = {
  delivered(line: DeliveryLine): void;
  reversed(line: ReversalLine): void;
  posted(line: PostLine): void;
  /** The provider keeps an order with this reference, delivered or not. */
  recorded(provider: string, requestId: string | null): void;
  read(): Ledger;
};

export function createLedgerBook(): LedgerBook {
  const deliveries: DeliveryLine[] = [];
  const reversals: ReversalLine[] = [];
  const posts: PostLine[] = [];
  const recorded = new Set<string>();
  const nameOf = (provider: string, requestId: string | null) => `${provider} ${requestId}`;
  return {
    delivered: (line) => void deliveries.push(line),
    reversed: (line) => void reversals.push(line),
    posted: (line) => void posts.push(line),
    recorded: (provider, requestId) => void recorded.add(nameOf(provider, requestId)),
    read: () => ({
      deliveries,
      reversals,
      posts: posts.map((post) => ({ ...post, recorded: recorded.has(nameOf(post.provider, post.request_id)) })),
    }),
  };
}
