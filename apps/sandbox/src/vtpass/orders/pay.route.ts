import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { readOutcome } from '../../faults/outcomes';
import { sendAnswer, sendFault } from '../../faults/send-fault';
import type { Fields } from '../../http/read-body';
import type { VtpassBook } from '../book';
import type { VtpassDeps } from '../deps';
import { type RejectionCode, rejectionReply, sendJson, VTPASS_WORDS } from '../replies';
import { checkPurchase } from './check-purchase';
import { makeOrder } from './order';
import { toPayReply } from './order-replies';

/** Answers a `/pay` with these fields in its body. */
type Pay = (fields: Fields, headers: IncomingHttpHeaders, response: ServerResponse) => Promise<void>;

/**
 * `POST /api/pay`: checks, waits as long as the recipient's number asks, records in the file, answers.
 * A caller who hangs up during the wait changes nothing. A stop or a kill during it leaves only the line in `posts`.
 */
export function payRoute({ book, keys, options, delays }: VtpassDeps): Pay {
  const underWay = new Set<string>();

  return async (fields, headers, response) => {
    const at = options.now();
    const check = checkPurchase({ headers, fields }, at, { book, keys, options, isUnderWay: (id) => underWay.has(id) });
    if (check.rejection !== null) return reject(response, book, fields.request_id, check.rejection, at);

    const { purchase } = check;
    const { outcome, delayMs } = readOutcome(purchase.recipient);
    book.post(purchase.requestId, at, outcome.name);
    underWay.add(purchase.requestId);
    await delays.wait(delayMs);
    underWay.delete(purchase.requestId);

    if (outcome.records === null) return sendFault(response, outcome.answers, VTPASS_WORDS);
    const order = makeOrder(purchase, outcome, options.now());
    book.record({ entry: 'order', order });
    if (outcome.answers === 'order') sendJson(response, toPayReply(order));
    else sendAnswer(response, outcome, toPayReply(order), VTPASS_WORDS);
  };
}

/** Only a rejection with 019 makes the id known: VTpass's requery is proven to repeat that code, and no other. */
function reject(response: ServerResponse, book: VtpassBook, id: unknown, code: RejectionCode, at: Date): void {
  book.post(id, at, `refused ${code}`);
  if (code === '019' && typeof id === 'string') book.record({ entry: 'refused', requestId: id, code });
  sendJson(response, rejectionReply(code));
}
