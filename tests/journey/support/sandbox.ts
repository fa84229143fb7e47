import { sandboxKeys, type World } from '@topup/testkit';

type Listed = { variation_code: string; name: string; variation_amount: string };

/** The price list of a service as the provider gives it now. */
export async function priceListOf(world: World, serviceId: string): Promise<Listed[]> {
  const answer = await fetch(`${world.sandbox.url}/api/service-variations?serviceID=${serviceId}`, { headers: keys });
  const { content } = (await answer.json()) as { content: { variations: Listed[] } };
  return content.variations;
}

/** Replaces the price list of a service at the provider. */
export async function changePriceList(world: World, serviceId: string, list: Listed[]): Promise<void> {
  await ask(world, 'PUT', `/variations/${serviceId}`, list);
}

/** Breaks off everything that is asked of the provider below these paths of its API; none ends it. */
export async function breakConnections(world: World, ...paths: string[]): Promise<void> {
  await ask(world, 'PUT', '/outage', { paths });
}

/** Has the provider's staff decide an order, and tell its callback URL. @returns whether that answered */
export async function settleAtProvider(
  world: World,
  providerRef: string | null | undefined,
  status: 'delivered' | 'reversed',
): Promise<unknown> {
  return (await ask(world, 'POST', `/settle/${providerRef}`, { status })).callback;
}

/** What the provider says of an order. For a pending one this is one requery more. */
export function orderAtProvider(
  world: World,
  providerRef: string | null | undefined,
): Promise<Record<string, unknown>> {
  return ask(world, 'POST', '/api/requery', { request_id: providerRef });
}

/** The token and the units that the provider issued for an order, whatever the form in which the disco writes them. */
export async function tokenIssuedFor(
  world: World,
  providerRef: string | null | undefined,
): Promise<{ token: string; units: number }> {
  const { purchased_code, ...fields } = await orderAtProvider(world, providerRef);
  const units = Object.entries(fields).find(([name]) => /^(purchased|mainToken)?units$/i.test(name))?.[1];
  return { token: String(purchased_code).replace(/[^0-9]/g, ''), units: Number.parseFloat(String(units)) };
}

/** What renewing a smartcard costs at the provider, in naira. */
export async function renewalPriceOf(world: World, serviceId: string, card: string): Promise<number> {
  const { content } = await ask(world, 'POST', '/api/merchant-verify', { serviceID: serviceId, billersCode: card });
  return Number((content as { Renewal_Amount?: unknown }).Renewal_Amount);
}

const keys = {
  'content-type': 'application/json',
  'api-key': sandboxKeys.VTPASS_API_KEY,
  'public-key': sandboxKeys.VTPASS_PUBLIC_KEY,
  'secret-key': sandboxKeys.VTPASS_SECRET_KEY,
};

async function ask(world: World, method: string, path: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(`${world.sandbox.url}${path}`, { method, headers: keys, body: JSON.stringify(body) });
  if (!answer.ok)
    throw new Error(`the sandbox answered ${method} ${path} with ${answer.status}: ${await answer.text()}`);
  return answer.json() as Promise<Record<string, unknown>>;
}
