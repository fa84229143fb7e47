import { listAccounts } from '@topup/core/account';
import { type By, type NewAction, userActions, withAuditLog } from '@topup/core/audit';
import { refusalTexts } from '@topup/core/errors';
import { type GuardedAction, type GuardRefusal, guardActorOf, isGuardRefusal } from '@topup/core/operator-guard';
import { type DbOrTransaction, newId } from '@topup/core/shared';
import {
  addOperator,
  addOwner,
  changeSignIn,
  disableOperator,
  findUser,
  hashPassword,
  insertUser,
  linkDigest,
  linkOperator,
  listUsers,
  newLinkToken,
  passwordFault,
  resetOperatorFactor,
  setPassword,
  type User,
} from '@topup/core/user';
import { loadSettings } from '@topup/runtime/settings';
import { dashboardAddress, dashboardUrl } from '@topup/settings';
import { type Command, Option } from 'commander';
import { emailArgument, lineArgument } from '../arguments';
import { askApproval } from '../guarded';
import { type Report, reporting, table, time } from '../output';
import { isForbidden, Misuse, Refusal } from '../refusal';
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
    .action(reporting((options: EmailOptions) => withUser(options, link)));
  user
    .command('drop-two-factor')
    .description('remove the second factor of a user who has lost it')
    .requiredOption('--email <address>', 'the address of the user', emailArgument)
    .option('--note <text>', 'of an operator: why, for the second operator who decides', lineArgument)
    .action(reporting((options: EmailOptions) => withUser(options, dropFactor)));
  user
    .command('disable')
    .description('sign a user out everywhere and block sign-in')
    .requiredOption('--email <address>', 'the address of the user', emailArgument)
    .option('--note <text>', 'of an operator: why, for the second operator who decides', lineArgument)
    .action(reporting((options: EmailOptions) => withUser(options, disable)));
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
  const { email, account: idOrName, operator, passwordStdin, ...as } = options;
  if ((idOrName === undefined) === (operator === undefined))
    throw new Misuse('Give either --account <id or name> or --operator.');
  dashboard(); // a wrong setting must be reported before anything is changed
  const password = passwordStdin ? await passwordFrom(process.stdin, email) : null;
  const hash = password === null ? null : await hashPassword(password);
  return changeDatabase(as, async (db, by) => {
    const account = idOrName === undefined ? null : await requireAccount(db, idOrName);
    return withAuditLog(db, by.actor, by.origin, (tx) =>
      account === null ? createOperator(tx, by, options, hash) : createMember(tx, by, account, options, hash),
    );
  });
}

async function createMember(
  tx: DbOrTransaction,
  by: By,
  { id: accountId, name: account }: { id: string; name: string },
  { role, name, email, note }: CreateOptions,
  hash: string | null,
): Promise<Change> {
  const owner = { userId: newId(), accountId, name, email };
  const outcome =
    role === 'owner'
      ? await addOwner(tx, owner, guardActorOf(by.actor))
      : await insertUser(tx, { accountId, role, name, email });
  if (outcome.kind === 'email_taken') throw emailTaken(email);
  if (isGuardRefusal(outcome)) {
    refuseWithPassword(outcome, hash);
    return askOwner(tx, by, outcome, { kind: 'owner_add', ...owner }, note);
  }
  const user = outcome.kind === 'inserted' ? outcome : await requireUser(tx, outcome.userId);
  const url = hash === null ? await linkFor(tx, user) : null;
  if (hash !== null) await changeSignIn(tx, user.id, 'password', hash);
  const who = `${email} is ${role === 'owner' ? 'an owner' : 'a member'} of "${account}".`;
  return {
    result: await created(tx, user.id, account, who, url),
    action: { ...userActions.invited(user), told: true },
  };
}

/** A request for an approval carries no password: we would have to keep it until somebody approves. */
function refuseWithPassword(refusal: GuardRefusal, hash: string | null): void {
  if (hash !== null && refusal.kind === 'approval_needed')
    throw new Misuse(`${refusalTexts.approval_needed(refusal)} Leave --password-stdin out: they get a link.`);
}

/** The owner is there once that is approved, without a password. */
async function askOwner(
  tx: DbOrTransaction,
  by: By,
  refusal: GuardRefusal,
  step: GuardedAction & { email: string },
  note: string | undefined,
): Promise<Change> {
  const { json, text } = await askApproval(tx, by, refusal, step, note);
  const next = `Once that is approved, \`user link --email ${step.email}\` prints the link for a password.`;
  return { result: { json, text: `${text} ${next}` }, action: null };
}

async function createOperator(
  tx: DbOrTransaction,
  by: By,
  { name, email, note }: CreateOptions,
  hash: string | null,
): Promise<Change> {
  const token = newLinkToken();
  const operator = { userId: newId(), name, email, linkDigest: linkDigest(token) };
  const outcome = await addOperator(tx, operator, guardActorOf(by.actor));
  if (isGuardRefusal(outcome)) {
    refuseWithPassword(outcome, hash);
    return askWithLink(tx, by, outcome, { kind: 'operator_add', ...operator }, note, token);
  }
  if (outcome.kind === 'email_taken') throw emailTaken(email);
  if (hash !== null) await setOperatorPassword(tx, outcome.userId, hash);
  const user = await requireUser(tx, outcome.userId);
  const who = `${user.email} is an operator.${outcome.alone ? ` ${ALONE}` : ''}`;
  const result = await created(tx, user.id, null, who, hash === null ? urlOf(token) : null);
  const action = userActions.invited(user);
  return { result, action: outcome.alone ? { ...action, details: { approval: 'none: too few operators' } } : action };
}

