import { type Response, Router } from 'express';
import { FIRST_PRICE_LISTS } from '../catalogue/price-lists';
import type { Delays } from '../faults/delays';
import type { Outage } from '../faults/outage';
import { fieldsOf, readBody } from '../http/read-body';
import type { Order } from '../orders/order';
import { toTransactionUpdate } from '../orders/order-replies';
import type { SandboxOptions } from '../settings';
import type { Store } from '../store/store';
import { readVariations } from './read-variations';
import { sendCallback } from './send-callback';

type OperatorDeps = { store: Store; options: SandboxOptions; outage: Outage; delays: Delays; stopping: AbortSignal };

/**
 * What only VTpass's staff could do: `PUT /variations/:serviceID` changes a price list, `PUT /outage` takes paths down,
 * `PUT /float` sets the balance, `POST /settle/:requestId` settles an order. Like `/ledger` they need no key.
 */
export function operatorRoutes({ store, options, outage, delays, stopping }: OperatorDeps): Router {
  return Router()
    .use(['/variations', '/outage', '/float', '/settle'], readBody)
    .put('/variations/:serviceID', (request, response) => {
      const { serviceID } = request.params;
      if (!FIRST_PRICE_LISTS.has(serviceID)) return complain(response, 404, `${serviceID} has no price list`);
      const variations = readVariations(request.body);
      if (variations === null)
        return complain(response, 400, 'send a JSON array of { variation_code, name, variation_amount }');
      store.record({ entry: 'variations', serviceID, variations, at: options.now().toISOString() });
      response.json({ serviceID, variations: variations.length });
    })
    .put('/outage', (request, response) => {
      if (!outage.set(fieldsOf(request).paths))
        return complain(response, 400, 'send { "paths": [...] } with paths below /api');
      response.json({ paths: outage.paths() });
    })
    .put('/float', (request, response) => {
      const { naira } = fieldsOf(request);
      if (!isFloat(naira))
        return complain(response, 400, `send { "naira": 0 to ${MAX_FLOAT_NAIRA}, with at most two decimals }`);
      store.record({ entry: 'float', naira, at: options.now().toISOString() });
      response.json({ naira });
    })
    .post('/settle/:requestId', async (request, response) => {
      const { requestId } = request.params;
      const { status } = fieldsOf(request);
      const order = store.findOrder(requestId);
      if (status !== 'delivered' && status !== 'reversed')
        return complain(response, 400, 'send { "status": "delivered" | "reversed" }');
      if (order === undefined) return complain(response, 404, 'no order has this request id');
      if (!maySettle(order, status)) return complain(response, 409, `a ${order.status} order cannot become ${status}`);
      store.record({ entry: 'settled', requestId, status, at: options.now().toISOString() });
      response.json({ callback: await notifyClient(store.findOrder(requestId) ?? order) });
    });

  async function notifyClient(order: Order): Promise<'answered' | 'unanswered' | 'none'> {
    return options.callbackUrl === null
      ? 'none'
      : sendCallback(options.callbackUrl, toTransactionUpdate(order), delays, stopping);
  }
}

const MAX_FLOAT_NAIRA = 1_000_000_000;

const isFloat = (naira: unknown): naira is number =>
  typeof naira === 'number' && naira >= 0 && naira <= MAX_FLOAT_NAIRA && Math.round(naira * 100) / 100 === naira;

/** A pending order can be delivered or reversed, a delivered one only reversed. */
function maySettle(order: Order, status: 'delivered' | 'reversed'): boolean {
  return order.status === 'pending' || (order.status === 'delivered' && status === 'reversed');
}

function complain(response: Response, status: number, error: string): void {
  response.status(status).json({ error });
}
