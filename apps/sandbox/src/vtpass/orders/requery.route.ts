import type { RequestHandler } from 'express';
import { createLookCounter } from '../../faults/look-counter';
import { fieldsOf } from '../../http/read-body';
import { mayPost } from '../credentials';
import type { VtpassDeps } from '../deps';
import { rejectionReply } from '../replies';
import { awaitsToken } from './goods';
import type { Order } from './order';
import { toRequeryReply } from './order-replies';

/** `POST /api/requery`: the state of a request id. Enough requeries settle a pending order, or add its token. */
export function requeryRoute({ book, keys, options }: VtpassDeps): RequestHandler {
  const looks = createLookCounter(options.pendingRequeries);

  return (request, response) => {
    if (!mayPost(request.headers, keys)) return void response.json(rejectionReply('087'));
    const requestId = fieldsOf(request).request_id;
    if (typeof requestId !== 'string' || requestId === '') return void response.json(rejectionReply('011'));

    const order = book.findOrder(requestId);
    if (order === undefined) return void response.json(rejectionReply(book.findRejection(requestId) ?? '015'));
    if (order.requeryHangs) return; // the socket stays open until the caller closes it
    advance(order);
    response.json(toRequeryReply(book.findOrder(requestId) ?? order));
  };

  function advance(order: Order): void {
    const { requestId } = order;
    const next = nextOf(order);
    if (next === null || !looks.isEnough(requestId)) return;
    const at = options.now().toISOString();
    book.record(
      next === 'token' ? { entry: 'token', requestId, at } : { entry: 'settled', requestId, status: next, at },
    );
  }
}

function nextOf(order: Order): 'delivered' | 'reversed' | 'token' | null {
  if (order.settlesTo !== null) return order.settlesTo;
  return order.status === 'delivered' && awaitsToken(order) ? 'token' : null;
}