/** Only the owner of the tables may: else whoever has the role of `ops` could sign in as a second operator. */
async function setOperatorPassword(tx: DbOrTransaction, userId: string, hash: string): Promise<void> {
  try {
    await setPassword(tx, userId, hash);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new Misuse(
      "This database role cannot set an operator's password. Leave --password-stdin out: they get a link.",
    );
  }
}

const ALONE =
  'Nobody could approve that, because fewer than two operators can sign in; each gets a mail if the workers have SMTP_URL.';

async function created(
  tx: DbOrTransaction,
  id: string,
  account: string | null,
  who: string,
  link: string | null,
): Promise<Report> {
  const { email, role, passwordSetAt } = await requireUser(tx, id);
  const json = { id, email, role, account, link };
  if (link === null) return { json: { ...json, passwordSetAt }, text: who };
  return { json, text: `${who}\n\n${link}\n\nThe link is valid once, for 24 hours.` };
}

const emailTaken = (email: string) =>
  new Refusal(`${refusalTexts.email_taken({ email })} \`user list\` shows all users.`);

async function requireUser(tx: DbOrTransaction, id: string): Promise<User> {
  const user = await findUser(tx, { id });
  if (user === null) throw new Error('a user is never deleted');
  return user;
}

/** The link is made now and works once it is approved: nobody else ever sees its token. */
async function askWithLink(
  tx: DbOrTransaction,
  by: By,
  refusal: GuardRefusal,
  step: GuardedAction,
  note: string | undefined,
  token: string,
): Promise<Change> {
  const asked = await askApproval(tx, by, refusal, step, note);
  const { state } = asked.json as { state: string };
  if (state === 'requested_before') return { result: asked, action: null };
  const link = urlOf(token);
  const text = `${asked.text}\n\n${link}\n\nOnce that is approved, the link is valid once, for 24 hours.`;
  return { result: { ...asked, json: { ...(asked.json as object), link }, text }, action: null };
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

type Change = { result: Report; action: NewAction | null };

async function link(tx: DbOrTransaction, user: User, by: By, note: string | undefined): Promise<Change> {
  if (user.role !== 'operator') return linked(user, await linkFor(tx, user));
  const token = newLinkToken();
  const step = { userId: user.id, linkDigest: linkDigest(token) };
  const outcome = await linkOperator(tx, step.userId, step.linkDigest, guardActorOf(by.actor));
  if (isGuardRefusal(outcome)) return askWithLink(tx, by, outcome, { kind: 'operator_link', ...step }, note, token);
  if (outcome.kind === 'no_such_operator') throw userDisabled(user);
  return linked(user, urlOf(token));
}

function linked(user: User, url: string): Change {
  const text = `${url}\n\n${user.email} sets a password with this link. It is valid once, for 24 hours.`;
  return { result: { json: { link: url }, text }, action: userActions.linked(user) };
}

async function dropFactor(tx: DbOrTransaction, user: User, by: By, note: string | undefined): Promise<Change> {
  if (user.role !== 'operator') {
    if (!(await changeSignIn(tx, user.id, 'factor'))) throw new Refusal(refusalTexts.no_two_factor(user));
  } else {
    const outcome = await resetOperatorFactor(tx, user.id, guardActorOf(by.actor));
    if (isGuardRefusal(outcome)) {
      const step = { kind: 'operator_factor_reset', userId: user.id } as const;
      return { result: await askApproval(tx, by, outcome, step, note), action: null };
    }
    if (outcome.kind !== 'reset') throw new Refusal(refusalTexts.no_two_factor(user));
  }
  const text = `${user.email} now signs in with the password alone.`;
  return { result: { json: { email: user.email, dropped: true }, text }, action: userActions.factorReset(user) };
}

async function disable(tx: DbOrTransaction, user: User, by: By, note: string | undefined): Promise<Change> {
  const done = user.role === 'operator' ? await disableOperator(tx, user.id, guardActorOf(by.actor)) : null;
  if (done !== null && isGuardRefusal(done)) {
    const step = { kind: 'operator_disable', userId: user.id } as const;
    return { result: await askApproval(tx, by, done, step, note), action: null };
  }
  if (done === null ? !(await changeSignIn(tx, user.id, 'disable')) : done.kind !== 'disabled')
    throw new Refusal(refusalTexts.already_disabled(user));
  const text = `${user.email} is signed out everywhere and can no longer sign in.`;
  return { result: { json: { email: user.email, disabled: true }, text }, action: userActions.disabled(user) };
}

function withUser(
  { email, note, ...as }: EmailOptions,
  work: (tx: DbOrTransaction, user: User, by: By, note: string | undefined) => Promise<Change>,
): Promise<Report> {
  return changeDatabase(as, async (db, by) => {
    const user = await findUser(db, { email });
    if (user === null)
      throw new Refusal(`${refusalTexts.no_such_user({ user: email })} \`user list\` shows all users.`);
    return withAuditLog(db, by.actor, by.origin, async (tx) => {
      const { result, action } = await work(tx, user, by, note);
      return { result, action: action && { ...action, told: true } };
    });
  });
}

const dashboard = (): string => dashboardUrl(loadSettings(dashboardAddress));

async function linkFor(db: DbOrTransaction, user: User): Promise<string> {
  const token = newLinkToken();
  if (!(await changeSignIn(db, user.id, 'link', linkDigest(token).toString('hex')))) throw userDisabled(user);
  return urlOf(token);
}

const urlOf = (token: string): string => `${dashboard()}/set-password?token=${token}`;

const userDisabled = (user: User) =>
  new Refusal(`${refusalTexts.user_disabled(user)} \`user create\` lets them in again.`);
