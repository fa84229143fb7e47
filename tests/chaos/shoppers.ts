import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiAnswer, TestAccount, World } from '@topup/testkit';
import { buy, WARES, type Ware } from '../journey/support/wares';
import { type Random, randomOf } from './random';
import type { Stage } from './stage';
import { endIn, type Telling, toldBy } from './tellings';

/** What a client does with a purchase. `twins`: sends it three times at once. `hangs up`: does not wait for the answer. */
type Habit = 'waits' | 'twins' | 'hangs up';

type Errand = { account: TestAccount; ware: Ware; ref: string; recipient: string; habit: Habit; random: Random };

export type Shoppers = {
  /** Buys evenly, and sometimes in crowds, until told to stop; fulfilled when everyone has gone home. */
  shop(seed: number, perSecond: number, until: AbortSignal): Promise<void>;
  /** Asks for the status of every purchase that was ever tried. */
  askForAll(): Promise<void>;
  readonly tellings: readonly Telling[];
  /** By reference. */
  readonly errands: ReadonlyMap<string, { account: TestAccount; ware: Ware; recipient: string }>;
};

const PATIENCE_MS = 60_000;
const wares = Object.fromEntries(WARES.map((ware) => [ware.title, ware]));
const popularity = { airtime: 50, data: 20, 'cable TV': 10, 'prepaid electricity': 15, 'postpaid electricity': 5 };
const habits: Record<Habit, number> = { waits: 86, twins: 7, 'hangs up': 7 };
/** The two digits of the sandbox's numbers. Nearly half of all purchases go well, as far as the provider is concerned. */
const outcomes = {
  '00': 45, '01': 8, '02': 6, '03': 5, '04': 1, '05': 5, '06': 5, '07': 5,
  '08': 5, '09': 3, '10': 4, '11': 3, '12': 1, '13': 4, '14': 4, '15': 1,
} as const; // biome-ignore format: one table

/** `accounts`: who buys. All of them ask whichever api process is there. */
export function createShoppers(stage: Stage, accounts: readonly TestAccount[]): Shoppers {
  const { world } = stage;
  const tellings: Telling[] = [];
  const errands = new Map<string, Errand>();

  async function ask(
    errand: Errand,
    asked: Telling['asked'],
    signal = AbortSignal.timeout(PATIENCE_MS),
  ): Promise<Telling> {
    const { ref, ware, random } = errand;
    const up = stage.apis.flatMap((place) => place.current() ?? []);
    if (up.length === 0) return { ref, asked, synchronous: false, at: '', sentMs: 0, answeredMs: 0, told: null };
    const api = random.pick(up);
    const client = world.clientOf(api, errand.account);
    const telling = {
      ref,
      asked,
      synchronous: asked === 'purchase' && ware.synchronous,
      at: api.url,
      sentMs: performance.now(),
    };
    const note = (rest: Pick<Telling, 'told' | 'trouble'>) => {
      const noted = { ...telling, answeredMs: performance.now(), ...rest };
      tellings.push(noted);
      return noted;
    };
    try {
      const answer: ApiAnswer =
        asked === 'purchase' ? await order(client, errand, signal) : await status(client, ref, signal);
      return note({ told: toldBy(answer) });
    } catch (error) {
      return note({ told: null, trouble: error instanceof Error ? error.message : String(error) });
    }
  }

  async function run(errand: Errand): Promise<void> {
    const { random, habit } = errand;
    errands.set(errand.ref, errand);
    if (habit === 'twins') await Promise.all([1, 2, 3].map(() => ask(errand, 'purchase')));
    if (habit === 'hangs up') await ask(errand, 'purchase', AbortSignal.timeout(random.between(5, 800)));
    for (let tries = 1; tries <= 4; tries += 1) {
      // who has no answer may ask for the status, or send the same order again: both are right
      const asked = habit === 'waits' && (tries === 1 || random.chance(0.3)) ? 'purchase' : 'status';
      const { told } = await ask(errand, asked);
      if (endIn(told) !== undefined || told === 'insufficient_balance') return;
      await sleep(random.between(300, 2_500));
    }
  }

  function newErrand(seed: number, n: number): Errand {
    const random = randomOf(seed, 'errand', n);
    const ware = wares[random.weighted(popularity)] as Ware;
    const outcome = random.weighted(outcomes);
    return {
      account: random.pick(accounts),
      ware,
      ref: `chaos-${seed}-${n}`,
      recipient: random.chance(0.4)
        ? `0803${String(n % 10_000_000).padStart(7, '0')}`
        : `0800${outcome}0${random.between(0, 2)}${String(n % 1_000).padStart(3, '0')}`,
      habit: random.weighted(habits),
      random,
    };
  }

  return {
    tellings,
    errands,
    async shop(seed, perSecond, until) {
      const underWay = new Set<Promise<void>>();
      const pace = randomOf(seed, 'pace');
      for (let n = 1; !until.aborted; ) {
        const crowd = pace.chance(0.01) ? 40 : 1;
        for (let k = 0; k < crowd; k += 1, n += 1) {
          const going: Promise<void> = run(newErrand(seed, n)).finally(() => underWay.delete(going));
          underWay.add(going);
        }
        await sleep((2_000 / perSecond) * pace.next());
      }
      await Promise.all(underWay);
    },
    async askForAll() {
      const all = [...errands.values()];
      for (let i = 0; i < all.length; i += 40)
        await Promise.all(all.slice(i, i + 40).map((errand) => ask(errand, 'status')));
    },
  };
}

type Client = ReturnType<World['clientOf']>;

const order = (client: Client, { ware, ref, recipient }: Errand, signal: AbortSignal) =>
  buy(client, ware, ref, recipient, {}, signal);
const status = (client: Client, ref: string, signal: AbortSignal) =>
  client.call('POST', '/v1/transaction/status', { request_ref: ref }, signal);
