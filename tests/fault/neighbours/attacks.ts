import { randomUUID } from 'node:crypto';
import { eventually } from '@topup/testkit';
import { airtime, cable, data, numberOf, type Product, prepaid } from '../../journey/support/products';
import { announce, eventBacklog, purchaseBacklog } from './backlog';
import { lockWallets } from './lock-wallets';
import { hangingUrl, moveOnEverySecond, setUrls } from './receivers';
import { countOf, flood, type Request, type Siege } from './siege';

/** What all accounts share, and one of them could take for itself. */
export type Resource =
  | 'the accept queue'
  | 'sends of workers'
  | 'sends of the api'
  | 'lookups'
  | 'requeries'
  | 'webhook deliveries'
  | 'the dashboard';

export type Attack = {
  resource: Resource;
  /** What the attackers do. */
  by: string;
  settings?: Record<string, string>;
  /** What the neighbour lives with, also while nobody attacks. */
  always?(siege: Siege): unknown;
  /** Fulfilled when the attackers have taken what they can of the resource. What goes on ends with the siege. */
  begin(siege: Siege): Promise<unknown>;
  /** Proves the attack: how much work of the attackers is waiting or under way, or was done. */
  size(siege: Siege): Promise<number>;
};

/** More than any process runs at a time. */
const SLOTS = 660;
const QUEUED = 10_000;
const HOUR_MS = 3_600_000;

const DELIVERED = numberOf('00');
/** Delivered after 5 s: a backlog of them keeps permits busy, and not the processors. */
const SLOW = numberOf('00', 5);
const DELIVERED_UNSAID = numberOf('08');
const REJECTED = numberOf('01');
const HANGS = numberOf('06');
/** Reset, HTTP 500, HTML, an empty float, half an answer. */
const FAILURES = ['07', '09', '11', '12', '14'].map((outcome) => numberOf(outcome));
const REQUERY_HANGS = numberOf('16');

/** Their orders or questions hang: what fills every slot first, and then a few more for as long as the attack lasts. */
async function hang(siege: Siege, request: (n: number) => Request, more = 10): Promise<void> {
  await flood(siege, { perSecond: 300, count: SLOTS * siege.world.workers.length }, request);
  siege.goesOn(flood(siege, { perSecond: more }, request));
}

/** Their requests fail in every way. Fulfilled when some of each were sent. */
async function fail(siege: Siege, perSecond: number, request: (n: number) => Request): Promise<void> {
  await flood(siege, { perSecond, count: perSecond }, request);
  siege.goesOn(flood(siege, { perSecond }, request));
}

const openPurchases = (siege: Siege) => countOf(siege, 'purchase', 'final_at IS NULL');
const purchases = (siege: Siege) => countOf(siege, 'purchase', 'true');
const openEvents = (siege: Siege) => countOf(siege, 'webhook_event', "state IN ('queued', 'sending')");
const openCalls = async ({ attackers }: Siege) => attackers.reduce((sum, { caller }) => sum + caller.waiting(), 0);
const answers = async ({ attackers }: Siege) => attackers.reduce((sum, { caller }) => sum + caller.answered(), 0);

/** The neighbour's orders for such a number are delivered without an answer: only a requery finds it. */
function buyWithoutAnswer({ neighbour }: Siege): void {
  const habit = neighbour.buy(airtime, DELIVERED_UNSAID);
  neighbour.also({ ...habit, kind: 'airtime without an answer', perSecond: 1 });
}

/** Events that were queued before anybody looks for them, of purchases that are left alone. */
async function queueEvents(siege: Siege): Promise<void> {
  const leftAlone = { windowMs: HOUR_MS, leaseMs: HOUR_MS };
  const events = await eventBacklog(siege, await purchaseBacklog(siege, QUEUED, DELIVERED, leftAlone));
  await announce(siege, 'webhooks', events);
}

/** Without an attack the neighbour is served: what the others find is not the harness. */
export const NOBODY: Attack = {
  resource: 'sends of workers',
  by: 'nothing',
  begin: async () => undefined,
  size: async () => Number.POSITIVE_INFINITY,
};

export const IN_JOBS: Attack = {
  resource: 'sends of workers',
  by: '10,000 slow orders in jobs',
  begin: async (siege) => announce(siege, 'airtime', await purchaseBacklog(siege, QUEUED, SLOW)),
  size: openPurchases,
};

