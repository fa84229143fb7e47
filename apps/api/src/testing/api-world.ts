import { randomBytes } from 'node:crypto';
import {
  ACCEPT_CONNECTIONS,
  type Clock,
  claimPurchase,
  createAccepter,
  createAuthenticate,
  createClaimer,
  createKey,
  createSettler,
  type Db,
  fulfilPurchase,
  type Log,
  newId,
  type RequeryRules,
  type SendOutcome,
  systemClock,
} from '@topup/core';
import { fundedAccount, testDatabase, testPool } from '@topup/testkit';
import type { Express } from 'express';
import request from 'supertest';
import { buildApp } from '../app';
import type { Deps } from '../deps';
import { createPurchaseWaiter, type PurchaseWaiter } from '../wait/purchase-waiter';

export type Client = { accountId: string; keyId: string; key: string };

export type ApiWorld = {
  db: Db;
  app: Express;
  waiter: PurchaseWaiter;
  /** What the provider answers to the next sends; may be a promise that is kept later. */
  provider: { answer: () => SendOutcome | Promise<SendOutcome>; sends: number };
  client(balanceKobo?: bigint): Promise<Client>;
  post(path: string, client: Client, body: unknown): request.Test;
  get(path: string, client: Client): request.Test;
  close(): Promise<void>;
};

export const delivered: SendOutcome = { kind: 'delivered', costKobo: 9_700n, providerTransactionId: '1', mismatch: null };
export const rejected: SendOutcome = {
  kind: 'rejected',
  code: '016',
  reason: 'The provider could not complete the order.',
  fault: 'order',
};
export const unknown: SendOutcome = { kind: 'unknown', reason: 'no answer', refusal: null, orderSeen: false };

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const rules: RequeryRules = { schedule: [60_000], notFoundMinCount: 3, notFoundSpanMs: 1, notFoundMinAgeMs: 1, random: () => 0.5 };

/**
 * The API on a database of its own, with the worker's part done in this process by core itself, so that a test can script the provider. The queue is the one
 * piece left out: a wake-up is a function call.
 */
export async function apiWorld(options: { purchaseWaitMs?: number; clock?: Clock } = {}): Promise<ApiWorld> {
  const { purchaseWaitMs = 1_000, clock = systemClock } = options;
  const database = await testDatabase();
  const db = testPool(database.url);
  const moneyDb = testPool(database.url, ACCEPT_CONNECTIONS);
  const provider: ApiWorld['provider'] = { answer: () => delivered, sends: 0 };
  const waiter = createPurchaseWaiter({ db, clock, log: quiet, wakeForEvent: () => undefined });
  const settler = createSettler(moneyDb);
  const claimer = createClaimer({ db: moneyDb, log: quiet, leaseMs: 75_000, startDeadlineMs: 1_800_000 });
  const working = new Set<Promise<void>>();

  const worker = {
    claimer,
    settler,
    clock,
    rules,
    log: quiet,
    settleWithinMs: 1_000,
    providerTimeoutMs: 55_000,
    wakeForEvent: () => undefined,
    provider: {
      mintRef: (id: string) => `ref-${id}`,
      send: async () => {
        provider.sends += 1;
        return provider.answer();
      },
    },
  };
  async function work(id: string): Promise<void> {
    const claimed = await claimPurchase(worker, id);
    if (claimed !== null) await fulfilPurchase(worker, claimed);
    waiter.wake(id);
  }

  const deps: Deps = {
    db,
    clock,
    waiter,
    log: quiet,
    accepter: createAccepter({ db: moneyDb, clock, windowMs: purchaseWaitMs + 5_000 }),
    authenticate: createAuthenticate({ db, clock }),
    provider: { name: 'vtpass' },
    wakeForPurchase: (_product, id) => {
      const job = work(id).finally(() => working.delete(job));
      working.add(job);
    },
    wakeForEvent: () => undefined,
    settings: { purchaseWaitMs, allowPrivateWebhooks: false, airtimeBounds: { mtn: { min: 1_000n, max: 5_000_000n } } },
  };
  const app = buildApp(deps);

  return {
    db,
    app,
    waiter,
    provider,
    async client(balanceKobo = 10_000_000n) {
      const accountId = await fundedAccount(db, balanceKobo);
      const { id, key } = await createKey({ db, masterKey: randomBytes(32) }, accountId, 'test');
      return { accountId, keyId: id, key };
    },
    post: (path, { key }, body) =>
      request(app)
        .post(path)
        .set('Authorization', `Bearer ${key}`)
        .send(body as object),
    get: (path, { key }) => request(app).get(path).set('Authorization', `Bearer ${key}`),
    async close() {
      await Promise.all(working);
      waiter.close();
      await Promise.all([db.$disconnect(), moneyDb.$disconnect()]);
      await database.drop();
    },
  };
}

/** A valid airtime purchase, with what the test changes. */
export const airtime = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  network: 'mtn',
  phone: '08030000001',
  amount: 100,
  request_ref: newId(),
  ...changes,
});
