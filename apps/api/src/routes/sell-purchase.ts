import { AppError } from '@topup/core/errors';
import { isSynchronous } from '@topup/core/product';
import {
  acceptPurchase,
  amountFields,
  type Order,
  type PurchaseState,
  placeOf,
  routeOrder,
  toPublicStatus,
} from '@topup/core/purchase';
import { reasonOf } from '@topup/core/shared';
import type { Response } from 'express';
import type { Deps } from '../deps';
import { readPreference } from '../http/prefer';
import { answerPurchase, toProductData } from '../http/purchase-response';
import { callerOf, contextOf, logFieldsOf } from '../http/request-context';
import { UNKNOWN } from '../wait/purchase-waiter';
import { type Asked, checkOrder, tellOriginal } from './check-order';

/**
 * The part that all products share, once the fields are checked: accept the order, have it sent (a queued one by a
 * worker, a synchronous one by this process), wait for the outcome, and answer. The wait counts from the
 * request's arrival, and a client may prefer a shorter one. `asked`: what of the order the client itself sent.
 */
export async function sellPurchase(deps: Deps, response: Response, order: Order, asked: Asked = order): Promise<void> {
  const { productType, requestRef } = order;
  const context = contextOf(response);
  const { requestId, span, arrivedAtMs } = context;
  const synchronous = isSynchronous(productType);
  const usualMs = synchronous ? deps.settings.SYNC_WAIT_MS : deps.settings.PURCHASE_WAIT_MS;
  const preference = readPreference(response.req);
  const waitMs = Math.min(usualMs, preference?.waitMs ?? usualMs);
  context.requestRef = requestRef;
  const buyer = callerOf(response);
  // airtime and data wait for a provider that is stopped; the others are declined before anything is debited
  const { provider, ...routed } = await checkOrder(deps, response, asked, () =>
    routeOrder(deps, buyer, order, !synchronous),
  );
  const dispatch = deps.reserveDispatch(productType, placeOf({ ...buyer, ...order }));
  const purchase = await acceptPurchase(
    { accepter: deps.accepterOf(span), provider },
    buyer,
    { ...order, ...routed },
    waitMs,
  ).catch(async (error) => {
    dispatch.cancel();
    if (error instanceof AppError && error.code === 'duplicate_reference') await tellOriginal(deps, response, asked);
    if (error instanceof AppError && error.code === 'discount_paused')
      deps.log.error('a purchase was declined, because its discount would lose more today than may be lost', {
        ...logFieldsOf(response),
        alert: 'loss_cap',
        product: productType,
        service: order.providerOrder.serviceId,
      });
    throw error;
  });
  const answer = (state: Omit<PurchaseState, 'id'>) =>
    answerPurchase(response, purchase, state, {
      ...amountFields(purchase),
      ...toProductData(purchase, state),
    });
  try {
    deps.log.info('accepted', { ...logFieldsOf(response), purchase: purchase.id, requestRef, product: productType });
    if (preference !== null) response.set('Preference-Applied', preference.applied);
    const outcome = deps.waiter.wait({ id: purchase.id, productType, requestId }, arrivedAtMs + waitMs);
    if (waitMs === 0) await outcome; // marked pending before it is sent, so that no outcome comes first
    dispatch.send(purchase.id, requestId);
    const state = await outcome;
    deps.metrics.waited(productType, toPublicStatus(state.status).status, deps.clock.monotonicMs() - arrivedAtMs);
    if (synchronous && wasUnreachable(state)) throw new AppError('provider_unreachable');
    answer(state);
  } catch (error) {
    if (error instanceof AppError || response.headersSent) throw error;
    deps.log.error('an accepted purchase got 202, because its outcome could not be read or told', {
      ...logFieldsOf(response),
      purchase: purchase.id,
      reason: reasonOf(error),
    });
    answer(UNKNOWN); // `internal` says that nothing was debited
  }
}

/** Nothing reached the provider. A synchronous product then returns 500; every other failure returns 424. */
const wasUnreachable = ({ status, causeCode }: PurchaseState): boolean =>
  status === 'failed' && (causeCode === 'provider_unreachable' || causeCode === 'provider_unavailable');