/** The first of each resource is its main one. */
export const ATTACKS: readonly Attack[] = [
  {
    resource: 'the accept queue',
    by: 'orders for wallets that are locked',
    // refunds and other api processes lock a wallet for moments like these
    always: (siege) => lockWallets(siege, [siege.neighbour.account.id], { holdMs: 30, everyMs: 250 }),
    async begin(siege) {
      const accounts = siege.attackers.map(({ account }) => account.id);
      await lockWallets(siege, accounts, { holdMs: 10_000, everyMs: 10_010 });
      await flood(siege, { perSecond: 60, count: 60 }, () => orderOf(airtime, DELIVERED));
      siege.goesOn(flood(siege, { perSecond: 60 }, () => orderOf(airtime, DELIVERED)));
    },
    size: openCalls,
  },
  {
    resource: 'the accept queue',
    by: 'a flood of orders that are rejected and refunded',
    begin: (siege) => fail(siege, 100, (n) => orderOf(turnOf([airtime, data, cable, prepaid], n), REJECTED)),
    size: purchases,
  },
  {
    resource: 'sends of workers',
    by: 'airtime and data that hang (shared slots)',
    async begin(siege) {
      await hang(siege, (n) => orderOf(turnOf([airtime, data], n), HANGS));
      // what the api has still to take in is its own load, and not a slot
      await eventually(
        () => openPurchases(siege),
        (open) => open >= SLOTS,
      );
    },
    size: openPurchases,
  },
  {
    resource: 'sends of workers',
    by: 'airtime and data that fail (shared breakers)',
    begin: (siege) => fail(siege, 30, (n) => orderOf(turnOf([airtime, data], n), turnOf(FAILURES, n))),
    size: purchases,
  },
  IN_JOBS,
  {
    resource: 'sends of workers',
    by: '10,000 slow orders in the database alone',
    begin: (siege) => purchaseBacklog(siege, QUEUED, SLOW),
    size: openPurchases,
  },
  {
    resource: 'sends of the api',
    by: 'electricity that hangs (shared slots)',
    begin: (siege) => hang(siege, () => orderOf(prepaid, HANGS)),
    size: openPurchases,
  },
  {
    resource: 'sends of the api',
    by: 'cable TV and electricity that fail (shared breakers)',
    begin: (siege) => fail(siege, 30, (n) => orderOf(turnOf([cable, prepaid], n), turnOf(FAILURES, n))),
    size: purchases,
  },
  {
    resource: 'lookups',
    by: 'meters whose verification hangs (shared slots)',
    begin: (siege) => hang(siege, () => questionOf(HANGS), 3),
    size: openCalls,
  },
  {
    resource: 'lookups',
    by: 'meters whose verification fails (shared breakers)',
    begin: (siege) => fail(siege, 10, (n) => questionOf(turnOf(FAILURES, n))),
    size: answers,
  },
  {
    resource: 'requeries',
    by: 'orders whose requery hangs',
    always: buyWithoutAnswer,
    async begin(siege) {
      await announce(siege, 'airtime', await purchaseBacklog(siege, SLOTS, REQUERY_HANGS));
      // a sweep holds what it takes for longer than the provider has until the first requery
      await eventually(
        () => countOf(siege, 'purchase', "sends = 1 AND next_check_at > clock_timestamp() + interval '30 s'"),
        (requeried) => requeried > 0,
      );
    },
    size: openPurchases,
  },
  {
    resource: 'requeries',
    by: '10,000 orders that are due',
    always: buyWithoutAnswer,
    settings: { REQUERY_SCHEDULE: '5s,1h,24h' },
    begin: (siege) => purchaseBacklog(siege, QUEUED, DELIVERED, { windowMs: HOUR_MS, leaseMs: 1 }),
    size: openPurchases,
  },
  {
    resource: 'webhook deliveries',
    by: '10,000 events for receivers that hang, on one host',
    async begin(siege) {
      await setUrls(siege, await hangingUrl(siege));
      await queueEvents(siege);
    },
    size: openEvents,
  },
  {
    resource: 'webhook deliveries',
    by: '10,000 events for receivers that hang, on a new host every second',
    async begin(siege) {
      await setUrls(siege, await hangingUrl(siege));
      await queueEvents(siege);
      siege.goesOn(moveOnEverySecond(siege));
    },
    size: openEvents,
  },
  {
    resource: 'webhook deliveries',
    by: '10,000 events for a path that hangs, on the host of the neighbour',
    async begin(siege) {
      const { receiver } = siege.neighbour;
      receiver.answerWith(({ path }) => (path === '/hangs' ? { kind: 'hang' } : { kind: 'answer', status: 200 }));
      await setUrls(siege, new URL('/hangs', receiver.url).href);
      await queueEvents(siege);
    },
    size: openEvents,
  },
];

const orderOf = (product: Product, recipient: string): Request => ({
  path: product.path,
  body: { ...product.body(recipient, product.naira), request_ref: randomUUID() },
});

const questionOf = (meter_number: string): Request => ({
  path: '/v1/electricity/verify',
  body: { disco: 'ikeja-electric', meter_number, meter_type: 'prepaid' },
});

const turnOf = <T>(all: readonly T[], n: number): T => all[n % all.length] as T;
