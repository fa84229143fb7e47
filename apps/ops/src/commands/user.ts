import { listAccounts } from '@topup/core/account';
import { refusalTexts } from '@topup/core/errors';
import type { Db } from '@topup/core/shared';
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
import { requireAccount, withDatabase } from '../with-database';

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
    .action(reporting(({ email }: { email: string }) => withUser(email, link)));
  user
    .command('drop-two-factor')
    .description('remove the second factor of a user who has lost it')
    .requiredOption('--email <address>', 'the address of the user', emailArgument)
    .action(reporting(({ email }: { email: string }) => withUser(email, dropFactor)));
  user
    .command('disable')
    .description('sign a user out everywhere and block sign-in')
    .requiredOption('--email <address>', 'the address of the user', emailArgument)
    .action(reporting(({ email }: { email: string }) => withUser(email, disable)));
}

type CreateOptions = {
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
}: CreateOptions): Promise<Report> {
  if ((idOrName === undefined) === (operator === undefined))
    throw new Misuse('Give either --account <id or name> or --operator.');
  dashboard(); // a wrong setting must be reported before anything is changed
  const password = passwordStdin ? await passwordFrom(process.stdin, email) : null;
  return withDatabase(async (db) => {
    const account = idOrName === undefined ? null : await requireAccount(db, idOrName);
    const user = await insertUser(db, {
      accountId: account?.id ?? null,
      role: account === null ? 'operator' : role,
      name,
      email,
    });
    if (user.kind === 'email_taken')
      throw new Refusal(`${refusalTexts.email_taken({ email })} \`user list\` shows all users.`);
    const json = { id: user.id, email: user.email, role: user.role, account: account?.name ?? null };
    const who = `${user.email} is ${account === null ? 'an operator' : `${role === 'owner' ? 'an owner' : 'a member'} of "${account.name}"`}.`;
    if (password !== null) {
      await setPassword(db, user.id, await hashPassword(password));
      const { passwordSetAt } = (await findUser(db, { id: user.id })) ?? user;
      return { json: { ...json, link: null, passwordSetAt }, text: who };
    }
    const url = await linkFor(db, user);
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

async function link(db: Db, user: User): Promise<Report> {
  const url = await linkFor(db, user);
  return {
    json: { link: url },
    text: `${url}\n\n${user.email} sets a password with this link. It is valid once, for 24 hours.`,
  };
}

async function dropFactor(db: Db, user: User): Promise<Report> {
  if (!(await removeTwoFactor(db, user.id))) throw new Refusal(refusalTexts.no_two_factor(user));
  return { json: { email: user.email, dropped: true }, text: `${user.email} now signs in with the password alone.` };
}

async function disable(db: Db, user: User): Promise<Report> {
  if (!(await disableUser(db, user.id))) throw new Refusal(refusalTexts.already_disabled(user));
  return {
    json: { email: user.email, disabled: true },
    text: `${user.email} is signed out everywhere and can no longer sign in.`,
  };
}

function withUser(email: string, work: (db: Db, user: User) => Promise<Report>): Promise<Report> {
  return withDatabase(async (db) => {
    const user = await findUser(db, { email });
    if (user === null)
      throw new Refusal(`${refusalTexts.no_such_user({ user: email })} \`user list\` shows all users.`);
    return work(db, user);
  });
}

const dashboard = (): string => dashboardUrl(loadSettings(dashboardAddress));

async function linkFor(db: Db, user: User): Promise<string> {
  const token = await createLink(db, user.id);
  if (token === null) throw new Refusal(`${refusalTexts.user_disabled(user)} \`user create\` lets them in again.`);
  return `${dashboard()}/set-password?token=${token}`;
}
