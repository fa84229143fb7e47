import { setWebhookUrl } from '@topup/core/account';
import { NO_ORIGIN } from '@topup/core/audit';
import { type CatalogueSource, syncCatalogue } from '@topup/core/catalogue';
import { createFairQuota } from '@topup/core/flow';
import type { Lookup, ProviderTerms, RequeryOutcome, SendOutcome, Variation } from '@topup/core/provider';
import { ACCEPT_CONNECTIONS, type Order } from '@topup/core/purchase';
import { storedQueues } from '@topup/core/queue';
import { newId, systemClock } from '@topup/core/shared';
import type { Role } from '@topup/dashboard-contract';
import { createQueueCounts } from '@topup/runtime';
import { fundedAccount, grantedRole, testDatabase, testPool } from '@topup/testkit';
import express from 'express';
import request from 'supertest';
import { forOperators, serveRoutes } from '../api';
import type { Deps } from '../deps';
import { MOST_EXPORTS } from '../http/csv';
import { errorHandler } from '../http/error-handler';
import { createBackgroundRuns } from '../operator/background-runs';
import { type OperatorRoutesDeps, operatorRoutes } from '../operator/operator.routes';
import { scriptedCollector } from './scripted-collector';
import { createSeller, quiet, rules } from './seller';
import { enrolOldFactor, proveFactor, signedInUser } from './signed-in-user';

export type OperatorWorld = Awaited<ReturnType<typeof operatorWorld>>;

export const OPERATOR = 'ops@topup.example';
export const PHONE = '08030000001';
export const METER = '45022333444';

const toPhone: ProviderTerms = { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: PHONE };

const ORDERS: Record<'AIRTIME' | 'ELECTRICITY', Omit<Order, 'requestRef' | 'amountKobo'>> = {
  AIRTIME: {
    productType: 'AIRTIME',
    recipient: PHONE,
    description: `MTN airtime of NGN 100.00 for ${PHONE}`,
    details: { network: 'mtn', phone: PHONE },
    providerOrder: toPhone,
  },
  ELECTRICITY: {
    productType: 'ELECTRICITY',
    recipient: METER,
    description: `ikeja-electric prepaid electricity of NGN 100.00 for meter ${METER}`,
    details: { disco: 'ikeja-electric', meter_number: METER },
    providerOrder: { ...toPhone, serviceId: 'ikeja-electric', variationCode: 'prepaid' },
  },
};

/** The provider's answers; each may be a promise that is kept later. */
type Scripted = {
  requery: () => RequeryOutcome;
  balance: () => Lookup<bigint> | Promise<Lookup<bigint>>;
  /** Of each of the others. */
  otherBalance: () => Lookup<bigint> | Promise<Lookup<bigint>>;
  variations: (serviceId: string) => Lookup<Variation[]> | Promise<Lookup<Variation[]>>;
  balanceReads: number;
};

const BY_WORKER = { actor: { kind: 'system', process: 'worker' }, origin: NO_ORIGIN } as const;

/**
 * The dashboard's API on a database of its own, with the rights that the dashboard has in production, and with a
 * provider that a test scripts. `db` is the owner's. Who asks is said by a header, because signing in is not what is
 * tested.
 */
