import { addTestMoney, MAX_TEST_FUNDING_KOBO, resetTestMoney } from '@topup/core/account';
import { formatNaira, parseNaira } from '@topup/core/shared';
import { getWallet } from '@topup/core/wallet';
import type { Wallet } from '@topup/dashboard-contract';
import type { RequestHandler, Response } from 'express';
import Joi from 'joi';
import { accountIdOf, modeOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { readFields, textRule } from '../../http/read-fields';
import { Refusal } from '../../http/refusal';
import { toWallet } from './wallet.presenter';

const amount = textRule(
  `must be an amount in naira, such as 5000 or 5000.50, of at most ${formatNaira(MAX_TEST_FUNDING_KOBO)}`,
  (text) => {
    const kobo = parseNaira(text);
    return kobo !== null && kobo <= MAX_TEST_FUNDING_KOBO ? kobo : null;
  },
);

const body = Joi.object<{ amount: bigint }>({ amount: amount.label('Amount') });

/** POST /api/wallet/test-funds {amount}: adds play money to the test wallet. */
export function addTestFunds({ db, fundingDetails }: Pick<Deps, 'db' | 'fundingDetails'>): RequestHandler {
  return async (request, response) => {
    const id = requireTestMode(response);
    const fields = readFields(body, request.body);
    const funded = await addTestMoney(db, byOf(response), id, fields.amount);
    if (funded.kind === 'too_much')
      throw new Refusal(409, 'too_much', 'A test wallet can hold at most ₦1,000,000,000. Reset the test account.');
    if (funded.kind === 'not_test') throw notTest();
    response.json(toWallet(await getWallet(db, id), fundingDetails) satisfies Wallet);
  };
}

/** POST /api/wallet/test-reset: a fresh test account behind the same keys, webhook URL and webhook secrets. */
export function resetTest({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    const id = requireTestMode(response);
    const reset = await resetTestMoney(db, byOf(response), id);
    if (reset.kind === 'too_soon') {
      response.setHeader('Retry-After', reset.waitSeconds);
      throw new Refusal(429, 'too_soon', `Reset it at most once a minute. Try again in ${reset.waitSeconds} s.`);
    }
    if (reset.kind === 'not_test') throw notTest();
    response.json({});
  };
}

/** @throws Refusal 404 in live mode, where there is no such thing */
function requireTestMode(response: Response): string {
  if (modeOf(response) !== 'test') throw notTest();
  return accountIdOf(response);
}

const notTest = (): Refusal =>
  new Refusal(404, 'not_test_mode', 'This works only in test mode. Reload the page and switch to test mode.');
