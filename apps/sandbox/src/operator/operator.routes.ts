import { Router } from 'express';
import type { Delays } from '../faults/delays';
import type { Outage } from '../faults/outage';
import { fieldsOf, readBody } from '../http/read-body';
import type { SandboxOptions } from '../settings';
import type { ProviderName } from '../store/ledger';
import type { Store } from '../store/store';
import { FIRST_PRICE_LISTS } from '../vtpass/catalogue/price-lists';
import { readVariations } from '../vtpass/operator/read-variations';
import { sendCallback } from '../vtpass/operator/send-callback';
import type { Order } from '../vtpass/orders/order';
import { toTransactionUpdate } from '../vtpass/orders/order-replies';
import { complain, readProvider, WRONG_PROVIDER } from './complain';
import { type End, findOrder, type State } from './find-order';
import { providerRoutes } from './provider.routes';

type OperatorDeps = {
  store: Store;
  options: SandboxOptions;
  outages: Readonly<Record<ProviderName, Outage>>;
  delays: Delays;
  stopping: AbortSignal;
};

/**
 * What only the staff of a provider could do: `PUT /variations/:serviceID` changes a price list of VTpass,
 * `PUT /outage` takes paths down, `PUT /float` sets the balance, `POST /settle/:requestId` settles an order; and those
 * of `providerRoutes`. VTpass is meant where no provider is named. Like `/ledger` they need no key.
 */
export function operatorRoutes({ store, options, outages, delays, stopping }: OperatorDeps): Router {
  return Router()
    .use(providerRoutes({ store, options }))
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
      const provider = readProvider(fieldsOf(request));
      if (provider === null) return complain(response, 400, WRONG_PROVIDER);
      const outage = outages[provider];
      if (!outage.set(fieldsOf(request).paths))
        return complain(response, 400, `send { "paths": [...] or "all" } with paths of ${provider}`);
      response.json({ paths: outage.paths() });
    })
    .put('/float', (request, response) => {
      const { naira } = fieldsOf(request);
      const provider = readProvider(fieldsOf(request));
      if (provider === null) return complain(response, 400, WRONG_PROVIDER);
      if (!isFloat(naira))
        return complain(response, 400, `send { "naira": 0 to ${MAX_FLOAT_NAIRA}, with at most two decimals }`);
      const change = { entry: 'float', naira, at: options.now().toISOString() } as const;
      store.record(provider === 'vtpass' ? change : { ...change, provider });
      response.json({ naira });
    })
    .post('/settle/:requestId', async (request, response) => {
      const { requestId } = request.params;
      const { status } = fieldsOf(request);
      const provider = readProvider(fieldsOf(request));
      if (provider === null) return complain(response, 400, WRONG_PROVIDER);
      if (status !== 'delivered' && status !== 'reversed')
        return complain(response, 400, 'send { "status": "delivered" | "reversed" }');
      const order = findOrder(store, provider, requestId);
      if (order === undefined) return complain(response, 404, 'no order has this request id');
      if (!maySettle(order.state, status))
        return complain(response, 409, `a ${order.state} order cannot become ${status}`);
      store.record(order.settle(status, options.now().toISOString()));
      const settled = provider === 'vtpass' ? store.findOrder(requestId) : undefined;
      response.json({ callback: settled === undefined ? 'none' : await notifyClient(settled) });
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
function maySettle(state: State, status: End): boolean {
  return state === 'pending' || (state === 'delivered' && status === 'reversed');
}
