import type { MemberRole, Right, UserRole } from './records';

/** The roles of an account's users, the one with the most rights first. */
export const memberRoles = ['owner', 'buyer', 'viewer'] as const satisfies MemberRole[];

/** The words for them: `member` is an older one for viewer. */
export const roleWords = [...memberRoles, 'member'] as const;

export const roleOf = (word: (typeof roleWords)[number]): MemberRole => (word === 'member' ? 'viewer' : word);

/** The role that a text names; null: none of an account. */
export function parseRole(text: string): MemberRole | null {
  const word = roleWords.find((each) => each === text);
  return word === undefined ? null : roleOf(word);
}

const EVERYONE: readonly MemberRole[] = memberRoles;
const OWNERS: readonly MemberRole[] = ['owner'];

/**
 * What each right allows, and the roles that have it. Every route of an account names one of these rights
 * (`requireRight` in the dashboard). `npm run generate` writes the table of docs/console/account-dashboard.md from it.
 */
export const rights: Record<Right, { allows: string; roles: readonly MemberRole[] }> = {
  read: { allows: 'see everything but Activity', roles: EVERYONE },
  claim: { allows: 'check and claim purchases', roles: EVERYONE },
  events: { allows: 'send test events, resend deliveries', roles: EVERYONE },
  test: { allows: 'make a test key, add test money, reset the test account', roles: EVERYONE },
  buy: { allows: 'buy by hand', roles: ['owner', 'buyer'] },
  activity: { allows: 'see who changed what', roles: OWNERS },
  keys: { allows: 'change API keys', roles: OWNERS },
  webhook: { allows: 'change webhook URL and webhook secrets', roles: OWNERS },
  money: { allows: 'change threshold and funding', roles: OWNERS },
  settings: { allows: 'change settings', roles: OWNERS },
  team: { allows: 'invite and remove users, change their roles, require a second factor', roles: OWNERS },
};

/** The rights of a role. An operator, who has no account, has none. */
export const rightsOf = (role: UserRole): Right[] =>
  (Object.keys(rights) as Right[]).filter((right) => mayRole(role, right));

export const mayRole = (role: UserRole, right: Right): boolean => rights[right].roles.some((each) => each === role);
