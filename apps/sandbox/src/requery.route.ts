import type { RequestHandler } from 'express';
import type { Book } from './book';
import { mayPost } from './credentials';
import type { Order } from './order';
import { fieldsOf } from './read-body';
import { refusalReply, requeryReply } from './replies';
import type { SandboxOptions } from './settings';

type RequeryDeps = { book: Book; options: SandboxOptions };

/** `POST /api/requery`: what became of a request id. It also moves time on: enough requeries settle a pending order. */
export function requeryRoute({ book, options }: RequeryDeps): RequestHandler {
  /** Per pending order. Kept in memory only: after a restart an order is pending for as many requeries again. */
  const requeries = new Map<string, number>();

  return (request, response) => {
    if (!mayPost(request.headers, options)) return void response.json(refusalReply('087'));
    const requestId = fieldsOf(request).request_id;
    if (typeof requestId !== 'string' || requestId === '') return void response.json(refusalReply('011'));

    const order = book.findOrder(requestId);
    if (order === undefined) return void response.json(refusalReply(book.findRefusal(requestId) ?? '015'));
    settleWhenDue(order);
    response.json(requeryReply(book.findOrder(requestId) ?? order));
  };

  function settleWhenDue({ requestId, settlesTo }: Order): void {
    if (settlesTo === null) return;
    const before = requeries.get(requestId) ?? 0;
    requeries.set(requestId, before + 1);
    if (before < options.pendingRequeries) return;
    requeries.delete(requestId);
    book.record({ entry: 'settled', requestId, status: settlesTo, at: options.now().toISOString() });
  }
}
