import type { Purchase } from '@topup/core/purchase';
import { type PurchaseRecord, readPurchaseRecord } from '@topup/core/reporting';
import { formatNaira } from '@topup/core/shared';
import type { Transaction } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import { accountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { notFound } from '../../http/refusal';
import { clientWords } from './client-labels';
import { timelineOf } from './timeline.presenter';
import { asTransactionRow } from './transactions.presenter';

/** GET /api/transactions/:reference: one of the account's own; another's is answered like one that does not exist. */
export function readTransaction({ db }: Pick<Deps, 'db'>): RequestHandler<{ reference: string }> {
  return async (request, response) => {
    const { reference } = request.params;
    const record = isReference(reference) ? await readPurchaseRecord(db, reference) : null;
    if (record === null || record.account.id !== accountIdOf(response)) throw notFound('transaction');
    response.json(asTransaction(record));
  };
}

/** Whatever else stands in a path cannot be one, and PostgreSQL takes no NUL in a text. */
const isReference = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text);

function asTransaction(record: PurchaseRecord): Transaction {
  const { purchase, entries } = record;
  const debit = entries.find(({ kind }) => kind === 'debit');
  const refund = entries.find(({ kind }) => kind === 'refund');
  if (debit === undefined) throw new Error(`purchase ${purchase.id} without its debit`);
  return {
    ...asTransactionRow(purchase),
    id: purchase.id,
    details: purchase.details,
    result: resultOf(purchase),
    balanceBefore: formatNaira(debit.balanceBeforeKobo),
    balanceAfter: formatNaira(debit.balanceAfterKobo),
    refundedAmount: refund ? formatNaira(refund.amountKobo) : null,
    needsReview: purchase.needsReview,
    timeline: timelineOf(record, clientWords),
  };
}

/** Of what the provider brought, what the public API tells too: whose meter it is, and the token of what was sold. */
function resultOf({ productType, providerOrder, status, result }: Purchase): Record<string, string> {
  if (productType !== 'ELECTRICITY') return {};
  const vended = status === 'success' && providerOrder.variationCode === 'prepaid';
  const told = ['customer_name', 'address', ...(vended ? ['token', 'units', 'bonus_token'] : [])];
  return Object.fromEntries(
    told.flatMap((key) => (result[key] == null || result[key] === '' ? [] : [[key, String(result[key])]])),
  );
}
