import { randomBytes } from 'node:crypto';
import { runOps } from './run-once';
import type { Given } from './settings';

/** How to sign in to the dashboard. `password` null: the user has another by now, which only they know. */
export type SignIn = { email: string; password: string | null; passwordSetAt: string | null };

export type DemoUsers = { dashboardUser: SignIn; dashboardOperator: SignIn };

type User = { email: string; passwordSetAt: string | null };

const CLIENT = 'demo@topup.test';
const OPERATOR = 'operator@topup.test';

/**
 * Two users to look at the dashboard with, an owner of the demo account and an operator, made once with passwords of their own. A password that somebody
 * has changed since is theirs: it is neither known nor set again.
 */
export async function ensureUsers(
  accountId: string,
  kept: Partial<DemoUsers> | null,
  settings: Given,
): Promise<DemoUsers> {
  const users = await runOps<User[]>(['user', 'list'], settings);
  const ensure = (email: string, before: SignIn | undefined, name: string, place: string[]): Promise<SignIn> => {
    const user = users.find((each) => each.email === email);
    return user === undefined ? create(email, name, place, settings) : Promise.resolve(known(user, before));
  };
  const [dashboardUser, dashboardOperator] = await Promise.all([
    ensure(CLIENT, kept?.dashboardUser, 'Demo', ['--account', accountId]),
    ensure(OPERATOR, kept?.dashboardOperator, 'Operator', ['--operator']),
  ]);
  return { dashboardUser, dashboardOperator };
}

async function create(email: string, name: string, place: string[], settings: Given): Promise<SignIn> {
  const password = randomBytes(15).toString('base64url');
  const words = ['user', 'create', '--email', email, '--name', name, ...place, '--password-stdin'];
  const { passwordSetAt } = await runOps<User>(words, settings, `${password}\n`);
  return { email, password, passwordSetAt };
}

const known = ({ email, passwordSetAt }: User, before: SignIn | undefined): SignIn => ({
  email,
  password: before?.passwordSetAt === passwordSetAt ? before.password : null,
  passwordSetAt,
});
