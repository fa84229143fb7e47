import type { Db, Log } from '@topup/core/shared';
import { createLink, insertUser, type NewUser, type User } from '@topup/core/user';
import type { Invitation } from '@topup/dashboard-contract';
import { errorFields } from '@topup/runtime';
import { toTeamMember } from '../account/team/team.presenter';
import { Refusal } from '../http/refusal';
import type { Mailer } from './mailer';

/** `site.url`: where people open the dashboard. */
export type LinkDeps = { db: Db; log: Log; mailer: Mailer | null; site: { url: string } };

/**
 * Adds a user, who sets a password by the link. The link is mailed, or returned for the inviter to pass on. `insert`
 * can add the user together with an audit record.
 * @throws Refusal 409 `email_taken` when a user of any account has this address
 */
export async function inviteUser(
  deps: LinkDeps,
  user: NewUser,
  insert: (user: NewUser) => ReturnType<typeof insertUser> = (user) => insertUser(deps.db, user),
): Promise<Invitation> {
  const added = await insert(user);
  if (added.kind === 'email_taken')
    throw new Refusal(409, 'email_taken', 'Somebody signs in with this e-mail address already.', {
      email: 'Somebody signs in with it already.',
    });
  return { user: toTeamMember(added), link: await createPasswordLink(deps, added, INVITATION) };
}

/**
 * Creates a link to set a password. It works once and for 24 hours, and earlier links of the user stop working.
 * @returns null when it was mailed; the link when there is no mail or mailing failed, so that it is not lost
 * @throws Refusal 404 when the user is disabled
 */
export async function createPasswordLink(
  deps: LinkDeps,
  user: Pick<User, 'id' | 'email' | 'name'>,
  letter: Letter = RESET,
): Promise<string | null> {
  const token = await createLink(deps.db, user.id);
  if (token === null) throw new Refusal(404, 'not_found', 'There is no such user, or they are disabled.');
  const link = `${deps.site.url}/set-password?token=${token}`;
  return (await mailed(deps, user, letter, link)) ? null : link;
}

type Letter = { subject: string; text: (name: string, link: string) => string };

const INVITATION: Letter = {
  subject: 'Your access to the top-up dashboard',
  text: (name, link) =>
    `Hello ${name},\n\nyou have been given access to the top-up dashboard. Choose a password here, within 24 hours:\n\n${link}\n`,
};

export const RESET: Letter = {
  subject: 'A new password for the top-up dashboard',
  text: (name, link) =>
    `Hello ${name},\n\nchoose a new password for the top-up dashboard here, within 24 hours:\n\n${link}\n\nIf you did not ask for this, do nothing: your password stays as it is.\n`,
};

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
