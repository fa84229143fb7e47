import { randomUUID } from 'node:crypto';
import { type ApiAnswer, type ApiClient, eventually, startWorld, type World, type WorldOptions } from '@topup/testkit';
import { ledgerEntriesOf } from './books';
import { type Ops, operatorsOf } from './ops';
import { buy, numberOf, PRODUCTS, type Product } from './products';

/** How a purchase went. `late`: pending, then delivered. `reversed`: pending, then failed. */
export type End = 'delivered' | 'rejected' | 'late' | 'reversed';

type MadePurchase = {
  product: Product;
  end: End;
  ref: string;
  answer: ApiAnswer;
  /** How long the client waited for the answer. */
  waitedMs: number;
  /** The row and its ledger entries when the purchase was first seen as sent, while the client still waited. */
  early: { status: string | undefined; sends: number | undefined; entries: string[] };
};

export type WorldWithPurchases = {
  world: World;
  ops: Ops;
  client: ApiClient;
  /** One purchase of every product with every end. All are final. */
  purchases: readonly MadePurchase[];
  of(product: Product, end: End): MadePurchase;
};

/**
 * The window of airtime and data is 2 s, with one requery inside it and more after it. The window of cable TV and
 * electricity is longer than all their purchases take.
 */
export const DOCUMENTED_WINDOWS = {
  PURCHASE_WAIT_MS: '2000',
  SYNC_WAIT_MS: '20000',
  PROVIDER_TIMEOUT_MS: '6000',
  REQUERY_SCHEDULE: '600ms,3s,4s,5s,6s,7s',
};

/** Starts a world with a synced catalogue and a webhook, and makes the purchases in it. Takes about 10 s. */
export async function startWorldWithPurchases(options: WorldOptions = {}): Promise<WorldWithPurchases> {
  const world = await startWorld({ ...options, settings: { ...DOCUMENTED_WINDOWS, ...options.settings } });
  try {
    const ops = operatorsOf(world);
    await Promise.all([world.client.setWebhook(world.receiver.url), ops('catalogue', 'sync')]);
    // the first purchase of new processes takes longer than the others, which have a window of 2 s
    await world.clientFor(await world.addAccount(1_000)).buyAirtime({ ref: randomUUID() });
    const purchases = await Promise.all(PRODUCTS.flatMap((product) => ENDS.map((end) => make(world, product, end))));
    await eventually(
      () => world.sql('SELECT FROM purchase WHERE final_at IS NULL'),
      (open) => open.length === 0,
      20_000,
    );
    const of = (product: Product, end: End): MadePurchase => {
      const found = purchases.find((each) => each.product === product && each.end === end);
      if (found === undefined) throw new Error(`no ${end} ${product.title}`);
      return found;
    };
    return { world, ops, client: world.client, purchases, of };
  } catch (error) {
    await world.stop();
    throw error;
  }
}

const ENDS: readonly End[] = ['delivered', 'rejected', 'late', 'reversed'];

/** Late airtime and data: the provider answers after 4 s. The others: the provider says pending. */
function recipientOf({ synchronous }: Product, end: End): string {
  switch (end) {
    case 'delivered':
      return numberOf('00');
    case 'rejected':
      return numberOf('01');
    case 'late':
      return synchronous ? numberOf('02') : numberOf('00', 4);
    case 'reversed':
      return numberOf('03');
    default:
      return end satisfies never;
  }
}

async function make(world: World, product: Product, end: End): Promise<MadePurchase> {
  const ref = randomUUID();
  const askedAt = performance.now();
  const answered = buy(world.client, product, ref, recipientOf(product, end)).then((answer) => ({
    answer,
    waitedMs: performance.now() - askedAt,
  }));
  const row = await eventually(
    () => world.purchase(ref),
    (purchase) => purchase?.sends === 1,
  );
  const early = { status: row?.status, sends: row?.sends, entries: await ledgerEntriesOf(world, ref) };
  return { product, end, ref, early, ...(await answered) };
}
