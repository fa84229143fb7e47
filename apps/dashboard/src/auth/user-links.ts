import type { Db, DbOrTransaction, Log } from '@topup/core/shared';
import { createLink, insertUser, type NewUser, type User } from '@topup/core/user';
import type { Invitation } from '@topup/dashboard-contract';
import { errorFields, type Mailer } from '@topup/runtime';
import { toTeamMember } from '../account/team/team.presenter';
import { Refusal } from '../http/refusal';

/** `site.url`: where people open the dashboard. */
export type LinkDeps = { db: Db; log: Log; mailer: Mailer | null; site: { url: string } };

/** A user with the token of the link by which they set a password. */
export type LinkedUser = Pick<User, 'id' | 'email' | 'name'> & { token: string };

/**
 * Adds a user, with a link to set a password.
 * @throws Refusal 409 `email_taken` when a user of any account has this address
 */
export async function inviteUser(tx: DbOrTransaction, user: NewUser): Promise<User & LinkedUser> {
  const added = await insertUser(tx, user);
  if (added.kind === 'email_taken')
    throw new Refusal(409, 'email_taken', 'This e-mail address is already in use.', {
      email: 'This e-mail address is already in use.',
    });
  return { ...added, ...(await linkUser(tx, added)) };
}

/**
 * Creates a link to set a password. It works once and for 24 hours, and earlier links of the user stop working.
 * @throws Refusal 404 when the user is disabled
 */
export async function linkUser(
  tx: DbOrTransaction,
  { id, email, name }: Pick<User, 'id' | 'email' | 'name'>,
): Promise<LinkedUser> {
  const token = await createLink(tx, id);
  if (token === null) throw new Refusal(404, 'not_found', 'This user doesn’t exist or is disabled.');
  return { id, email, name, token };
}

/** Mails the link to an invited user, or returns it for the inviter to pass on. Call it after the commit. */
export async function toInvitation(deps: LinkDeps, invited: User & LinkedUser): Promise<Invitation> {
  return { user: toTeamMember(invited), link: await mailLink(deps, invited, letters.invitation) };
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

type Letter = { subject: string; text: (name: string, link: string) => string };

/** `waiting`: the link works only once a second operator has approved it. */
export const letters = {
  invitation: {
    subject: 'Your invitation to the Top-Up dashboard',
    text: (name, link) =>
      `Hello ${name},\n\nYou have been invited to the Top-Up dashboard. Set your password with this link:\n\n${link}\n\nThe link works once and expires in 24 hours.\n`,
  },
  reset: {
    subject: 'Reset your Top-Up dashboard password',
    text: (name, link) =>
      `Hello ${name},\n\nSet a new password for the Top-Up dashboard with this link:\n\n${link}\n\nThe link works once and expires in 24 hours.\nIf you did not ask for this, ignore this e-mail. Your password stays the same.\n`,
  },
  waiting: {
    subject: 'Set your Top-Up dashboard password, once approved',
    text: (name, link) =>
      `Hello ${name},\n\nAn operator has requested a link for you to set a password for the Top-Up dashboard:\n\n${link}\n\nIt works once a second operator has approved it, and expires 24 hours later.\n`,
  },
  askOperator: {
    subject: 'Reset your Top-Up dashboard password',
    text: (name, link) =>
      `Hello ${name},\n\nSomeone asked to reset your password at ${link}.\nOperators do not get a link by e-mail: ask another operator for one. If there is no other operator, ask the person who runs the service.\n\nIf you did not ask for this, ignore this e-mail. Your password stays the same.\n`,
  },
} satisfies Record<string, Letter>;

async function mailed(
  { mailer, log }: LinkDeps,
  { id, email, name }: Pick<User, 'id' | 'email' | 'name'>,
  letter: Letter,
  link: string,
): Promise<boolean> {
  if (mailer === null) return false;
  try {
    await mailer.send({ to: email, subject: letter.subject, text: letter.text(name, link) });
    return true;
  } catch (error) {
    log.error('a link could not be mailed', { user: id, ...errorFields(error) });
    return false;
  }
}
