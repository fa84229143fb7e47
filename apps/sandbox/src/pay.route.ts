import type { RequestHandler, Response } from 'express';
import type { Book } from './book';
import { checkPurchase } from './check-purchase';
import type { Delays } from './delays';
import { cutShort, misbehave } from './misbehave';
import { makeOrder, type Order } from './order';
import { type RecordedOutcome, readOutcome } from './outcomes';
import { fieldsOf } from './read-body';
import { payReply, type RefusalCode, refusalReply } from './replies';
import type { SandboxOptions } from './settings';

type PayDeps = { book: Book; options: SandboxOptions; delays: Delays };

/**
 * `POST /api/pay`: checks, waits as long as the recipient's number asks, records, answers. What is recorded is on file before the answer
 * leaves. A caller who leaves during the wait changes nothing; a stop or a kill during it leaves nothing but the line in `posts`.
 */
export function payRoute({ book, options, delays }: PayDeps): RequestHandler {
  const underWay = new Set<string>();

  return async (request, response) => {
    const fields = fieldsOf(request);
    const at = options.now();
    const verdict = checkPurchase({ headers: request.headers, fields }, at, { book, options, isUnderWay: (id) => underWay.has(id) });
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
function refuse(response: Response, book: Book, id: unknown, code: RefusalCode, at: Date): void {
  const requestId = typeof id === 'string' ? id : null;
  book.record({ entry: 'post', request_id: requestId, at: at.toISOString(), outcome: `refused ${code}` });
  if (code === '019' && requestId !== null) book.record({ entry: 'refused', requestId, code });
  reply(response, refusalReply(code));
}

function answer(response: Response, outcome: RecordedOutcome, order: Order): void {
  if (outcome.answers === 'order') reply(response, payReply(order));
  else if (outcome.answers === 'truncated') cutShort(response, payReply(order));
  else misbehave(response, outcome.answers);
}

/** What `response.json` sends, without its search for media types, and in one write: load tests buy here, and the CPU that this takes is not theirs. */
function reply(response: Response, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) }).end(text);
}
