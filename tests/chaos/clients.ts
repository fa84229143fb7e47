import { setTimeout as sleep } from 'node:timers/promises';
import type { TestAccount } from '@topup/testkit';
import { PRODUCTS, type Product } from '../journey/support/products';
import { type ClientAnswer, finalOutcomeOf, keyOf } from './client-answers';
import type { ClientLog, ClientOrder } from './client-log';
import { type Random, randomOf } from './random';

/**
 * A client's way with a purchase. `repeats`: sends it three times at once. `hangs up`: does not wait for the
 * answer.
 */
type Behaviour = 'waits' | 'repeats' | 'hangs up';

type PlannedPurchase = ClientOrder & { behaviour: Behaviour; looksUp: boolean; random: Random };

export type Clients = {
  /** Buys at an even rate, and sometimes 40 purchases at once. Fulfilled after `until`, when all answers have come. */
  buyUntil(perSecond: number, until: AbortSignal): Promise<void>;
  /** Queries the status of every purchase without a final answer, and of others, as many as the rate limit allows. */
  queryAtLast(): Promise<void>;
  /** A reference that the next minute will use, or the last one has used. */
  refNear(random: Random): string;
};

const products = Object.fromEntries(PRODUCTS.map((product) => [product.title, product]));
const popularity = {
  ...Object.fromEntries(PRODUCTS.map(({ title }) => [title, 5])),
  ...{ airtime: 50, data: 20, 'cable TV': 10, 'prepaid electricity': 15 },
};
/** A crowd tops up phones: at once, as many cable TV orders as that would be more than the quota of an account. */
const crowdPopularity = { airtime: 70, data: 30 };
const CROWD = 40;
const behaviours: Record<Behaviour, number> = { waits: 86, repeats: 7, 'hangs up': 7 };
/**
 * Weights of the sandbox's outcomes, by the two digits in a number. The provider delivers nearly half at once. Only the
 * abuser buys for 12 (code 018).
 */
const outcomes = {
  '00': 45, '01': 8, '02': 6, '03': 5, '04': 1, '05': 5, '06': 5, '07': 5,
  '08': 5, '09': 3, '10': 4, '11': 3, '13': 4, '14': 4, '15': 1,
} as const; // biome-ignore format: one table

/**
 * Meters of ordinary numbers whose tokens have these forms (docs/reference/sandbox.md). Not those that stay in doubt
 * until somebody looks at them: 6 and 8.
 */
const TOKEN_FORMS = ['1', '2', '3', '4', '5', '7', '9'];

/**
 * Statuses that are queried at once in the end. The default limit is 600 a minute for one account, and four accounts
 * buy.
 */
const QUERIES_PER_MINUTE = 1_600;

/** After it a client asks no more. */
const isLast = ({ asked, outcome }: Pick<ClientAnswer, 'asked' | 'outcome'>): boolean =>
  asked !== 'lookup' && (finalOutcomeOf(outcome) !== undefined || outcome === 'insufficient_balance');

/** `accounts`: who buys. Each request goes to any api process that runs. */
export function createClients(log: ClientLog, accounts: readonly TestAccount[], seed: number): Clients {
  const planned: PlannedPurchase[] = [];
  const refOf = (n: number) => `chaos-${seed}-${n}`;

  async function run(purchase: PlannedPurchase): Promise<void> {
    const { random, behaviour } = purchase;
    planned.push(purchase);
    log.add(purchase);
    if (purchase.looksUp) await log.ask('lookup', purchase, random);
    if (behaviour === 'repeats') await Promise.all([1, 2, 3].map(() => log.ask('purchase', purchase, random)));
    if (behaviour === 'hangs up') await log.ask('purchase', purchase, random, random.between(5, 800));
    for (let tries = 1; tries <= 4; tries += 1) {
      // a client without an answer may query the status or repeat the order: both are right
      const asked = behaviour === 'waits' && (tries === 1 || random.chance(0.3)) ? 'purchase' : 'status';
      const { outcome } = await log.ask(asked, purchase, random);
      if (isLast({ asked, outcome })) return;
      await sleep(random.between(300, 2_500));
    }
  }

  function planPurchase(n: number, crowd: boolean): PlannedPurchase {
    const random = randomOf(seed, 'purchase', n);
    const product = products[crowd ? random.weighted(crowdPopularity) : random.weighted(popularity)] as Product;
    const outcome = random.weighted(outcomes);
    const ordinary = random.chance(0.4);
    return {
      account: random.pick(accounts),
      product,
      ref: refOf(n),
      recipient: ordinary
        ? ordinaryNumber(n, product, random)
        : `0800${outcome}0${random.between(0, 2)}${String(n % 1_000).padStart(3, '0')}`,
      behaviour: random.weighted(behaviours),
      looksUp: product.verify !== undefined && ordinary && random.chance(0.5),
      random,
    };
  }

  /** Most prepaid meters need a new key. */
  function ordinaryNumber(n: number, { title }: Product, random: Random): string {
    const digits = String(n % 10_000_000).padStart(7, '0');
    const needsKey = title === 'prepaid electricity' && random.chance(0.8);
    return needsKey ? `4${digits}7770${random.pick(TOKEN_FORMS)}` : `0803${digits}`;
  }

  /** Every purchase without a final answer, and of the others as many as fit into one minute. */
  function toQuery(): PlannedPurchase[] {
    const answered = new Set(log.answers.filter(isLast).map(keyOf));
    const isAnswered = ({ account, ref }: ClientOrder) => answered.has(keyOf({ account: account.id, ref }));
    const open = planned.filter((purchase) => !isAnswered(purchase));
    const final = randomOf(seed, 'queries').shuffled(planned.filter(isAnswered));
    return [...open, ...final.slice(0, Math.max(0, QUERIES_PER_MINUTE - open.length))];
  }

  return {
    async buyUntil(perSecond, until) {
      const underWay = new Set<Promise<void>>();
      const pace = randomOf(seed, 'pace');
      for (let n = 1; !until.aborted; ) {
        const crowd = pace.chance(0.01);
        for (let k = 0; k < (crowd ? CROWD : 1); k += 1, n += 1) {
          const going: Promise<void> = run(planPurchase(n, crowd)).finally(() => underWay.delete(going));
          underWay.add(going);
        }
        await sleep((2_000 / perSecond) * pace.next());
      }
      await Promise.all(underWay);
    },
    async queryAtLast() {
      const queried = toQuery();
      for (let i = 0; i < queried.length; i += 40) {
        if (i > 0 && i % QUERIES_PER_MINUTE === 0) await sleep(61_000);
        await Promise.all(queried.slice(i, i + 40).map((purchase) => log.ask('status', purchase, purchase.random)));
      }
    },
    refNear: (random) => refOf(Math.max(1, planned.length + random.between(-100, 100))),
  };
}
