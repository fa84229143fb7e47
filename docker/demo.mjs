// Creates the demo account, its users and the data plans of docker-compose.yml once, and prints them at every start, as
// `npm start` does. The API key is kept in $DATA_DIR/demo.json.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// biome-ignore lint/style/noProcessEnv: docker compose passes the settings in the environment
const settings = process.env;
const { BASE_URL: baseUrl = '', DATA_DIR: dataDir = '' } = settings;
const dashboardUrl = settings.DASHBOARD_URL || `http://127.0.0.1:${settings.DASHBOARD_PORT}`;
const { VTPASS_BASE_URL: providerUrl = '' } = settings;
const NAME = 'demo';
const FUND_NAIRA = '1000000';
const CLIENT = 'demo@topup.test';
const OPERATOR = 'operator@topup.test';
const file = path.join(dataDir, 'demo.json');

const accountId = findAccount() ?? createAccount();
const apiKey = rememberedKey(accountId) ?? createKey(accountId);
writeFileSync(file, JSON.stringify({ baseUrl, apiKey, accountId }), { mode: 0o600 });
syncCatalogue();
ensureUsers();
print();

function findAccount() {
  return ops('account', 'list').find(({ name }) => name === NAME)?.id;
}

// Only the sandbox gets money: with a real provider it would buy real airtime.
function createAccount() {
  const isSandbox = new URL(providerUrl).hostname === 'sandbox';
  if (!isSandbox) printLine(`The provider is not the sandbox: the account "${NAME}" starts without money.`);
  return ops('account', 'create', '--name', NAME, '--tier', 'standard', ...(isSandbox ? ['--fund', FUND_NAIRA] : []))
    .id;
}

// A key is shown only once, so it is kept in the file. A file of an earlier database names another account.
function rememberedKey(account) {
  if (!existsSync(file)) return undefined;
  const remembered = JSON.parse(readFileSync(file, 'utf8'));
  return remembered.accountId === account ? remembered.apiKey : undefined;
}

function createKey(account) {
  return ops('key', 'create', '--account', account, '--name', NAME).key;
}

// Each user sets a password with a link, which is printed until then.
function ensureUsers() {
  const known = ops('user', 'list').map(({ email }) => email);
  if (!known.includes(CLIENT)) ops('user', 'create', '--email', CLIENT, '--name', 'Demo', '--account', accountId);
  if (!known.includes(OPERATOR)) ops('user', 'create', '--email', OPERATOR, '--name', 'Operator', '--operator');
}

function signIns() {
  const users = ops('user', 'list');
  return [CLIENT, OPERATOR].flatMap((address) => {
    const user = users.find(({ email }) => email === address);
    if (user === undefined || user.disabledAt !== null) return [];
    return user.invited ? `${address}: set a password at ${ops('user', 'link', '--email', address).link}` : address;
  });
}

// Without data plans all else still sells. The command itself prints the error on standard error.
function syncCatalogue() {
  if (listPlans().length > 0) return;
  try {
    ops('catalogue', 'sync');
  } catch {
    printLine('The data plans could not all be read: docker compose run --rm ops catalogue sync');
  }
}

function listPlans() {
  return ops('catalogue', 'list');
}

function ops(...args) {
  return JSON.parse(execFileSync(process.execPath, ['apps/ops/dist/main.js', ...args, '--json'], { encoding: 'utf8' }));
}

function print() {
  const body = JSON.stringify({ network: 'mtn', phone: '08031234567', amount: 100, request_ref: randomUUID() });
  printLine(`base URL  ${baseUrl}`);
  printLine(`API key   ${apiKey}`);
  printLine(`plans     ${listPlans().filter(({ state }) => state === 'for_sale').length}`);
  printLine(`dashboard ${dashboardUrl}`);
  for (const line of signIns()) printLine(`          ${line}`);
  printLine(
    `curl ${baseUrl}/v1/airtime/purchase -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' -d '${body}'`,
  );
}

function printLine(line) {
  process.stdout.write(`${line}\n`);
}
