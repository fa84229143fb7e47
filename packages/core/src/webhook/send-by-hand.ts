import { type By, toStoredActor } from '../audit/actor';
import { withAuditLog } from '../audit/with-audit-log';
import type { Db } from '../shared/db';
import { insertResend, insertTestEvent, type ManualDeliveryOutcome, type ResendOutcome } from './manual-delivery.store';
import { cancelResend, insertResendRequest, type ResendRequestOutcome } from './resend/resend.store';
import type { EventName } from './test-event';
import { webhookActions } from './webhook-actions';

// Deliveries that a user asks for. The caller enqueues what was written, after the commit.

const askedBy = ({ actor }: By): string => toStoredActor(actor).userId;

export const sendTestEvent = (db: Db, by: By, accountId: string, event: EventName): Promise<ManualDeliveryOutcome> =>
  withAuditLog(db, by, async (tx) => {
    const result = await insertTestEvent(tx, event, { accountId, askedBy: askedBy(by) });
    return { result, action: result.kind === 'written' ? webhookActions.tested(accountId, event, result.id) : null };
  });

export const resendDelivery = (db: Db, by: By, accountId: string, id: string): Promise<ResendOutcome> =>
  withAuditLog(db, by, async (tx) => {
    const result = await insertResend(tx, id, { accountId, askedBy: askedBy(by) });
    return { result, action: result.kind === 'written' ? webhookActions.resent(accountId, id, result.id) : null };
  });

/** Has a worker resend every event that failed since that time and has not arrived. */
export const resendFailed = (db: Db, by: By, accountId: string, since: Date): Promise<ResendRequestOutcome> =>
  withAuditLog(db, by, async (tx) => {
    const result = await insertResendRequest(tx, { accountId, askedBy: askedBy(by), since });
    const isAsked = result.kind === 'written';
    return { result, action: isAsked ? webhookActions.resentSince(accountId, { ...result, since }) : null };
  });

/** Ends such a resend; what is on its way still arrives. False when it had ended before. */
export const endResend = (db: Db, by: By, accountId: string, id: string): Promise<boolean> =>
  withAuditLog(db, by, async (tx) => {
    const result = await cancelResend(tx, accountId, id);
    return { result, action: result ? webhookActions.resendCancelled(accountId, id) : null };
  });
