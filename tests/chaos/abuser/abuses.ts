import type { TestAccount } from '@topup/testkit';
import { airtime, data, numberOf, PRODUCTS, type Product } from '../../journey/support/products';
import type { ClientLog, ClientOrder } from '../client-log';
import type { Random } from '../random';
import { sendRaw, sendSlowly } from './raw-requests';

export type AbuseTools = {
  log: ClientLog;
  account: TestAccount;
  /** The URL of an api process that runs; undefined when none does. */
  api(random: Random): string | undefined;
  /** A reference of the others: used a while ago, or about to be used. */
  refOfOthers(random: Random): string;
  /** A reference that was never used. */
  newRef(): string;
  webhookUrl: string;
  until: AbortSignal;
};

/** One kind of abuse. `act` does it once. @returns the answer, for the report */
export type Abuse = { name: string; perSecond: number; act(tools: AbuseTools, random: Random): Promise<string> };

/**
 * A hanging order holds a permit for PROVIDER_TIMEOUT_MS of the run, 3 s. So 32 a second hold 48 permits of each of two
 * workers, and 42 hold 63 of each of two api processes.
 */
const HANGING_PER_SECOND = { airtime: 19, data: 13, synchronous: 42 };

const SYNCHRONOUS = PRODUCTS.filter(({ synchronous }) => synchronous);

/** Delivered and never answered, or neither; the first costs fewer requeries. */
const HANGING = { '05': 85, '06': 15 } as const;
/** Code 018, resets, errors, pages for JSON, truncated JSON, rejections. */
const FAILING = { '12': 40, '07': 10, '08': 5, '09': 15, '10': 5, '11': 10, '14': 5, '15': 5, '01': 5 } as const;
const BROKEN_LOOKUPS = { '05': 50, '06': 10, '07': 10, '09': 10, '11': 10, '14': 10 } as const;

export const abuses: readonly Abuse[] = [
  hanging(airtime, HANGING_PER_SECOND.airtime),
  hanging(data, HANGING_PER_SECOND.data),
  ...SYNCHRONOUS.map((product) => hanging(product, HANGING_PER_SECOND.synchronous / SYNCHRONOUS.length)),
  {
    name: 'orders that the provider fails',
    perSecond: 6,
    act: (tools, random) =>
      buy(tools, random, { ...fresh(tools, random), recipient: numberOf(random.weighted(FAILING)) }),
  },
  {
    name: 'invalid orders',
    perSecond: 4,
    act(tools, random) {
      const changes = random.pick([{ phone: '0803' }, { amount: -1 }, { amount: '1e3' }, { network: 'nobody' }]);
      return buy(tools, random, { ...fresh(tools, random), product: airtime, recipient: '08031234567', changes });
    },
  },
  {
    name: "orders with others' references",
    perSecond: 4,
    act: (tools, random) => buy(tools, random, { ...fresh(tools, random), ref: tools.refOfOthers(random) }),
  },
  {
    name: 'orders with a reference of its own again',
    perSecond: 2,
    async act(tools, random) {
      const order = fresh(tools, random);
      const again = { ...order, recipient: numberOf('01') };
      await buy(tools, random, order);
      return buy(tools, random, again);
    },
  },
  {
    name: 'status calls',
    perSecond: 12,
    async act(tools, random) {
      const own = () => `${tools.newRef()}-unknown`;
      const ref = random.chance(0.5) ? tools.refOfOthers(random) : random.chance(0.2) ? own() : latestRef(tools);
      return outcomeOf(await tools.log.ask('status', { ...fresh(tools, random), ref }, random));
    },
  },
  {
    name: 'lookups that fail or hang',
    perSecond: 6,
    async act(tools, random) {
      const product = random.pick(PRODUCTS.filter(({ verify }) => verify !== undefined));
      const recipient = numberOf(random.weighted(BROKEN_LOOKUPS));
      return outcomeOf(await tools.log.ask('lookup', { ...fresh(tools, random), product, recipient }, random));
    },
  },
  raw('price lists', 2, ({ account }) => ({
    method: 'GET',
    path: '/v1/data/plans',
    headers: { authorization: `Bearer ${account.apiKey}` },
  })),
  raw('webhook URL set again', 6, ({ account, webhookUrl }) => ({
    method: 'POST',
    path: '/v1/webhook/set',
    headers: json(account.apiKey),
    body: JSON.stringify({ webhook_url: webhookUrl }),
  })),
  raw('broken bodies', 3, ({ account }, random) => ({
    method: 'POST',
    path: random.pick(PRODUCTS).path,
    headers: json(account.apiKey),
    body: random.pick([
      '',
      '{',
      '[]',
      'null',
      '{"amount":1,"amount":2}',
      '\u0000',
      `{"phone":"${'8'.repeat(20_000)}"}`,
    ]),
  })),
  raw('wrong keys', 3, (_tools, random) => ({
    method: 'GET',
    path: '/v1/wallet/balance',
    headers: { authorization: `Bearer tup_live_${String(random.between(0, 1e9)).padStart(49, 'x')}` },
  })),
  {
    name: 'slow bodies',
    perSecond: 3,
    async act({ api, account, until }, random) {
      const url = api(random);
      return url === undefined ? 'no answer' : sendSlowly(url, account.apiKey, until);
    },
  },
];

/** Most of its clients hang up, as the abuser does not need the answer; the order goes on. */
function hanging(product: Product, perSecond: number): Abuse {
  return {
    name: `hanging orders of ${product.title}`,
    perSecond,
    act: (tools, random) =>
      buy(
        tools,
        random,
        { ...fresh(tools, random), product, recipient: numberOf(random.weighted(HANGING)) },
        random.chance(0.9) ? random.between(200, 600) : undefined,
      ),
  };
}

function raw(
  name: string,
  perSecond: number,
  request: (tools: AbuseTools, random: Random) => Parameters<typeof sendRaw>[1],
): Abuse {
  return {
    name,
    perSecond,
    async act(tools, random) {
      const url = tools.api(random);
      return url === undefined ? 'no answer' : sendRaw(url, request(tools, random));
    },
  };
}

const json = (apiKey: string) => ({ authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' });

const fresh = ({ account, newRef }: AbuseTools, random: Random): ClientOrder => ({
  account,
  product: random.pick(PRODUCTS),
  ref: newRef(),
  recipient: numberOf('00'),
});

/** The reference of the latest order that has an answer. */
function latestRef({ log, account, newRef }: AbuseTools): string {
  const latest = log.answers.findLast((answer) => answer.account === account.id && answer.asked === 'purchase');
  return latest?.ref ?? newRef();
}

async function buy({ log }: AbuseTools, random: Random, order: ClientOrder, hangUpMs?: number): Promise<string> {
  log.add(order);
  return outcomeOf(await log.ask('purchase', order, random, hangUpMs));
}

const outcomeOf = ({ outcome, hungUp }: Awaited<ReturnType<ClientLog['ask']>>): string =>
  outcome ?? (hungUp ? 'hung up' : 'no answer');
