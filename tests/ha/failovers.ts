import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@topup/testkit';
import type { ClientLog } from '../chaos/client-log';
import type { FaultLog } from '../chaos/timeline/fault-log';
import type { Cluster } from './cluster/cluster';
import type { Node } from './cluster/node';
import type { Injury } from './injuries';
import type { Failover } from './report';

type FailoverDeps = { cluster: Cluster; log: ClientLog; faultLog: FaultLog; print(line: string): void };

/** A purchase sent so late after the fault is not left over from the time before. */
const AFTERWARDS_MS = 2_000;
const GIVE_UP_MS = 120_000;
const QUIET_MS = 3_000;

/**
 * Makes the function that loses the leader once: strikes, waits until another server is the leader and sells, heals,
 * and waits until all three servers are back. So a former leader wakes up while its successor sells.
 * @throws when sales do not go on within two minutes, or the cluster does not become whole
 */
export function createFailovers({
  cluster,
  log,
  faultLog,
  print,
}: FailoverDeps): (injury: Injury) => Promise<Failover> {
  const successes = () => log.answers.filter(({ asked, outcome }) => asked === 'purchase' && outcome === 'success');
  const soldSince = (sinceMs: number) => successes().some(({ sentMs }) => sentMs > sinceMs);

  async function untilSoldByAnother(leader: Node, { mayStay }: Injury, struckMs: number): Promise<void> {
    let changedMs: number | undefined;
    while (changedMs === undefined || !soldSince(changedMs)) {
      if (performance.now() > struckMs + GIVE_UP_MS) throw new Error('sales do not go on');
      await sleep(100);
      const now = await cluster.leader();
      if (changedMs === undefined && now !== undefined && (now !== leader || mayStay))
        changedMs = Math.max(performance.now(), struckMs + AFTERWARDS_MS);
    }
  }

  /** The longest time without a success from the injury on. */
  function withoutSuccessMs(struckMs: number, untilMs: number): number {
    const times = successes().map(({ answeredMs }) => answeredMs);
    const all = [struckMs, ...times.filter((at) => at > struckMs && at < untilMs), untilMs].sort((a, b) => a - b);
    return Math.max(...all.slice(1).map((at, i) => at - (all[i] ?? at)));
  }

  return async (injury) => {
    const leader = await eventually(cluster.leader, (one) => one !== undefined);
    if (leader === undefined) throw new Error('there is no leader');
    return faultLog.during(injury.name, async () => {
      const struckMs = performance.now();
      await injury.strike(leader);
      await untilSoldByAnother(leader, injury, struckMs);
      const next = await cluster.leader();
      await injury.heal(leader);
      await cluster.whole();
      const wholeMs = performance.now();
      await sleep(QUIET_MS);
      const row: Failover = {
        injury: injury.name,
        from: leader.name,
        to: next?.name ?? 'nobody',
        withoutSuccessMs: withoutSuccessMs(struckMs, performance.now()),
        untilWholeMs: wholeMs - struckMs,
      };
      const seconds = (ms: number) => (ms / 1_000).toFixed(1);
      print(
        `${row.from} ${row.injury}: ${seconds(row.withoutSuccessMs)} s without a success, then ${row.to}; ` +
          `whole after ${seconds(row.untilWholeMs)} s; ${log.orders.length} orders so far`,
      );
      return row;
    });
  };
}
