import { listAccounts } from '@topup/core/account';
import { type NewAction, userActions, withAuditLog } from '@topup/core/audit';
import { refusalTexts } from '@topup/core/errors';
import type { DbOrTransaction } from '@topup/core/shared';
import {
  createLink,
  disableUser,
  findUser,
  hashPassword,
  insertUser,
  listUsers,
  passwordFault,
  removeTwoFactor,
  setPassword,
  type User,
} from '@topup/core/user';
import { loadSettings } from '@topup/runtime/settings';
import { dashboardAddress, dashboardUrl } from '@topup/settings';
import { type Command, Option } from 'commander';
import { emailArgument, lineArgument } from '../arguments';
import { type Report, reporting, table, time } from '../output';
import { Misuse, Refusal } from '../refusal';
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
    .option('--operator', 'create an operator, who sees everything')
    .option('--password-stdin', 'read the password from standard input, and print no link')
    .action(reporting(create));
  user.command('list').description('list all users').action(reporting(list));
  user
    .command('link')
    .description('print a link to set a password: valid once, for 24 hours; earlier links stop working')
    .requiredOption('--email <address>', 'the address of the user', emailArgument)
    .action(reporting((options: EmailOptions) => withUser(options, link)));
  user
    .command('drop-two-factor')
    .description('remove the second factor of a user who has lost it')
    .requiredOption('--email <address>', 'the address of the user', emailArgument)
    .action(reporting((options: EmailOptions) => withUser(options, dropFactor)));
  user
    .command('disable')
    .description('sign a user out everywhere and block sign-in')
    .requiredOption('--email <address>', 'the address of the user', emailArgument)
    .action(reporting((options: EmailOptions) => withUser(options, disable)));
}

type EmailOptions = ActingAs & { email: string };

type CreateOptions = ActingAs & {
  email: string;
  name: string;
  account?: string;
  role: 'owner' | 'member';
  operator?: true;
  passwordStdin?: true;
};

async function create({
  email,
  name,
  account: idOrName,
  role,
  operator,
  passwordStdin,
  ...as
}: CreateOptions): Promise<Report> {
  if ((idOrName === undefined) === (operator === undefined))
    throw new Misuse('Give either --account <id or name> or --operator.');
  dashboard(); // a wrong setting must be reported before anything is changed
  const password = passwordStdin ? await passwordFrom(process.stdin, email) : null;
  return changeDatabase(as, async (db, { actor, origin }) => {
    const account = idOrName === undefined ? null : await requireAccount(db, idOrName);
    const invited = {
      accountId: account?.id ?? null,
      role: account === null ? 'operator' : role,
      name,
      email,
    } as const;
    const hash = password === null ? null : await hashPassword(password);
    const { user, url } = await withAuditLog(db, actor, origin, async (tx) => {
      const user = await insertUser(tx, invited);
      if (user.kind === 'email_taken')
        throw new Refusal(`${refusalTexts.email_taken({ email })} \`user list\` shows all users.`);
      if (hash !== null) await setPassword(tx, user.id, hash);
      const url = hash === null ? await linkFor(tx, user) : null;
      return { result: { user, url }, action: userActions.invited(user) };
    });
    const json = { id: user.id, email: user.email, role: user.role, account: account?.name ?? null };
    const who = `${user.email} is ${account === null ? 'an operator' : `${role === 'owner' ? 'an owner' : 'a member'} of "${account.name}"`}.`;
    if (url === null) {
      const { passwordSetAt } = (await findUser(db, { id: user.id })) ?? user;
      return { json: { ...json, link: null, passwordSetAt }, text: who };
    }
    return { json: { ...json, link: url }, text: `${who}\n\n${url}\n\nThe link is valid once, for 24 hours.` };
  });
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

type Change = { result: Report; action: NewAction };

async function link(tx: DbOrTransaction, user: User): Promise<Change> {
  const url = await linkFor(tx, user);
  const text = `${url}\n\n${user.email} sets a password with this link. It is valid once, for 24 hours.`;
  return { result: { json: { link: url }, text }, action: userActions.linked(user) };
}

async function dropFactor(tx: DbOrTransaction, user: User): Promise<Change> {
  if (!(await removeTwoFactor(tx, user.id))) throw new Refusal(refusalTexts.no_two_factor(user));
  const text = `${user.email} now signs in with the password alone.`;
  return { result: { json: { email: user.email, dropped: true }, text }, action: userActions.factorReset(user) };
}

async function disable(tx: DbOrTransaction, user: User): Promise<Change> {
  if (!(await disableUser(tx, user.id))) throw new Refusal(refusalTexts.already_disabled(user));
  const text = `${user.email} is signed out everywhere and can no longer sign in.`;
  return { result: { json: { email: user.email, disabled: true }, text }, action: userActions.disabled(user) };
}

function withUser(
  { email, ...as }: EmailOptions,
  work: (tx: DbOrTransaction, user: User) => Promise<Change>,
): Promise<Report> {
  return changeDatabase(as, async (db, { actor, origin }) => {
    const user = await findUser(db, { email });
    if (user === null)
      throw new Refusal(`${refusalTexts.no_such_user({ user: email })} \`user list\` shows all users.`);
    return withAuditLog(db, actor, origin, (tx) => work(tx, user));
  });
}

const dashboard = (): string => dashboardUrl(loadSettings(dashboardAddress));

async function linkFor(db: DbOrTransaction, user: User): Promise<string> {
  const token = await createLink(db, user.id);
  if (token === null) throw new Refusal(`${refusalTexts.user_disabled(user)} \`user create\` lets them in again.`);
  return `${dashboard()}/set-password?token=${token}`;
}
