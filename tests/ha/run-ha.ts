import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startWebhookReceiver } from '@topup/testkit';
import { audit } from '../chaos/audit/audit';
import { collectEvidence } from '../chaos/audit/collect-evidence';
import type { Evidence } from '../chaos/audit/evidence';
import { createClientLog } from '../chaos/client-log';
import { createClients } from '../chaos/clients';
import { fundPoorAccount, keepFloatsFull, openAccounts } from '../chaos/funds';
import { randomOf } from '../chaos/random';
import { createFaultLog } from '../chaos/timeline/fault-log';
import { untilIdle } from '../chaos/until-idle';
import { operatorsOf } from '../journey/support/ops';
import { type Cluster, startCluster } from './cluster/cluster';
import { createFailovers } from './failovers';
import { dealInjuries } from './injuries';
import type { Failover, HaReport } from './report';
import { type HaTestBed, startHaTestBed } from './test-bed';

export type HaOptions = {
  failovers: number;
  seed: number;
  perSecond: number;
  /** Gets the progress, a line at a time. */
  print(line: string): void;
  /** A directory that gets the output of all programs. */
  logs?: string;
};

/** The windows of the test bed, and 5 s more: a window may end while the database is away. */
const limits = { purchase: 20_000, synchronous: 35_000 };
const REST_WITHIN_MS = 150_000;
const EVENTS_WITHIN_MS = 30_000;
const WARM_UP_MS = 5_000;
/** After each fourth failover one api and one worker are replaced: what starts after a promotion must start. */
const REPLACE_EVERY = 4;

/** Sells while the leader is lost again and again, waits until all work is done, and audits. */
export async function runHa(options: HaOptions): Promise<HaReport> {
  options.print('starting three servers');
  const cluster = await startCluster();
  let testBed: HaTestBed | undefined;
  try {
    testBed = await startHaTestBed(cluster);
    return await runOn(options, cluster, testBed);
  } finally {
    if (options.logs !== undefined) {
      cluster.keepLogs(options.logs);
      writeFileSync(path.join(options.logs, 'services.log'), `${testBed?.lines().join('\n')}\n`);
    }
    await testBed?.remove();
    await cluster.remove();
  }
}

async function runOn(options: HaOptions, cluster: Cluster, testBed: HaTestBed): Promise<HaReport> {
  const { failovers, seed, perSecond, print } = options;
  const { world } = testBed;
  const receivers = {
    good: await startWebhookReceiver(),
    bad: await startWebhookReceiver(),
    poor: await startWebhookReceiver(),
  };
  try {
    const { others, poor } = await openAccounts(testBed, receivers);
    await operatorsOf(world)('catalogue', 'sync'); // data plans are sold once they are known
    const log = createClientLog(testBed);
    const clients = createClients(
      log,
      others.map(({ account }) => account),
      seed,
    );
    const faultLog = createFaultLog();
    const drift: string[] = [];
    const end = new AbortController();
    const fromMs = performance.now();
    const traffic = Promise.all([
      clients.buyUntil(perSecond, end.signal),
      fundPoorAccount(testBed, poor, end.signal),
      keepFloatsFull(world.sandbox.url, ['vtpass'], end.signal),
      faultLog.watchMachine(end.signal),
    ]);
    await sleep(WARM_UP_MS);
    const fail = createFailovers({ cluster, log, faultLog, print });
    const rows: Failover[] = [];
    for (const [i, injury] of dealInjuries(failovers, randomOf(seed, 'injuries')).entries()) {
      rows.push(await fail(injury));
      await world.verifyBooks().catch((error: Error) => drift.push(error.message));
      if ((i + 1) % REPLACE_EVERY === 0) await faultLog.during('processes replaced', testBed.replaceOne);
    }
    const toMs = performance.now();
    end.abort();
    await traffic;

    print('waiting until all work is done');
    await untilIdle(world, REST_WITHIN_MS);
    await clients.queryAtLast();
    await untilIdle(world, EVENTS_WITHIN_MS);
    print('auditing');
    const evidence = await collectEvidence({
      testBed,
      log,
      drift,
      limits,
      accounts: others,
      abuser: undefined,
      run: { fromMs, toMs },
      faults: faultLog.spans,
      feeds: [],
      transfers: { made: [], credits: [] },
    });
    return {
      failovers,
      seed,
      perSecond,
      rows,
      violations: audit(evidence),
      ends: tally(evidence, ({ status }) => status),
      products: tally(evidence, ({ product_type }) => product_type),
    };
  } finally {
    await Promise.all(Object.values(receivers).map((receiver) => receiver.stop()));
  }
}

function tally({ purchases }: Evidence, of: (purchase: Evidence['purchases'][number]) => string) {
  const counts: Record<string, number> = {};
  for (const purchase of purchases) counts[of(purchase)] = (counts[of(purchase)] ?? 0) + 1;
  return counts;
}
