import type { ProductType, ProviderTerms } from '../../provider/provider.port';
import { type Db, sql } from '../../shared/db';
import { toInterval } from '../../shared/interval';

export type AcceptItem = {
  id: string;
  accountId: string;
  requestRef: string;
  productType: ProductType;
  amountKobo: bigint;
  recipient: string;
  details: Record<string, string>;
  description: string;
  provider: string;
  providerOrder: ProviderTerms;
  /** After this the sweeper answers in place of an API process that has not. */
  windowMs: number;
};

export type AcceptRow = {
  outcome: 'accepted' | 'duplicate' | 'insufficient' | 'busy' | 'no_wallet';
  balanceBeforeKobo: bigint | null;
  balanceAfterKobo: bigint | null;
  /** Database time in Unix milliseconds at which this was decided, after the locks. */
  decidedAt: number;
};

/** accept_purchases: its file in prisma/functions says what it locks and answers. `notAfter`: database time in Unix milliseconds. */
export function acceptPurchases(
  db: Db,
  items: AcceptItem[],
  options: { notAfter: number; wait: boolean; startMs: number },
): Promise<AcceptRow[]> {
  const rows = items.map((item) => ({
    id: item.id,
    account_id: item.accountId,
    request_ref: item.requestRef,
    product_type: item.productType,
    amount_kobo: item.amountKobo.toString(),
    recipient: item.recipient,
    details: item.details,
    description: item.description,
    provider: item.provider,
    provider_order: item.providerOrder,
    window_ms: item.windowMs,
  }));
  return db.$queryRaw<AcceptRow[]>(sql`
    SELECT outcome, balance_before_kobo AS "balanceBeforeKobo", balance_after_kobo AS "balanceAfterKobo",
           (extract(epoch FROM decided_at) * 1000)::float8 AS "decidedAt"
      FROM accept_purchases(${JSON.stringify(rows)}::jsonb, to_timestamp(${options.notAfter}::float8 / 1000), ${options.wait}::boolean,
                            ${toInterval(options.startMs)}::interval) ORDER BY n`);
}

/** Database time in Unix milliseconds. */
export async function databaseNow(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<{ now: number }[]>(
    sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`,
  );
  if (!row) throw new Error('SELECT without a row');
  return row.now;
}
