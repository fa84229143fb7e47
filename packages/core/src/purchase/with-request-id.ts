import { type Log, withFields } from '../shared/log.port';
import type { SettleDeps } from './settle/settle-purchase';

type Told = { log: Log } & Pick<SettleDeps, 'enqueueEvent' | 'enqueueNotification'>;

/** The same deps for work that one request has set off: its id is on every line of the log, and goes along with whatever is woken for it. */
export function withRequestId<D extends Told>(deps: D, requestId: string | undefined): D {
  if (requestId === undefined) return deps;
  return {
    ...deps,
    log: withFields(deps.log, { requestId }),
    enqueueEvent: (id) => deps.enqueueEvent(id, requestId),
    enqueueNotification: (id) => deps.enqueueNotification(id, requestId),
  };
}
