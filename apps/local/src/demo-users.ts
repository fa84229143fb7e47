import { randomBytes } from 'node:crypto';
import { runOps } from './programs';
import type { Given } from './settings';

/** A sign-in to the dashboard. `password` is null when the user has changed it. */
export type SignIn = { email: string; password: string | null; passwordSetAt: string | null };

export type DemoUsers = { dashboardUser: SignIn; dashboardOperator: SignIn };

type User = { email: string; passwordSetAt: string | null };

const CLIENT = 'demo@topup.test';
const OPERATOR = 'operator@topup.test';

/**
 * Creates two users for the dashboard once, each with a password: an owner of the demo account, and an operator. A
 * password that was changed later is unknown, and is not set again.
 */
export async function ensureUsers(
  accountId: string,
  kept: Partial<DemoUsers> | null,
  settings: Given,
): Promise<DemoUsers> {
  const users = await runOps<User[]>(['user', 'list'], settings);
  const ensure = (email: string, before: SignIn | undefined, name: string, place: string[]): Promise<SignIn> => {
    const user = users.find((each) => each.email === email);
    return user === undefined ? createUser(email, name, place, settings) : Promise.resolve(toSignIn(user, before));
  };
  const [dashboardUser, dashboardOperator] = await Promise.all([
    ensure(CLIENT, kept?.dashboardUser, 'Demo', ['--account', accountId]),
    ensure(OPERATOR, kept?.dashboardOperator, 'Operator', ['--operator']),
  ]);
  return { dashboardUser, dashboardOperator };
}

async function createUser(email: string, name: string, place: string[], settings: Given): Promise<SignIn> {
  const password = randomBytes(15).toString('base64url');
  const args = ['user', 'create', '--email', email, '--name', name, ...place, '--password-stdin'];
  const { passwordSetAt } = await runOps<User>(args, settings, `${password}\n`);
  return { email, password, passwordSetAt };
}

const toSignIn = ({ email, passwordSetAt }: User, before: SignIn | undefined): SignIn => ({
  email,
  password: before?.passwordSetAt === passwordSetAt ? before.password : null,
  passwordSetAt,
});
