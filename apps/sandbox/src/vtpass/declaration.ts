import { createOutage } from '../faults/outage';
import type { Callback, PlayDeps, Played, SandboxProvider } from '../provider';
import { createVtpassBook } from './book';
import { findService } from './catalogue/services';
import { VTPASS_KEYS, type VtpassDeps, type VtpassKeys } from './deps';
import { sendCallback } from './operator/send-callback';
import { vtpassOperatorRoutes } from './operator/vtpass-operator.routes';
import { toTransactionUpdate } from './orders/order-replies';
import { VTPASS_WORDS } from './replies';
import { VTPASS_PATHS, vtpassRoutes } from './vtpass.routes';
import { WORDS } from './words';

export const vtpass: SandboxProvider<VtpassKeys> = {
  name: 'vtpass',
  label: 'VTpass',
  keys: VTPASS_KEYS,
  words: WORDS,
  play({ store, ...deps }: PlayDeps<VtpassKeys>): Played {
    const book = createVtpassBook(store, deps.options);
    const outage = createOutage(VTPASS_PATHS, () => VTPASS_WORDS);
    return {
      path: '/api',
      ...vtpassRoutes({ ...deps, book }, outage),
      outage,
      book,
      findOrder(requestId) {
        const order = book.findOrder(requestId);
        return (
          order && { state: order.status, settle: (status, at) => settle({ ...deps, book }, requestId, status, at) }
        );
      },
      sells: (code) => findService(code) !== undefined,
      operatorRoutes: vtpassOperatorRoutes({ ...deps, book }),
    };
  },
};

/** VTpass tells the client of what its staff has settled. */
async function settle(
  { book, options, delays, stopping }: VtpassDeps,
  requestId: string,
  status: 'delivered' | 'reversed',
  at: string,
): Promise<Callback> {
  book.record({ entry: 'settled', requestId, status, at });
  const settled = book.findOrder(requestId);
  if (options.callbackUrl === null || settled === undefined) return 'none';
  return sendCallback(options.callbackUrl, toTransactionUpdate(settled), delays, stopping);
}
