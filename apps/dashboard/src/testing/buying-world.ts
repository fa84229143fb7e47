import { createRowSales, takeBatchRows } from '@topup/core/buying';
import { createPackageList } from '@topup/core/catalogue';
import { createFairQuota } from '@topup/core/flow';
import type { Lookup, Variation } from '@topup/core/provider';
import type { Router } from '@topup/core/routing';
import { type Db, newId, systemClock } from '@topup/core/shared';
import type { UserRole } from '@topup/core/user';
import { createSimulatedLookups } from '@topup/providers';
import { loadSettings } from '@topup/runtime/settings';
import { bounds, boundsByProduct } from '@topup/settings';
import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import express, { type Express } from 'express';
import request from 'supertest';
import { buyingRoutes } from '../account/buying/buying.routes';
import { fileRoutes } from '../account/buying/files.routes';
import { transactionRoutes } from '../account/transactions/transactions.routes';
import { serveRoutes } from '../api';
import type { SignedIn } from '../auth/signed-in';
import { MOST_EXPORTS } from '../http/csv';
import { quiet } from './seller';
import { enrolFactor, proveFactor, signedInUser } from './signed-in-user';

type Route = Parameters<Router['route']>[0];

const packages: Lookup<Variation[]> = {
  kind: 'found',
  value: [{ code: 'dstv-padi', name: 'DStv Padi', priceKobo: 440_000n }],
};

export const csv = (...lines: string[]) => ['product,network,plan_id,phone,amount,reference', ...lines].join('\n');
export const line = (n: number, reference = '') => `airtime,mtn,,0803${String(n).padStart(7, '0')},100,${reference}`;

/** The pages of buying over HTTP, with people who use them, and a worker that sells. */
export function buyingWorld() {
  let database: TestDatabase;
  let pool: Db;
  let app: Express;
  const people = new Map<string, SignedIn>();
  const db = () => pool;

  beforeAll(async () => {
    database = await testDatabase();
    pool = testPool(database.url, 12);
    const packageList = createPackageList({ lookups: { variations: async () => packages }, clock: systemClock });
    const simulated = createSimulatedLookups({ packages: packageList.packages, clock: systemClock });
    const deps = {
      db: pool,
      clock: systemClock,
      log: quiet,
      findSignedIn: async ({ session }: NodeJS.Dict<string | string[]>) => people.get(String(session)) ?? null,
      packageList,
      lookupsOf: () => simulated,
      bounds: boundsByProduct(loadSettings(bounds)),
      products: ['AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY'] as const satisfies string[],
      exports: createFairQuota(MOST_EXPORTS),
    };
    app = express().use('/api', serveRoutes(deps, [buyingRoutes(deps), fileRoutes(deps), transactionRoutes(deps)]));
  });

  afterAll(async () => {
    await pool?.$disconnect();
    await database?.drop();
  });

  /** Somebody of an account with money, who has proved a second factor unless `factor` says otherwise. */
  async function person({
    role = 'owner' as UserRole,
    accountId = '',
    factor = 'fresh' as 'fresh' | 'stale' | 'none',
    capNaira = 100_000 as number | null,
  } = {}) {
    const of = accountId === '' ? await fundedAccount(pool, 10_000_000n) : accountId;
    const capKobo = capNaira === null ? null : BigInt(capNaira) * 100n;
    await pool.$executeRaw`UPDATE account SET buying_cap_kobo = ${capKobo} WHERE id = ${of}::uuid`;
    const me = await signedInUser(pool, { role, accountId: of });
    if (factor !== 'none') {
      await enrolFactor(pool, me);
      await proveFactor(pool, me, factor === 'fresh' ? 1_000 : 3_600_000);
    }
    people.set(me.sessionId, me);
    const test = { live: '', test: 'topup-mode=test' };
    const headers = (mode: keyof typeof test) => ({ session: me.sessionId, cookie: test[mode] });
    const get = async (path: string, mode: keyof typeof test = 'live') =>
      request(app).get(`/api${path}`).set(headers(mode));
    const post = async (path: string, body: object = {}, mode: keyof typeof test = 'live') =>
      request(app).post(`/api${path}`).set(headers(mode)).send(body);
    return { ...me, accountId: of, get, post };
  }

  /** Sells what waits, as a worker does; nothing is sent. `closed`: no provider serves any order now. */
  async function sell({ closed = false } = {}): Promise<void> {
    const router = {
      route: ({ terms }: Pick<Route, 'terms'>) =>
        closed
          ? null
          : {
              provider: 'vtpass',
              terms,
              costKobo: null,
              decision: { version: null, chosen: 'vtpass', passed: [] },
            },
      preferred: () => null,
    };
    const sends = { send: async () => undefined };
    const sales = createRowSales({ db: pool, clock: systemClock, log: quiet, router, sends }, 4);
    const rows = await takeBatchRows(pool, 64);
    for (const row of rows) {
      const sold = sales.sell(row);
      await (closed ? expect(sold).rejects.toMatchObject({ code: 'provider_unavailable' }) : sold);
    }
  }

  async function upload(me: Awaited<ReturnType<typeof person>>, text: string, id = newId(), name = 'orders.csv') {
    const { status, body } = await me.post('/buying/files', { id, name, text });
    return { id, status, body };
  }

  return { db, person, sell, upload };
}
