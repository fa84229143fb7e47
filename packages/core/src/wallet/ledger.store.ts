import type { LedgerEntry } from '../generated/prisma/client';
import { type Db, sql } from '../shared/db';

export const entryKinds = ['funding', 'debit', 'refund', 'adjustment'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Which of an account's entries are wanted. What is undefined is whatever it is. */
export type EntryFilter = {
  kind?: EntryKind | undefined;
  /** Made then or later … */
  from?: Date | undefined;
  /** … and before this. */
  to?: Date | undefined;
};

/** One line of a wallet's ledger. `amountKobo` is signed; `reference` is the purchase's, where there is one. */
export type ListedEntry = Omit<LedgerEntry, 'kind' | 'accountId'> & { kind: EntryKind };

/**
 * An account's ledger entries, the youngest first, at most `limit` of those below the id `after`. Ids are drawn while the wallet is locked, so each line's
 * balance before is the balance after of the line below it. The cost is that of the page: it depends neither on its depth nor on the filter.
 */
export function listEntries(
  db: Db,
  accountId: string,
  { kind, from, to }: EntryFilter,
  { after, limit }: { after: bigint | null; limit: number },
): Promise<ListedEntry[]> {
  return db.$queryRaw<ListedEntry[]>(sql`
    SELECT id, purchase_id AS "purchaseId", kind, amount_kobo AS "amountKobo", balance_before_kobo AS "balanceBeforeKobo",
           balance_after_kobo AS "balanceAfterKobo", reference, created_at AS "createdAt"
      FROM account_entries(${accountId}::uuid, ${kind ?? null}::text, ${from ?? null}::timestamptz, ${to ?? null}::timestamptz, ${after}::bigint,
                           ${limit}::integer)
      WITH ORDINALITY ORDER BY ordinality`);
}
