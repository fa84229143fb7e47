import { type DbOrTransaction, sql } from '../shared/db';

/**
 * Blanks the personal fields of every entry in which the person with this address acts or is the subject, for good. The
 * digests stay, so the chain stays whole. Returns how many entries.
 */
export async function blankPerson(db: DbOrTransaction, email: string): Promise<number> {
  return await db.$executeRaw(sql`
    UPDATE audit_log
       SET salt = NULL, user_email = 'blanked', os_user = NULL, address = NULL, note = NULL,
           subject = CASE WHEN subject_is_person THEN 'blanked' ELSE subject END
     WHERE salt IS NOT NULL AND (user_email = ${email} OR (subject_is_person AND subject = ${email}))`);
}
