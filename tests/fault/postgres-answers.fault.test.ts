import { isDeepStrictEqual } from 'node:util';
import { productTypes } from '@topup/core/product';
import {
  type ApiAnswer,
  type ApiClient,
  documentedLookups,
  eventually,
  type OwnPostgres,
  startOwnPostgres,
  startWorld,
  type World,
} from '@topup/testkit';
import { Client } from 'pg';
import { newBuyer } from './buyer';
import { verifyAndStop } from './expect-end';
import { backends } from './processes';
import { untilServerDown } from './until-server-down';

type Call = (client: ApiClient, ref: string) => Promise<Pick<ApiAnswer, 'status' | 'headers'>>;
type Routes = Record<string, Call>;

/** Their answer is read from the database. */
const READS: Routes = {
  'GET /v1/wallet/balance': (client) => client.balance(),
  'GET /v1/data/plans': (client) => client.dataPlans(),
  'GET /v1/webhook/get': (client) => client.call('GET', '/v1/webhook/get'),
  'POST /v1/transaction/status': (client, ref) => client.status(ref),
};
/** The database knows only their key. */
const LOOKUPS: Routes = Object.fromEntries(
  documentedLookups().map(({ path, example }) => [`POST ${path}`, (client) => client.call('POST', path, example)]),
);
const WRITES: Routes = {
  'POST /v1/webhook/set': (client) => client.setWebhook('https://example.com/hook'),
};
const PURCHASES: Routes = Object.fromEntries(
  productTypes.map((product) => [product, (client, ref) => client.buy(product, { ref: `${ref}-${product}` })]),
);

const ROUTES: Routes = { ...READS, ...LOOKUPS, ...WRITES, ...PURCHASES };

type Told = { status: number; code: unknown; retryAfter: unknown };
const OK: Told = { status: 200, code: undefined, retryAfter: undefined };
const UNAVAILABLE: Told = { status: 500, code: 'unavailable', retryAfter: '1' };
const UNKNOWN: Told = { status: 500, code: 'outcome_unknown', retryAfter: undefined };

let postgres: OwnPostgres;
let world: World;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  world = await startWorld({ databaseUrl: postgres.url, throughProxies: true });
});
afterAll(async () => {
  await verifyAndStop(world);
  await postgres?.remove();
});

describe('a client is told that the service is broken, when the database is away for a while', () => {
  test('ended connections: what only reads is read again, and nobody notices', async () => {
    const sold = await newSale();
    const release = await holding('LOCK TABLE wallet, purchase, account, data_plan IN ACCESS EXCLUSIVE MODE');
    const answers = ask(READS, sold);
    try {
      await eventually(waiting, (pids) => pids.length >= Object.keys(READS).length);
      await world.sql(`SELECT pg_terminate_backend(pid) FROM (${WAITING}) waiting`);
    } finally {
      await release();
    }
    expect(await answers).toEqual(all(READS, [OK]));
  });

  test('a server that is down: `unavailable`, and when to come again', async () => {
    const sold = await newSale();
    const serving = await backends(world, 'topup-api');
    await postgres.stop();
    await untilServerDown(world, serving);
    const answers = await ask(ROUTES, sold).finally(() => postgres.start());
    expect(answers).toEqual(AWAY);
  });

  test('a silent server: `unavailable`, and when to come again', async () => {
    const sold = await newSale();
    await world.link('api-database').setMode('blackhole');
    const answers = await ask(ROUTES, sold).finally(() => world.link('api-database').setMode('pass'));
    expect(answers).toEqual(AWAY);
  });

  test('no connection is free: `unavailable`, and when to come again', async () => {
    const sold = await newSale();
    const release = await holding('LOCK TABLE wallet, purchase, account, data_plan IN ACCESS EXCLUSIVE MODE');
    try {
      const others = Promise.all(Array.from({ length: 40 }, () => ask(READS, sold)));
      const busy = new Set<number>(); // on a slow machine a connection is cut off before the next one waits
      await eventually(waiting, (pids) => {
        for (const { pid } of pids) busy.add(pid);
        return busy.size >= 8;
      });
      const answers = await ask({ ...READS, ...WRITES, ...PURCHASES }, sold);
      expect(answers).toEqual(all({ ...READS, ...WRITES, ...PURCHASES }, [UNAVAILABLE]));
      for (const each of await others) expect(each).toEqual(all(READS, [UNAVAILABLE]));
    } finally {
      await release();
    }
  });
});

/**
 * The answers that remain while the database is away. A connection whose end nobody has noticed yet takes a debit, and
 * its outcome is then unknown.
 */
const AWAY = {
  ...all({ ...READS, ...WRITES }, [UNAVAILABLE]),
  ...all(LOOKUPS, [UNAVAILABLE, OK]),
  ...all(PURCHASES, [UNAVAILABLE, UNKNOWN]),
};

/** A client with a purchase. */
async function newSale(): Promise<{ client: ApiClient; ref: string }> {
  const buyer = await newBuyer(world);
  await eventually(buyer.buy, ({ status }) => status === 200, 15_000);
  return { client: buyer.client(), ref: buyer.ref };
}

/** Returns the answer of each route, all asked at once. */
async function ask(routes: Routes, { client, ref }: { client: ApiClient; ref: string }): Promise<Record<string, Told>> {
  const answers = Object.entries(routes).map(async ([route, call]) => {
    const { status, headers } = await call(client, ref);
    return [route, { status, code: headers['x-error-code'], retryAfter: headers['retry-after'] }] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

/** Each of the routes returns one of these. */
function all(routes: Routes, told: Told[]) {
  const matcher = { asymmetricMatch: (given: Told) => told.some((each) => isDeepStrictEqual(each, given)) };
  return Object.fromEntries(Object.keys(routes).map((route) => [route, matcher]));
}

const WAITING = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name LIKE 'topup-api%'`;
const waiting = () => world.sql<{ pid: number }>(WAITING);

/** Executes a statement in a transaction and keeps its locks until the returned function is called. */
async function holding(text: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('BEGIN');
  await client.query(text);
  return () => client.end();
}
