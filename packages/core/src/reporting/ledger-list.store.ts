import { type Db, sql } from '../shared/db';
import type { EntryKind, ListedEntry } from './records';

export { type EntryKind, entryKinds, type ListedEntry } from './records';

/** Undefined means no filter. Made at `from` or later, and before `to`. */
export type EntryFilter = { kind?: EntryKind | undefined; from?: Date | undefined; to?: Date | undefined };

/**
 * At most `limit` ledger entries of an account, newest first, with ids below `after`. A page costs the same at any
 * depth and with any filter.
 *
 * Ids are drawn while the wallet is locked, so the balance before an entry is the balance after the next one in the
 * list.
 */
export function listEntries(
  db: Db,
  accountId: string,
  { kind, from, to }: EntryFilter,
  { after, limit }: { after: bigint | null; limit: number },
): Promise<ListedEntry[]> {
  return db.$queryRaw<ListedEntry[]>(sql`
    SELECT id, purchase_id AS "purchaseId", kind, amount_kobo AS "amountKobo",
           balance_before_kobo AS "balanceBeforeKobo", balance_after_kobo AS "balanceAfterKobo",
           reference, created_at AS "createdAt", corrects_id AS "correctsId", reason
      FROM account_entries(${accountId}::uuid, ${kind ?? null}::text, ${from ?? null}::timestamptz,
                           ${to ?? null}::timestamptz, ${after}::bigint, ${limit}::integer)
      WITH ORDINALITY ORDER BY ordinality`);
}
