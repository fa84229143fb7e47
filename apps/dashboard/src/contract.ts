/**
 * What the dashboard's server and its pages say to one another: JSON under /api, same origin, session cookie. Types alone, so that the pages can import them.
 * Money is naira text ("1250.00"), as the public API and `ops` write it; times are ISO 8601 in UTC; ids are text. A list answers a page and, while there is
 * more, the cursor of the next one: its cost does not grow with its depth.
 */

export type Page<Row> = { rows: Row[]; next: string | null };

/** The body of every answer that is not 2xx. `fields` names what is wrong with single inputs. */
export type Fault = { status: 'error'; code: string; message: string; fields?: Record<string, string> };

export type Role = 'owner' | 'member' | 'operator';
export type Product = 'AIRTIME' | 'DATA' | 'CABLE_TV' | 'ELECTRICITY';
export type PurchaseStatus = 'initiated' | 'pending' | 'success' | 'failed' | 'refunded';

/**
 * Signing in, below /api/auth; all POST with JSON, all `null` where nothing else is said, 429 with Retry-After after too many tries.
 * - sign-in/email {email, password} → { twoFactorRedirect }: true when a code must follow, by two-factor/verify-totp {code} or verify-backup-code {code}.
 *   401 `wrong_credentials`; of the codes 400 `wrong_code`, and 401 `sign_in_again` when it took too long or too many codes
 * - sign-out
 * - request-password-reset {email} → { mails }: false when an operator has to be asked for a link
 * - link {token} → { email, name, invited }; reset-password {token, newPassword}: 410 `link_spent`. Then sign in
 * - for who is signed in: change-password {currentPassword, newPassword}; two-factor/enable {password} → { totpURI, backupCodes } and then verify-totp {code};
 *   get-totp-uri {password} → { totpURI }; generate-backup-codes {password} → { backupCodes }; disable {password}. 400 `wrong_password`
 */
export type SignInAnswer = { twoFactorRedirect: boolean };
export type LinkAnswer = { email: string; name: string; invited: boolean };

// ---- who is signed in: GET /api/me (401 `signed_out` when nobody is)

export type Me = {
  user: { id: string; name: string; email: string; twoFactor: boolean };
  role: Role;
  /** Null for operators. */
  account: { id: string; name: string; tier: string; status: 'active' | 'suspended' } | null;
  /** Base of the public API, for examples, and its documentation. */
  apiUrl: string;
  docsUrl: string;
  /** Whether links are mailed; else whoever makes one hands it on. */
  mails: boolean;
};

/** GET /api/sessions; POST /api/sessions/:id/revoke; POST /api/sessions/revoke-others */
export type SessionRow = {
  id: string;
  current: boolean;
  createdAt: string;
  lastSeenAt: string;
  ip: string | null;
  agent: string | null;
};

/** GET /api/team; POST /api/team {name, email, role} → Invitation; POST /api/team/:id/role {role}; POST /api/team/:id/remove. Changes are the owners'. */
export type TeamMember = {
  id: string;
  name: string;
  email: string;
  role: Role;
  twoFactor: boolean;
  invited: boolean;
  lastSignInAt: string | null;
  createdAt: string;
};
/** `link`, good once and for 24 hours, is null when it was mailed. */
export type Invitation = { user: TeamMember; link: string | null };

// ---- an account's own: GET /api/overview?range=

export type Range = '24h' | '7d' | '30d';
export type Overview = {
  balance: string;
  /**
   * Of the purchases accepted since midnight in Lagos, as they stand now. The volume is that of the successful; the rate is success / (success + failed +
   * refunded), null when there are none of these. The sums here and in `points` may be 5 s old; all else is of now.
   */
  today: { purchases: number; volume: string; successRate: number | null; refunded: string };
  /** Purchases that are not final. */
  pending: number;
  range: Range;
  /** In order, none left out: 24 hours, or 7 or 30 days as they are in Lagos, the present one included; by when purchases were accepted. Volume and count of the successful, and counts by outcome. */
  points: {
    at: string;
    byProduct: Record<Product, { count: number; volume: string }>;
    byStatus: Record<PurchaseStatus, number>;
  }[];
  recent: TransactionRow[];
  setUp: { hasKey: boolean; hasWebhook: boolean; hasPurchase: boolean };
};

/**
 * GET /api/transactions?search=&product=&status=&from=&to=&cursor=&limit=; the same without cursor and limit as a file: GET /api/transactions.csv
 * `search` is a whole reference or recipient. `from` and `to` are times with their offset from UTC (`to` itself not included), or days in Lagos (both included).
 */
