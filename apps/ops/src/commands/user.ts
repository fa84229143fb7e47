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
  type User,
} from '@topup/core/user';
import { loadSettings } from '@topup/runtime/settings';
import { dashboardAddress, dashboardUrl } from '@topup/settings';
import { type Command, Option } from 'commander';
import { emailArgument, lineArgument } from '../arguments';
import { isAsked, isNeeded, reportAsked, reportGuarded } from '../guarded';
import { type Report, reporting, table, time } from '../output';
import { isForbidden, Misuse, Refusal, refusalOf } from '../refusal';
import { type ActingAs, changeDatabase, requireAccount, withDatabase } from '../with-database';

export function userCommands(program: Command): void {
  const user = program.command('user').description('the users of the dashboard');
  user
    .command('create')
    .description('create a user, who sets a password with the link that this prints')
    .requiredOption('--email <address>', 'the address they sign in with', emailArgument)
    .requiredOption('--name <name>', 'their name', lineArgument)
    .option('--account <id or name>', 'the account of the user')
    .addOption(
      new Option('--role <role>', 'their role in that account; an owner also invites others')
        .choices(['owner', 'member'])
        .default('owner'),
    )
    .option('--operator', 'create an operator, who sees everything; that needs a second operator')
    .option('--password-stdin', 'read the password from standard input, and print no link')
    .option('--note <text>', 'of an operator or a further owner: why, for the second operator', lineArgument)
    .action(reporting(create));
  user.command('list').description('list all users').action(reporting(list));
  user
    .command('link')
    .description('print a link to set a password: valid once, for 24 hours; earlier links stop working')
    .requiredOption('--email <address>', 'the address of the user', emailArgument)
    .option('--note <text>', 'of an operator: why, for the second operator who decides', lineArgument)
    .action(reporting(link));
  user
    .command('drop-two-factor')
    .description('remove the second factor of a user who has lost it')
    .requiredOption('--email <address>', 'the address of the user', emailArgument)
    .option('--note <text>', 'of an operator: why, for the second operator who decides', lineArgument)
    .action(reporting(dropFactor));
  user
    .command('disable')
    .description('sign a user out everywhere and block sign-in')
    .requiredOption('--email <address>', 'the address of the user', emailArgument)
    .option('--note <text>', 'of an operator: why, for the second operator who decides', lineArgument)
    .action(reporting(disable));
}

type EmailOptions = ActingAs & { email: string; note?: string };

type CreateOptions = ActingAs & {
  email: string;
  name: string;
  account?: string;
  role: 'owner' | 'member';
  operator?: true;
  passwordStdin?: true;
  note?: string;
};

async function create(options: CreateOptions): Promise<Report> {
  const { email, account: idOrName, operator, passwordStdin, name, role, note, as } = options;
  if ((idOrName === undefined) === (operator === undefined))
    throw new Misuse('Give either --account <id or name> or --operator.');
  dashboard(); // a wrong setting must be reported before anything is changed
  const password = passwordStdin ? await passwordFrom(process.stdin, email) : null;
  const passwordHash = password === null ? null : await hashPassword(password);
  return changeDatabase({ as }, async (db, by) => {
    if (idOrName === undefined) {
      const inviting = inviteOperator(db, by, { name, email }, { note, passwordHash });
      const { token, outcome } = await inviting.catch(passwordRefused(passwordHash));
      refuseWithPassword(outcome, passwordHash);
      return reportLink(outcome, { as }, token, ({ user, token, alone }) =>
        created(user, null, `${user.email} is an operator.${alone ? ` ${ALONE}` : ''}`, token),
      );
    }
    const account = await requireAccount(db, idOrName);
    const outcome = await inviteUser(db, by, { accountId: account.id, role, name, email }, { note, passwordHash });
    refuseWithPassword(outcome, passwordHash);
    if (isAsked(outcome)) {
      const { json, text } = reportAsked(outcome);
      // the owner is there once that is approved, without a password
      return {
        json,
        text: `${text} Once that is approved, \`user link --email ${email}\` prints the link for a password.`,
      };
    }
    const who = `${email} is ${role === 'owner' ? 'an owner' : 'a member'} of "${account.name}".`;
    return reportGuarded(outcome, { as }, ({ user, token }) => created(user, account.name, who, token));
  });
}

