import { type Switch, WHOLE_PROVIDER } from '../provider/breakers.port';
import type { ProviderProfile } from '../provider/provider.port';
import { listReportedBreakers, listSwitches, type ReportedBreaker } from '../provider/switch.store';
import type { Db } from '../shared/db';
import { createRouter, type RouterDeps, type RoutingState } from './create-router';
import { isSickness } from './health';
import { readRouting } from './watch-routing';

/**
 * Makes a router that knows what operators closed and the running processes report, and sends nothing itself.
 * `reported`: what they report.
 */
export async function reportedRouter(db: Db, providers: readonly ProviderProfile[], given: Partial<RoutingState> = {}) {
  const reporting = listReportedBreakers(db);
  const [state, switches, reported] = await Promise.all([readRouting(db, reporting), listSwitches(db), reporting]);
  const router = createRouter({ providers, stopOf: stopsOf(switches, reported), sicknessOf: () => null });
  router.learn({ ...state, ...given });
  return { router, reported };
}

/** Whether a breaker stops the orders of a service. */
export const isAbout = (breaker: string, serviceId: string): boolean =>
  breaker === WHOLE_PROVIDER || breaker === serviceId;

/** What stops orders of any account, as operators and the running processes report it. */
const stopsOf =
  (switches: readonly Switch[], reported: readonly ReportedBreaker[]): RouterDeps['stopOf'] =>
  ({ provider, serviceId, amountKobo }) => {
    const closed = switches.find((each) => each.provider === provider && isAbout(each.breaker, serviceId));
    if (closed !== undefined) return { breaker: closed.breaker, reason: 'operator' };
    const open = reported.find(
      ({ provider: name, breaker, reason, accounts, leftKobo }) =>
        name === provider &&
        isAbout(breaker, serviceId) &&
        accounts === null &&
        !isSickness(reason) &&
        (leftKobo === null || amountKobo > leftKobo),
    );
    return open === undefined ? null : { breaker: open.breaker, reason: open.reason };
  };
