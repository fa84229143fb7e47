import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiAnswer, TestAccount, World } from '@topup/testkit';
import { buy, PRODUCTS, type Product } from '../journey/support/products';
import { type ClientAnswer, finalOutcomeOf, outcomeOf } from './client-answers';
import { type Random, randomOf } from './random';
import type { TestBed } from './test-bed';

/**
 * What a client does with a purchase. `repeats`: sends it three times at once. `hangs up`: does not wait for the
 * answer.
 */
type Behaviour = 'waits' | 'repeats' | 'hangs up';

type PlannedPurchase = {
  account: TestAccount;
  product: Product;
  ref: string;
  recipient: string;
  behaviour: Behaviour;
  random: Random;
};

export type Clients = {
  /** Buys at an even rate, and sometimes 40 purchases at once. Fulfilled when all are answered after `until`. */
  buyUntil(seed: number, perSecond: number, until: AbortSignal): Promise<void>;
  /** Queries the status of every purchase that was ever tried. */
  queryAll(): Promise<void>;
  readonly answers: readonly ClientAnswer[];
  /** Every purchase that was tried, by reference. */
  readonly planned: ReadonlyMap<string, { account: TestAccount; product: Product; recipient: string }>;
};

const PATIENCE_MS = 60_000;
const products = Object.fromEntries(PRODUCTS.map((product) => [product.title, product]));
const popularity = { airtime: 50, data: 20, 'cable TV': 10, 'prepaid electricity': 15, 'postpaid electricity': 5 };
const behaviours: Record<Behaviour, number> = { waits: 86, repeats: 7, 'hangs up': 7 };
/** Weights of the sandbox's outcomes, by the two digits in a number. The provider delivers nearly half at once. */
const outcomes = {
  '00': 45, '01': 8, '02': 6, '03': 5, '04': 1, '05': 5, '06': 5, '07': 5,
  '08': 5, '09': 3, '10': 4, '11': 3, '12': 1, '13': 4, '14': 4, '15': 1,
} as const; // biome-ignore format: one table

/** `accounts`: who buys. Each request goes to any api process that runs. */
export function createClients(testBed: TestBed, accounts: readonly TestAccount[]): Clients {
  const { world } = testBed;
  const answers: ClientAnswer[] = [];
  const planned = new Map<string, PlannedPurchase>();

  async function ask(
    purchase: PlannedPurchase,
    asked: ClientAnswer['asked'],
    signal = AbortSignal.timeout(PATIENCE_MS),
  ): Promise<ClientAnswer> {
    const { ref, product, random } = purchase;
    const up = testBed.apis.flatMap((place) => place.current() ?? []);
    if (up.length === 0) return { ref, asked, synchronous: false, at: '', sentMs: 0, answeredMs: 0, outcome: null };
    const api = random.pick(up);
    const client = world.clientOf(api, purchase.account);
    const answer = {
      ref,
      asked,
      synchronous: asked === 'purchase' && product.synchronous,
      at: api.url,
      sentMs: performance.now(),
    };
    const note = (rest: Pick<ClientAnswer, 'outcome' | 'trouble'>) => {
      const noted = { ...answer, answeredMs: performance.now(), ...rest };
      answers.push(noted);
      return noted;
    };
    try {
      const answer: ApiAnswer =
        asked === 'purchase' ? await order(client, purchase, signal) : await status(client, ref, signal);
      return note({ outcome: outcomeOf(answer) });
    } catch (error) {
      return note({ outcome: null, trouble: error instanceof Error ? error.message : String(error) });
    }
  }

  async function run(purchase: PlannedPurchase): Promise<void> {
    const { random, behaviour } = purchase;
    planned.set(purchase.ref, purchase);
    if (behaviour === 'repeats') await Promise.all([1, 2, 3].map(() => ask(purchase, 'purchase')));
    if (behaviour === 'hangs up') await ask(purchase, 'purchase', AbortSignal.timeout(random.between(5, 800)));
    for (let tries = 1; tries <= 4; tries += 1) {
      // a client without an answer may query the status or repeat the order: both are right
      const asked = behaviour === 'waits' && (tries === 1 || random.chance(0.3)) ? 'purchase' : 'status';
      const { outcome } = await ask(purchase, asked);
      if (finalOutcomeOf(outcome) !== undefined || outcome === 'insufficient_balance') return;
      await sleep(random.between(300, 2_500));
    }
  }

  function planPurchase(seed: number, n: number): PlannedPurchase {
    const random = randomOf(seed, 'purchase', n);
    const product = products[random.weighted(popularity)] as Product;
    const outcome = random.weighted(outcomes);
    return {
      account: random.pick(accounts),
      product,
      ref: `chaos-${seed}-${n}`,
      recipient: random.chance(0.4)
        ? `0803${String(n % 10_000_000).padStart(7, '0')}`
        : `0800${outcome}0${random.between(0, 2)}${String(n % 1_000).padStart(3, '0')}`,
      behaviour: random.weighted(behaviours),
      random,
    };
  }

  return {
    answers,
    planned,
    async buyUntil(seed, perSecond, until) {
      const underWay = new Set<Promise<void>>();
      const pace = randomOf(seed, 'pace');
      for (let n = 1; !until.aborted; ) {
        const crowd = pace.chance(0.01) ? 40 : 1;
        for (let k = 0; k < crowd; k += 1, n += 1) {
          const going: Promise<void> = run(planPurchase(seed, n)).finally(() => underWay.delete(going));
          underWay.add(going);
        }
        await sleep((2_000 / perSecond) * pace.next());
      }
      await Promise.all(underWay);
    },
    async queryAll() {
      const all = [...planned.values()];
      for (let i = 0; i < all.length; i += 40)
        await Promise.all(all.slice(i, i + 40).map((purchase) => ask(purchase, 'status')));
    },
  };
}

type Client = ReturnType<World['clientOf']>;

const order = (client: Client, { product, ref, recipient }: PlannedPurchase, signal: AbortSignal) =>
  buy(client, product, ref, recipient, {}, signal);
const status = (client: Client, ref: string, signal: AbortSignal) =>
  client.call('POST', '/v1/transaction/status', { request_ref: ref }, signal);
