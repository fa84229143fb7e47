import { type Db, sql } from '../../shared/db';
import type { TimeSpan } from '../../time/zoned-time';
import { SERVICE } from '../listed-purchase.store';
import { type AccountSales, BY_OUTCOME, STEP } from './sales.store';

/**
 * Adds up the purchases of an account in spans, by the time of acceptance; one list per span, in their order.
 *
 * It finds them by the indexes of the account's list and reads each row: a day with 33,000 took 0.08 s, however many
 * others there were. OFFSET 0 leaves the index as the only way: joined at will, every row of the table was read.
 */
export async function sumAccountSales(db: Db, accountId: string, spans: TimeSpan[]): Promise<AccountSales[][]> {
  const since = spans.map((span) => span.since);
  const until = spans.map((span) => span.until);
  const rows = await db.$queryRaw<(AccountSales & { n: number })[]>(sql`
    SELECT n, product, network, ${BY_OUTCOME}
      FROM (SELECT p.n, p.product_type AS product, ${SERVICE} AS network, p.status, ${STEP} AS step,
                   count(*)::integer AS purchases, sum(p.amount_kobo) AS amount
              FROM (SELECT span.n::integer AS n, final.*
                      FROM unnest(${since}::timestamptz[], ${until}::timestamptz[])
                             WITH ORDINALITY AS span (since, until, n)
                     CROSS JOIN product
                     CROSS JOIN unnest('{success,failed,refunded}'::text[]) AS status (name)
                     CROSS JOIN LATERAL (
                           SELECT ${SUMMED} FROM purchase f
                            WHERE f.account_id = ${accountId}::uuid AND f.product_type = product.name
                              AND f.status = status.name AND f.final_at IS NOT NULL
                              AND f.created_at >= span.since AND f.created_at < span.until OFFSET 0) final
                     UNION ALL
                    SELECT span.n::integer, open.*
                      FROM unnest(${since}::timestamptz[], ${until}::timestamptz[])
                             WITH ORDINALITY AS span (since, until, n)
                      JOIN (SELECT ${SUMMED} FROM purchase WHERE status = 'pending' AND account_id = ${accountId}::uuid
                             UNION ALL
                            SELECT ${SUMMED} FROM (SELECT * FROM purchase WHERE window_ends_at IS NOT NULL OFFSET 0) u
                             WHERE u.status = 'initiated' AND u.account_id = ${accountId}::uuid) open
                        ON open.created_at >= span.since AND open.created_at < span.until) p
             GROUP BY 1, 2, 3, 4, 5) part
     GROUP BY n, product, network ORDER BY n, product, network`);
  const sales: AccountSales[][] = spans.map(() => []);
  for (const { n, ...each } of rows) sales[n - 1]?.push(each);
  return sales;
}

const SUMMED = sql`product_type, provider_order, status, amount_kobo, created_at, final_at`;
