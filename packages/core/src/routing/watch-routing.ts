import { readMappings } from '../catalogue/mapping/mapping.store';
import { readFreshFloats } from '../provider/float.store';
import { listReportedBreakers } from '../provider/switch.store';
import { type Db, databaseFault } from '../shared/db';
import type { Log } from '../shared/log.port';
import { startRounds } from '../shared/rounds';
import type { ConfiguredRouter, ReportedSickness, RoutingState } from './create-router';
import { isSickness } from './health';
import { readRules } from './routing.store';
import { NO_RULES } from './rules';

export async function readRouting(db: Db): Promise<RoutingState> {
  const [rules, mappings, floats, sick] = await Promise.all([
    readRules(db),
    readMappings(db),
    readFreshFloats(db),
    readReportedHealth(db),
  ]);
  return {
    rules: rules ?? NO_RULES,
    mappings,
    floats: new Map(floats.map(({ provider, balanceKobo }) => [provider, balanceKobo])),
    sick,
  };
}

export type RoutingWatch = {
  /** Resolves after the first look, also when it failed. */
  ready: Promise<void>;
  /** Never rejects. */
  stop(): Promise<void>;
};

/**
 * Tells a router at an interval what it goes by: rules hold everywhere within two seconds. What was last known holds
 * while the database does not answer.
 */
export function watchRouting(
  router: Pick<ConfiguredRouter, 'learn'>,
  { db, log, everyMs = 1_500 }: { db: Db; log: Log; everyMs?: number },
): RoutingWatch {
  let failing = false;

  async function round(): Promise<void> {
    try {
      router.learn(await readRouting(db));
      failing = false;
    } catch (error) {
      if (!failing)
        log.warn('the routing rules could not be read; what was last known holds', { fault: databaseFault(error) });
      failing = true;
    }
  }

  const { first, stop } = startRounds(everyMs, round);
  return { ready: first, stop };
}

/** What the running processes report as sick: the outcomes of an order are seen by another process than its router. */
export async function readReportedHealth(db: Db): Promise<ReportedSickness[]> {
  const reported = await listReportedBreakers(db);
  return reported.flatMap(({ provider, breaker, reason, state }) =>
    isSickness(reason) ? [{ provider, serviceId: breaker, sickness: reason, state }] : [],
  );
}
