import { AppError } from '@topup/core/errors';
import { hasQueryEvent, productTypes } from '@topup/core/product';
import {
  amountFields,
  type Claim,
  failureCodeOf,
  fileClaimByKey,
  findPurchase,
  isReferenceOfAnother,
  messages,
  type Purchase,
  type PurchaseStatus,
  purchaseStates,
  toPublicStatus,
} from '@topup/core/purchase';
import { type ClientPurchase, listClientPurchases, type PurchaseCursor } from '@topup/core/reporting';
import { askTwice, formatNaira, newId, UUID_PATTERN } from '@topup/core/shared';
import { insertRequeryEvent } from '@topup/core/webhook';
import type { RequestHandler, Response } from 'express';
import type { Deps } from '../../deps';
import { field, readFields, requestBody } from '../../http/fields';
import { type Places, pageAnswer, pageField, pageQuery, readPageQuery } from '../../http/page-query';
import { answerPurchase, toProductData } from '../../http/purchase-response';
import { limitStatusOf } from '../../http/rate-limited';
import { bodyOf, callerOf, contextOf } from '../../http/request-context';
import { readList } from '../../lists/read-in-turns';

export const transactionQuery = requestBody({ request_ref: field.anyReference() });

/** POST /v1/transaction/status: the caller's purchase, and a `transaction.requery` event with the same status. */
export function transactionStatus(deps: Deps): RequestHandler {
  return async (request, response) => {
    const { request_ref } = readFields(transactionQuery, bodyOf(request));
    contextOf(response).requestRef = request_ref;
    await limitStatusOf(deps, response, request_ref);
    const { keyId } = callerOf(response);
    const purchase = await requirePurchase(deps, response, request_ref);
    if (hasQueryEvent(purchase.productType)) {
      const newEventId = newId();
      const eventId = await asking(deps, response)(() => insertRequeryEvent(deps.db, purchase.id, keyId, newEventId));
      if (eventId !== null) deps.enqueueEvent(eventId, contextOf(response).requestId);
    }
    answerPurchase(response, purchase, purchase, transactionData(purchase));
  };
}

const asking = ({ clock }: Deps, response: Response) => {
  return <T>(statement: () => Promise<T>) => askTwice(clock, statement, contextOf(response).arrivedAtMs);
};

/** The caller's purchase. @throws AppError transaction_not_yours, transaction_not_found */
async function requirePurchase(deps: Deps, response: Response, requestRef: string) {
  const { accountId } = callerOf(response);
  const ask = asking(deps, response);
  const purchase = await ask(() => findPurchase(deps.db, { accountId, requestRef }));
  if (purchase !== null) return purchase;
  const isOfAnother = await ask(() => isReferenceOfAnother(deps.db, accountId, requestRef));
  throw new AppError(isOfAnother ? 'transaction_not_yours' : 'transaction_not_found');
}

export const claimFields = requestBody({
  request_ref: field.anyReference(),
  note: field.text(500, 'For the operators: what your customer says, on one line.'),
});

/** POST /v1/transaction/claim: the one claim that a successful purchase was not received. A second call returns it. */
export function claimTransaction(deps: Deps): RequestHandler {
  return async (request, response) => {
    const { request_ref, note } = readFields(claimFields, bodyOf(request));
    const { requestId } = contextOf(response);
    contextOf(response).requestRef = request_ref;
    const caller = callerOf(response);
    const purchase = await requirePurchase(deps, response, request_ref);
    const origin = { address: request.ip ?? null, requestId };
    const file = () => fileClaimByKey(deps.db, caller, origin, purchase, note);
    const filed = await deps.changeInTurns(caller.accountId, file);
    if (filed.kind === 'not_successful') throw new AppError('not_successful');
    if (filed.kind === 'not_allowed') throw new AppError('unauthorized');
    const message = `This claim is ${filed.claim.state}.`;
    response.json({ status: 'success', message, data: { request_ref, ...claimOf(filed.claim) } });
  };
}

const claimOf = ({ state, answeredAt, answer }: Pick<Claim, 'state' | 'answeredAt' | 'answer'>) => ({
  state,
  answered_at: answeredAt?.toISOString() ?? null,
  answer,
});

type StoredTransaction = Pick<
  Purchase,
  | 'productType'
  | 'amountKobo'
  | 'faceKobo'
  | 'description'
  | 'createdAt'
  | 'details'
  | 'providerOrder'
  | 'status'
  | 'result'
> & { balances: { before: bigint; after: bigint } | null };

/** Returns the fields of a purchase in the status query and the list: its debit, and the keys of its product. */
function transactionData({ balances, ...purchase }: StoredTransaction): Record<string, unknown> {
  return {
    transaction_type: purchase.productType,
    ...amountFields(purchase),
    ...(balances && { previous_balance: formatNaira(balances.before), new_balance: formatNaira(balances.after) }),
    description: purchase.description,
    created_at: purchase.createdAt.toISOString(),
    ...toProductData(purchase, purchase),
  };
}

export const publicStatuses = ['successful', 'pending', 'failed'] as const;

const PLACE = new RegExp(`^([0-9]{1,16})\\.(${UUID_PATTERN})$`);

const places: Places<PurchaseCursor> = {
  write: ({ createdAtUs, id }) => `${createdAtUs}.${id}`,
  read(text) {
    const [, createdAtUs, id] = PLACE.exec(text) ?? [];
    return createdAtUs === undefined || id === undefined ? null : { createdAtUs: BigInt(createdAtUs), id };
  },
};

export const transactionsQuery = pageQuery(
  {
    search: field.text(
      50,
      'Only purchases with exactly this reference, or for this number of a customer, such as a phone or meter, as it was sent.',
    ),
    product: field.oneOf(productTypes, 'Only this product.'),
    status: field.oneOf(publicStatuses, 'Only purchases that have this status now.'),
    from: pageField.from('Accepted'),
    to: pageField.to('Accepted'),
  },
  places,
);

/** GET /v1/transactions: the account's purchases, newest first. It sends no event. */
export function listTransactions(deps: Deps): RequestHandler {
  const { db } = deps;
  return async (request, response) => {
    const { filter, after, limit } = readPageQuery(transactionsQuery, request.query);
    const { status, ...others } = filter;
    const stored = { ...others, ...(status && { status: statesOf(status) }) };
    const rows = await readList(deps, response, (accountId) =>
      listClientPurchases(db, accountId, stored, { after, limit: limit + 1 }),
    );
    response.json(pageAnswer('Transactions, newest first.', rows, { limit }, places, toItem));
  };
}

const statesOf = (status: string): PurchaseStatus[] =>
  purchaseStates.filter((state) => toPublicStatus(state).status === status);

/** Returns a purchase as the status query answers, with its envelope, its error code and the time of its end. */
export function toItem(purchase: ClientPurchase): Record<string, unknown> {
  const { status, statusCode } = toPublicStatus(purchase.status);
  return {
    reference: purchase.requestRef,
    status,
    message: purchase.message ?? messages.pending(purchase.productType),
    error_code: statusCode === 424 ? failureCodeOf(purchase.status, purchase.causeCode) : null,
    completed_at: purchase.finalAt?.toISOString() ?? null,
    ...transactionData(purchase),
    ...(purchase.claim && { claim: claimOf(purchase.claim) }),
  };
}
