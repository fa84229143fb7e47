import type { By } from '../audit/actor';
import { withFreshAuditLog } from '../audit/with-audit-log';
import type { Db } from '../shared/db';
import { setBuyingCap } from './batch.store';
import { buyingActions } from './buying-actions';

/** Sets for how much the people of a live account may buy in a Lagos day, in kobo; null: they may not buy. */
export const changeBuyingCap = (db: Db, by: By, accountId: string, capKobo: bigint | null): Promise<void> =>
  withFreshAuditLog(db, by, async (tx) => {
    const before = await setBuyingCap(tx, accountId, capKobo);
    const account = { id: accountId, name: before.name };
    return { result: undefined, action: buyingActions.cap(account, before.capKobo, capKobo) };
  });
