import { type Db, sql } from '../../shared/db';
import type { StatementEvidence } from '../records';

/**
 * What the statements of its providers say of a purchase, oldest first: for a person who decides what became of it.
 * That there is none proves nothing.
 */
export function listStatementEvidence(db: Db, purchaseId: string): Promise<StatementEvidence[]> {
  return db.$queryRaw<StatementEvidence[]>(sql`
    SELECT r.provider, rows.number AS attempt, r.row_id AS "row", r.at, r.direction, r.kind,
           r.amount_kobo AS "amountKobo", rows.suggested
      FROM (SELECT m.row_id, m.number, false AS suggested FROM statement_match m
             WHERE m.purchase_id = ${purchaseId}::uuid
             UNION ALL
            SELECT coalesce(f.suggested_row_id, f.row_id), f.number, true FROM reconciliation_finding f
             WHERE f.purchase_id = ${purchaseId}::uuid AND f.resolved_at IS NULL AND f.cleared_at IS NULL
               AND coalesce(f.suggested_row_id, f.row_id) IS NOT NULL) rows
      JOIN statement_row r ON r.id = rows.row_id
     ORDER BY r.at, r.id`);
}
