import { type Db, sql } from '../shared/db';

/**
 * `purchase`: of this account, by its reference; `purchase_id`: of any account, by our id; both with their deliveries.
 * `delivery`: one of this account, by its id. `funding`: of this account, each time that its wallet is funded.
 */
export type Watched =
  | { kind: 'purchase' | 'delivery' | 'funding'; accountId: string; name: string }
  | { kind: 'purchase_id'; accountId: null; name: string };

/**
 * A purchase `p`: its row, those of its own events, and of other events up to 200 in all, as there may be any number of
 * status queries. Its own come first in the index webhook_event_of_purchase.
 */
const PURCHASE = sql`
  concat(p.xmin, (
    SELECT string_agg(' ' || first.xmin, '' ORDER BY first.seq)
      FROM (SELECT e.xmin, e.seq FROM webhook_event e WHERE e.purchase_id = p.id
             ORDER BY CASE WHEN e.event <> 'transaction.requery' AND e.resent_from IS NULL THEN e.event END
             LIMIT 200) first))`;

/** In order: another text after each change of the rows, by one index look-up a row. Null: there is no such thing. */
export async function readVersions(db: Db, watched: Watched[]): Promise<(string | null)[]> {
  const [kinds, accounts, names] = [
    watched.map(({ kind }) => kind as string),
    watched.map(({ accountId }) => accountId ?? ''),
    watched.map(({ name }) => name),
  ];
  const rows = await db.$queryRaw<{ version: string | null }[]>(sql`
    SELECT CASE w.kind
             WHEN 'purchase' THEN (SELECT ${PURCHASE} FROM purchase p
                                    WHERE p.request_ref = w.name AND p.account_id = w.account::uuid)
             WHEN 'purchase_id' THEN (SELECT ${PURCHASE} FROM purchase p WHERE p.id = w.name::uuid)
             WHEN 'delivery' THEN (SELECT d.xmin::text FROM webhook_event d
                                    WHERE d.id = w.name::uuid AND d.account_id = w.account::uuid)
             WHEN 'funding' THEN (SELECT coalesce(max(f.id), 0)::text FROM ledger_entry f
                                   WHERE f.account_id = w.account::uuid AND f.kind = 'funding')
           END AS version
      FROM unnest(${kinds}::text[], ${accounts}::text[], ${names}::text[]) WITH ORDINALITY AS w (kind, account, name, n)
     ORDER BY w.n`);
  return rows.map(({ version }) => version);
}
