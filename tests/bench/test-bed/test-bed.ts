import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { products } from '@topup/core/product';
import { freePort } from '@topup/embedded';
import { createWitnesses, newMasterKey, sandboxKeys } from '@topup/testkit';
import type { Counted } from '../cpu';
import type { System } from '../rows';
import { openAccounts } from './accounts';
import { type Launching, type Program, startOwn, startService, stopAll } from './programs';
import type { Stores } from './stores';
import { type RunningSystem, startSystem } from './systems';

const REST_WITHIN_MS = 120_000;

/** The parts that all rows share: stores, provider sandbox, webhook receiver, and funded accounts. */
export type TestBed = {
  /** One key of each account. */
  readonly apiKeys: readonly string[];
  readonly sandboxPort: number;
  /** Of the process that answers every request 200 at once. */
  readonly receiverUrl: string;
  /** The processes that every system uses. Their CPU is counted. */
  readonly counted: readonly Counted[];
  start(system: System): Promise<RunningSystem>;
  launching(name: string, settings?: Record<string, string>): Launching;
  /** Runs SQL with sequential scans off, so that every whole scan that is counted is one of the service. */
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Gives each account a webhook URL on one of several hosts, or removes it. */
  setWebhooks(on: boolean): Promise<void>;
  /** Gives every tier a discount on airtime, or removes it. */
  setDiscounts(on: boolean): Promise<void>;
  /** Waits until no purchase is open and no event is to be delivered. @throws after two minutes */
  untilIdle(): Promise<void>;
  /** @throws with what `ops books verify` found, when the books are not sound */
  verifyBooks(): Promise<void>;
  /** Stops everything except the stores. @throws when a process had ended unexpectedly */
  remove(): Promise<void>;
};

export async function startTestBed(stores: Stores, accounts: number): Promise<TestBed> {
  const directory = await mkdtemp(path.join(tmpdir(), 'topup-bench-'));
  const running = new Set<Program>();
  const { masterKey, text } = newMasterKey();
  const sandboxPort = await freePort();
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  // the settings of production, with default timers and limits; only the receiver is on a private address
  const settings = {
    DATABASE_URL: stores.databaseUrl,
    REDIS_URL: stores.redisUrl,
    KEY_ENCRYPTION_SECRET: text,
    VTPASS_BASE_URL: `${sandboxUrl}/api`,
    ...sandboxKeys(),
    WEBHOOK_ALLOW_PRIVATE: 'true',
  };
  const launching = (name: string, own: Record<string, string> = {}) => ({
    name,
    directory,
    environment: { ...settings, ...own },
    running,
  });
  const { verifyBooks } = createWitnesses(stores.databaseUrl, sandboxUrl);
  const { sql } = createWitnesses(`${stores.databaseUrl}?options=-c%20enable_seqscan%3Doff`, sandboxUrl);
  const remove = async () => {
    await stopAll(running).finally(() => rmSync(directory, { recursive: true, force: true }));
  };

  try {
    const sandbox = await startService(
      'sandbox',
      `${sandboxUrl}/ledger`,
      launching('sandbox', { SANDBOX_PORT: String(sandboxPort) }),
    );
    await fillFloat(sandboxUrl);
    const receiver = await startOwn<{ urls: string[] }>('test-bed/receiver.ts', launching('receiver'));
    const apiKeys = await openAccounts(stores.databaseUrl, masterKey, accounts);
    return {
      apiKeys,
      sandboxPort,
      receiverUrl: receiver.message.urls[0] ?? '',
      counted: [...stores.counted, sandbox, receiver.program],
      start: (system) => startSystem[system](launching),
      launching,
      sql,
      setWebhooks: async (on) => {
        const place = '1 + (hashtext(id::text) & 2147483647) % cardinality($1::text[])';
        await sql(`UPDATE account SET webhook_url = ($1::text[])[${place}]`, [on ? receiver.message.urls : [null]]);
      },
      setDiscounts: async (on) => {
        await sql('DELETE FROM discount');
        if (!on) return;
        await sql(
          `INSERT INTO discount (tier_id, product_type, service, bps, cost_bps, below_cost_allowed)
           SELECT t.id, 'AIRTIME', service, 250, 9700, false FROM tier t CROSS JOIN unnest($1::text[]) service`,
          [products.AIRTIME.services],
        );
      },
      untilIdle: () => untilIdle(sql),
      verifyBooks,
      remove,
    };
  } catch (error) {
    await remove().catch(() => undefined);
    throw error;
  }
}

/** A run spends more than the sandbox's initial float, and without float the provider rejects every order. */
async function fillFloat(sandboxUrl: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${sandboxUrl}/float`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ naira: 1_000_000_000 }),
  });
  if (!answer.ok) throw new Error(`the sandbox did not take a float: ${await answer.text()}`);
}

/**
 * Uses the sweeper's indexes, so that polling costs almost nothing. The naive design has no open work after its
 * answers.
 */
async function untilIdle(sql: <Row>(text: string) => Promise<Row[]>): Promise<void> {
  for (const giveUp = performance.now() + REST_WITHIN_MS; performance.now() < giveUp; ) {
    const [row] = await sql<{ busy: boolean }>(`
      SELECT EXISTS (SELECT FROM purchase WHERE next_check_at IS NOT NULL)
          OR EXISTS (SELECT FROM webhook_event WHERE state = 'queued')
          OR EXISTS (SELECT FROM webhook_event WHERE state = 'sending') AS busy`);
    if (row?.busy === false) return;
    await sleep(100);
  }
  throw new Error('Two minutes after the load there are still open purchases or undelivered events.');
}
