import type { By } from '../audit/actor';
import { withAuditLog } from '../audit/with-audit-log';
import type { Db } from '../shared/db';
import { endOtherSessions, endSession } from './session.store';
import { userActions } from './user-actions';

type Here = { userId: string; email: string; accountId: string | null; sessionId: string };

/** A session belongs to the user, not to the account. */
const EVEN_SUSPENDED = { evenSuspended: true };

/** Ends all sessions of a user but this one. Returns how many. */
export const endSessionsElsewhere = (db: Db, by: By, { userId: id, sessionId, ...user }: Here): Promise<number> =>
  withAuditLog(
    db,
    by,
    async (tx) => {
      const result = await endOtherSessions(tx, id, sessionId);
      const ended = { other_sessions: result };
      return { result, action: result === 0 ? null : userActions.sessionsEnded({ id, ...user }, ended) };
    },
    EVEN_SUSPENDED,
  );

/** Ends one session of a user. False when they have no such session. */
export const endOneSession = (db: Db, by: By, { userId: id, ...user }: Here, session: string): Promise<boolean> =>
  withAuditLog(
    db,
    by,
    async (tx) => {
      const result = await endSession(tx, id, session);
      return { result, action: result ? userActions.sessionsEnded({ id, ...user }, { session }) : null };
    },
    EVEN_SUSPENDED,
  );
