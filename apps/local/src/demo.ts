import { randomBytes } from 'node:crypto';
import { demoFile, readJson, writePrivate } from './data-dir';
import { printLine, runOps } from './programs';
import type { Given, LocalSettings } from './settings';

export type Demo = DemoUsers & {
  baseUrl: string;
  opsUrl: string;
  dashboardUrl: string;
  apiKey: string;
  /** Of the test account: its purchases cost nothing and sell nothing. */
  testApiKey: string;
  accountId: string;
};

const NAME = 'demo';
const TIER = 'standard';
const OPENING_NAIRA = '1000000';

type Account = { id: string; name: string };

/**
 * Creates the demo account, its keys and its users unless they exist, and writes demo.json. Funds it only if that is
 * harmless.
 */
export async function ensureDemo(local: LocalSettings, settings: Given): Promise<Demo> {
  const { dataDir, ports, real } = local;
  const baseUrl = `http://127.0.0.1:${ports.API_PORT}`;
  const accounts = await runOps<Account[]>(['account', 'list'], settings);
  const account = accounts.find(({ name }) => name === NAME) ?? (await createDemo(settings, real.length === 0));
  const kept = readJson<Demo>(demoFile(dataDir));
  const mine = kept?.accountId === account.id ? kept : null;
  const keyOf = async (mode: 'live' | 'test', known: string | undefined): Promise<string> => {
    if (known !== undefined && (await isAccepted(baseUrl, known))) return known;
    const create = ['key', 'create', '--account', account.id, '--name', NAME, '--mode', mode];
    return (await runOps<{ key: string }>(create, settings)).key;
  };
  const apiKey = await keyOf('live', mine?.apiKey);
  const testApiKey = await keyOf('test', mine?.testApiKey);
  if (testApiKey !== mine?.testApiKey) await addTestMoney(baseUrl, testApiKey);
  const opsUrl = `http://127.0.0.1:${ports.API_OPS_PORT}`;
  const dashboardUrl = settings.DASHBOARD_URL ?? `http://127.0.0.1:${ports.DASHBOARD_PORT}`;
  const demo = {
    baseUrl,
    opsUrl,
    dashboardUrl,
    apiKey,
    testApiKey,
    accountId: account.id,
    ...(await ensureUsers(account.id, kept, settings)),
  };
  writePrivate(demoFile(dataDir), demo);
  return demo;
}

function createDemo(settings: Given, harmless: boolean): Promise<Account> {
  const funds = harmless ? ['--fund', OPENING_NAIRA] : [];
  return runOps<Account>(['account', 'create', '--name', NAME, '--tier', TIER, ...funds], settings);
}

async function isAccepted(baseUrl: string, apiKey: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/v1/wallet/balance`, { headers: { authorization: `Bearer ${apiKey}` } });
  return answer.ok;
}

/** Test money for the test account, so that its first purchase succeeds too. */
async function addTestMoney(baseUrl: string, testApiKey: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/v1/test/wallet/fund`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: OPENING_NAIRA }),
  });
  if (!answer.ok) throw new Error(`the test wallet was not funded: ${answer.status} ${await answer.text()}`);
}

/**
 * Reads the provider's data plans if the catalogue has none. If that fails it prints the error and goes on: all else
 * sells.
 * @returns the number of plans for sale
 */
export async function ensureCatalogue(settings: Given): Promise<number> {
  const listed = await listPlans(settings);
  if (listed.length > 0) return countForSale(listed);
  try {
    await runOps(['catalogue', 'sync'], settings);
  } catch (error) {
    printLine(`The data plans could not all be read: ${error instanceof Error ? error.message : error}`);
  }
  return countForSale(await listPlans(settings));
}

type Plan = { state: string };

const listPlans = (settings: Given): Promise<Plan[]> => runOps<Plan[]>(['catalogue', 'list'], settings);

const countForSale = (plans: Plan[]): number => plans.filter(({ state }) => state === 'for_sale').length;

/** A purchase to try. Each start prints a new reference, so that it works every time. */
export function curlLine({ baseUrl, apiKey }: Demo): string {
  const body = JSON.stringify({ network: 'mtn', phone: '08031234567', amount: 100, request_ref: `demo-${Date.now()}` });
  return `curl -s -X POST ${baseUrl}/v1/airtime/purchase -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' -d '${body}'`;
}

/** A sign-in to the dashboard. `password` is null when the user has changed it. */
export type SignIn = { email: string; password: string | null; passwordSetAt: string | null };

type DemoUsers = { dashboardUser: SignIn; dashboardOperator: SignIn };

type User = { email: string; passwordSetAt: string | null };

const CLIENT = 'demo@topup.test';
const OPERATOR = 'operator@topup.test';

/**
 * Creates two users for the dashboard once, each with a password: an owner of the demo account, and an operator. A
 * password that was changed later is unknown, and is not set again.
 */
async function ensureUsers(accountId: string, kept: Partial<DemoUsers> | null, settings: Given): Promise<DemoUsers> {
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
