import type { ProductType } from '../../provider/provider.port';
import { type Db, sql } from '../../shared/db';
import { toInterval } from '../../shared/interval';
import type { Purchase } from '../purchase.store';

/** A purchase that is due, with its age and the time since its send in milliseconds of the database's clock. */
export type DuePurchase = Purchase & { ageMs: number; sinceSendMs: number | null; missingSpanMs: number | null };

/** take_due_purchases, oldest first; each is this caller's until `holdMs` is over (an unsent one until `startMs` is). */
export async function takeDuePurchases(
  db: Db,
  types: ProductType[],
  options: { limit: number; startMs: number; holdMs: number },
): Promise<DuePurchase[]> {
  const rows = await db.$queryRaw<DueRow[]>(sql`
    SELECT *, ${DUE_TIMES}
      FROM take_due_purchases(${types}, ${options.limit}, ${toInterval(options.startMs)}::interval, ${toInterval(options.holdMs)}::interval)`);
  return rows.map(toDuePurchase);
}

/** A purchase that was sent, by the provider's reference, with the figures a requery is judged by; null when there is none or its send may be under way. */
export async function findSentPurchase(db: Db, providerRef: string): Promise<DuePurchase | null> {
  const [row] = await db.$queryRaw<DueRow[]>(sql`
    SELECT *, ${DUE_TIMES} FROM purchase
     WHERE provider_ref = ${providerRef} AND sends = 1 AND (claim_expires_at IS NULL OR claim_expires_at <= clock_timestamp())`);
  return row ? toDuePurchase(row) : null;
}

type DueRow = PurchaseColumns & { age_ms: number; since_send_ms: number | null; missing_span_ms: number | null };

const DUE_TIMES = sql`(extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS age_ms,
           (extract(epoch FROM clock_timestamp() - sent_at) * 1000)::float8 AS since_send_ms,
           (extract(epoch FROM clock_timestamp() - missing_since) * 1000)::float8 AS missing_span_ms`;

const toDuePurchase = (row: DueRow): DuePurchase => ({
  ...toPurchase(row),
  ageMs: row.age_ms,
  sinceSendMs: row.since_send_ms,
  missingSpanMs: row.missing_span_ms,
});

type PurchaseColumns = Record<string, unknown>;

function toPurchase(row: PurchaseColumns): Purchase {
  const camel = Object.entries(row).map(([column, value]) => [
    column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(camel) as Purchase;
}
