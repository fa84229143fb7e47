import type { AccountStatus, DeliveryState, Product, PurchaseStatus } from './vocabulary';

/**
 * GET /api/search?text=, of an account: purchases, keys, plans, requests and deliveries. GET
 * /api/operator/search?text=: purchases, accounts, keys and plans of the whole service, with the numbers of customers
 * masked. `text` has 2 to 100 characters. At most five of each kind, in this order. A number, a reference or an id is
 * found as a whole (a number also as `+234…`, and with spaces); a name, a plan ID, and what is shown of a key also by a
 * part.
 */
export type Found =
  | {
      kind: 'purchase';
      reference: string;
      product: Product;
      status: PurchaseStatus;
      amount: string;
      recipient: string;
      createdAt: string;
      /** Null: the reader's own. */
      account: { id: string; name: string } | null;
    }
  | { kind: 'account'; id: string; name: string; status: AccountStatus }
  | {
      kind: 'key';
      id: string;
      name: string;
      /** The beginning and the end of the key. */
      display: string;
      revoked: boolean;
      account: { id: string; name: string } | null;
    }
  | { kind: 'plan'; planId: string; network: string; name: string }
  | { kind: 'request'; id: string; method: string; path: string; status: number; at: string }
  | { kind: 'delivery'; id: string; event: string; state: DeliveryState; createdAt: string };
