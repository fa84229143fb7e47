import { addTestMoney, changeLowBalance, MAX_TEST_FUNDING_KOBO, resetTestMoney } from '@topup/core/account';
import { type EntryFilter, entryKinds, type ListedEntry, listEntries } from '@topup/core/reporting';
import { formatNaira, parseNaira, toWire } from '@topup/core/shared';
import { getWallet } from '@topup/core/wallet';
import type { Wallet } from '@topup/dashboard-contract';
import { type Response, Router } from 'express';
import Joi from 'joi';
import { accountIdOf, byOf, modeOf, requireRight } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { serveChange } from '../../http/change';
import { columnsOf } from '../../http/csv';
import { type ListDeps, SPAN, serveStored } from '../../http/lists';
import { byNumber } from '../../http/pagination';
import { query } from '../../http/query';
import { textRule } from '../../http/read-fields';
import { Refusal } from '../../http/refusal';

/** The account's money, and what is done with test money. */
export function walletRoutes(deps: Pick<Deps, 'fundingDetails'> & ListDeps): Router {
  const { db, fundingDetails } = deps;
  const router = Router();
  const walletOf = async (accountId: string): Promise<Wallet> => {
    const { balanceKobo, low, lowBalanceKobo: thresholdKobo, paymentReference } = await getWallet(db, accountId);
    return toWire({ balanceKobo, currency: 'NGN' as const, low, thresholdKobo, paymentReference, fundingDetails });
  };
  router.get(['/wallet', '/wallet/entries', '/wallet/entries.csv'], requireRight('read'));
  router.post('/wallet/low-balance', requireRight('money'));
  router.post(['/wallet/test-funds', '/wallet/test-reset'], requireRight('test'));
  router.get('/wallet', async (_request, response) => response.json(await walletOf(accountIdOf(response))));
  serveChange(router, '/wallet/low-balance', {
    of: (_request, response) => accountIdOf(response),
    body: lowBalanceFields,
    make: ({ threshold }, by, id) => changeLowBalance(db, by, id, threshold),
    answer: (_made, _given, id) => walletOf(id),
  });
  // adds test money to the test wallet
  serveChange(router, '/wallet/test-funds', {
    of: (_request, response) => requireTestMode(response),
    body: Joi.object<{ amount: bigint }>({ amount: testAmount.label('Amount') }),
    make: async ({ amount }, by, id) => {
      const funded = await addTestMoney(db, by, id, amount);
      if (funded.kind === 'too_much')
        throw new Refusal(409, 'too_much', 'A test wallet can hold at most ₦1,000,000,000. Reset the test account.');
      if (funded.kind === 'not_test') throw notTest();
      return funded;
    },
    answer: (_made, _given, id) => walletOf(id),
  });
  // makes a fresh test account behind the same keys, webhook URL and webhook secrets
  router.post('/wallet/test-reset', async (_request, response) => {
    const reset = await resetTestMoney(db, byOf(response), requireTestMode(response));
    if (reset.kind === 'too_soon') {
      response.setHeader('Retry-After', reset.waitSeconds);
      throw new Refusal(
        429,
        'too_soon',
        `You can reset a test account once a minute. Try again in ${reset.waitSeconds} s.`,
      );
    }
    if (reset.kind === 'not_test') throw notTest();
    response.json({});
  });
  serveStored(router, deps, {
    path: '/wallet/entries',
    file: 'wallet',
    accountOf: accountIdOf,
    ...ENTRIES,
    read: (asked: EntryFilter, page, response) => listEntries(db, accountIdOf(response), asked, page),
  });
  return router;
}

/** The ledger of an account, newest first, as its users and operators see it. */
export const ENTRIES = {
  filters: { kind: query.oneOf(entryKinds), ...SPAN },
  place: byNumber,
  toRow: toLedgerRow,
  columns: columnsOf<ReturnType<typeof toLedgerRow>>()([
    'id,kind,amount,balance_before,balance_after,reference,corrects,reason,created_at,payer,payer_bank',
  ]),
};

export function toLedgerRow({ purchaseId, correctsId: corrects, ...entry }: ListedEntry) {
  return { ...entry, purchaseReference: purchaseId === null ? null : entry.reference, corrects };
}

const threshold = textRule(
  'must be an amount in naira above zero, such as 5000 or 5000.50, of at most nine digits, or empty',
  parseNaira,
).allow(null);

/** Below this balance, in kobo, the owners are mailed; null: never. */
export const lowBalanceFields = Joi.object<{ threshold: bigint | null }>({ threshold: threshold.label('Threshold') });

const testAmount = textRule(
  `must be an amount in naira, such as 5000 or 5000.50, of at most ${formatNaira(MAX_TEST_FUNDING_KOBO)}`,
  (text) => {
    const kobo = parseNaira(text);
    return kobo !== null && kobo <= MAX_TEST_FUNDING_KOBO ? kobo : null;
  },
);

/** @throws Refusal 404 in live mode, where there is no such thing */
function requireTestMode(response: Response): string {
  if (modeOf(response) !== 'test') throw notTest();
  return accountIdOf(response);
}

const notTest = (): Refusal =>
  new Refusal(404, 'not_test_mode', 'This works only in test mode. Reload the page and switch to test mode.');