async function operatorWorld(others: CatalogueSource[]) {
  const database = await testDatabase();
  const role = await grantedRole(database.url, 'dashboard');
  const db = testPool(database.url);
  const dashboardDb = testPool(role.url, 6);
  const moneyDb = testPool(database.url, ACCEPT_CONNECTIONS);
  const enqueued = { events: [] as string[], notifications: [] as string[] };
  const provider: Scripted = {
    requery: () => ({ kind: 'missing' }),
    balance: () => ({ kind: 'found', value: 123_456_00n }),
    otherBalance: () => ({ kind: 'found', value: 500_00n }),
    variations: () => ({ kind: 'found', value: [] }),
    balanceReads: 0,
  };
  const dataServices = [
    { serviceId: 'mtn-data', network: 'MTN' },
    { serviceId: 'glo-data', network: 'GLO' },
  ] as const;
  const runs = createBackgroundRuns(quiet);
  const collector = scriptedCollector();
  const store = { redisUrl: undefined, databaseUrl: role.url };
  const queueCounts = createQueueCounts(store, storedQueues, quiet);
  const deps: OperatorRoutesDeps & Pick<Deps, 'findSignedIn'> = {
    db: dashboardDb,
    clock: systemClock,
    log: quiet,
    findSignedIn: async (headers) => {
      const role = headers['x-role'] as Role | undefined;
      if (role === undefined) return null;
      const email = String(headers['x-email'] ?? OPERATOR);
      if (role === 'operator') {
        const operator = await signedInUser(db, { role, accountId: null, email });
        if (headers['x-factor'] === 'old') await enrolOldFactor(db, operator);
        if (headers['x-factor'] !== undefined) await proveFactor(db, operator, 1_000);
        return operator;
      }
      return { userId: newId(), email, name: 'Ada', role, accountId: newId(), sessionId: newId(), mustEnrol: false };
    },
    mailer: null,
    site: {
      url: 'https://dashboard.example',
      apiUrl: 'https://api.example',
      name: 'Ada’s Top-Ups',
      support: undefined,
    },
    collector,
    exports: createFairQuota(MOST_EXPORTS),
    defaultLimits: { purchases: 6_000, status: 600, lookups: 300, other: 300 },
    operator: {
      providers: [
        {
          name: 'vtpass',
          dataServices,
          variations: async (serviceId) => provider.variations(serviceId),
          balance: async () => {
            provider.balanceReads += 1;
            return provider.balance();
          },
        },
        ...others.map((other) => ({ ...other, balance: async () => provider.otherBalance() })),
      ],
      requery: { provider: { requery: async () => provider.requery() }, log: quiet, rules },
      enqueueEvent: (id: string) => void enqueued.events.push(id),
      enqueueNotification: (id: string) => void enqueued.notifications.push(id),
      queueCounts,
      runs,
      openAuditDatabase: () => testPool(role.url, 1),
    },
  };
  const app = express()
    .use('/api', serveRoutes(deps, [forOperators(operatorRoutes(deps))]))
    .use(errorHandler(deps));
  const seller = createSeller(moneyDb);

  const stored = (requestRef: string) => db.purchase.findFirstOrThrow({ where: { requestRef } });
  const call = (method: 'get' | 'post', path: string, role: Role | null = 'operator', email = OPERATOR) => {
    const made = request(app)[method](path);
    return role === null ? made : made.set('X-Role', role).set('X-Email', email);
  };

  return {
    db,
    deps,
    enqueued,
    provider,
    collector,
    runs,
    call,
    get: (path: string) => call('get', `/api/operator${path}`),
    post: (path: string, body: object = {}) => call('post', `/api/operator${path}`).send(body),
    /** The same by an operator who has proved a factor: one that is a day old, or the one that they have. */
    postAs: (email: string, path: string, body: object = {}, factor: 'old' | 'own' = 'old') =>
      call('post', `/api/operator${path}`, 'operator', email).set('X-Factor', factor).send(body),
    /** A worker reads the same lists: what the dashboard added is for sale from then on. */
    workerSyncs: () => syncCatalogue({ db, by: BY_WORKER, providers: deps.operator.providers }, () => undefined),
    /** An account with ten thousand naira and a URL for its webhooks. */
    async account(): Promise<{ id: string; name: string }> {
      const id = await fundedAccount(db, 1_000_000n);
      await setWebhookUrl(db, id, 'https://client.example/hooks/s3cret');
      return db.account.findUniqueOrThrow({ where: { id }, select: { id: true, name: true } });
    },
    /** A purchase for a hundred naira that nobody has sent yet. @returns its reference */
    async buy(accountId: string, product: 'AIRTIME' | 'ELECTRICITY' = 'AIRTIME', reference = newId()): Promise<string> {
      await seller.accept(accountId, { ...ORDERS[product], requestRef: reference, amountKobo: 10_000n });
      return reference;
    },
    /** Sends it, with this answer; with null its send is still under way. */
    send: async (reference: string, answer: SendOutcome | null) => seller.send((await stored(reference)).id, answer),
    /** Sends it to these providers in turn, as their answers allow. */
    sendAlong: async (reference: string, answers: Record<string, SendOutcome>) =>
      seller.sendAlong((await stored(reference)).id, answers),
    stored,
    /** Returns the audit entries of a subject, the oldest first. */
    recordedOf: async (subject: string) =>
      (await db.auditLog.findMany({ where: { subject }, orderBy: { id: 'asc' } })).map(
        ({ action, note, before, after, details, userEmail }) => {
          return { action, note, before, after, details, userEmail };
        },
      ),
    async close() {
      await runs.idle();
      await queueCounts.close();
      await Promise.all([db, dashboardDb, moneyDb].map((each) => each.$disconnect()));
      await role.drop();
      await database.drop();
    },
  };
}

/**
 * Opens one world for the tests of a file, and closes it after them. `others`: the providers besides the first. `pages`
 * reads a list to its end.
 */
export function openOperatorWorld({ others = [] }: { others?: CatalogueSource[] } = {}) {
  let opened: OperatorWorld | undefined;
  beforeAll(async () => {
    opened = await operatorWorld(others);
  });
  afterAll(() => opened?.close());
  const world = (): OperatorWorld => {
    if (opened === undefined) throw new Error('the world opens before the first test');
    return opened;
  };
  const get = (path: string) => world().get(path);
  const post = (path: string, body?: object) => world().post(path, body);

  async function pages(path: string): Promise<{ rows: Record<string, unknown>[]; pages: number }> {
    const rows: Record<string, unknown>[] = [];
    let next = '';
    for (let count = 1; ; count += 1) {
      const { body } = await get(`${path}${next && `${path.includes('?') ? '&' : '?'}cursor=${next}`}`).expect(200);
      rows.push(...body.rows);
      if (body.next === null) return { rows, pages: count };
      next = body.next;
    }
  }

  return { world, get, post, pages };
}
