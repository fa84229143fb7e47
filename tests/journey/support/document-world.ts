import { randomUUID } from 'node:crypto';
import { type ApiAnswer, type ApiClient, eventually, startWorld, type World, type WorldOptions } from '@topup/testkit';
import { ledgerEntriesOf } from './books';
import { type Ops, operatorsOf } from './ops';
import { buy, numberOf, PRODUCTS, type Product } from './products';

/** How a purchase went: `late` is pending and delivered in the end, `reversed` is pending and comes to nothing. */
export type End = 'delivered' | 'rejected' | 'late' | 'reversed';

export type Sold = {
  product: Product;
  end: End;
  ref: string;
  recipient: string;
  answer: ApiAnswer;
  /** How long the client waited for it. */
  waitedMs: number;
  /** What was already there while the client was still waiting: how often it had been sent, and the wallet's ledger. */
  early: { status: string | undefined; sends: number | undefined; entries: string[] };
};

export type DocumentWorld = {
  world: World;
  ops: Ops;
  client: ApiClient;
  /** Every product with every end, bought at the same time; each `late` and `reversed` has ended by now. */
  sold: readonly Sold[];
  of(product: Product, end: End): Sold;
};

/**
 * Clients of airtime and data are waited for 2 s; those of cable TV and electricity for so long that nobody is answered because of that. A requery comes
 * inside the 2 s, and is not the last.
 */
const SETTINGS = {
  PURCHASE_WAIT_MS: '2000',
  SYNC_WAIT_MS: '20000',
  PROVIDER_TIMEOUT_MS: '6000',
  LEASE_MS: '8000',
  REQUERY_SCHEDULE: '600ms,3s,4s,5s,6s,7s',
};

/** A world with plans, in which what the document tells of has just happened. */
export async function startDocumentWorld(options: WorldOptions = {}): Promise<DocumentWorld> {
  const world = await startWorld({ ...options, settings: { ...SETTINGS, ...options.settings } });
  try {
    const ops = operatorsOf(world);
    await Promise.all([world.client.setWebhook(world.receiver.url), ops('catalogue', 'sync')]);
    const sold = await Promise.all(PRODUCTS.flatMap((product) => ENDS.map((end) => sell(world, product, end))));
    await eventually(
      () => world.sql('SELECT FROM purchase WHERE final_at IS NULL'),
      (open) => open.length === 0,
      20_000,
    );
    const of = (product: Product, end: End): Sold => {
      const found = sold.find((each) => each.product === product && each.end === end);
      if (found === undefined) throw new Error(`no ${end} ${product.title}`);
      return found;
    };
    return { world, ops, client: world.client, sold, of };
  } catch (error) {
    await world.stop();
    throw error;
  }
}

const ENDS: readonly End[] = ['delivered', 'rejected', 'late', 'reversed'];

/** Airtime and data are late because nobody answers for 4 s, the others because the provider says pending. */
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

async function sell(world: World, product: Product, end: End): Promise<Sold> {
  const ref = randomUUID();
  const recipient = recipientOf(product, end);
  const askedAt = performance.now();
  const answered = buy(world.client, product, ref, recipient).then((answer) => ({
    answer,
    waitedMs: performance.now() - askedAt,
  }));
  const row = await eventually(
    () => world.purchase(ref),
    (purchase) => purchase?.sends === 1,
  );
  const early = { status: row?.status, sends: row?.sends, entries: await ledgerEntriesOf(world, ref) };
  return { product, end, ref, recipient, early, ...(await answered) };
}
