import type { DeliveryRow, KeyRow } from './account/developers';
import type { RequestRow } from './account/requests';
import type { TransactionRow } from './account/transactions';
import type { AccountStatus, PurchaseStatus } from './vocabulary';

/**
 * GET /api/search?text=, of an account: purchases, keys, plans, requests and deliveries. GET
 * /api/operator/search?text=: purchases, accounts, keys and plans of the whole service, with the numbers of customers
 * masked. `text` has 2 to 100 characters. At most five of each kind, in this order. A number, a reference or an id is
 * found as a whole (a number also as `+234…`, and with spaces); a name, a plan ID, and what is shown of a key also by a
 * part.
 */
export type Found =
  | (FoundPurchase & { kind: 'purchase' })
  | { kind: 'account'; id: string; name: string; status: AccountStatus }
  | (Pick<KeyRow, 'id' | 'name' | 'display'> & { kind: 'key'; revoked: boolean; account: Owner })
  | { kind: 'plan'; planId: string; network: string; name: string }
  | (Pick<RequestRow, 'id' | 'method' | 'path' | 'status' | 'at'> & { kind: 'request' })
  | (Pick<DeliveryRow, 'id' | 'event' | 'state' | 'createdAt'> & { kind: 'delivery' });

type FoundPurchase = Pick<TransactionRow, 'reference' | 'product' | 'amount' | 'recipient' | 'createdAt'> & {
  status: PurchaseStatus;
  account: Owner;
};

/** Null: the reader's own. */
type Owner = { id: string; name: string } | null;
