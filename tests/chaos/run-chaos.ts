import { setTimeout as sleep } from 'node:timers/promises';
import { BooksDrifted, type TestAccount, type WebhookReceiver } from '@topup/testkit';
import { operatorsOf } from '../journey/support/ops';
import { audit, type Violation } from './audit/audit';
import { collectEvidence } from './audit/collect-evidence';
import { type Break, breakSettings, breakSql } from './breaks/break-protocol';
import { createClients } from './clients';
import type { Fault } from './faults';
import type { Random } from './random';
import { startBadReceiver, startGoodReceiver } from './receivers';
import { type FaultCounts, type RunSummary, summarize } from './run-summary';
import { type ScheduledFault, scheduleFaults } from './schedule';
import { type ProviderMode, startTestBed, type TestBed } from './test-bed';

export type ChaosOptions = {
  seed: number;
  /** Minutes of traffic under faults. Start and audit take about two minutes more. */
  minutes: number;
  perSecond: number;
  /** `both`: half of the time in each mode. */
  provider: ProviderMode | 'both';
  /** A line of the protocol to break on purpose. */
  broken?: Break;
  /** Gets the progress, a line at a time. */
  print(line: string): void;
};

export type ChaosReport = Pick<ChaosOptions, 'seed' | 'minutes' | 'perSecond' | 'provider'> & {
  summary: RunSummary;
  violations: Violation[];
};

/**
 * Replaces those of `shortTimers` that faults outlast. An order can arrive 8 s late: 3 s on a silent link, 3 s at a
 * frozen sandbox, 2 s of its own. It must not be taken for lost before (10 s here, 20 min in production).
 * Windows are as long as in production, because it takes up to 13 s to learn of a debit while the database is silent.
 */
const settings = {
  PURCHASE_WAIT_MS: '15000',
  SYNC_WAIT_MS: '30000',
  PROVIDER_BREAKER_RESET_MS: '1000',
  NOT_FOUND_MIN_AGE_MS: '8000',
  NOT_FOUND_SPAN_MS: '2000',
  START_DEADLINE_MS: '8000',
  REQUERY_SCHEDULE: '300ms,600ms,1s,2s,3s,4s,6s,8s,9s,10s,11s,12s,14s,16s,18s,20s,25s,30s,35s,40s,45s,50s',
};
/** The windows above, and 2 s more that an answer may take. */
const limits = { purchase: 17_000, synchronous: 32_000 };
/** Requeries end after 50 s. With a broken protocol work may never end. */
const REST_WITHIN_MS = 150_000;
const BROKEN_REST_WITHIN_MS = 75_000;
/** For the events of the last status queries. */
const EVENTS_WITHIN_MS = 30_000;

/** Sells under random faults, waits until all work is done, and audits. It starts its own stores and removes them. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, provider, broken, print } = options;
  const testBed = await startTestBed(
    { ...settings, ...breakSettings(broken) },
    provider === 'both' ? 'refusing' : provider,
  );
  const receivers = [await startGoodReceiver(seed), await startBadReceiver(seed), await startGoodReceiver(seed + 1)];
  try {
    if (broken !== undefined) await breakSql(testBed.world.sql, broken);
    return await runOn(options, testBed, receivers);
  } finally {
    print('cleaning up');
    await Promise.all(receivers.map((receiver) => receiver.stop()));
    await testBed.remove();
  }
}

async function runOn(
  { seed, minutes, perSecond, provider, broken, print }: ChaosOptions,
  testBed: TestBed,
  receivers: WebhookReceiver[],
): Promise<ChaosReport> {
  const { world } = testBed;
  await operatorsOf(world)('catalogue', 'sync');
  const accounts = await openAccounts(testBed, receivers);
  const clients = createClients(
    testBed,
    accounts.map(({ account }) => account),
  );
  const count: FaultCounts = new Map();
  const drift: string[] = [];

  const end = new AbortController();
  const progress = report(() => summarize(testBed, clients, count, receivers), print);
  const during = Promise.all([
    clients.buyUntil(seed, perSecond, end.signal),
    injectFaults(testBed, scheduleFaults(seed, broken?.shownBy), count, end.signal),
    fundPoorAccount(testBed, accounts.at(-1)?.account, end.signal),
    verifyRepeatedly(testBed, drift, end.signal),
  ]);
  if (provider === 'both') {
    await sleep(minutes * 30_000);
    testBed.setProviderMode('naive');
    await testBed.sandbox.down('kill', 0);
    print('the sandbox now vends whatever it is sent, repeated or not');
    await sleep(minutes * 30_000);
  } else await sleep(minutes * 60_000);
  end.abort();
  await during;

  print('faults and traffic are over; waiting until all work is done');
  for (const receiver of receivers) receiver.answerWith({ kind: 'answer', status: 200 });
  await untilIdle(testBed, broken ? BROKEN_REST_WITHIN_MS : REST_WITHIN_MS);
  await clients.queryAll();
  await untilIdle(testBed, EVENTS_WITHIN_MS);
  progress.stop();

  print('auditing');
  const evidence = await collectEvidence({ testBed, clients, receivers, accounts, drift, limits });
  return {
    seed,
    minutes,
    perSecond,
    provider,
    summary: summarize(testBed, clients, count, receivers, evidence),
    violations: audit(evidence),
  };
}

export type TestClient = { account: TestAccount; receiver: WebhookReceiver | undefined };

/** Four kinds of client: with a good receiver, with a bad one, with none, and with little money. */
async function openAccounts({ world }: TestBed, [good, bad, poorOnes]: WebhookReceiver[]): Promise<TestClient[]> {
  const testClients = [
    { account: await world.addAccount(100_000_000), receiver: good },
    { account: await world.addAccount(100_000_000), receiver: bad },
    { account: await world.addAccount(100_000_000), receiver: undefined },
    { account: await world.addAccount(5_000), receiver: poorOnes },
  ];
  for (const { account, receiver } of testClients) {
    const [api] = world.apis;
    if (receiver !== undefined && api !== undefined) await world.clientOf(api, account).setWebhook(receiver.url);
  }
  return testClients;
}

