import { fundTestWallet, MAX_TEST_FUNDING_KOBO } from '@topup/core/account';
import { AppError } from '@topup/core/errors';
import { formatNaira } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { balanceAnswer } from '../../http/balance-answer';
import { field, readFields, requestBody } from '../../http/fields';
import { bodyOf, callerOf } from '../../http/request-context';

export const testFunding = requestBody({
  amount: field.naira(`Play money to add, at most ${formatNaira(MAX_TEST_FUNDING_KOBO)} naira.`),
});

/** POST /v1/test/wallet/fund: adds play money to the wallet of the test account. Each call adds it again. */
export function fundTest({ db, changeInTurns }: Deps): RequestHandler {
  return async (request, response) => {
    const { amount } = readFields(testFunding, bodyOf(request));
    if (amount > MAX_TEST_FUNDING_KOBO) throw tooMuch(MAX_TEST_FUNDING_KOBO);
    const { accountId } = callerOf(response);
    const funded = await changeInTurns(accountId, () => fundTestWallet(db, accountId, amount));
    // the account was reset or suspended while the request was on its way
    if (funded.kind === 'not_test') throw new AppError('unauthorized');
    if (funded.kind === 'too_much') throw tooMuch(funded.leftKobo);
    response.json(balanceAnswer('Test wallet funded.', funded.balanceKobo));
  };
}

const tooMuch = (mostKobo: bigint): AppError =>
  new AppError('validation_failed', `amount must be between 0.01 and ${formatNaira(mostKobo)}`);
