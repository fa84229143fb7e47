import { randomUUID } from 'node:crypto';
import type { ApiAnswer, ApiClient, ApiProcess, TestAccount, World } from '@topup/testkit';

/** A client with a wallet of NGN 1,000 and a webhook, for the one purchase of NGN 100 that a fault is to meet. */
export type Customer = {
  readonly account: TestAccount;
  readonly ref: string;
  readonly phone: string;
  /** At the first api, unless another is given. */
  client(api?: ApiProcess): ApiClient;
  /** Orders under `ref`; may be repeated. */
  buy(api?: ApiProcess): Promise<ApiAnswer>;
};

let customers = 0;

/**
 * Opens an account of its own in the world, so that its balance and its events are this purchase's alone. The recipient is nobody else's either.
 * @param outcome four digits, `OODD` of the sandbox's numbers; without them the provider delivers at once
 */
export async function newCustomer(world: World, outcome?: string): Promise<Customer> {
  customers += 1;
  const account = await world.addAccount(1_000);
  const ref = randomUUID();
  const phone = outcome === undefined ? `0803${serial(7)}` : `0800${outcome}${serial(3)}`;
  const client = (api?: ApiProcess) => (api === undefined ? world.clientOf(first(world.apis), account) : world.clientOf(api, account));
  await client().setWebhook(world.receiver.url);
  return { account, ref, phone, client, buy: (api) => client(api).buyAirtime({ ref, phone, amount: 100 }) };
}

const serial = (digits: number) => String(customers).padStart(digits, '0');

/** @throws when there is none: a fault that hits nothing proves nothing */
export function first<T>(all: readonly T[]): T {
  return at(all, 0);
}

export function last<T>(all: readonly T[]): T {
  return at(all, -1);
}

function at<T>(all: readonly T[], index: number): T {
  const one = all.at(index);
  if (one === undefined) throw new RangeError('nothing there');
  return one;
}
