import type { Facts, NewAction } from '../audit/action.store';
import { byApproval, moved } from '../audit/describe';
import type { User } from './user.store';

type Person = Pick<User, 'id' | 'email' | 'accountId'>;

/** The subject of an action on a person, which can be blanked. */
export const ofPerson = ({ id, email, accountId }: Person) => ({
  subject: email,
  subjectId: id,
  subjectIsPerson: true,
  ...(accountId !== null && { accountId }),
});

/** The audit entry of each change of a user. Null: nothing was changed. */
export const userActions = {
  /** `approval`, here and below: the id of the approval on which it was done. */
  invited: (user: Person & Pick<User, 'role'>, approval?: string): NewAction => ({
    action: 'user.invite',
    ...ofPerson(user),
    after: { role: user.role },
    ...byApproval(approval),
  }),
  /** A link was made, with which they set a password. */
  linked: (user: Person, approval?: string): NewAction => ({
    action: 'user.link',
    ...ofPerson(user),
    ...byApproval(approval),
  }),
  disabled: (user: Person & Pick<User, 'role'>, approval?: string): NewAction => ({
    action: 'user.disable',
    ...ofPerson(user),
    before: { role: user.role },
    ...byApproval(approval),
  }),
  role: (was: Person & Pick<User, 'role'>, role: User['role']) =>
    moved({ action: 'user.role', ...ofPerson(was) }, { role: was.role }, { role }),
  removed: (user: Person & Pick<User, 'role'>): NewAction => ({
    action: 'user.remove',
    ...ofPerson(user),
    before: { role: user.role },
  }),
  factorReset: (user: Person, approval?: string): NewAction => ({
    action: 'factor.reset',
    ...ofPerson(user),
    ...byApproval(approval),
  }),
  /** A user ended sessions of theirs. `what`: which, or how many. */
  sessionsEnded: (user: Person, what: Facts): NewAction => ({
    action: 'session.end',
    ...ofPerson(user),
    before: what,
  }),
};
