import type { RequestHandler } from 'express';
import { mayPost } from '../http/credentials';
import { fieldsOf } from '../http/read-body';
import type { SandboxOptions } from '../settings';
import type { Book } from '../store/store';
import type { Order } from './order';
import { refusalReply, requeryReply } from './order-replies';

type RequeryDeps = { book: Book; options: SandboxOptions };

/** `POST /api/requery`: what became of a request id. It also moves time on: enough requeries settle a pending order, or bring its token. */
export function requeryRoute({ book, options }: RequeryDeps): RequestHandler {
  /** Per order that something is to come of. Kept in memory only: after a restart it takes as many requeries again. */
  const requeries = new Map<string, number>();

  return (request, response) => {
    if (!mayPost(request.headers, options)) return void response.json(refusalReply('087'));
    const requestId = fieldsOf(request).request_id;
    if (typeof requestId !== 'string' || requestId === '') return void response.json(refusalReply('011'));

    const order = book.findOrder(requestId);
    if (order === undefined) return void response.json(refusalReply(book.findRefusal(requestId) ?? '015'));
    moveOn(order);
    response.json(requeryReply(book.findOrder(requestId) ?? order));
  };

  function moveOn(order: Order): void {
    const { requestId } = order;
    const next = nextOf(order);
    if (next === null) return;
    const before = requeries.get(requestId) ?? 0;
    requeries.set(requestId, before + 1);
    if (before < options.pendingRequeries) return;
    requeries.delete(requestId);
    const at = options.now().toISOString();
    book.record(
      next === 'token' ? { entry: 'token', requestId, at } : { entry: 'settled', requestId, status: next, at },
    );
  }
}

function nextOf({ status, settlesTo, meter }: Order): 'delivered' | 'reversed' | 'token' | null {
  if (settlesTo !== null) return settlesTo;
  return status === 'delivered' && meter?.type === 'prepaid' && meter.awaitsToken ? 'token' : null;
}
