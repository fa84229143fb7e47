import { type Db, type DbOrTransaction, sql } from '../shared/db';

/** The last link of the chain over the audit log: how many links there are, and its SHA-256 in hex. */
export type AuditHead = { n: bigint; hash: string };

/** Seals at most `limit` entries. Null when none is there yet, or another process is sealing. */
export async function sealAuditLog(db: Db, limit: number): Promise<(AuditHead & { sealed: number }) | null> {
  const [row] = await db.$queryRaw<(AuditHead & { sealed: number })[]>(
    sql`SELECT n, encode(hash, 'hex') AS hash, sealed FROM seal_audit_log(${limit}::integer)`,
  );
  return row ?? null;
}

/** The last link; or the link `n`. Null when there is none. */
export async function readAuditHead(
  db: DbOrTransaction,
  n: bigint | null = null,
): Promise<(AuditHead & { sealedAt: Date }) | null> {
  const [row] = await db.$queryRaw<(AuditHead & { sealedAt: Date })[]>(sql`
    SELECT n, encode(hash, 'hex') AS hash, sealed_at AS "sealedAt" FROM audit_seal
     WHERE ${n}::bigint IS NULL OR n = ${n}::bigint ORDER BY n DESC LIMIT 1`);
  return row ?? null;
}

/** Redacts the personal fields of a person's entries, for good. The digests stay, so the chain stays whole. */
export async function redactPerson(db: DbOrTransaction, email: string): Promise<number> {
  return await db.$executeRaw(sql`
    UPDATE audit_log
       SET salt = NULL, user_email = 'blanked', os_user = NULL, address = NULL, note = NULL,
           subject = CASE WHEN subject_is_person THEN 'blanked' ELSE subject END
     WHERE salt IS NOT NULL AND (user_email = ${email} OR (subject_is_person AND subject = ${email}))`);
}
