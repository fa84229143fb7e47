import { createPackageList } from '@topup/core/catalogue';
import { createFairQuota } from '@topup/core/flow';
import type { Lookup, SendOutcome, Variation } from '@topup/core/provider';
import { ACCEPT_CONNECTIONS, markPending, type Order } from '@topup/core/purchase';
import { type Clock, type Db, newId, pause, systemClock } from '@topup/core/shared';
import type { Page } from '@topup/dashboard-contract';
import { profilesOf } from '@topup/providers/declarations';
import { loadSettings } from '@topup/runtime/settings';
import { bounds, boundsByProduct } from '@topup/settings';
import { fundedAccount, testDatabase, testPool } from '@topup/testkit';
import express, { type Express } from 'express';
import request from 'supertest';
import { deliveryRoutes } from '../account/developers/deliveries.routes';
import { overviewRoutes } from '../account/overview/overview.routes';
import { productRoutes } from '../account/products/products.routes';
import { requestRoutes } from '../account/requests/requests.routes';
import { searchRoutes } from '../account/search/search.routes';
import { statementRoutes } from '../account/statements/statements.routes';
import { transactionRoutes } from '../account/transactions/transactions.routes';
import { walletRoutes } from '../account/wallet/wallet.routes';
import { serveRoutes } from '../api';
import type { SignedIn } from '../auth/signed-in';
import { MOST_EXPORTS } from '../http/csv';
import { createSeller, quiet } from './seller';

type AccountWorld = {
  db: Db;
  app: Express;
  /** How far the dashboard's clock is ahead. */
  ahead: { ms: number };
  /** The provider's list of cable TV packages. */
  packages: { answer: Lookup<Variation[]> };
  account(balanceKobo?: bigint): Promise<string>;
  /** Accepts an order, marks it pending if asked, and sends it if there is an outcome. @returns its reference */
  sell(accountId: string, order: Partial<Order>, outcome?: SendOutcome, marked?: 'pending'): Promise<string>;
  /** The same order, sent to these providers in turn, as their answers allow. @returns its reference */
  sellAlong(accountId: string, answers: Record<string, SendOutcome>): Promise<string>;
  close(): Promise<void>;
};

export const rejected: SendOutcome = {
  kind: 'rejected',
  code: '016',
  reason: 'The provider could not complete the order.',
  fault: 'order',
};

/**
 * The dashboard's API on a database of its own. Who is signed in says the header `as`: an account's id, or `operator`.
 */
async function accountWorld(): Promise<AccountWorld> {
  const database = await testDatabase();
  const db = testPool(database.url);
  const moneyDb = testPool(database.url, ACCEPT_CONNECTIONS);
  const ahead = { ms: 0 };
  const clock: Clock = {
    now: () => new Date(systemClock.now().getTime() + ahead.ms),
    monotonicMs: () => systemClock.monotonicMs() + ahead.ms,
  };
  const packages: AccountWorld['packages'] = { answer: { kind: 'found', value: [] } };
  const deps = {
    db,
    clock,
    log: quiet,
    findSignedIn: async (headers: NodeJS.Dict<string | string[]>) => signedInAs(headers.as),
    sellers: profilesOf({ PROVIDERS: ['vtpass'], EXAM_PINS: 'off' }),
    packageList: createPackageList({ lookups: { variations: async () => packages.answer }, clock }),
    bounds: boundsByProduct(loadSettings(bounds)),
    exports: createFairQuota(MOST_EXPORTS),
    fundingDetails: null,
  };
  const api = serveRoutes(deps, [
    overviewRoutes(deps),
    transactionRoutes(deps),
    walletRoutes(deps),
    statementRoutes(deps),
    productRoutes(deps),
    requestRoutes(deps),
    deliveryRoutes({ ...deps, enqueueEvent: () => undefined }),
    searchRoutes(deps),
  ]);

  const seller = createSeller(moneyDb);

  return {
    db,
    app: express().use('/api', api),
    ahead,
    packages,
    account: (balanceKobo = 10_000_000n) => fundedAccount(db, balanceKobo),
    async sell(accountId, order, answer, marked) {
      const placed = await seller.accept(accountId, { ...airtime, requestRef: newId(), ...order });
      if (marked) {
        await markPending(db, [placed.id], 'client_told_pending', 'Airtime purchase is being processed.');
        await pause(2); // a timeline of milliseconds cannot order a send in the same one; a client waits for seconds
      }
      if (answer !== undefined) await seller.send(placed.id, answer);
      return placed.requestRef;
    },
    async sellAlong(accountId, answers) {
      const placed = await seller.accept(accountId, { ...airtime, requestRef: newId() });
      await seller.sendAlong(placed.id, answers);
      return placed.requestRef;
    },
    async close() {
      await Promise.all([db.$disconnect(), moneyDb.$disconnect()]);
      await database.drop();
    },
  };
}

const airtime: Omit<Order, 'requestRef'> = {
  productType: 'AIRTIME',
  amountKobo: 10_000n,
  recipient: '08030000001',
  details: { network: 'mtn', phone: '08030000001' },
  description: 'MTN airtime of NGN 100.00 for 08030000001',
  providerOrder: { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: '08030000001' },
};

function signedInAs(as: string | string[] | undefined): SignedIn | null {
  if (typeof as !== 'string') return null;
  const accountId = as === 'operator' ? null : as;
  return {
    userId: 'u',
    email: 'ada@example.com',
    name: 'Ada',
    role: accountId === null ? 'operator' : 'viewer',
    accountId,
    sessionId: 's',
    mustEnrol: false,
  };
}

export const electricity: Partial<Order> = {
  productType: 'ELECTRICITY',
  amountKobo: 100_000n,
  recipient: '1111111111111',
  details: { disco: 'ikeja-electric', meter_number: '1111111111111' },
  description: 'ikeja-electric prepaid electricity of NGN 1000.00 for meter 1111111111111',
  providerOrder: {
    serviceId: 'ikeja-electric',
    variationCode: 'prepaid',
    subscriptionType: null,
    contactPhone: '08030000001',
  },
};

/** Opens one world for the tests of a file, and closes it after them. `as` is an account's id, or `operator`. */
export function openAccountWorld() {
  let opened: AccountWorld | undefined;
  beforeAll(async () => {
    opened = await accountWorld();
  });
  afterAll(() => opened?.close());
  const world = (): AccountWorld => {
    if (opened === undefined) throw new Error('the world opens before the first test');
    return opened;
  };
  const get = (as: string, path: string) => request(world().app).get(`/api${path}`).set('as', as);

  async function read<T>(as: string, path: string): Promise<T> {
    const { status, body } = await get(as, path);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** How many rows a list has with this filter, through all its pages. */
  async function countRows(as: string, path: string, filter: Record<string, string>): Promise<number> {
    let [count, next]: [number, string | null] = [0, null];
    do {
      const query = new URLSearchParams({ ...filter, limit: '100', ...(next !== null && { cursor: next }) });
      const page: Page<unknown> = await read(as, `${path}?${query}`);
      count += page.rows.length;
      next = page.next;
    } while (next !== null);
    return count;
  }

  return { world, get, read, countRows };
}
