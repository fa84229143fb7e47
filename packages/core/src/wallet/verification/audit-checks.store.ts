import { sql } from '../../shared/db';
import { toInterval } from '../../shared/interval';
import type { Check } from './books.store';

/** Checks of the audit log, that it is what was sealed and all of it was; and of the daily caps. */
export const auditChecks: readonly Check[] = [
  {
    id: 'A16',
    title:
      'each link of the audit log chain fits the previous link and its entry; the first wrong link is listed first',
    violations: () => sql`
      WITH link AS (
        SELECT n, entry_id, hash, coalesce(lag(n) OVER chain, 0) AS before_n, lag(hash) OVER chain AS before_hash
          FROM audit_seal WINDOW chain AS (ORDER BY n))
      SELECT l.n, l.entry_id AS "entryId", a.at, a.action, a.subject,
             CASE WHEN l.n <> l.before_n + 1 THEN 'the link before it is missing'
                  WHEN a.id IS NULL THEN 'the entry is missing'
                  ELSE 'the entry or its link was altered' END AS fault
        FROM link l LEFT JOIN audit_log a ON a.id = l.entry_id
       WHERE l.n <> l.before_n + 1 OR a.id IS NULL OR l.hash <> audit_hash(l.before_hash, l.n, a)
          OR CASE WHEN a.salt IS NULL
                  THEN (a.user_email, a.os_user, a.address, a.note) IS DISTINCT FROM ('blanked', NULL, NULL, NULL)
                  ELSE a.personal_digest <> audit_personal_digest(a) END
       ORDER BY l.n`,
  },
  {
    id: 'A17',
    title: 'no entry of the audit log has waited for its seal for more than a minute',
    violations: ({ sealMs }) => sql`
      SELECT a.id AS "entryId", a.at, a.action, a.subject FROM audit_log a
       WHERE a.at < now() - ${toInterval(sealMs)}::interval
         AND NOT EXISTS (SELECT FROM audit_seal s WHERE s.entry_id = a.id)
       ORDER BY a.id`,
  },
  {
    id: 'A18',
    title:
      'each amount counted on a daily cap is an entry of that amount, or a permission to sell below cost; its approval was used',
    violations: () => sql`
      SELECT u.id, u.entry_id AS "entryId", u.actor, u.amount_kobo AS "countedKobo", e.amount_kobo AS "amountKobo"
        FROM cap_use u LEFT JOIN ledger_entry e ON e.id = u.entry_id LEFT JOIN approval a ON a.id = u.approval_id
       WHERE (u.entry_id IS NOT NULL AND e.amount_kobo IS DISTINCT FROM u.amount_kobo) OR (u.approval_id IS NOT NULL AND a.used_at IS NULL)`,
  },
];
