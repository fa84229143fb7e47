import type { ProductType } from '../../product/products';
import type { ProviderTerms } from '../../provider/provider.port';
import type { Decision } from '../../routing/router.port';
import { type Db, onlyRow, sql } from '../../shared/db';
import { toInterval } from '../../shared/interval';

/** An order with checked fields. `details`, all strings, goes into the client's answer. */
export type Order = {
  productType: ProductType;
  requestRef: string;
  /** The face value. A discount of the account's tier is taken from it. */
  amountKobo: bigint;
  recipient: string;
  details: Record<string, string>;
  description: string;
  /** The same in the provider's words. */
  providerOrder: ProviderTerms;
  /** Why it goes to its provider; absent: there was no choice. */
  decision?: Decision;
};

export type AcceptItem = Omit<Order, 'decision'> & {
  id: string;
  accountId: string;
  /** The API key of the request, which must still be live; null: only the account must be active. */
  keyId: string | null;
  provider: string;
  decision: Decision | null;
  /** After this the sweeper answers in place of an API process that died. */
  windowMs: number;
  /** That of its request; absent: it is not traced. */
  traceparent?: string;
};

export type AcceptRow = {
  outcome: 'accepted' | 'unauthorized' | 'duplicate' | 'key_limit' | 'insufficient' | 'repriced' | 'loss_cap' | 'busy';
  balanceBeforeKobo: bigint | null;
  balanceAfterKobo: bigint | null;
  /** When this was decided, after the locks: database time in Unix milliseconds. */
  decidedAt: number;
};

/** accept_purchases; its file says what it locks and returns. `notAfter`: database time in Unix milliseconds. */
export function acceptPurchases(
  db: Db,
  items: AcceptItem[],
  options: { notAfter: number; wait: boolean; startMs: number },
): Promise<AcceptRow[]> {
  return db.$queryRaw<AcceptRow[]>(sql`
    SELECT outcome, balance_before_kobo AS "balanceBeforeKobo", balance_after_kobo AS "balanceAfterKobo",
           (extract(epoch FROM decided_at) * 1000)::float8 AS "decidedAt"
      FROM accept_purchases(${itemsText(items)}::jsonb, to_timestamp(${options.notAfter}::float8 / 1000),
                            ${options.wait}::boolean, ${toInterval(options.startMs)}::interval) ORDER BY n`);
}

/** Orders as accept_purchases takes them. */
export const itemsText = (items: readonly AcceptItem[]): string => {
  const rows = items.map((item) => ({
    id: item.id,
    account_id: item.accountId,
    key_id: item.keyId,
    request_ref: item.requestRef,
    product_type: item.productType,
    amount_kobo: item.amountKobo.toString(),
    recipient: item.recipient,
    details: item.details,
    description: item.description,
    provider: item.provider,
    provider_order: item.providerOrder,
    decision: item.decision,
    window_ms: item.windowMs,
    traceparent: item.traceparent,
  }));
  return JSON.stringify(rows);
};

/** Database time in Unix milliseconds. */
export async function databaseNow(db: Db): Promise<number> {
  const rows = await db.$queryRaw<{ now: number }[]>(
    sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`,
  );
  return onlyRow(rows).now;
}
