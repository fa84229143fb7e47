import { type Log, withFields } from '../shared/log.port';
import type { SettleDeps } from './settle/settle-purchase';

type Traced = { log: Log } & Pick<SettleDeps, 'enqueueEvent' | 'enqueueNotification'>;

/** The same deps for the work of one request: its id is in every log line and in every job. */
export function withRequestId<D extends Traced>(deps: D, requestId: string | undefined): D {
  if (requestId === undefined) return deps;
  return {
    ...deps,
    log: withFields(deps.log, { requestId }),
    enqueueEvent: (event) => deps.enqueueEvent(event, requestId),
    enqueueNotification: (id) => deps.enqueueNotification(id, requestId),
  };
}
