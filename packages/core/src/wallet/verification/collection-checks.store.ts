import { sql } from '../../shared/db';
import type { Check } from './books.store';

/** Checks of the money in: every collected kobo is in exactly one wallet, or in exactly one list. */
export const collectionChecks: readonly Check[] = [
  {
    id: 'F01',
    title: 'each credited transfer has funded the wallet of its account, with its reference and its amount',
    violations: () => sql`
      SELECT c.id AS "transfer", c.account_id AS "accountId", c.amount_kobo AS "amountKobo", e.id AS "entryId",
             e.account_id AS "fundedAccountId", e.amount_kobo AS "fundedKobo"
        FROM collection c LEFT JOIN ledger_entry e ON e.id = c.entry_id
       WHERE c.state = 'credited'
         AND (e.kind, e.account_id, e.amount_kobo, funding_key(e.reference))
             IS DISTINCT FROM ('funding', c.account_id, c.amount_kobo, c.key)`,
  },
  {
    id: 'F02',
    title: 'no transfer that waits, was reversed before it was credited, or was dismissed has funded a wallet',
    violations: () => sql`
      SELECT c.id AS "transfer", c.state, c.amount_kobo AS "amountKobo", used.entry_id AS "entryId"
        FROM collection c JOIN funding_reference used ON used.key = c.key JOIN ledger_entry e ON e.id = used.entry_id
       WHERE c.state <> 'credited' AND c.reason IS DISTINCT FROM 'funded_otherwise'
         AND NOT (c.state IN ('reversed', 'dismissed')
                  AND (e.account_id, e.amount_kobo) IS DISTINCT FROM (c.account_id, c.amount_kobo))`,
  },
  {
    id: 'F03',
    title: 'each funding by the collector is the funding of one transfer',
    violations: () => sql`
      SELECT used.entry_id AS "entryId", used.amount_kobo AS "amountKobo"
        FROM cap_use used LEFT JOIN collection c ON c.entry_id = used.entry_id
       WHERE used.actor = 'collector' AND c.id IS NULL`,
  },
];
