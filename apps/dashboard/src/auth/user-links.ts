import { type Db, type Log, pick, toWire } from '@topup/core/shared';
import type { Member, User } from '@topup/core/user';
import type { Invitation } from '@topup/dashboard-contract';
import { errorFields, type Mailer } from '@topup/runtime';

/** A user as the others of the team, and operators, see it. */
export const toMember = (user: User): Member =>
  pick(user, 'id', 'role', 'name', 'email', 'twoFactor', 'invited', 'lastSignInAt', 'createdAt');

/** `site`: where people open the dashboard, and the name of the service. */
export type LinkDeps = { db: Db; log: Log; mailer: Mailer | null; site: { url: string; name: string } };

/** A user with the token of the link by which they set a password. */
export type LinkedUser = Pick<User, 'id' | 'email' | 'name'> & { token: string };

/** Mails the link to an invited user, or returns it for the inviter to pass on. Call it after the commit. */
export async function toInvitation(
  deps: LinkDeps,
  { user, token }: { user: User; token: string | null },
): Promise<Invitation> {
  const link = token === null ? null : await mailLink(deps, { ...user, token }, letters.invitation);
  return { user: toWire(toMember(user)), link };
}

/**
 * Mails a link, after the commit of the transaction that made it.
 * @returns null when it was mailed; the link when there is no mail or mailing failed, so that it is not lost
 */
export async function mailLink(
  deps: LinkDeps,
  user: LinkedUser,
  letter: Letter = letters.reset,
): Promise<string | null> {
  const link = `${deps.site.url}/set-password?token=${user.token}`;
  return (await mailed(deps, user, letter, link)) ? null : link;
}

/** Mails an operator who has forgotten their password whom to ask for a link. */
export async function mailAskOperator(deps: LinkDeps, user: Pick<User, 'id' | 'email' | 'name'>): Promise<void> {
  await mailed(deps, user, letters.askOperator, deps.site.url);
}

/** `service`: its name. `name`: that of the reader. */
type Letter = { subject: (service: string) => string; text: (name: string, link: string) => string };

/** `waiting`: the link works only once a second operator has approved it. */
export const letters = {
  invitation: {
    subject: (service) => `Your invitation to ${service}`,
    text: (name, link) =>
      `Hello ${name},\n\nYou have been invited to the dashboard. Set your password with this link:\n\n${link}\n\nThe link works once and expires in 24 hours.\n`,
  },
  reset: {
    subject: (service) => `Reset your password for ${service}`,
    text: (name, link) =>
      `Hello ${name},\n\nSet a new password for the dashboard with this link:\n\n${link}\n\nThe link works once and expires in 24 hours.\nIf you did not ask for this, ignore this e-mail. Your password stays the same.\n`,
  },
  waiting: {
    subject: (service) => `Set your password for ${service}, once approved`,
    text: (name, link) =>
      `Hello ${name},\n\nAn operator has requested a link for you to set a password for the dashboard:\n\n${link}\n\nIt works once a second operator has approved it, and expires 24 hours later.\n`,
  },
  askOperator: {
    subject: (service) => `Reset your password for ${service}`,
    text: (name, link) =>
      `Hello ${name},\n\nSomeone asked to reset your password at ${link}.\nOperators do not get a link by e-mail: ask another operator for one. If there is no other operator, ask the person who runs the service.\n\nIf you did not ask for this, ignore this e-mail. Your password stays the same.\n`,
  },
} satisfies Record<string, Letter>;

async function mailed(
  { mailer, log, site }: LinkDeps,
  { id, email, name }: Pick<User, 'id' | 'email' | 'name'>,
  letter: Letter,
  link: string,
): Promise<boolean> {
  if (mailer === null) return false;
  try {
    await mailer.send({ to: email, subject: letter.subject(site.name), text: letter.text(name, link) });
    return true;
  } catch (error) {
    log.error('a link could not be mailed', { user: id, ...errorFields(error) });
    return false;
  }
}
