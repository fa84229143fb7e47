import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, redisServerInstalled, type World } from '@topup/testkit';
import { type Attack, IN_JOBS, NOBODY, ATTACKS as ON_SALES } from './neighbours/attacks';
import { EXPORTS } from './neighbours/exports';
import { complaints, reportText } from './neighbours/figures';
import type { Outage } from './neighbours/neighbour';
import { type QueuesOn, startSiege } from './neighbours/siege';
import { backends, kill, untilBackendsEnd } from './processes';

const WARM_MS = 1_000;
const QUIET_MS = 10_000;
const ATTACKED_MS = 60_000;
/** A purchase that is stopped takes up to 30 s more. */
const LIMIT_MS = QUIET_MS + ATTACKED_MS + 150_000;
/** Workers that have just started take up what the killed ones left. */
const TAKE_UP_MS = 3_000;
/** The least work of the attackers that proves their attack. */
const LEAST = 30;

/** `killed`: every worker is killed in the middle, and as many are started. */
type Case = Attack & { queues: QueuesOn; attackers: number; killed: boolean; how: string };

function caseOf(attack: Attack, queues: QueuesOn, attackers: number, killed = false): Case {
  const how = [`${attackers} accounts`, `queues on ${queues}`, ...(killed ? ['workers killed'] : [])].join(', ');
  return { ...attack, queues, attackers, killed, how };
}

const ATTACKS = [...ON_SALES, EXPORTS];
const main = ATTACKS.filter((attack) => ATTACKS.find(({ resource }) => resource === attack.resource) === attack);
const isOfWorkers = ({ resource }: Attack) =>
  resource === 'sends of workers' || resource === 'requeries' || resource === 'webhook deliveries';
const store = redisServerInstalled() ? 'redis' : 'postgres';

const CASES = [
  caseOf(NOBODY, store, 3, true),
  ...[NOBODY, ...ATTACKS].map((attack) => caseOf(attack, store, 3)),
  ...main.map((attack) => caseOf(attack, store, 8, isOfWorkers(attack))),
  ...[...main, IN_JOBS].filter(isOfWorkers).map((attack) => caseOf(attack, 'postgres', 3, true)),
];

describe('accounts that take what all share stop another one', () => {
  test.each(CASES)('$resource, $by: the other is served ($how)', besiege, LIMIT_MS);
});

/** The neighbour is served while nobody attacks, and as well while the others do their worst. */
async function besiege({ always, begin, size, ...the }: Case): Promise<void> {
  const siege = await startSiege({ ...the, workers: the.killed ? 2 : 1 });
  const { neighbour, world } = siege;
  try {
    await always?.(siege);
    await neighbour.round(WARM_MS);
    const quiet = await neighbour.round(QUIET_MS);
    await begin(siege);
    await eventually(
      () => size(siege),
      (taken) => taken >= LEAST,
    );
    const killing = the.killed ? killWorkers(world, ATTACKED_MS / 2) : undefined;
    const outageOf = killing && (async (refs: string[]) => outageFor(world, refs, await killing));
    const [attacked] = await Promise.all([neighbour.round(ATTACKED_MS, outageOf), killing]);

    const found = [...complaints(quiet, quiet), ...complaints(quiet, attacked)];
    process.stderr.write(reportText(`${the.resource}, ${the.by}`, { quiet, attacked }));
    expect(found).toEqual([]);
  } finally {
    await siege.stop();
  }
}

/**
 * `killedAt`: the database's time at which nothing of the killed workers was left. The other times are those of
 * `performance.now`.
 */
type Killing = { killedAt: Date; fromMs: number; workingMs: number };

/** Kills every worker and starts as many. Fulfilled when these work. */
async function killWorkers(world: World, afterMs: number): Promise<Killing> {
  await sleep(afterMs);
  const old = [...world.workers];
  const connections = await backends(world, 'topup-worker');
  const fromMs = performance.now();
  await Promise.all(old.map(kill));
  await untilBackendsEnd(world, connections);
  const [now] = await world.sql<{ at: Date }>('SELECT clock_timestamp() AS at');
  await Promise.all(old.map(() => world.addWorker()));
  return { killedAt: now?.at ?? new Date(), fromMs, workingMs: performance.now() };
}

/**
 * What a kill excuses: purchases that a killed worker had sent and not settled, or whose event it was sending, and the
 * times of what was bought or asked while no worker worked.
 */
async function outageFor(world: World, refs: string[], { killedAt, fromMs, workingMs }: Killing): Promise<Outage> {
  const rows = await world.sql<{ request_ref: string }>(
    `SELECT request_ref FROM purchase p
      WHERE request_ref = ANY ($1) AND product_type IN ('AIRTIME', 'DATA')
        AND ((sent_at <= $2 AND (final_at IS NULL OR final_at > $2))
          OR EXISTS (SELECT FROM webhook_event e WHERE e.purchase_id = p.id
                        AND e.claimed_at <= $2 AND (e.finished_at IS NULL OR e.finished_at > $2)))`,
    [refs, killedAt],
  );
  return { held: new Set(rows.map(({ request_ref }) => request_ref)), fromMs, toMs: workingMs + TAKE_UP_MS };
}
