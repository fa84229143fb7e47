/**
 * The closed sets of words in this contract. They are core's; a type import of core would give the pages the types of
 * Node and Prisma too, so those that no record has stand here, and vocabulary.test.ts does not compile when the two
 * differ.
 */
export type {
  Availability,
  EntryKind,
  EventName,
  HoldReason,
  MemberRole,
  ProductType as Product,
  Right,
  UserRole as Role,
} from '@topup/core/records';
/** The networks of data plans, as the catalogue writes them. */
export type DataNetwork = 'MTN' | 'GLO' | 'AIRTEL' | '9MOBILE';
export type PurchaseStatus = 'initiated' | 'pending' | 'success' | 'failed' | 'refunded';
/** The four words of a client for a purchase. A purchase that is `initiated` reads as pending. */
export type ClientStatus = Exclude<PurchaseStatus, 'initiated'>;
/**
 * A filter of purchases by status. `open`, `pending` and `initiated` all find what reads as pending. `unsuccessful`:
 * failed or refunded.
 */
export type SearchedStatus = PurchaseStatus | 'open' | 'unsuccessful';
export type DeliveryState = 'queued' | 'sending' | 'delivered' | 'undelivered' | 'no_url';
export type AccountStatus = 'active' | 'suspended';
/** The kinds of request that are limited apart. */
export type LimitName = 'purchases' | 'status' | 'lookups' | 'other';
/** Why orders are stopped. */
export type BreakerReason =
  | 'unreachable'
  | 'account'
  | 'float'
  | 'silent'
  | 'operator'
  | 'failing'
  | 'unknown_outcomes';
/** Who has made a change: an operator in the console, a user of an account, `ops`, an API key, or the system. */
export type ActorKind = 'operator' | 'user' | 'ops' | 'key' | 'system';
/** Facts of a change by name; amounts are naira text. */
export type Facts = Record<string, string | number | boolean | null>;
export type PlanState = 'for_sale' | 'on_hold' | 'below_cost' | 'withdrawn' | 'announced' | 'gone';
export type MappingStatus = 'proposed' | 'confirmed' | 'rejected';
/** Changes that can need the approval of a second operator. */
export type ApprovalKind =
  | 'fund'
  | 'adjust'
  | 'refund'
  | 'limits'
  | 'collections'
  | 'price'
  | 'discount'
  | 'operator_add'
  | 'operator_link'
  | 'operator_factor_reset'
  | 'operator_disable'
  | 'owner_add';
/** `expired`: nobody decided within 24 hours. `cancelled`: the operator who asked took it back. */
export type ApprovalState = 'requested' | 'approved' | 'declined' | 'cancelled' | 'expired';
/** The content of a column of a file, as in `ops recon import --columns`. */
export type CsvColumn =
  | 'id'
  | 'at'
  | 'amount'
  | 'direction'
  | 'debit'
  | 'credit'
  | 'reference'
  | 'transaction'
  | 'before'
  | 'after';