export type TransactionRow = {
  reference: string;
  product: Product;
  status: PurchaseStatus;
  amount: string;
  /** Phone, smartcard or meter number. */
  recipient: string;
  /** In words: "MTN airtime", "DStv Compact". */
  description: string;
  message: string | null;
  createdAt: string;
  finalAt: string | null;
};

export type DeliveryState = 'queued' | 'sending' | 'delivered' | 'undelivered';

export type TimelineEntry =
  | {
      at: string;
      kind: 'accepted' | 'claimed' | 'sent' | 'answered' | 'pending' | 'settled' | 'refunded' | 'review';
      text: string;
      /** Signed, as in the ledger. */
      amount?: string;
    }
  | { at: string; kind: 'event'; text: string; delivery: DeliveryRow };

/** GET /api/transactions/:reference. The timeline is in the order in which things happened. */
export type Transaction = TransactionRow & {
  id: string;
  details: Record<string, string>;
  /** The token, units and the like of a delivered purchase. */
  result: Record<string, string>;
  balanceBefore: string;
  balanceAfter: string;
  refundedAmount: string | null;
  needsReview: boolean;
  timeline: TimelineEntry[];
};

// ---- wallet: GET /api/wallet; GET /api/wallet/entries?kind=&from=&to=&cursor=; GET /api/wallet/entries.csv

export type Wallet = { balance: string; currency: 'NGN' };
export type EntryKind = 'funding' | 'debit' | 'refund' | 'adjustment';
export type LedgerRow = {
  id: string;
  kind: EntryKind;
  /** Signed: a debit is negative. */
  amount: string;
  balanceBefore: string;
  balanceAfter: string;
  reference: string;
  purchaseReference: string | null;
  createdAt: string;
};

// ---- products: GET /api/products (this account's own prices)

export type Products = {
  tier: string;
  airtime: { network: string; min: string; max: string }[];
  data: { planId: string | null; network: string; name: string; validity: string; price: string; forSale: boolean }[];
  cable: { product: string; code: string; name: string; price: string }[];
  /** False when one of the provider's lists could not be read just now; the others are there. */
  cableKnown: boolean;
  electricity: { disco: string; min: string; max: string }[];
};

// ---- developers: GET /api/keys; POST /api/keys {name} → NewKey; POST /api/keys/:id/revoke

export type KeyRow = {
  id: string;
  name: string;
  display: string;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
};
/** The only time that `key` is told. */
export type NewKey = { id: string; name: string; key: string };

/** GET /api/webhook; POST /api/webhook {url}; POST /api/webhook/remove; POST /api/webhook/test → { id } of a delivery */
export type Webhook = { url: string | null; signed: boolean };

/** GET /api/deliveries?state=&event=&search=&cursor=; POST /api/deliveries/:id/resend → { id } of the new one */
export type DeliveryRow = {
  id: string;
  event: string;
  status: string;
  state: DeliveryState;
  reference: string | null;
  url: string | null;
  httpStatus: number | null;
  durationMs: number | null;
  error: string | null;
  createdAt: string;
  sentAt: string | null;
  /** The delivery that a person had sent again. */
  resentFrom: string | null;
};
/** GET /api/deliveries/:id. The hash stands masked in the request's body. */
export type Delivery = DeliveryRow & {
  request: { headers: Record<string, string>; body: Record<string, string> };
  /** The beginning of what the receiver answered; null when nothing came or it was not kept. */
  response: string | null;
};

// ---- operators: everything below /api/operator answers 403 to anybody else

/** GET /api/operator/overview */
export type OperatorOverview = {
  accounts: { active: number; suspended: number; low: number };
  balances: string;
  today: { purchases: number; volume: string; successRate: number | null };
  open: { initiated: number; pending: number; oldestAt: string | null };
  review: number;
  float: ProviderFloat;
  books: BooksCheckRow | null;
  points: Overview['points'];
};

/** GET /api/operator/accounts?search=&cursor=; POST {name, tier} */
export type AccountRow = {
  id: string;
  name: string;
  tier: string;
  status: 'active' | 'suspended';
  balance: string;
  createdAt: string;
};
/** GET /api/operator/accounts/:id; POST …/status {status}; POST …/tier {tier}; POST …/fund {amount, reference, note} → Funding */
export type AccountDetail = AccountRow & {
  webhookUrl: string | null;
  keys: KeyRow[];
  users: TeamMember[];
  entries: LedgerRow[];
};
/** `funded` false: the reference stands for an earlier payment, whose figures these are, and nothing was added. */
export type Funding = { funded: boolean; amount: string; balanceBefore: string; balanceAfter: string };
/** POST /api/operator/accounts/:id/users {name, email, role} → Invitation; POST /api/operator/users/:id/link → { link } (null: mailed); POST …/users/:id/disable */

