// Creates the demo account, its users and the data plans of docker-compose.yml once, and prints them at every start, as
// `npm start` does. The API key is kept in $DATA_DIR/demo.json. With NODE_ENV=production it makes nothing: a key and an
// operator of nobody's do not belong there.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';

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
const OPS = path.join(import.meta.dirname, '../apps/ops/dist/main.js');

const listPlans = () => ops('catalogue', 'list');

if (settings.NODE_ENV === 'production') {
  printLine('NODE_ENV=production: no demo account. The first account: docs/operate/containers.md.');
  process.exit();
}
const accountId = (await findAccount()) ?? (await createAccount());
const apiKey = rememberedKey(accountId) ?? (await createKey(accountId));
writeFileSync(file, JSON.stringify({ baseUrl, apiKey, accountId }), { mode: 0o600 });
await syncCatalogue();
await ensureUsers();
await print();

async function findAccount() {
  return (await ops('account', 'list')).find(({ name }) => name === NAME)?.id;
}

// Only the sandbox gets money: with a real provider it would buy real airtime.
async function createAccount() {
  const isSandbox = new URL(providerUrl).hostname === 'sandbox';
  if (!isSandbox) printLine(`The provider is not the sandbox: the account "${NAME}" starts without money.`);
  const fund = isSandbox ? ['--fund', FUND_NAIRA] : [];
  return (await ops('account', 'create', '--name', NAME, '--tier', 'standard', ...fund)).id;
}

// A key is shown only once, so it is kept in the file. A file of an earlier database names another account.
function rememberedKey(account) {
  if (!existsSync(file)) return undefined;
  const remembered = JSON.parse(readFileSync(file, 'utf8'));
  return remembered.accountId === account ? remembered.apiKey : undefined;
}

async function createKey(account) {
  return (await ops('key', 'create', '--account', account, '--name', NAME)).key;
}

// Each user sets a password with a link, which is printed until then.
async function ensureUsers() {
  const known = (await ops('user', 'list')).map(({ email }) => email);
  if (!known.includes(CLIENT)) await ops('user', 'create', '--email', CLIENT, '--name', 'Demo', '--account', accountId);
  if (!known.includes(OPERATOR)) await ops('user', 'create', '--email', OPERATOR, '--name', 'Operator', '--operator');
}

async function signIns() {
  const lines = [];
  for (const { email, invited, disabledAt } of await ops('user', 'list')) {
    if (![CLIENT, OPERATOR].includes(email) || disabledAt !== null) continue;
    lines.push(invited ? `${email}: set a password at ${(await ops('user', 'link', '--email', email)).link}` : email);
  }
  return lines;
}

// Without data plans all else still sells. The command itself prints the error on standard error.
async function syncCatalogue() {
  if ((await listPlans()).length > 0) return;
  try {
    await ops('catalogue', 'sync');
  } catch {
    printLine('The data plans could not all be read: docker compose run --rm ops catalogue sync');
  }
}

// Does not block, so that a signal is heard meanwhile.
async function ops(...args) {
  const child = spawn(process.execPath, [OPS, ...args, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [answer, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0) throw new Error(`ops ${args.slice(0, 2).join(' ')} failed`);
  return JSON.parse(answer);
}

async function print() {
  const body = JSON.stringify({ network: 'mtn', phone: '08031234567', amount: 100, request_ref: randomUUID() });
  printLine(`base URL  ${baseUrl}`);
  printLine(`API key   ${apiKey}`);
  printLine(`plans     ${(await listPlans()).filter(({ state }) => state === 'for_sale').length}`);
  printLine(`dashboard ${dashboardUrl}`);
  for (const line of await signIns()) printLine(`          ${line}`);
  printLine(
    `curl ${baseUrl}/v1/airtime/purchase -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' -d '${body}'`,
  );
}

function printLine(line) {
  process.stdout.write(`${line}\n`);
}
