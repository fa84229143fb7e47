import type { RequestHandler } from 'express';
import { createLookCounter } from '../../faults/look-counter';
import { sendFault } from '../../faults/send-fault';
import { fieldsOf } from '../../http/read-body';
import type { SandboxOptions } from '../../settings';
import type { Store } from '../../store/store';
import { mayPost } from '../credentials';
import { rejectionReply } from '../replies';
import type { Order } from './order';
import { toRequeryReply } from './order-replies';

type RequeryDeps = { store: Store; options: SandboxOptions };

/** `POST /api/requery`: the state of a request id. Enough requeries settle a pending order, or add its token. */
export function requeryRoute({ store, options }: RequeryDeps): RequestHandler {
  const looks = createLookCounter(options.pendingRequeries);

  return (request, response) => {
    if (!mayPost(request.headers, options)) return void response.json(rejectionReply('087'));
    const requestId = fieldsOf(request).request_id;
    if (typeof requestId !== 'string' || requestId === '') return void response.json(rejectionReply('011'));

    const order = store.findOrder(requestId);
    if (order === undefined) return void response.json(rejectionReply(store.findRejection(requestId) ?? '015'));
    if (order.requeryHangs) return sendFault(response, 'hang');
    advance(order);
    response.json(toRequeryReply(store.findOrder(requestId) ?? order));
  };

  function advance(order: Order): void {
    const { requestId } = order;
    const next = nextOf(order);
    if (next === null || !looks.isEnough(requestId)) return;
    const at = options.now().toISOString();
    store.record(
      next === 'token' ? { entry: 'token', requestId, at } : { entry: 'settled', requestId, status: next, at },
    );
  }
}

function nextOf({ status, settlesTo, meter }: Order): 'delivered' | 'reversed' | 'token' | null {
  if (settlesTo !== null) return settlesTo;
  return status === 'delivered' && meter?.type === 'prepaid' && meter.awaitsToken ? 'token' : null;
}
