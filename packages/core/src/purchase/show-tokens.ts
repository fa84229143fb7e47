import type { By } from '../audit/actor';
import { withAuditLog } from '../audit/with-audit-log';
import type { Db } from '../shared/db';
import type { Purchase } from './purchase.store';
import { purchaseAction } from './purchase-actions';

/** Records that somebody is shown the tokens of a purchase in full, which are worth money. Call it before. */
export const recordTokensShown = (
  db: Db,
  by: By,
  purchase: Pick<Purchase, 'requestRef' | 'accountId'>,
): Promise<void> =>
  withAuditLog(db, by, async () => ({ result: undefined, action: purchaseAction('show_token', purchase) }));
