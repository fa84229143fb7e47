import type { Refused } from '../errors/refusal-catalog';
import type { Db } from '../shared/db';
import { findUser } from '../user/user.store';
import type { By } from './actor';
import { redactPerson } from './seal.store';
import { withAuditLog } from './with-audit-log';

/** Redacts a person who can no longer sign in, for good, and records that. `note`: why, without their name. */
export async function redactByHand(
  db: Db,
  by: By,
  email: string,
  note: string,
): Promise<{ kind: 'redacted'; entries: number } | Refused<'still_signs_in'>> {
  const user = await findUser(db, { email });
  if (user !== null && user.disabledAt === null) return { kind: 'still_signs_in', email };
  const entries = await withAuditLog(db, by, async (tx) => {
    const result = await redactPerson(tx, email);
    const action = { action: 'audit.blank', subject: 'a person', ...(user && { subjectId: user.id }), note };
    return { result, action: result === 0 ? null : { ...action, after: { entries: result } } };
  });
  return { kind: 'redacted', entries };
}
