import { productTypes } from '@topup/core/product';
import { failureCodeOf, messages, type PurchaseStatus, purchaseStates, toPublicStatus } from '@topup/core/purchase';
import { type ClientPurchase, listClientPurchases, type PurchaseCursor } from '@topup/core/reporting';
import { UUID_PATTERN } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { field } from '../../http/fields';
import { type Places, pageAnswer, pageField, pageQuery, readPageQuery } from '../../http/page-query';
import { readList } from '../../lists/read-list';
import { transactionData } from '../transaction/status.route';

export const publicStatuses = ['successful', 'pending', 'failed'] as const;

export const transactionsQuery = pageQuery({
  search: field.text(50, 'A reference, or the phone, smartcard or meter number as it was sent: exactly this one.'),
  product: field.oneOf(productTypes, 'Only this product.'),
  status: field.oneOf(publicStatuses, 'Only those that stand so now.'),
  from: pageField.from('Accepted'),
  to: pageField.to('Accepted'),
});

const PLACE = new RegExp(`^([0-9]{1,16})\\.(${UUID_PATTERN})$`);

const places: Places<PurchaseCursor> = {
  write: ({ createdAtUs, id }) => `${createdAtUs}.${id}`,
  read(text) {
    const [, createdAtUs, id] = PLACE.exec(text) ?? [];
    return createdAtUs === undefined || id === undefined ? null : { createdAtUs: BigInt(createdAtUs), id };
  },
};

/** GET /v1/transactions: the account's purchases, newest first. It sends no event. */
export function listTransactions(deps: Deps): RequestHandler {
  const { db } = deps;
  return async (request, response) => {
    const { filter, after, limit } = readPageQuery(transactionsQuery, request.query, places);
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

/** What the status query answers about it, with its envelope, its error code and its end. */
function toItem(purchase: ClientPurchase): Record<string, unknown> {
  const { status, statusCode } = toPublicStatus(purchase.status);
  return {
    reference: purchase.requestRef,
    status,
    message: purchase.message ?? messages.pending(purchase.productType),
    error_code: statusCode === 424 ? failureCodeOf(purchase.status, purchase.causeCode) : null,
    completed_at: purchase.finalAt?.toISOString() ?? null,
    ...transactionData(purchase),
  };
}