/** GET /api/operator/tiers; POST /api/operator/tiers {name, markupPercent} makes or changes one */
export type TierRow = { id: number; name: string; markupPercent: string };

/** GET /api/operator/purchases?search=&account=&product=&status=&review=true&cursor= */
export type OperatorPurchaseRow = TransactionRow & {
  account: { id: string; name: string };
  needsReview: boolean;
  reason: string | null;
};
/** A page may be short, or empty, and still have a next: it looks through so many purchases and no more. Customers' numbers are masked in lists. */
/** GET /api/operator/purchases/:reference. Of tokens the last four digits; whole with ?token=true, which is recorded. */
export type OperatorPurchase = Transaction & {
  account: { id: string; name: string };
  provider: string;
  providerRef: string | null;
  cost: string | null;
  sends: number;
  checks: number;
  nextCheckAt: string | null;
  history: { from: string | null; to: string; cause: string; at: string }[];
  actions: OperatorAction[];
  /** Whether a token may be given with a decision for success. */
  takesToken: boolean;
};
/** POST /api/operator/purchases/:reference/requery → Requeried; POST …/settle {decision: 'success' | 'refund', note, token?} → { status, changed } */
export type Requeried = { status: PurchaseStatus; answer: string };

/** GET /api/operator/provider */
export type ProviderFloat = { amount: string | null; fault: string | null; askedAt: string };
export type ProviderHealth = {
  name: string;
  float: ProviderFloat;
  /** What became of the purchases sent in the last hour, by product. */
  lastHour: {
    product: Product;
    sent: number;
    success: number;
    failed: number;
    open: number;
    medianSeconds: number | null;
  }[];
};

/**
 * GET /api/operator/backlog: what the tables hold that is still to be done. The queues are hints of it and may be lost; this decides. Ages in seconds, 0 when
 * there is nothing of the kind.
 */
export type Backlog = {
  open: number;
  underReview: number;
  oldestUnclaimedS: number;
  oldestPendingS: number;
  /** How long the purchase that is most overdue has waited for a worker. */
  overdueS: number;
  webhooksWaiting: number;
  oldestWebhookS: number;
};

/** GET /api/operator/queues. The board itself is at /queues/. */
export type QueueCounts = {
  name: string;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  oldestSeconds: number | null;
}[];

/** GET /api/operator/catalogue?tier=; POST /api/operator/catalogue/sync → 202; GET /api/operator/catalogue/sync */
export type CatalogueRow = {
  id: number;
  planId: string | null;
  network: string;
  name: string;
  validity: string;
  cost: string;
  price: string;
  state: 'for_sale' | 'below_cost' | 'withdrawn' | 'announced' | 'gone';
  /** How the tier's price comes about: its markup, an exact price, or a markup of this plan's own. */
  priced: 'tier' | 'exact' | 'markup';
};
export type SyncState = {
  running: boolean;
  startedAt: string | null;
  finishedAt: string | null;
  steps: { service: string; text: string }[];
  summary: { added: number; changed: number; gone: number; kept: number } | null;
  fault: string | null;
};
/**
 * POST /api/operator/catalogue/announce {network, name, cost} → { id }; …/retire {id} (an announced one); …/withdraw {planId} → { id }; …/restore {id} (a
 * withdrawn one) → { id, planId }
 */
/** POST /api/operator/prices {tier, planId, price | markupPercent, force?}; POST /api/operator/prices/clear {tier, planId} */

/** GET /api/operator/books?cursor=; POST /api/operator/books → 202 BooksCheckRow; GET /api/operator/books/:id */
export type BooksCheckRow = {
  id: string;
  startedAt: string;
  finishedAt: string | null;
  startedBy: string;
  /** Null while it runs, or when it could not come to its end. */
  sound: boolean | null;
  broken: string[];
  fault: string | null;
};
export type BooksCheck = BooksCheckRow & {
  totals: Record<string, string> | null;
  findings: { id: string; title: string; count: number; rows: Record<string, unknown>[] }[];
};

/** GET /api/operator/actions?search=&cursor=: the audit log, which nobody can change. */
export type OperatorAction = {
  id: string;
  at: string;
  by: string;
  /** Such as `wallet.fund`, `purchase.settle`, `account.suspend`, `price.set`. */
  action: string;
  subject: string;
  note: string | null;
  details: Record<string, string>;
};
