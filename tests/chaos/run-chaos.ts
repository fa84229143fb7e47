import { setTimeout as sleep } from 'node:timers/promises';
import { BooksDrifted } from '@topup/testkit';
import { operatorsOf } from '../journey/support/ops';
import { audit, type Violation } from './audit/audit';
import { collectEvidence } from './audit/collect-evidence';
import { type Break, breakSettings, breakSql } from './breaks/break-protocol';
import { createClients } from './clients';
import { fundPoorAccount, keepFloatFull, openAccounts, type Receivers } from './funds';
import { startBadReceiver, startGoodReceiver } from './receivers';
import { type FaultCounts, type RunSummary, summarize } from './run-summary';
import { injectFaults, scheduleFaults } from './schedule';
import { type ProviderMode, startTestBed, type TestBed } from './test-bed';
import { createFaultLog } from './timeline/fault-log';

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
  const receivers = {
    good: await startGoodReceiver(seed),
    bad: await startBadReceiver(seed),
    poor: await startGoodReceiver(seed + 1),
  };
  try {
    if (broken !== undefined) await breakSql(testBed.world.sql, broken);
    return await runOn(options, testBed, receivers);
  } finally {
    print('cleaning up');
    await Promise.all(Object.values(receivers).map((receiver) => receiver.stop()));
    await testBed.remove();
  }
}

async function runOn(
  { seed, minutes, perSecond, provider, broken, print }: ChaosOptions,
  testBed: TestBed,
  receiversByKind: Receivers,
): Promise<ChaosReport> {
  const { world } = testBed;
  await operatorsOf(world)('catalogue', 'sync');
  const { clients: accounts, poor } = await openAccounts(testBed, receiversByKind);
  const receivers = Object.values(receiversByKind);
  const clients = createClients(
    testBed,
    accounts.map(({ account }) => account),
  );
  const count: FaultCounts = new Map();
  const faultLog = createFaultLog();
  const drift: string[] = [];

  const end = new AbortController();
  const progress = report(() => summarize(testBed, clients, count, receivers), print);
  const fromMs = performance.now();
  const during = Promise.all([
    clients.buyUntil(seed, perSecond, end.signal),
    injectFaults({ testBed, dealt: scheduleFaults(seed, broken?.shownBy), count, faultLog }, end.signal),
    fundPoorAccount(testBed, poor, end.signal),
    keepFloatFull(world.sandbox.url, end.signal),
    verifyRepeatedly(testBed, drift, end.signal),
  ]);
  if (provider === 'both') {
    await sleep(minutes * 30_000);
    testBed.setProviderMode('naive');
    await faultLog.during('sandbox restarted', () => testBed.sandbox.down('kill', 0));
    print('the sandbox now vends whatever it is sent, repeated or not');
  }
  await sleep(Math.max(0, fromMs + minutes * 60_000 - performance.now()));
  const run = { fromMs, toMs: performance.now() };
  end.abort();
  await during;

  print('faults and traffic are over; waiting until all work is done');
  for (const receiver of receivers) receiver.answerWith({ kind: 'answer', status: 200 });
  await untilIdle(testBed, broken ? BROKEN_REST_WITHIN_MS : REST_WITHIN_MS);
  await clients.queryAll();
  await untilIdle(testBed, EVENTS_WITHIN_MS);
  progress.stop();

  print('auditing');
  const evidence = await collectEvidence({
    testBed,
    clients,
    accounts,
    drift,
    limits,
    run,
    faults: faultLog.spans,
  });
  return {
    seed,
    minutes,
    perSecond,
    provider,
    summary: summarize(testBed, clients, count, receivers, evidence),
    violations: audit(evidence),
  };
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
