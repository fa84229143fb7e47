import { type Switch, WHOLE_PROVIDER } from '../provider/breakers.port';
import type { ReportedBreaker } from '../provider/switch.store';
import type { RouterDeps } from './create-router';
import { isSickness } from './health';

/** Whether a breaker stops the orders of a service. */
export const isAbout = (breaker: string, serviceId: string): boolean =>
  breaker === WHOLE_PROVIDER || breaker === serviceId;

/** What stops orders of any account, as operators and the running processes report it. */
export const stopsOf =
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
