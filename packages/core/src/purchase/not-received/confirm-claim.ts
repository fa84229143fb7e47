import type { By } from '../../audit/actor';
import { unchanged, withAuditLog } from '../../audit/with-audit-log';
import type { Refused } from '../../errors/refusal-catalog';
import type { Db } from '../../shared/db';
import { maskKeys } from '../../shared/private-text';
import { findPurchase } from '../purchase.store';
import { keptNote } from '../settle/decide-purchase';
import { answerClaim, findClaim } from './not-received.store';

type Confirmed = { kind: 'confirmed' } | Refused<'no_such_purchase' | 'no_open_claim'>;

/** Answers an open claim: the purchase was delivered. `proof`: how we know, for the client. It moves no money. */
export const confirmClaim = (
  db: Db,
  by: By,
  { id, requestRef: reference }: { id: string; requestRef: string },
  proof: string,
): Promise<Confirmed> =>
  withAuditLog<Confirmed>(db, by, async (tx) => {
    const purchase = await findPurchase(tx, { id });
    if (purchase === null) return unchanged({ kind: 'no_such_purchase', reference });
    if (!(await answerClaim(tx, id, maskKeys(proof))))
      return unchanged({ kind: 'no_open_claim', reference, state: (await findClaim(tx, id))?.state ?? null });
    const { accountId } = purchase;
    return {
      result: { kind: 'confirmed' },
      action: {
        action: 'claim.confirm',
        subject: reference,
        requestRef: reference,
        accountId,
        note: keptNote(purchase, { note: proof }),
        before: { state: 'open' },
        after: { state: 'confirmed' },
      },
    };
  });
