import { type Request, type RequestHandler, Router } from 'express';
import { fieldsOf, readBody } from '../../http/read-body';
import { complain } from '../../operator/operator.routes';
import type { MonnifyDeps } from '../deps';
import { readNotice, readStatus, readTransfer } from './bank-fields';
import type { ReservedAccount } from './reserved-account';
import { type NoticeRequest, type NoticeResult, sendNotice } from './send-notice';
import { makeTransfer, type Transfer } from './transfer';

type ByReference = Request<{ reference: string }>;

/**
 * The bank behind the reserved accounts, which needs no key. `POST /transfers` pays into an account number,
 * `PUT /transfers/:reference` changes the status, `POST /transfers/:reference/notices` sends a notice, and
 * `GET /transfers` lists all. `GET /reserved-accounts` lists the accounts. `DELETE` takes away a whole one or a bank.
 */
export function bankRoutes(deps: MonnifyDeps): Router {
  const { book, options } = deps;
  const { collections } = book;

  const send = (notices: readonly NoticeRequest[], transfer: Transfer): Promise<NoticeResult[]> =>
    Promise.all(notices.map((notice) => sendNotice(notice, transfer, deps)));

  const pay: RequestHandler = async (request, response) => {
    const read = readTransfer(fieldsOf(request));
    if (read.error !== null) return complain(response, 400, read.error);
    const found = collections.destination(read.accountNumber);
    const account = collections.account(found?.accountReference ?? '');
    if (found === undefined || account === undefined)
      return complain(response, 404, 'no account has or had this account_number');
    const count = collections.transfers().length;
    const made = { knobs: book.knobs(), count, at: options.now() };
    const transfer = makeTransfer(read.transfer, account, found.destination, made);
    book.record({ entry: 'transfer', transfer });
    response.json({ ...toLine(transfer), notices: await send(read.notices, transfer) });
  };

  const change = async (request: ByReference, response: Parameters<typeof complain>[0]) => {
    const transactionReference = request.params.reference;
    const before = collections.transfer(transactionReference);
    if (before === undefined) return complain(response, 404, UNKNOWN_TRANSFER);
    const read = readStatus(fieldsOf(request), before.status);
    if (read.error !== null) return complain(response, 400, read.error);
    const { status, notices } = read;
    book.record({ entry: 'transfer-status', transactionReference, status, at: options.now().toISOString() });
    const transfer = collections.transfer(transactionReference) ?? before;
    response.json({ ...toLine(transfer), notices: await send(notices, transfer) });
  };

  const announce = async (request: ByReference, response: Parameters<typeof complain>[0]) => {
    const transfer = collections.transfer(request.params.reference);
    if (transfer === undefined) return complain(response, 404, UNKNOWN_TRANSFER);
    const read = readNotice(fieldsOf(request));
    if (read.error !== null) return complain(response, 400, read.error);
    response.json({ notices: await send([read.notice], transfer) });
  };

  const free: RequestHandler<{ reference: string; bankCode?: string }> = ({ params }, response) => {
    const { reference: accountReference, bankCode = null } = params;
    const account = collections.account(accountReference);
    const has = ({ isGone, accounts }: ReservedAccount) =>
      !isGone && (bankCode === null || accounts.some((each) => each.bankCode === bankCode));
    if (account === undefined || !has(account))
      return complain(response, 404, 'no account has this reference and bank');
    book.record({ entry: 'account-freed', accountReference, bankCode, at: options.now().toISOString() });
    response.json(toAccountLine(collections.account(accountReference) ?? account));
  };

  return Router()
    .use('/transfers', readBody)
    .post('/transfers', pay)
    .get('/transfers', (_request, response) => {
      response.json({ transfers: collections.transfers().map(toLine) });
    })
    .put('/transfers/:reference', change)
    .post('/transfers/:reference/notices', announce)
    .get('/reserved-accounts', (_request, response) => {
      response.json({ accounts: collections.accounts().map(toAccountLine) });
    })
    .delete(['/reserved-accounts/:reference', '/reserved-accounts/:reference/banks/:bankCode'], free);
}

const UNKNOWN_TRANSFER = 'no transfer has this reference';

/** Amounts in naira. */
const toLine = ({ transactionReference, accountReference, destination, amount, fee, status, card, at }: Transfer) => ({
  reference: transactionReference,
  account_reference: accountReference,
  account_number: destination.accountNumber,
  amount: amount / 100,
  settlement_amount: (amount - fee) / 100,
  status,
  card,
  at,
});

const toAccountLine = ({ accountReference, accounts, isGone }: ReservedAccount) => ({
  account_reference: accountReference,
  accounts: accounts.map(({ bankCode, accountNumber }) => ({ bank_code: bankCode, account_number: accountNumber })),
  is_gone: isGone,
});
