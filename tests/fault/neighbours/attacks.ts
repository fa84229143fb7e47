import { randomUUID } from 'node:crypto';
import { airtime, cable, data, numberOf, type Product, prepaid } from '../../journey/support/products';
import { announce, eventBacklog, openFiles, purchaseBacklog } from './backlog';
import { lockWallets } from './lock-wallets';
import { hangingUrl, keepMoving, setUrls } from './receivers';
import { countOf, flood, type Request, type Siege } from './siege';

/** An attack of accounts on a resource that all share. All attacks go on at the same time, each by its own accounts. */
type Attack = {
  by: string;
  /** Fulfilled when the attackers have begun to take what they can. What goes on ends with the siege. */
  begin(siege: Siege): Promise<unknown>;
  /** Proves the attack: how much work of the attackers is waiting or under way, or was done. */
  size(siege: Siege): Promise<number>;
};

/** More than any process runs at a time. */
const SLOTS = 660;
const QUEUED = 1_000;
const HOUR_MS = 3_600_000;

const DELIVERED = numberOf('00');
const HANGS = numberOf('06');
/** Reset, HTTP 500, HTML, an empty float, half an answer. */
const FAILURES = ['07', '09', '11', '12', '14'].map((outcome) => numberOf(outcome));
const REQUERY_HANGS = numberOf('16');

/** Their requests hang: what fills every slot first, and then a few more for as long as the attack lasts. */
async function hang(siege: Siege, request: (n: number) => Request): Promise<void> {
  await flood(siege, { perSecond: 300, count: SLOTS }, request);
  siege.goesOn(flood(siege, { perSecond: 3 }, request));
}

const openPurchases = (siege: Siege) => countOf(siege, 'purchase', 'final_at IS NULL');
const purchases = (siege: Siege) => countOf(siege, 'purchase', 'true');
const openEvents = (siege: Siege) => countOf(siege, 'webhook_event', "state IN ('queued', 'sending')");
const openCalls = async ({ attackers }: Siege) => attackers.reduce((sum, { caller }) => sum + caller.waiting(), 0);

/** Events that were queued before anybody looks for them, of purchases that are left alone. */
async function queueEvents(siege: Siege): Promise<void> {
  const leftAlone = { windowMs: HOUR_MS, leaseMs: HOUR_MS };
  const events = await eventBacklog(siege, await purchaseBacklog(siege, QUEUED, DELIVERED, leftAlone));
  await announce(siege, 'webhooks', events);
}

export const ATTACKS: readonly Attack[] = [
  {
    by: 'orders in jobs that hang, and more of them',
    async begin(siege) {
      await announce(siege, 'airtime', await purchaseBacklog(siege, SLOTS, HANGS));
      siege.goesOn(flood(siege, { perSecond: 3 }, (n) => orderOf(turnOf([airtime, data], n), HANGS)));
    },
    size: openPurchases,
  },
  {
    by: 'electricity that hangs',
    begin: (siege) => hang(siege, () => orderOf(prepaid, HANGS)),
    size: openPurchases,
  },
  {
    by: 'orders of every product that fail',
    async begin(siege) {
      const products = [airtime, data, cable, prepaid];
      const request = (n: number) => orderOf(turnOf(products, n), turnOf(FAILURES, n));
      siege.goesOn(flood(siege, { perSecond: 5 }, request));
    },
    size: purchases,
  },
  {
    by: 'meters whose verification hangs',
    begin: (siege) => hang(siege, () => questionOf(HANGS)),
    size: openCalls,
  },
  {
    by: 'orders whose requery hangs',
    begin: (siege) => purchaseBacklog(siege, SLOTS, REQUERY_HANGS, { windowMs: HOUR_MS, leaseMs: 1 }),
    size: openPurchases,
  },
  {
    by: 'a thousand requeries that are due',
    begin: (siege) => purchaseBacklog(siege, QUEUED, DELIVERED, { windowMs: HOUR_MS, leaseMs: 1 }),
    size: purchases,
  },
  {
    by: 'a thousand events for receivers that hang, on one new host after another',
    async begin(siege) {
      await setUrls(siege, await hangingUrl(siege));
      await queueEvents(siege);
      siege.goesOn(keepMoving(siege));
    },
    size: openEvents,
  },
  {
    by: 'a thousand events for a path that hangs, on the host of the neighbour',
    async begin(siege) {
      const { receiver } = siege.neighbour;
      receiver.answerWith(({ path }) => (path === '/hangs' ? { kind: 'hang' } : { kind: 'answer', status: 200 }));
      await setUrls(siege, new URL('/hangs', receiver.url).href);
      await queueEvents(siege);
    },
    size: openEvents,
  },
  {
    by: 'ten files of a thousand orders of an account at once',
    begin: (siege) => openFiles(siege, QUEUED, DELIVERED),
    size: async (siege) => ((await purchases(siege)) > 0 ? countOf(siege, 'batch_row', "state = 'waiting'") : 0),
  },
  {
    by: 'orders for wallets that are locked',
    async begin(siege) {
      const accounts = siege.attackers.map(({ account }) => account.id);
      await lockWallets(siege, accounts, { holdMs: 10_000, everyMs: 10_010 });
      await flood(siege, { perSecond: 60, count: 60 }, () => orderOf(airtime, DELIVERED));
      siege.goesOn(flood(siege, { perSecond: 10 }, () => orderOf(airtime, DELIVERED)));
    },
    size: openCalls,
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
