import { sandboxKeys, type World } from '@topup/testkit';

type Listed = { variation_code: string; name: string; variation_amount: string };

/** The provider's current price list of a service. */
export async function priceListOf(world: World, serviceId: string): Promise<Listed[]> {
  const answer = await fetch(`${world.sandbox.url}/api/service-variations?serviceID=${serviceId}`, { headers: keys });
  const { content } = (await answer.json()) as { content: { variations: Listed[] } };
  return content.variations;
}

/** Replaces the price list of a service at the provider. */
export async function changePriceList(world: World, serviceId: string, list: Listed[]): Promise<void> {
  await ask(world, 'PUT', `/variations/${serviceId}`, list);
}

/** Resets every request to these paths of the provider's API. Without paths, it ends that. */
export async function breakConnections(world: World, ...paths: string[]): Promise<void> {
  await ask(world, 'PUT', '/outage', { paths });
}

/** Sets what our account at the provider holds. */
export async function setFloat(world: World, naira: number): Promise<void> {
  await ask(world, 'PUT', '/float', { naira });
}

/** Settles an order as the provider's staff does, and sends the callback. @returns whether that got an answer */
export async function settleAtProvider(
  world: World,
  providerRef: string | null | undefined,
  status: 'delivered' | 'reversed',
): Promise<unknown> {
  return (await ask(world, 'POST', `/settle/${providerRef}`, { status })).callback;
}

/** The provider's answer to a requery. It counts as one requery of a pending order. */
export function orderAtProvider(
  world: World,
  providerRef: string | null | undefined,
): Promise<Record<string, unknown>> {
  return ask(world, 'POST', '/api/requery', { request_id: providerRef });
}

/**
 * Returns the order at a provider and its charge, by the ledger of the sandbox. A test purchase has only its order;
 * nobody was asked, and its amount is null.
 */
export async function soldAs(
  world: World,
  ref: string,
): Promise<{ serviceID: string; variation_code?: string | null; amount: number | null } | undefined> {
  const row = await world.purchase(ref);
  if (world.mode === 'live')
    return (await world.ledger()).deliveries.find(({ request_id }) => request_id === row?.provider_ref);
  const [order] = await world.sql<{ serviceID: string; variation_code: string | null; amount: number | null }>(
    `SELECT provider_order ->> 'serviceId' AS "serviceID", provider_order ->> 'variationCode' AS variation_code,
            cost_kobo AS amount FROM purchase WHERE id = $1`,
    [row?.id],
  );
  return order;
}

/** Of the simulator, for a kilowatt-hour: the price and 7.5 % VAT. */
const SIMULATED_UNIT_NAIRA = 62.5 * 1.075;

/** The token and the units that the provider issued for an order, in whatever form the disco writes them. */
export async function tokenIssuedFor(
  world: World,
  providerRef: string | null | undefined,
): Promise<{ token: string; units: number }> {
  const [simulated] = await world.sql<{ token: string; naira: number }>(
    `SELECT o.token, p.amount_kobo::float8 / 100 AS naira
       FROM simulated_order o JOIN purchase p USING (provider_ref) WHERE o.provider_ref = $1`,
    [providerRef],
  );
  if (simulated !== undefined)
    return { token: simulated.token, units: Number((simulated.naira / SIMULATED_UNIT_NAIRA).toFixed(1)) };
  const { purchased_code, ...fields } = await orderAtProvider(world, providerRef);
  const units = Object.entries(fields).find(([name]) => /^(purchased|mainToken)?units$/i.test(name))?.[1];
  return { token: String(purchased_code).replace(/[^0-9]/g, ''), units: Number.parseFloat(String(units)) };
}

const keys = {
  'content-type': 'application/json',
  'api-key': sandboxKeys().VTPASS_API_KEY,
  'public-key': sandboxKeys().VTPASS_PUBLIC_KEY,
  'secret-key': sandboxKeys().VTPASS_SECRET_KEY,
};

async function ask(world: World, method: string, path: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(`${world.sandbox.url}${path}`, { method, headers: keys, body: JSON.stringify(body) });
  if (!answer.ok)
    throw new Error(`the sandbox answered ${method} ${path} with ${answer.status}: ${await answer.text()}`);
  return answer.json() as Promise<Record<string, unknown>>;
}
