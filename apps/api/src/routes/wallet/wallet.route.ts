import { findFundingAccount } from '@topup/core/collection';
import { entryKinds, type ListedEntry, listEntries } from '@topup/core/reporting';
import { askTwice, formatNaira } from '@topup/core/shared';
import { getWallet } from '@topup/core/wallet';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { field } from '../../http/fields';
import { type Places, pageAnswer, pageField, pageQuery, readPageQuery } from '../../http/page-query';
import { callerOf, contextOf } from '../../http/request-context';
import { readList } from '../../lists/read-in-turns';

/** GET /v1/wallet/balance: what the account can spend now, and whether that is below its threshold. */
export function walletBalance({ db, clock }: Deps): RequestHandler {
  return async (_request, response) => {
    const { accountId } = callerOf(response);
    const { balanceKobo, low } = await askTwice(clock, () => getWallet(db, accountId), contextOf(response).arrivedAtMs);
    response.json(balanceAnswer('Wallet balance.', balanceKobo, low));
  };
}

/** GET /v1/wallet/funding-accounts: the bank accounts into which the account transfers; none without a collector. */
export function fundingAccounts({ db, clock, settings }: Deps): RequestHandler {
  const find = async (accountId: string) =>
    settings.COLLECTIONS === 'off' ? null : await findFundingAccount(db, accountId);
  return async (_request, response) => {
    const { accountId } = callerOf(response);
    const found = await askTwice(clock, () => find(accountId), contextOf(response).arrivedAtMs);
    const data = (found?.banks ?? []).map(({ bankName, bankCode, accountNumber, accountName }) => ({
      bank_name: bankName,
      bank_code: bankCode,
      account_number: accountNumber,
      account_name: accountName,
    }));
    response.json({ status: 'success', message: 'Funding accounts.', data });
  };
}

const places: Places<Pick<ListedEntry, 'id'>> = {
  write: ({ id }) => String(id),
  read: (text) => (/^[0-9]{1,18}$/.test(text) ? { id: BigInt(text) } : null),
};

export const entriesQuery = pageQuery(
  {
    kind: field.oneOf(entryKinds, 'Only this kind.'),
    from: pageField.from('Made'),
    to: pageField.to('Made'),
  },
  places,
);

/** GET /v1/wallet/entries: every change of the account's wallet, newest first. */
export function walletEntries(deps: Deps): RequestHandler {
  const { db } = deps;
  return async (request, response) => {
    const { filter, after, limit } = readPageQuery(entriesQuery, request.query);
    const page = { after: after?.id ?? null, limit: limit + 1 };
    const rows = await readList(deps, response, (accountId) => listEntries(db, accountId, filter, page));
    response.json(pageAnswer('Wallet entries, newest first.', rows, { limit }, places, toItem));
  };
}

const toItem = (entry: ListedEntry): Record<string, unknown> => ({
  id: String(entry.id),
  kind: entry.kind,
  amount: formatNaira(entry.amountKobo),
  previous_balance: formatNaira(entry.balanceBeforeKobo),
  new_balance: formatNaira(entry.balanceAfterKobo),
  reference: entry.reference,
  corrects: entry.correctsId === null ? null : String(entry.correctsId),
  reason: entry.reason,
  created_at: entry.createdAt.toISOString(),
});

/** The body of an answer that tells a balance. `low`: whether it is below the threshold of the account. */
export const balanceAnswer = (message: string, balanceKobo: bigint, low = false) => ({
  status: 'success',
  message,
  data: { balance: formatNaira(balanceKobo), currency: 'NGN', low },
});
