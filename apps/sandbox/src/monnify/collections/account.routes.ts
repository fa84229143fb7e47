import { type RequestHandler, Router } from 'express';
import { sendExactJson } from '../../http/exact-json';
import { readCount, springPage } from '../../http/pages';
import type { MonnifyDeps } from '../deps';
import { failure, success } from '../replies';
import { toAccountRead, toAccountReply, toPaymentRow, toStatusReply } from './replies';
import { reserveRoute } from './reserve.route';

const PAGE_SIZE = 10;
const MAX_PAGE_SIZE = 100;

type ByReference = RequestHandler<{ reference: string }>;

/** The reserved accounts, and the payments into them in pages from 0, newest first. */
export function collectionRoutes(deps: MonnifyDeps): Router {
  const { book, keys, options } = deps;
  const { collections } = book;
  const contractCode = keys.MONNIFY_CONTRACT_CODE;

  const liveAccount = (reference: string) => {
    const account = collections.account(reference);
    return account?.isGone === false ? account : undefined;
  };

  const read: ByReference = ({ params: { reference } }, response) => {
    const account = liveAccount(reference);
    if (account === undefined) return sendExactJson(response, UNKNOWN_ACCOUNT, 404);
    sendExactJson(response, toAccountRead(account, contractCode, collections.paymentsOf(reference)));
  };

  /** The answer is that of the account before. */
  const free: ByReference = ({ params: { reference } }, response) => {
    const account = liveAccount(reference);
    if (account === undefined) return sendExactJson(response, UNKNOWN_ACCOUNT, 404);
    const at = options.now().toISOString();
    book.record({ entry: 'account-freed', accountReference: reference, bankCode: null, at });
    sendExactJson(response, toAccountReply(account, contractCode));
  };

  const list: RequestHandler = ({ query }, response) => {
    const reference = String(query.accountReference);
    if (collections.account(reference) === undefined) return sendExactJson(response, UNKNOWN_ACCOUNT, 404);
    const rows = [...collections.paymentsOf(reference)].reverse();
    const size = Math.max(1, readCount(query.size, PAGE_SIZE, MAX_PAGE_SIZE));
    const page = springPage(rows, readCount(query.page, 0, 1_000_000), size);
    sendExactJson(response, success({ ...page, content: page.content.map(toPaymentRow) }));
  };

  const look: ByReference = ({ params: { reference } }, response) => {
    const transfer = collections.transfer(reference);
    if (transfer === undefined) return sendExactJson(response, UNKNOWN_TRANSACTION, book.knobs().not_found_http);
    sendExactJson(response, toStatusReply(transfer));
  };

  return Router()
    .post('/v2/bank-transfer/reserved-accounts', reserveRoute(deps))
    .get('/v1/bank-transfer/reserved-accounts/transactions', list)
    .get('/v2/bank-transfer/reserved-accounts/:reference', read)
    .delete('/v1/bank-transfer/reserved-accounts/reference/:reference', free)
    .get('/v2/transactions/:reference', look);
}

const UNKNOWN_ACCOUNT = failure('Cannot find reserved account');
const UNKNOWN_TRANSACTION = failure('Could not find transaction with the specified transaction reference');

const NAMED_PATHS = [
  ['reserved-accounts', /^\/api\/v2\/bank-transfer\/reserved-accounts$/],
  ['account-transactions', /^\/api\/v1\/bank-transfer\/reserved-accounts\/transactions$/],
  ['reserved-account', /^\/api\/v[12]\/bank-transfer\/reserved-accounts\/./],
  ['transaction-status', /^\/api\/v2\/transactions\/./],
] as const;

export const COLLECTION_PATHS = NAMED_PATHS.map(([name]) => name);

/** The name of a path of collections. Their last part is a reference, or one that the wallet has too. */
export const collectionPathName = (path: string): string | undefined =>
  NAMED_PATHS.find(([, form]) => form.test(path))?.[0];

/** Monnify's web server declines a reference whose `|` is not `%7C` before it reads anything else. */
export const refuseBarePipe: RequestHandler = ({ originalUrl }, response, next) => {
  if (originalUrl.includes('|')) response.writeHead(400, { 'content-length': 0 }).end();
  else next();
};
