import { randomUUID } from 'node:crypto';
import type { ApiAnswer, ApiClient, ApiProcess, TestAccount, World } from '@topup/testkit';
import { airtime, buy, type Product } from '../journey/support/products';

/** A client with a webhook and a wallet of ten times the price, for the one purchase that meets a fault. */
export type Buyer = {
  readonly account: TestAccount;
  readonly ref: string;
  readonly product: Product;
  /** The phone, smartcard or meter number. */
  readonly recipient: string;
  /** At the first api by default. */
  client(api?: ApiProcess): ApiClient;
  /** Buys under `ref`; may be repeated. */
  buy(api?: ApiProcess): Promise<ApiAnswer>;
};

let buyers = 0;

/**
 * Opens an account and picks a recipient that no other purchase has, so that balance, events and deliveries are its
 * own.
 * @param order `product`: default airtime. `outcome`: `OODD` of the sandbox's numbers; default: delivered at once
 */
export async function newBuyer(
  world: World,
  { product = airtime, outcome }: { product?: Product; outcome?: string } = {},
): Promise<Buyer> {
  buyers += 1;
  const ref = randomUUID();
  const recipient = outcome === undefined ? `0803${serial(7)}` : `0800${outcome}${serial(3)}`;
  const account = await world.addAccount(10 * product.naira);
  const client = (api?: ApiProcess) => world.clientOf(api ?? first(world.apis), account);
  await client().setWebhook(world.receiver.url);
  return { account, ref, product, recipient, client, buy: (api) => buy(client(api), product, ref, recipient) };
}

const serial = (digits: number) => String(buyers).padStart(digits, '0');

/** @throws when there is none: a fault without a target proves nothing */
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
