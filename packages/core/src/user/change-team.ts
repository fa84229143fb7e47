import type { NewAction } from '../audit/action.store';
import type { By } from '../audit/actor';
import { withAuditLog } from '../audit/with-audit-log';
import type { Db, DbOrTransaction } from '../shared/db';
import type { MemberRole } from './records';
import { findUser, removeMember, setMemberRole, type TeamChange, type User } from './user.store';
import { userActions } from './user-actions';
import type { WriteOptions } from './write-as';

/** Gives a user of an account another role, for an owner of it. */
export const changeRole = (db: Db, by: By, accountId: string, id: string, role: MemberRole) =>
  changeTeam(
    db,
    by,
    id,
    (tx) => setMemberRole(tx, accountId, id, role),
    (member) => userActions.role(member, role),
  );

/** Removes a user of an account for good, for an owner of it. */
export const removeFromTeam = (db: Db, by: By, accountId: string, id: string) =>
  changeTeam(db, by, id, (tx) => removeMember(tx, accountId, id), userActions.removed, { evenSuspended: true });

const changeTeam = (
  db: Db,
  by: By,
  id: string,
  work: (tx: DbOrTransaction) => Promise<TeamChange>,
  toAction: (member: User) => NewAction | null,
  options: WriteOptions = {},
): Promise<TeamChange> =>
  withAuditLog(
    db,
    by,
    async (tx) => {
      const member = await findUser(tx, { id });
      const result = await work(tx);
      return { result, action: member && result.kind === 'done' ? toAction(member) : null };
    },
    { ...options, fresh: true },
  );