async function injectFaults(
  testBed: TestBed,
  dealt: Iterable<ScheduledFault>,
  count: FaultCounts,
  until: AbortSignal,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  for (const { fault, random } of dealt) {
    await sleep(random.between(1_000, 5_000), undefined, { signal: until }).catch(() => undefined);
    if (until.aborted) break;
    const { name } = fault;
    const inject = async () => {
      // a fault without effect gets a second chance
      const fired = (await attempt(fault, testBed, random)) || (await attempt(fault, testBed, random));
      const { fired: before, missed } = count.get(name) ?? { fired: 0, missed: 0 };
      count.set(name, fired ? { fired: before + 1, missed } : { fired: before, missed: missed + 1 });
    };
    const injecting: Promise<void> = inject().finally(() => underWay.delete(injecting));
    underWay.add(injecting);
    if (underWay.size >= 2) await Promise.race(underWay);
  }
  await Promise.all(underWay);
}

/** Two faults can disturb each other: the target is already down, or the database does not answer. */
const attempt = ({ inject }: Fault, testBed: TestBed, random: Random): Promise<boolean> =>
  inject(testBed, random).catch(() => false);

/** Funds the poor account every 15 s, so that it goes on buying and goes on running out of money. */
async function fundPoorAccount({ world }: TestBed, poor: TestAccount | undefined, until: AbortSignal): Promise<void> {
  for (let n = 1; !until.aborted; n += 1) {
    await sleep(15_000, undefined, { signal: until }).catch(() => undefined);
    // the database may be away
    await world.sql('SELECT funded FROM fund_wallet($1, 500000, $2)', [poor?.id, `more ${n}`]).catch(() => undefined);
  }
}

/** Verifies the books every 15 s during the faults: they must be right at every moment. */
async function verifyRepeatedly({ world }: TestBed, drift: string[], until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    await sleep(15_000, undefined, { signal: until }).catch(() => undefined);
    await world.verifyBooks().catch((error: Error) => {
      if (error instanceof BooksDrifted) drift.push(error.message); // any other error: the database was away
    });
  }
}

/** Waits until no purchase is open (except those under review), and no event and no notification is to be sent. */
async function untilIdle({ world }: TestBed, withinMs: number): Promise<void> {
  const restBy = performance.now() + withinMs;
  while (performance.now() < restBy) {
    const [row] = await world.sql<{ busy: boolean }>(`
      SELECT EXISTS (SELECT 1 FROM purchase WHERE final_at IS NULL AND NOT needs_review)
          OR EXISTS (SELECT 1 FROM webhook_event WHERE state IN ('queued', 'sending'))
          OR EXISTS (SELECT 1 FROM notification WHERE state = 'queued') AS busy`);
    if (row?.busy === false) return;
    await sleep(500);
  }
}

function report(summary: () => RunSummary, print: (line: string) => void): { stop(): void } {
  const began = performance.now();
  const timer = setInterval(() => {
    const { clients, faults, processesKilled } = summary();
    const seconds = Math.round((performance.now() - began) / 1_000);
    const outcomes = Object.entries(clients.outcomes)
      .map(([what, n]) => `${what} ${n}`)
      .join(', ');
    const fired = Object.values(faults).reduce((sum, { fired }) => sum + fired, 0);
    print(
      `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}  ${clients.purchases} purchases, ${fired} faults, ${processesKilled} kills; answers: ${outcomes}`,
    );
  }, 10_000);
  return { stop: () => clearInterval(timer) };
}
