import type { Db, Log } from '@topup/core/shared';
import { createLink, insertUser, type NewUser, type User } from '@topup/core/user';
import type { Invitation, TeamMember } from '@topup/dashboard-contract';
import { errorFields } from '@topup/runtime';
import { Refusal } from '../http/refusal';
import type { Mailer } from './mailer';

/** `url`: where people open the dashboard. */
export type LinkDeps = { db: Db; log: Log; mailer: Mailer | null; site: { url: string } };

/**
 * Lets somebody new in, who sets a password by the link: mailed, or told to whoever invites, who hands it on. `insert` does so together with something else.
 * @throws Refusal 409 `email_taken` when the address is somebody's already, of this account or another
 */
export async function inviteUser(
  deps: LinkDeps,
  user: NewUser,
  insert: (user: NewUser) => ReturnType<typeof insertUser> = (user) => insertUser(deps.db, user),
): Promise<Invitation> {
  const added = await insert(user);
  if (added === 'email_taken')
    throw new Refusal(409, 'email_taken', 'Somebody signs in with this e-mail address already.', {
      email: 'Somebody signs in with it already.',
    });
  return { user: asMember(added), link: await newLink(deps, added, INVITATION) };
}

/**
 * A link with which the user sets a password, good once and for 24 hours; an earlier one is no longer good.
 * @returns null when it was mailed. When mail is set up and fails, the link: better told than lost
 * @throws Refusal 404 when the user is disabled
 */
export async function newLink(
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

export const asMember = ({ id, name, email, role, twoFactor, invited, lastSignInAt, createdAt }: User): TeamMember => ({
  id,
  name,
  email,
  role,
  twoFactor,
  invited,
  lastSignInAt: lastSignInAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});
