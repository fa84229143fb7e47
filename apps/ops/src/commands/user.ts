import { listAccounts } from '@topup/core/account';
import type { By } from '@topup/core/audit';
import { type Refused, refusalText } from '@topup/core/errors';
import type { AskedApproval } from '@topup/core/operator-guard';
import type { Db } from '@topup/core/shared';
import {
  endAccess,
  findUser,
  hashPassword,
  inviteOperator,
  inviteUser,
  linkUser,
  listUsers,
  passwordFault,
  resetFactor,
  roleOf,
  roleWords,
  type User,
} from '@topup/core/user';
import { loadSettings } from '@topup/runtime/settings';
import { dashboardAddress, dashboardUrl } from '@topup/settings';
import { emailArgument, lineArgument } from '../arguments';
import { changes, command, group, needed, option, reads } from '../declare';
import { listOf, type Report } from '../output';
import { isAsked, isForbidden, isNeeded, Misuse, Refusal, refusalOf, reportAsked, reportGuarded } from '../refusal';
import { firstLineOf } from '../standard-input';
import { changeDatabase, requireAccount } from '../with-database';

const EMAIL = needed('--email <address>', 'the address of the user', emailArgument);
const NOTE = option('--note <text>', 'why; needed if the user is an operator', lineArgument);

export const userCommands = group('user', 'the users of the dashboard', [
  command(
    'create',
    'create a user and print a link for the password',
    [
      needed('--email <address>', 'the address they sign in with', emailArgument),
      needed('--name <name>', 'their name', lineArgument),
      option('--account <id or name>', 'the account of the user'),
      option(
        '--role <role>',
        'their role in the account; `member` is another word for `viewer`',
        [...roleWords],
        'owner',
      ),
      option('--operator', 'create an operator, who sees everything; needs an approval'),
      option('--password-stdin', 'read the password from standard input, and print no link'),
      option('--note <text>', 'why, for the second operator; needed if it needs an approval', lineArgument),
    ],
    async ({ email, account: idOrName, operator, passwordStdin, name, role, note, ...as }) => {
      if ((idOrName === undefined) === (operator === undefined))
        throw new Misuse('Give either --account <id or name> or --operator.');
      dashboard(); // a wrong setting must be reported before anything is changed
      const password = passwordStdin ? await passwordFrom(process.stdin, email) : null;
      const how = { note, passwordHash: password === null ? null : await hashPassword(password) };
      return changeDatabase(as, (db, by) =>
        idOrName === undefined
          ? createOperator(db, by, { name, email }, how)
          : createUser(db, by, idOrName, { role, name, email }, how),
      );
    },
  ),
  reads('list', 'list all users', [], async (db) => {
    const names = new Map((await listAccounts(db)).map(({ id, name }) => [id, name]));
    const users = (await listUsers(db)).map(({ accountId, ...user }) => ({
      ...user,
      account: accountId && (names.get(accountId) ?? accountId),
    }));
    return listOf(
      users,
      [
        ['E-MAIL', 'email'],
        'name',
        'account',
        'role',
        ['STATE', ({ disabledAt, invited }) => (disabledAt ? 'disabled' : invited ? 'invited' : 'active')],
        ['SECOND FACTOR', ({ twoFactor }) => (twoFactor ? 'yes' : 'no')],
        ['LAST SIGN-IN', 'lastSignInAt'],
      ],
      'There are no users.',
    );
  }),
  changes(
    'link',
    'print a link to set a password, valid once for 24 hours; for an operator needs an approval',
    [EMAIL, NOTE],
    async (db, by, { email, note }) => {
      const user = await requireUser(db, email);
      const { token, outcome } = await linkUser(db, by, user, note);
      return reportLink(outcome, by, token, () => {
        const url = urlOf(token);
        const text = `${url}\n\n${user.email} sets a password with this link. It is valid once, for 24 hours.`;
        return { json: { link: url }, text };
      });
    },
  ),
  changes(
    'drop-two-factor',
    'remove the second factor of a user; for an operator needs an approval',
    [EMAIL, NOTE],
    async (db, by, { email, note }) => {
      const user = await requireUser(db, email);
      return reportGuarded(await resetFactor(db, by, user, note), by, () => ({
        json: { email: user.email, dropped: true },
        text: `${user.email} now signs in with the password alone.`,
      }));
    },
  ),
  changes(
    'disable',
    'sign a user out and block sign-in; for an operator needs an approval',
    [EMAIL, NOTE],
    async (db, by, { email, note }) => {
      const user = await requireUser(db, email);
      return reportGuarded(await endAccess(db, by, user, note), by, () => ({
        json: { email: user.email, disabled: true },
        text: `${user.email} is signed out everywhere and can no longer sign in.`,
      }));
    },
  ),
]);

