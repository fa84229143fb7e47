/** The records that leave this room as they are: `toWire` writes them. Only other records are imported here. */

/** The roles of an account's users: roles.ts has what each may. */
export type MemberRole = 'owner' | 'buyer' | 'viewer';

export type UserRole = MemberRole | 'operator';

/** What a user may do in their account: roles.ts. */
export type Right =
  | 'read'
  | 'claim'
  | 'events'
  | 'test'
  | 'buy'
  | 'activity'
  | 'keys'
  | 'webhook'
  | 'money'
  | 'settings'
  | 'team';

/** A person who may sign in to the dashboard. `invited`: has no password yet. */
export type User = {
  id: string;
  /** Null for operators only. */
  accountId: string | null;
  role: UserRole;
  name: string;
  email: string;
  twoFactor: boolean;
  invited: boolean;
  passwordSetAt: Date | null;
  disabledAt: Date | null;
  lastSignInAt: Date | null;
  createdAt: Date;
};

/** A user as the others of the team, and operators, see it. */
export type Member = Omit<User, 'accountId' | 'passwordSetAt' | 'disabledAt'>;