/** A request for an approval carries no password: we would have to keep it until somebody approves. */
function refuseWithPassword(outcome: { kind: string }, passwordHash: string | null): void {
  if (passwordHash !== null && isNeeded(outcome))
    throw new Misuse(`${refusalText(outcome)} Leave --password-stdin out: they get a link.`);
}

/** Only the owner of the tables may: else whoever has the role of `ops` could sign in as a second operator. */
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
  as: ActingAs,
  token: string,
  report: (result: Exclude<T, Refused>) => Report,
): Report {
  if (!isAsked(outcome) || outcome.before) return reportGuarded(outcome, as, report);
  const asked = reportAsked(outcome);
  const link = urlOf(token);
  const text = `${asked.text}\n\n${link}\n\nOnce that is approved, the link is valid once, for 24 hours.`;
  return { ...asked, json: { ...(asked.json as object), link }, text };
}

/** Only the first line: the line end that a person types, or that ends a file, is not part of the password. */
async function passwordFrom(input: NodeJS.ReadableStream, email: string): Promise<string> {
  let text = '';
  for await (const chunk of input) text += String(chunk);
  const [password = ''] = text.split(/\r?\n/, 1);
  const fault = passwordFault(password, email);
  if (fault !== null) throw new Refusal(fault);
  return password;
}

function list(): Promise<Report> {
  return withDatabase(async (db) => {
    const names = new Map((await listAccounts(db)).map(({ id, name }) => [id, name]));
    const users = (await listUsers(db)).map(({ accountId, ...user }) => ({
      ...user,
      account: accountId && (names.get(accountId) ?? accountId),
    }));
    const rows = users.map((user) => [
      user.email,
      user.name,
      user.account ?? '-',
      user.role,
      user.disabledAt ? 'disabled' : user.invited ? 'invited' : 'active',
      user.twoFactor ? 'yes' : 'no',
      time(user.lastSignInAt),
    ]);
    const headings = ['E-MAIL', 'NAME', 'ACCOUNT', 'ROLE', 'STATE', 'SECOND FACTOR', 'LAST SIGN-IN'];
    return { json: users, text: table(headings, rows, 'There are no users.') };
  });
}

const link = ({ email, note, as }: EmailOptions): Promise<Report> =>
  withUser({ email, as }, async (db, by, user) => {
    const { token, outcome } = await linkUser(db, by, user, note);
    return reportLink(outcome, { as }, token, () => {
      const url = urlOf(token);
      const text = `${url}\n\n${user.email} sets a password with this link. It is valid once, for 24 hours.`;
      return { json: { link: url }, text };
    });
  });

const dropFactor = ({ email, note, as }: EmailOptions): Promise<Report> =>
  withUser({ email, as }, async (db, by, user) =>
    reportGuarded(await resetFactor(db, by, user, note), { as }, () => ({
      json: { email: user.email, dropped: true },
      text: `${user.email} now signs in with the password alone.`,
    })),
  );

const disable = ({ email, note, as }: EmailOptions): Promise<Report> =>
  withUser({ email, as }, async (db, by, user) =>
    reportGuarded(await endAccess(db, by, user, note), { as }, () => ({
      json: { email: user.email, disabled: true },
      text: `${user.email} is signed out everywhere and can no longer sign in.`,
    })),
  );

const withUser = (
  { email, ...as }: ActingAs & { email: string },
  work: (db: Db, by: By, user: User) => Promise<Report>,
): Promise<Report> =>
  changeDatabase(as, async (db, by) => {
    const user = await findUser(db, { email });
    if (user === null) throw refusalOf({ kind: 'no_such_user', user: email });
    return work(db, by, user);
  });

const dashboard = (): string => dashboardUrl(loadSettings(dashboardAddress));

const urlOf = (token: string): string => `${dashboard()}/set-password?token=${token}`;
