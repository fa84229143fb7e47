import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { BooksDrifted, startWebhookReceiver } from '@topup/testkit';
import { type AbuseCounts, abuseUntil } from './abuser/abuser';
import { audit, type Violation } from './audit/audit';
import { collectEvidence } from './audit/collect-evidence';
import type { Evidence } from './audit/evidence';
import { type Break, breakSettings, breakSql } from './breaks/break-protocol';
import { type ClientLog, createClientLog } from './client-log';
import { type Clients, createClients } from './clients';
import { type FeedReaders, startFeedReaders } from './feed/feed-readers';
import { type Clientele, fundPoorAccount, keepFloatsFull, openAccounts, type Receivers } from './funds';
import { type NoticeRelay, type Payers, startNoticeRelay, startPayers } from './payers/payers';
import { startBadReceiver, startGoodReceiver } from './receivers';
import { changeRouting, prepareRouting } from './rules';
import { type FaultCounts, type RunSummary, summarize } from './run-summary';
import { injectFaults, scheduleFaults } from './schedule';
import { sellerNames } from './sellers';
import { type ProviderMode, startTestBed, type TestBed } from './test-bed';
import { createFaultLog, type FaultLog } from './timeline/fault-log';
import type { TimeSpan } from './timeline/quiet-times';
import { untilIdle } from './until-idle';

export type ChaosOptions = {
  seed: number;
  /** Minutes of traffic under faults. Start and audit take about two minutes more. */
  minutes: number;
  perSecond: number;
  /** `both`: half of the time in each mode. */
  provider: ProviderMode | 'both';
  /** One more client abuses every limit. */
  abuser: boolean;
  /** A line of the protocol to break on purpose. */
  broken?: Break;
  /** Gets the progress, a line at a time. */
  print(line: string): void;
  /** A file that gets the output of the api and worker processes. */
  logs?: string;
};

export type ChaosReport = Pick<ChaosOptions, 'seed' | 'minutes' | 'perSecond' | 'provider' | 'abuser' | 'broken'> & {
  summary: RunSummary;
  violations: Violation[];
};

/**
 * Replaces those of `shortTimers` that faults outlast. An order can arrive 17 s late: while the sandbox is frozen its
 * queue of connections overflows, and TCP tries again after 1, 3, 7 and 15 s. It must not be taken for lost before
 * (20 s here, 20 min in production).
 * Windows are as long as in production, because it takes up to 13 s to learn of a debit while the database is silent.
 * Requeries end after 200 s: on slow cores the abuser's own wait for two minutes. So "no such order" counts from 10 s
 * on, over 10 s.
 */
const timers = {
  PURCHASE_WAIT_MS: '15000',
  SYNC_WAIT_MS: '30000',
  PROVIDER_TIMEOUT_MS: '3000',
  PROVIDER_BREAKER_RESET_MS: '1000',
  START_DEADLINE_MS: '8000',
  REQUERY_SCHEDULE:
    '300ms,600ms,1s,2s,3s,4s,6s,8s,9s,10s,11s,12s,14s,16s,18s,20s,25s,30s,35s,40s,45s,50s,70s,100s,150s,200s',
};
/**
 * Other tests have higher ones. Only the abuser reaches them. As in production, but for the purchases: 6,000 are more
 * than two cores can abuse.
 */
const rateLimits = {
  RATE_LIMIT_PURCHASES: '4800',
  RATE_LIMIT_STATUS: '600',
  RATE_LIMIT_LOOKUPS: '300',
  RATE_LIMIT_OTHER: '300',
  RATE_LIMIT_FAILED_KEYS: '60',
};
/**
 * The abuser gets at most three quarters of these. Of the 40 permits that are left of 160, each other account may hold
 * five: three copies of one order, sent at once, beside two open ones.
 */
const permits = (perSecond: number) => ({
  SYNC_CONCURRENCY: String(Math.max(160, Math.ceil(16 * perSecond))),
  WORKER_CONCURRENCY: String(Math.max(64, Math.ceil(16 * perSecond))),
});
/** A good receiver, a bad one, and none: the poor account buys less. */
const ACCOUNTS_WITH_READERS = 3;
/** The windows above, and 2 s more that an answer may take. */
const limits = { purchase: 17_000, synchronous: 32_000 };
/** Requeries are at most 50 s apart. A broken protocol may never end its work. Counted from the last piece done. */
const REST_WITHIN_MS = 150_000;
const BROKEN_REST_WITHIN_MS = 75_000;
/** For the events of the last status queries. */
const EVENTS_WITHIN_MS = 30_000;

