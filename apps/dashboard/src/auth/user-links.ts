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
    throw new Refusal(409, 'email_taken', 'Somebody signs in with this e-mail address already.', {
      email: 'Somebody signs in with it already.',
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
  if (token === null) throw new Refusal(404, 'not_found', 'There is no such user, or they are disabled.');
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
    subject: 'Your access to the top-up dashboard',
    text: (name, link) =>
      `Hello ${name},\n\nyou have been given access to the top-up dashboard. Choose a password here, within 24 hours:\n\n${link}\n`,
  },
  reset: {
    subject: 'A new password for the top-up dashboard',
    text: (name, link) =>
      `Hello ${name},\n\nchoose a new password for the top-up dashboard here, within 24 hours:\n\n${link}\n\nIf you did not ask for this, do nothing: your password stays as it is.\n`,
  },
  waiting: {
    subject: 'A password for the top-up dashboard, once it is approved',
    text: (name, link) =>
      `Hello ${name},\n\nan operator has asked for a link with which you choose a password for the top-up dashboard:\n\n${link}\n\nIt works as soon as a second operator has approved it, and for 24 hours from then.\n`,
  },
  askOperator: {
    subject: 'A new password for the top-up dashboard',
    text: (name, link) =>
      `Hello ${name},\n\nsomebody has asked for a new password for you at ${link}. Operators get no link by mail alone: ask another operator for one. If there is no other, ask the person who runs the service.\n\nIf you did not ask for this, do nothing: your password stays as it is.\n`,
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
