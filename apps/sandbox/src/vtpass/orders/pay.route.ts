import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Delays } from '../../faults/delays';
import { type RecordedOutcome, readOutcome } from '../../faults/outcomes';
import { sendFault, sendTruncated } from '../../faults/send-fault';
import type { SandboxOptions } from '../../settings';
import type { Store } from '../../store/store';
import { type RejectionCode, rejectionReply, sendJson } from '../replies';
import { checkPurchase } from './check-purchase';
import { makeOrder, type Order } from './order';
import { toPayReply } from './order-replies';

/** Answers a `/pay` with these fields in its body. */
export type Pay = (
  fields: Readonly<Record<string, unknown>>,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
) => Promise<void>;

type PayDeps = { store: Store; options: SandboxOptions; delays: Delays };

/**
 * `POST /api/pay`: checks, waits as long as the recipient's number asks, records in the file, answers.
 * A caller who hangs up during the wait changes nothing. A stop or a kill during it leaves only the line in `posts`.
 */
export function payRoute({ store, options, delays }: PayDeps): Pay {
  const underWay = new Set<string>();

  return async (fields, headers, response) => {
    const at = options.now();
    const check = checkPurchase({ headers, fields }, at, { store, options, isUnderWay: (id) => underWay.has(id) });
    if (check.rejection !== null) return reject(response, store, fields.request_id, check.rejection, at);

    const { purchase } = check;
    const { outcome, delayMs } = readOutcome(purchase.recipient);
    store.record({ entry: 'post', request_id: purchase.requestId, at: at.toISOString(), outcome: outcome.name });
    underWay.add(purchase.requestId);
    await delays.wait(delayMs);
    underWay.delete(purchase.requestId);

    if (outcome.records === null) return sendFault(response, outcome.answers);
    const order = makeOrder(purchase, outcome, options.now());
    store.record({ entry: 'order', order });
    answer(response, outcome, order);
  };
}

/** Only a rejection with 019 makes the id known: VTpass's requery is proven to repeat that code, and no other. */
function reject(response: ServerResponse, store: Store, id: unknown, code: RejectionCode, at: Date): void {
  const requestId = typeof id === 'string' ? id : null;
  store.record({ entry: 'post', request_id: requestId, at: at.toISOString(), outcome: `refused ${code}` });
  if (code === '019' && requestId !== null) store.record({ entry: 'refused', requestId, code });
  sendJson(response, rejectionReply(code));
}

function answer(response: ServerResponse, outcome: RecordedOutcome, order: Order): void {
  if (outcome.answers === 'order') sendJson(response, toPayReply(order));
  else if (outcome.answers === 'truncated') sendTruncated(response, toPayReply(order));
  else sendFault(response, outcome.answers);
}
