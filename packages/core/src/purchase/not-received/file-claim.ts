import { isKeyLive } from '../../api-key/key.store';
import type { NewAction } from '../../audit/action.store';
import type { By, Origin } from '../../audit/actor';
import { unchanged, withAuditLog } from '../../audit/with-audit-log';
import { type Db, type Sql, sql } from '../../shared/db';
import { maskKeys } from '../../shared/private-text';
import type { Purchase } from '../purchase.store';
import type { Claim } from '../records';
import { findClaim, writeClaim } from './not-received.store';

type Claimed = Pick<Purchase, 'id' | 'accountId' | 'requestRef'>;

type Filed = { kind: 'filed' | 'filed_before'; claim: Claim } | { kind: 'not_successful' };

/** A user files the claim that a successful purchase was not received, or finds the one that it has. */
export const fileClaim = (db: Db, by: By, purchase: Claimed, note: string) => file(db, by, purchase, note, sql`true`);

/** The same with an API key. `not_allowed`: the key or its account may not file it any more. */
export const fileClaimByKey = (
  db: Db,
  { accountId, keyId }: { accountId: string; keyId: string },
  origin: Origin,
  purchase: Claimed,
  note: string,
): Promise<Filed | { kind: 'not_allowed' }> =>
  file(
    db,
    { actor: { kind: 'key', keyId, accountId }, origin },
    purchase,
    note,
    sql`${isKeyLive(keyId, 'purchase')}
        AND EXISTS (SELECT FROM account WHERE id = ${accountId}::uuid AND status = 'active')`,
  );

const file = (db: Db, by: By, purchase: Claimed, note: string, allowed: Sql) =>
  withAuditLog<Filed | { kind: 'not_allowed' }>(db, by, async (tx) => {
    const outcome = await writeClaim(tx, purchase.id, maskKeys(note), allowed);
    if (outcome === null) return unchanged({ kind: 'not_allowed' });
    const claim = outcome === 'not_successful' ? null : await findClaim(tx, purchase.id);
    if (outcome === 'not_successful' || claim === null) return unchanged({ kind: 'not_successful' });
    return { result: { kind: outcome, claim }, action: outcome === 'filed' ? filed(purchase) : null };
  });

const filed = ({ accountId, requestRef }: Claimed): NewAction => ({
  action: 'claim.file',
  subject: requestRef,
  requestRef,
  accountId,
});
