import { AppError } from '@topup/core/errors';
import { findPurchase, isReferenceOfAnother, type Purchase } from '@topup/core/purchase';
import { askTwice, formatNaira, newId } from '@topup/core/shared';
import { insertRequeryEvent } from '@topup/core/webhook';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { setFailureHeaders } from '../../http/error-answer';
import { field, readFields, requestBody } from '../../http/fields';
import { toProductData, toPurchaseResponse } from '../../http/purchase-response';
import { limitStatusOf } from '../../http/rate-limited';
import { arrivalOf, bodyOf, callerOf, requestIdOf, setReference } from '../../http/request-context';

export const transactionQuery = requestBody({ request_ref: field.anyReference() });

/** POST /v1/transaction/status: the caller's purchase, and a `transaction.requery` event with the same status. */
export function transactionStatus(deps: Deps): RequestHandler {
  return async (request, response) => {
    const { request_ref } = readFields(transactionQuery, bodyOf(request));
    setReference(response, request_ref);
    await limitStatusOf(deps, response, request_ref);
    const { accountId, keyId } = callerOf(response);
    const ask = <T>(statement: () => Promise<T>) => askTwice(deps.clock, statement, arrivalOf(response));
    const purchase = await ask(() => findPurchase(deps.db, { accountId, requestRef: request_ref }));
    if (purchase === null)
      throw new AppError(
        (await ask(() => isReferenceOfAnother(deps.db, accountId, request_ref)))
          ? 'transaction_not_yours'
          : 'transaction_not_found',
      );
    const newEventId = newId();
    const eventId = await ask(() => insertRequeryEvent(deps.db, purchase.id, keyId, newEventId));
    if (eventId !== null) deps.enqueueEvent(eventId, requestIdOf(response));
    const answer = toPurchaseResponse(purchase.requestRef, purchase.productType, purchase, transactionData(purchase));
    setFailureHeaders(response, purchase);
    response.status(answer.status_code).json(answer);
  };
}

type StoredTransaction = Pick<
  Purchase,
  'productType' | 'amountKobo' | 'description' | 'createdAt' | 'details' | 'providerOrder' | 'status' | 'result'
> & { balances: { before: bigint; after: bigint } | null };

/** What the status query and the list say about a purchase: its debit, and the keys of its product. */
export function transactionData({ balances, ...purchase }: StoredTransaction): Record<string, unknown> {
  return {
    transaction_type: purchase.productType,
    amount: formatNaira(purchase.amountKobo),
    ...(balances && { previous_balance: formatNaira(balances.before), new_balance: formatNaira(balances.after) }),
    description: purchase.description,
    created_at: purchase.createdAt.toISOString(),
    ...toProductData(purchase, purchase),
  };
}
