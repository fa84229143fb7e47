import { readMappings } from '../catalogue/mapping/mapping.store';
import { readFreshFloats } from '../provider/float.store';
import { listReportedBreakers, type ReportedBreaker } from '../provider/switch.store';
import { type Watch, watchDatabase } from '../provider/watch-switches';
import type { Db } from '../shared/db';
import type { Log } from '../shared/log.port';
import type { ConfiguredRouter, ReportedSickness, RoutingState } from './create-router';
import { isSickness } from './health';
import { readRules } from './routing.store';
import { NO_RULES } from './rules';

/** @param reporting the breakers that running processes report, for a caller that needs them too */
export async function readRouting(db: Db, reporting = listReportedBreakers(db)): Promise<RoutingState> {
  const [rules, mappings, floats, reported] = await Promise.all([
    readRules(db),
    readMappings(db),
    readFreshFloats(db),
    reporting,
  ]);
  return {
    rules: rules ?? NO_RULES,
    mappings,
    floats: new Map(floats.map(({ provider, balanceKobo }) => [provider, balanceKobo])),
    sick: sicknessesIn(reported),
  };
}

/** Rules hold everywhere within two seconds. */
export const watchRouting = (
  router: Pick<ConfiguredRouter, 'learn'>,
  { db, log, everyMs = 1_500 }: { db: Db; log: Log; everyMs?: number },
): Watch => watchDatabase('the routing rules', everyMs, log, async () => router.learn(await readRouting(db)));

/** The sickness that running processes report: another process than an order's router sees its outcome. */
const sicknessesIn = (reported: readonly ReportedBreaker[]): ReportedSickness[] =>
  reported.flatMap(({ provider, breaker, reason, state }) =>
    isSickness(reason) ? [{ provider, serviceId: breaker, sickness: reason, state }] : [],
  );
