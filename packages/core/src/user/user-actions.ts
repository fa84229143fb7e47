import { byApproval, type Facts, moved, type NewAction } from '../audit/action.store';
import type { User } from './user.store';

type Person = Pick<User, 'id' | 'email' | 'accountId'>;

/** The subject of an action on a person, which can be redacted. */
export const ofPerson = ({ id, email, accountId }: Person) => ({
  subject: email,
  subjectId: id,
  subjectIsPerson: true,
  ...(accountId !== null && { accountId }),
});

type Which = Person & Pick<User, 'role'>;

/** An action on a person. `approval`: the id of the approval on which it was done. */
const on =
  (action: string, facts: (user: Which) => Pick<NewAction, 'before' | 'after'> = () => ({})) =>
  (user: Which, approval?: string): NewAction => ({
    action,
    ...ofPerson(user),
    ...facts(user),
    ...byApproval(approval),
  });

export const userActions = {
  invited: on('user.invite', ({ role }) => ({ after: { role } })),
  linked: on('user.link'),
  disabled: on('user.disable', ({ role }) => ({ before: { role } })),
  removed: on('user.remove', ({ role }) => ({ before: { role } })),
  factorReset: on('factor.reset'),
  role: (was: Which, role: User['role']) =>
    moved({ action: 'user.role', ...ofPerson(was) }, { role: was.role }, { role }),
  /** A user ended sessions of theirs. `before`: which, or how many. */
  sessionsEnded: (user: Person, before: Facts): NewAction => ({ action: 'session.end', ...ofPerson(user), before }),
};
