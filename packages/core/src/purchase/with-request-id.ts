import { type Log, withFields } from '../shared/log.port';
import type { SettleDeps } from './settle/settle-purchase';

type Traced = { log: Log } & Pick<SettleDeps, 'enqueueEvent' | 'enqueueNotification'>;

/** The same deps for the work of one request: its id is on every line of the log and in every job that is enqueued. */
export function withRequestId<D extends Traced>(deps: D, requestId: string | undefined): D {
  if (requestId === undefined) return deps;
  return {
    ...deps,
    log: withFields(deps.log, { requestId }),
    enqueueEvent: (id) => deps.enqueueEvent(id, requestId),
    enqueueNotification: (id) => deps.enqueueNotification(id, requestId),
  };
}
