import { acceptPurchase, createAccepter, createSettler } from '@topup/core/purchase';
import { type Db, newId, systemClock } from '@topup/core/shared';
import { createWebhookScheduler, type EventBody } from '@topup/core/webhook';
import type { DeliveryRow, NewKey, Role } from '@topup/dashboard-contract';
import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import express, { type Express } from 'express';
import request, { type Response } from 'supertest';
import { developerRoutes } from '../account/developers/developers.routes';
import { serveRoutes } from '../api';
import type { SignedIn } from '../auth/signed-in';
import { signedInUser } from './signed-in-user';

type Person = {
  userId: string;
  get(path: string): Promise<Response>;
  post(path: string, body?: object): Promise<Response>;
};
type Team = { accountId: string; owner: Person; member: Person };

/** The routes for an account's developers, with a database. */
type DeveloperWorld = {
  readonly db: Db;
  readonly app: Express;
  /** The events for which a worker was woken. */
  readonly enqueued: readonly string[];
  /** Every answer the tests have had. */
  readonly answers: readonly string[];
  /** A user with a session, who asks. */
  user(accountId: string | null, role: Role): Promise<Person>;
  team(): Promise<Team>;
  /** The same with an URL, a key, and one delivered event. */
  listened(): Promise<Team & { key: NewKey; reference: string; posted: EventBody; delivery: DeliveryRow }>;
  /** A purchase that was given up before it was sent, and what was posted about it. */
  sold(accountId: string): Promise<{ reference: string; posted: EventBody }>;
  /** Does with these events what a worker does, at a receiver that answers 500; returns what it was sent. */
  deliver(...eventIds: string[]): Promise<EventBody[]>;
};

const masterKey = Buffer.alloc(32, 7);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Registers the hooks that open and drop the world. What it returns is empty before its hook. */
export function openDeveloperWorld(): DeveloperWorld {
  const world = {} as DeveloperWorld;
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await testDatabase();
    Object.assign(world, createWorld(testPool(database.url, 12)));
  });
  afterAll(async () => {
    await world.db?.$disconnect();
    await database?.drop();
  });
  return world;
}

function createWorld(db: Db): DeveloperWorld {
  const enqueued: string[] = [];
  const answers: string[] = [];
  const users = new Map<string, SignedIn>();
  const findSignedIn = async ({ cookie }: NodeJS.Dict<string | string[]>) => users.get(String(cookie)) ?? null;
  const routes = developerRoutes({
    db,
    masterKey,
    allowPrivateWebhooks: false,
    requireHttpsWebhooks: false,
    eventsKeptDays: 90,
    enqueueEvent: (id) => void enqueued.push(id),
  });
  const app = express().use('/api', serveRoutes({ db, findSignedIn, log: quiet }, [routes]));

  async function user(accountId: string | null, role: Role) {
    const signedIn = await signedInUser(db, { accountId, role });
    const { userId } = signedIn;
    users.set(userId, signedIn);
    const ask = async (method: 'get' | 'post', path: string, body?: object) => {
      const answer = await request(app)[method](`/api${path}`).set('Cookie', userId).send(body);
      answers.push(answer.text);
      return answer;
    };
    return {
      userId,
      get: (path: string) => ask('get', path),
      post: (path: string, body: object = {}) => ask('post', path, body),
    };
  }

  async function team() {
    const accountId = await fundedAccount(db, 100_000n);
    return { accountId, owner: await user(accountId, 'owner'), member: await user(accountId, 'viewer') };
  }

  async function listened() {
    const one = await team();
    await one.owner.post('/webhook', { url: 'https://client.example/events' });
    const { body: key } = await one.owner.post('/keys', { name: 'first' });
    const { reference, posted } = await sold(one.accountId);
    const { body } = await one.member.get('/deliveries');
    return { ...one, key: key as NewKey, reference, posted, delivery: body.rows[0] as DeliveryRow };
  }

  async function sold(accountId: string): Promise<{ reference: string; posted: EventBody }> {
    const reference = `order-${newId()}`;
    const deps = { accepter: createAccepter({ db, clock: systemClock }), provider: { name: 'vtpass' } };
    const phone = '08030000001';
    const { id } = await acceptPurchase(
      deps,
      { accountId, keyId: null },
      {
        productType: 'AIRTIME',
        requestRef: reference,
        amountKobo: 10_000n,
        recipient: phone,
        details: { network: 'mtn', phone },
        description: 'MTN airtime',
        providerOrder: { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: phone },
      },
      15_000,
    );
    const settlement = {
      id,
      attempt: 1,
      basis: 'never_sent',
      targetStatus: 'refunded',
      cause: { code: 'start_deadline', detail: null },
      message: 'Airtime purchase failed.',
    } as const;
    const { eventId } = await createSettler(db).settle(settlement);
    const [posted] = await deliver(eventId ?? '');
    if (posted === undefined) throw new Error('nothing was posted');
    return { reference, posted };
  }

  async function deliver(...eventIds: string[]): Promise<EventBody[]> {
    const posted: EventBody[] = [];
    const lanes = createWebhookScheduler({
      db,
      clock: systemClock,
      log: quiet,
      observer: { webhookTried: () => undefined },
      poster: {
        async post({ body }) {
          posted.push(JSON.parse(body));
          return { httpStatus: 500, durationMs: 5, error: 'the receiver answered 500', response: '<h1>oops</h1>' };
        },
      },
      masterKeys: { current: masterKey },
      maxDeliveries: 8,
      maxPerHost: 8,
    });
    for (const id of eventIds) await lanes.deliver(id);
    return posted;
  }

  return { db, app, enqueued, answers, user, team, listened, sold, deliver };
}