/** Sells under random faults, waits until all work is done, and audits. It starts its own stores and removes them. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, provider, broken, print } = options;
  const relay = await startNoticeRelay();
  const testBed = await startTestBed(
    { ...timers, ...relay.settings, ...rateLimits, ...permits(options.perSecond), ...breakSettings(broken) },
    provider === 'both' ? 'refusing' : provider,
    relay.url,
  );
  const receivers: Receivers = {
    good: await startGoodReceiver(seed),
    bad: await startBadReceiver(seed),
    poor: await startBadReceiver(seed + 1, true),
    ...(options.abuser && { abuser: await startWebhookReceiver() }),
  };
  try {
    if (broken !== undefined) await breakSql(testBed.world.sql, broken);
    return await runOn(options, testBed, relay, receivers);
  } finally {
    print('cleaning up');
    if (options.logs !== undefined) writeFileSync(options.logs, `${testBed.lines().join('\n')}\n`);
    await Promise.all(Object.values(receivers).map((receiver) => receiver.stop()));
    await testBed.remove();
    relay.stop();
  }
}

async function runOn(
  options: ChaosOptions,
  testBed: TestBed,
  relay: NoticeRelay,
  receivers: Receivers,
): Promise<ChaosReport> {
  const { seed } = options;
  await prepareRouting(testBed);
  const clientele = await openAccounts(testBed, receivers);
  const log = createClientLog(testBed);
  const buyers = clientele.others.map(({ account }) => account);
  const counts: Traffic['counts'] = { faults: new Map(), abuses: new Map() };
  const readers = await startFeedReaders(testBed, buyers.slice(0, ACCOUNTS_WITH_READERS), seed, counts.faults);
  const payers = await startPayers(testBed, relay, buyers, seed);
  const clients = createClients(log, buyers, seed);
  const traffic = { testBed, clientele, log, clients, readers, payers, counts, faultLog: createFaultLog(), drift: [] };
  try {
    return await sellAndAudit(options, traffic, receivers);
  } finally {
    await readers.remove();
  }
}

async function sellAndAudit(options: ChaosOptions, traffic: Traffic, receivers: Receivers): Promise<ChaosReport> {
  const { seed, minutes, perSecond, provider, abuser: abused, broken, print } = options;
  const { testBed, log, readers } = traffic;
  const { others, abuser } = traffic.clientele;
  const summary = (evidence?: Evidence) => {
    const { counts, faultLog } = traffic;
    const all = Object.values(receivers);
    return summarize({ testBed, log, counts, receivers: all, faultLog, abuser: abuser?.account.id }, evidence);
  };
  const progress = report(summary, print);
  const run = await sell(options, traffic);

  print('faults and traffic are over; waiting until all work is done');
  for (const receiver of Object.values(receivers)) receiver.answerWith({ kind: 'answer', status: 200 });
  await untilIdle(testBed.world, broken ? BROKEN_REST_WITHIN_MS : REST_WITHIN_MS);
  await traffic.clients.queryAtLast();
  await untilIdle(testBed.world, EVENTS_WITHIN_MS);
  const feeds = await readers.finish();
  const transfers = await traffic.payers.finish();
  progress.stop();

  print('auditing');
  const evidence = await collectEvidence({
    testBed,
    log,
    drift: traffic.drift,
    limits,
    run,
    accounts: abuser ? [...others, abuser] : others,
    abuser: abuser?.account.id,
    faults: traffic.faultLog.spans,
    feeds,
    transfers,
  });
  return {
    seed,
    minutes,
    perSecond,
    provider,
    abuser: abused,
    ...(broken && { broken }),
    summary: summary(evidence),
    violations: audit(evidence),
  };
}

type Traffic = {
  testBed: TestBed;
  clientele: Clientele;
  log: ClientLog;
  clients: Clients;
  readers: FeedReaders;
  payers: Payers;
  counts: { faults: FaultCounts; abuses: AbuseCounts };
  faultLog: FaultLog;
  /** Findings in the books. */
  drift: string[];
};

/** Traffic, faults and abuse, for the minutes of the run. @returns when that was */
async function sell(
  { seed, minutes, perSecond, provider, broken, print }: ChaosOptions,
  { testBed, clientele, log, clients, readers, payers, counts, faultLog, drift }: Traffic,
): Promise<TimeSpan> {
  const { poor, abuser } = clientele;
  const end = new AbortController();
  const abuse = { testBed, log, others: clients, seed, count: counts.abuses };
  const fromMs = performance.now();
  const during = Promise.all([
    clients.buyUntil(perSecond, end.signal),
    abuser && abuseUntil({ ...abuse, client: abuser }, end.signal),
    readers.killUntil(end.signal),
    payers.payUntil(end.signal),
    injectFaults({ testBed, dealt: scheduleFaults(seed, broken?.shownBy), count: counts.faults, faultLog }, end.signal),
    fundPoorAccount(testBed, poor, end.signal),
    keepFloatsFull(testBed.world.sandbox.url, sellerNames, end.signal),
    changeRouting(testBed, end.signal),
    verifyRepeatedly(testBed, drift, end.signal),
    faultLog.watchMachine(end.signal),
  ]);
  if (provider === 'both') {
    await sleep(minutes * 30_000);
    testBed.setProviderMode('naive');
    await faultLog.during('sandbox restarted', () => testBed.sandbox.down('kill', 0));
    print('the sandbox now vends whatever it is sent, repeated or not');
  }
  await sleep(Math.max(0, fromMs + minutes * 60_000 - performance.now()));
  const toMs = performance.now();
  end.abort();
  await during;
  return { fromMs, toMs };
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
