import { type Request, type RequestHandler, Router } from 'express';
import { fixedNumber, fixedText, sendExactJson, shortNumber } from '../http/exact-json';
import { readCount, springPage } from '../http/pages';
import type { MonnifyDeps } from './deps';
import { failure, success } from './replies';
import type { WalletRow } from './wallet';

const PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;
const LAGOS_AHEAD_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The wallet: its balance, and its movements in pages from 0, newest first, by either of two addresses. */
export function walletRoutes({ book, keys }: MonnifyDeps): Router {
  const isOurs = (account: unknown) => account === keys.MONNIFY_WALLET_ACCOUNT;

  const list: RequestHandler<{ account?: string }> = (request, response) => {
    if (!isOurs(request.params.account ?? request.query.accountNumber))
      return sendExactJson(response, UNKNOWN_WALLET, 404);
    const isAsked = windowOf(request.query);
    const rows = book.wallet.rows().filter(isAsked).reverse().map(toStatementLine);
    const size = Math.max(1, readCount(request.query.pageSize, PAGE_SIZE, MAX_PAGE_SIZE));
    sendExactJson(response, success(springPage(rows, readCount(request.query.pageNo, 0, 1_000_000), size)));
  };

  return Router()
    .get('/v2/disbursements/wallet-balance', (request, response) => {
      if (!isOurs(request.query.accountNumber)) return sendExactJson(response, UNKNOWN_WALLET, 404);
      const kobo = book.wallet.balance();
      const balance = book.knobs().quoted_balances ? fixedText(kobo, 2) : fixedNumber(kobo, 2);
      sendExactJson(response, success({ availableBalance: balance, ledgerBalance: balance }));
    })
    .get('/v1/disbursements/wallet/transactions', list)
    .get('/v1/disbursements/wallet/:account/statement', list);
}

const UNKNOWN_WALLET = failure('Wallet not found for account number');

/**
 * The rows from `startDate` to `endDate`, in milliseconds; without them, all. Unless `enableTimeFilter` is true only
 * the days count, in Lagos: our reading of its name.
 */
function windowOf({ startDate, endDate, enableTimeFilter }: Request['query']): (row: WalletRow) => boolean {
  const start = readMs(startDate) ?? 0;
  const end = readMs(endDate) ?? Number.MAX_SAFE_INTEGER;
  const unit = enableTimeFilter === 'true' ? 1 : DAY_MS;
  const partOf = (ms: number) => Math.floor((ms + LAGOS_AHEAD_MS) / unit);
  return ({ at }) => partOf(Date.parse(at)) >= partOf(start) && partOf(Date.parse(at)) <= partOf(end);
}

const readMs = (value: unknown) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null);

function toStatementLine({ reference, type, amount, before, after, narration, at }: WalletRow) {
  return {
    walletTransactionReference: reference,
    monnifyTransactionReference: reference,
    availableBalanceBefore: shortNumber(before),
    availableBalanceAfter: shortNumber(after),
    amount: shortNumber(amount),
    transactionDate: at.replace('Z', '+0000'),
    transactionType: type,
    message: null,
    narration,
    status: 'COMPLETED',
  };
}
