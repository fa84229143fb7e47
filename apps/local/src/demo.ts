import { type DemoUsers, ensureUsers } from './demo-users';
import { runOps } from './run-once';
import { say } from './say';
import { demoFile, type Given, type LocalSettings, readJson, writePrivate } from './settings';

export type Demo = DemoUsers & {
  baseUrl: string;
  opsUrl: string;
  dashboardUrl: string;
  apiKey: string;
  accountId: string;
};

const NAME = 'demo';
const TIER = 'standard';
const OPENING_NAIRA = '1000000';

type Account = { id: string; name: string };

/** The demo account, a key that opens it and its users, made when they are not there, and written to demo.json. Money only where it buys nothing real. */
export async function ensureDemo(local: LocalSettings, settings: Given): Promise<Demo> {
  const { dataDir, ports, harmless } = local;
  const baseUrl = `http://127.0.0.1:${ports.API_PORT}`;
  const account = (await findDemo(settings)) ?? (await createDemo(settings, harmless));
  const kept = readJson<Demo>(demoFile(dataDir));
  const keptWorks = kept?.accountId === account.id && (await opens(baseUrl, kept.apiKey));
  const apiKey = keptWorks
    ? kept.apiKey
    : (await runOps<{ key: string }>(['key', 'create', '--account', account.id, '--name', NAME], settings)).key;
  const opsUrl = `http://127.0.0.1:${ports.API_OPS_PORT}`;
  const dashboardUrl = settings.DASHBOARD_URL ?? `http://127.0.0.1:${ports.DASHBOARD_PORT}`;
  const demo = {
    baseUrl,
    opsUrl,
    dashboardUrl,
    apiKey,
    accountId: account.id,
    ...(await ensureUsers(account.id, kept, settings)),
  };
  writePrivate(demoFile(dataDir), demo);
  return demo;
}

async function findDemo(settings: Given): Promise<Account | undefined> {
  return (await runOps<Account[]>(['account', 'list'], settings)).find(({ name }) => name === NAME);
}

function createDemo(settings: Given, harmless: boolean): Promise<Account> {
  const funds = harmless ? ['--fund', OPENING_NAIRA] : [];
  return runOps<Account>(['account', 'create', '--name', NAME, '--tier', TIER, ...funds], settings);
}

async function opens(baseUrl: string, apiKey: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/v1/wallet/balance`, { headers: { authorization: `Bearer ${apiKey}` } });
  return answer.ok;
}

/**
 * Reads the provider's data plans once, when there are none in the list. A provider that gives none is told of and no reason not to start: the rest sells.
 * @returns how many plans are for sale
 */
export async function ensureCatalogue(settings: Given): Promise<number> {
  const listed = await listPlans(settings);
  if (listed.length > 0) return forSale(listed);
  try {
    await runOps(['catalogue', 'sync'], settings);
  } catch (error) {
    say(`The data plans could not all be read: ${error instanceof Error ? error.message : error}`);
  }
  return forSale(await listPlans(settings));
}

type Plan = { state: string };

const listPlans = (settings: Given): Promise<Plan[]> => runOps<Plan[]>(['catalogue', 'list'], settings);

const forSale = (plans: Plan[]): number => plans.filter(({ state }) => state === 'for_sale').length;

/** A purchase to try: each start prints one with a reference of its own, so it works every time. */
export function curlLine({ baseUrl, apiKey }: Demo): string {
  const body = JSON.stringify({ network: 'mtn', phone: '08031234567', amount: 100, request_ref: `demo-${Date.now()}` });
  return `curl -s -X POST ${baseUrl}/v1/airtime/purchase -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' -d '${body}'`;
}
