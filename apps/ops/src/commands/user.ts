import { listAccounts } from '@topup/core/account';
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
import { dashboardUrl, loadSettings } from '@topup/runtime/settings';
import { type Command, Option } from 'commander';
import { emailArgument, lineArgument } from '../arguments';
import { type Report, reporting, table, time } from '../output';
import { Misuse, Refusal } from '../refusal';
import { requireAccount, withDatabase } from '../with-database';

export function userCommands(program: Command): void {
  const user = program.command('user').description('who may sign in to the dashboard');
  user
    .command('create')
    .description('let somebody in, who sets a password by the link that this prints')
    .requiredOption('--email <address>', 'what they sign in with', emailArgument)
    .requiredOption('--name <name>', 'what they are called', lineArgument)
    .option('--account <id or name>', 'whose dashboard they see')
    .addOption(
      new Option('--role <role>', 'in that account: an owner also invites others')
        .choices(['owner', 'member'])
        .default('owner'),
    )
    .option('--operator', 'an operator instead, who sees everything')
    .option('--password-stdin', 'take the password from standard input, and print no link')
    .action(reporting(create));
  user.command('list').description('list all users').action(reporting(list));
  user
    .command('link')
    .description(
      'print a link with which a user sets a password, good once and for 24 hours; it takes the place of an earlier one',
    )
    .requiredOption('--email <address>', 'whose', emailArgument)
    .action(reporting(({ email }: { email: string }) => withUser(email, link)));
  user
    .command('drop-two-factor')
    .description('let a user who has lost their second factor in by the password alone')
    .requiredOption('--email <address>', 'whose', emailArgument)
    .action(reporting(({ email }: { email: string }) => withUser(email, dropFactor)));
  user
    .command('disable')
    .description('sign a user out everywhere at once and let them in no more')
    .requiredOption('--email <address>', 'whom', emailArgument)
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
  dashboard(); // a setting that is wrong shall be told before anything is done
  const password = passwordStdin ? await passwordFrom(process.stdin, email) : null;
  return withDatabase(async (db) => {
    const account = idOrName === undefined ? null : await requireAccount(db, idOrName);
    const user = await insertUser(db, {
      accountId: account?.id ?? null,
      role: account === null ? 'operator' : role,
      name,
      email,
    });
    if (user === 'email_taken') throw new Refusal(`Somebody signs in with ${email} already: \`user list\` shows who.`);
    const json = { id: user.id, email: user.email, role: user.role, account: account?.name ?? null };
    const who = `${user.email} is ${account === null ? 'an operator' : `${role === 'owner' ? 'an owner' : 'a member'} of "${account.name}"`}.`;
    if (password !== null) {
      await setPassword(db, user.id, await hashPassword(password));
      const { passwordSetAt } = (await findUser(db, { id: user.id })) ?? user;
      return { json: { ...json, link: null, passwordSetAt }, text: who };
    }
    const url = await linkFor(db, user);
    return { json: { ...json, link: url }, text: `${who}\n\n${url}\n\nThe link is good once and for 24 hours.` };
  });
}

/** The first line: what a person types, or a file ends with, is not part of it. */
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
    text: `${url}\n\nWith this ${user.email} sets a password. It is good once and for 24 hours.`,
  };
}

async function dropFactor(db: Db, user: User): Promise<Report> {
  if (!(await removeTwoFactor(db, user.id))) throw new Refusal(`${user.email} has no second factor.`);
  return { json: { email: user.email, dropped: true }, text: `${user.email} signs in by the password alone.` };
}

async function disable(db: Db, user: User): Promise<Report> {
  if (!(await disableUser(db, user.id))) throw new Refusal(`${user.email} was disabled before.`);
  return {
    json: { email: user.email, disabled: true },
    text: `${user.email} is signed out everywhere and can sign in no more.`,
  };
}

function withUser(email: string, work: (db: Db, user: User) => Promise<Report>): Promise<Report> {
  return withDatabase(async (db) => {
    const user = await findUser(db, { email });
    if (user === null) throw new Refusal(`Nobody signs in with ${email}: \`user list\` shows who does.`);
    return work(db, user);
  });
}

const dashboard = (): string => dashboardUrl(loadSettings(['DASHBOARD_URL', 'DASHBOARD_PORT']));

async function linkFor(db: Db, user: User): Promise<string> {
  const token = await createLink(db, user.id);
  if (token === null) throw new Refusal(`${user.email} is disabled: \`user create\` lets them in again.`);
  return `${dashboard()}/set-password?token=${token}`;
}
