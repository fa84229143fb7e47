import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Delays } from '../faults/delays';
import { type RecordedOutcome, readOutcome } from '../faults/outcomes';
import { cutShort, misbehave } from '../faults/send-fault';
import { reply } from '../http/send-json';
import type { SandboxOptions } from '../settings';
import type { Book } from '../store/store';
import { checkPurchase } from './check-purchase';
import { makeOrder, type Order } from './order';
import { payReply, type RefusalCode, refusalReply } from './order-replies';

/** Answers a `/pay` whose body held these fields. */
export type Pay = (
  fields: Readonly<Record<string, unknown>>,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
) => Promise<void>;

type PayDeps = { book: Book; options: SandboxOptions; delays: Delays };

/**
 * `POST /api/pay`: checks, waits as long as the recipient's number asks, records, answers. What is recorded is on file before the answer
 * leaves. A caller who leaves during the wait changes nothing; a stop or a kill during it leaves nothing but the line in `posts`.
 */
export function payRoute({ book, options, delays }: PayDeps): Pay {
  const underWay = new Set<string>();

  return async (fields, headers, response) => {
    const at = options.now();
    const verdict = checkPurchase({ headers, fields }, at, { book, options, isUnderWay: (id) => underWay.has(id) });
    if (verdict.refused !== null) return refuse(response, book, fields.request_id, verdict.refused, at);

    const { purchase } = verdict;
    const { outcome, delayMs } = readOutcome(purchase.recipient);
    book.record({ entry: 'post', request_id: purchase.requestId, at: at.toISOString(), outcome: outcome.name });
    underWay.add(purchase.requestId);
    await delays.wait(delayMs);
    underWay.delete(purchase.requestId);

    if (outcome.records === null) return misbehave(response, outcome.answers);
    const order = makeOrder(purchase, outcome, options.now());
    book.record({ entry: 'order', order });
    answer(response, outcome, order);
  };
}

/** Of all refusals only 019 makes the id known: VTpass's requery is proven to repeat that one. */
function refuse(response: ServerResponse, book: Book, id: unknown, code: RefusalCode, at: Date): void {
  const requestId = typeof id === 'string' ? id : null;
  book.record({ entry: 'post', request_id: requestId, at: at.toISOString(), outcome: `refused ${code}` });
  if (code === '019' && requestId !== null) book.record({ entry: 'refused', requestId, code });
  reply(response, refusalReply(code));
}

function answer(response: ServerResponse, outcome: RecordedOutcome, order: Order): void {
  if (outcome.answers === 'order') reply(response, payReply(order));
  else if (outcome.answers === 'truncated') cutShort(response, payReply(order));
  else misbehave(response, outcome.answers);
}
