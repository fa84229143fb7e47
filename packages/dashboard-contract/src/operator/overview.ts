import type { Performance, Range, Series } from '../account/overview';
import type { Product } from '../vocabulary';
import type { VerificationRow } from './books';
import type { ProviderFloat } from './provider';

/** GET /api/operator/overview. Everything below /api/operator answers 403 to users who are not operators. */
export type OperatorOverview = {
  /** Matters that need a person, the worst first. */
  attention: Attention[];
  /** `low`: active accounts whose balance is below what they spent in the last 24 hours. */
  accounts: { active: number; suspended: number; low: number };
  balances: string;
  /** Accepted at `from`, which is midnight in Lagos, or later, and before `to`. `volume`: of the successful ones. */
  today: { from: string; to: string } & Pick<
    Performance,
    'purchases' | 'success' | 'failed' | 'volume' | 'successRate'
  >;
  open: { initiated: number; pending: number; oldestAt: string | null };
  review: number;
  /** In the order of preference. */
  floats: ProviderFloat[];
  books: VerificationRow | null;
};

/**
 * One thing that needs a person. Each `count`, `failed` and `stale` is the number of rows of a list with a filter:
 * - `books_unsound`: the last check that came to a result, `check`, has findings.
 * - `closed`: rows of closed services at a provider. `whole`: all of it is stopped.
 * - `float_unknown`, `float_low`: of a provider. The float is not known now, or below its mark.
 * - `success_rate`: `failed` attempts for a product at a provider, of purchases accepted in the last hour, from `from`
 *   to `to`. The rate is below that of the last seven days, `usual`.
 * - `unanswered`: so many `orders`, of those sent to a provider in the last hour, got no readable answer.
 * - `review`: purchases that wait for a decision. `claims`: open claims of clients.
 * - `transfers`: money in that waits for a person.
 * - `long_open`: purchases that are open for more than `minutes`.
 * - `sales_holds`: sales holds of data plans, one for each plan and tier.
 * - `webhooks`: accounts whose webhook URL fails.
 * - `books_missed`, `catalogue_missed`: nobody has checked, or synced, since then. Null: never.
 * - `stale_costs`: plans whose cost was confirmed too long ago.
 * - `approvals`: requests that can still be decided.
 */
export type Attention =
  | { kind: 'books_unsound'; check: string }
  | { kind: 'closed'; provider: string; count: number; whole: boolean }
  | { kind: 'float_unknown'; provider: string }
  | { kind: 'float_low'; provider: string; amount: string }
  | {
      kind: 'success_rate';
      provider: string;
      product: Product;
      failed: number;
      rate: number;
      usual: number;
      from: string;
      to: string;
    }
  | { kind: 'unanswered'; provider: string; orders: number; of: number }
  | { kind: 'long_open'; count: number; minutes: number }
  | CountedAttention
  | { kind: 'books_missed'; since: string | null }
  | { kind: 'catalogue_missed'; since: string | null };

export type CountedAttention = Counted<
  'review' | 'claims' | 'transfers' | 'sales_holds' | 'webhooks' | 'stale_costs' | 'approvals'
>;
type Counted<Kind> = Kind extends string ? { kind: Kind; count: number } : never;

/** Groupings of the plots of the whole service. */
export type SalesGroup = 'product' | 'network' | 'provider';

/**
 * GET /api/operator/overview/sales?range=24h|7d|30d&by=product|network|provider. All live purchases that were accepted
 * at `from` or later and before `to`. Other services, such as discos, count as networks.
 */
export type ServiceSales = {
  range: Range;
  by: SalesGroup;
  from: string;
  to: string;
  /** Hours of the range that this process has not counted yet, and will. The figures are without them. */
  uncounted: number;
  /** The beginnings of the hours or days of Lagos, in order and without gaps, the present one last. */
  points: string[];
  all: SalesSeries;
  /** The largest volume first. */
  groups: (SalesSeries & { key: string })[];
};

export type SalesSeries = Series<SalesFigures>;

/** By provider, `failed` are the attempts there without value, including those of purchases sold elsewhere then. */
export type SalesFigures = Performance & {
  /** Price less cost of the successes; those whose cost is not known are only in `unknownCost`. */
  margin: string;
  unknownCost: number;
};