type Person = { name: string; email: string };
type How = { note: string | undefined; passwordHash: string | null };

async function createOperator(db: Db, by: By, person: Person, how: How): Promise<Report> {
  const { passwordHash } = how;
  const { token, outcome } = await inviteOperator(db, by, person, how).catch(passwordRefused(passwordHash));
  refuseWithPassword(outcome, passwordHash);
  return reportLink(outcome, by, token, ({ user, token, alone }) =>
    created(user, null, `${user.email} is an operator.${alone ? ` ${ALONE}` : ''}`, token),
  );
}

async function createUser(
  db: Db,
  by: By,
  idOrName: string,
  member: Person & { role: Parameters<typeof roleOf>[0] },
  how: How,
): Promise<Report> {
  const { email } = member;
  const role = roleOf(member.role);
  const account = await requireAccount(db, idOrName);
  const outcome = await inviteUser(db, by, { accountId: account.id, ...member, role }, how);
  refuseWithPassword(outcome, how.passwordHash);
  if (isAsked(outcome)) {
    const { json, text } = reportAsked(outcome);
    // the owner is there once that is approved, without a password
    return {
      json,
      text: `${text} Once that is approved, \`user link --email ${email}\` prints the link for a password.`,
    };
  }
  const who = `${email} is ${role === 'owner' ? 'an' : 'a'} ${role} of "${account.name}".`;
  return reportGuarded(outcome, by, ({ user, token }) => created(user, account.name, who, token));
}

/** A request for an approval carries no password: we would have to keep it until somebody approves. */
function refuseWithPassword(outcome: { kind: string }, passwordHash: string | null): void {
  if (passwordHash !== null && isNeeded(outcome))
    throw new Misuse(`${refusalText(outcome)} Leave --password-stdin out: they get a link.`);
}

/** Only the owner of the tables may: else anyone who has the role of `ops` could sign in as a second operator. */
const passwordRefused = (passwordHash: string | null) => (error: unknown) => {
  if (passwordHash === null || !isForbidden(error)) throw error;
  throw new Misuse(
    "This database role cannot set an operator's password. Leave --password-stdin out: they get a link.",
  );
};

const ALONE =
  'Nobody could approve that, because fewer than two operators can sign in; each gets a mail if the workers have SMTP_URL.';

function created({ id, email, role, passwordSetAt }: User, account: string | null, who: string, token: string | null) {
  const json = { id, email, role, account, link: token && urlOf(token) };
  if (json.link === null) return { json: { ...json, passwordSetAt }, text: who };
  return { json, text: `${who}\n\n${json.link}\n\nThe link is valid once, for 24 hours.` };
}

/** The link was made, and works once it is approved: nobody else ever sees its token. */
function reportLink<T extends { kind: string }>(
  outcome: T | AskedApproval,
  by: By,
  token: string,
  report: (result: Exclude<T, Refused>) => Report,
): Report {
  if (!isAsked(outcome) || outcome.before) return reportGuarded(outcome, by, report);
  const asked = reportAsked(outcome);
  const link = urlOf(token);
  const text = `${asked.text}\n\n${link}\n\nOnce that is approved, the link is valid once, for 24 hours.`;
  return { ...asked, json: { ...(asked.json as object), link }, text };
}

/** Only the first line: the line end that a person types, or that ends a file, is not part of the password. */
async function passwordFrom(input: NodeJS.ReadableStream, email: string): Promise<string> {
  const password = await firstLineOf(input);
  const fault = passwordFault(password, email);
  if (fault !== null) throw new Refusal(fault);
  return password;
}

async function requireUser(db: Db, email: string): Promise<User> {
  const user = await findUser(db, { email });
  if (user === null) throw refusalOf({ kind: 'no_such_user', user: email });
  return user;
}

const dashboard = (): string => dashboardUrl(loadSettings(dashboardAddress));

const urlOf = (token: string): string => `${dashboard()}/set-password?token=${token}`;
